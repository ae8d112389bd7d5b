"""Snapshots in words: text, scenes, touches and what was told, for a client that knows nothing of the game."""

import json
from dataclasses import replace
from typing import Any

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame, Text, plain
from ludoteca.kernel.scene import Card, Row, Scene, flaws, ids
from ludoteca.kernel.values import build, encode
from ludoteca.table import presentation
from ludoteca.table.effects import EncodedEvent
from ludoteca.table.messages import Join, Sync
from tests.toys import LOBBY_TOYS

from .harness import OBSERVER, Json, Sitting, envelope, every_game, is_ok, player

MORRIS = LOBBY_TOYS["morris"]


def snapshot(sitting: Sitting, who: Any, **asked: Any) -> Json:
    replies = sitting.submit(who, "sync", asked)
    assert is_ok(replies)
    body: Json = replies[1]["payload"]
    return body


@every_game
def test_words_come_only_if_they_are_asked_for(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    fields = {"picture", "notation", "scene", "touch", "told"}
    assert fields.isdisjoint(snapshot(sitting, OBSERVER))
    assert fields.isdisjoint(snapshot(sitting, OBSERVER, told_since=0))
    assert fields & snapshot(sitting, OBSERVER, words=True).keys() == {"picture", "notation"}
    assert "told" in snapshot(sitting, OBSERVER, words=True, told_since=0)


@every_game
def test_the_events_a_reader_was_sent_are_told_in_words(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(3, at_most=12)
    for who in sitting.readers:
        seat = who.seat if who.role == "player" else None
        view = game.view(sitting.state, seat)
        sent = {each.seq: each.frame for each in sitting.told if each.is_for(who)}
        told = {each["seq"]: each["words"] for each in snapshot(sitting, who, words=True, told_since=0)["told"]}
        assert told
        for seq, words in told.items():
            payload = build({**sent[seq].payload, "type": sent[seq].message_type}, game.types.told)
            assert words == game.text.tell(payload, view)
        untold = {frame.message_type for seq, frame in sent.items() if seq not in told}
        assert untold <= {"player.join", "player.leave", "player.reconnect", "game.start", "match.end"}


@every_game
def test_only_events_after_the_named_one_are_told(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(3, at_most=6)
    told = snapshot(sitting, OBSERVER, words=True, told_since=0)["told"]
    since = told[0]["seq"]
    assert snapshot(sitting, OBSERVER, words=True, told_since=since)["told"] == told[1:]
    assert snapshot(sitting, OBSERVER, words=True, told_since=sitting.table.match.seq)["told"] == []


def test_a_view_is_put_into_words_once_for_each_state_and_reader() -> None:
    pictures: list[Any] = []

    def picture(view: Any) -> str:
        pictures.append(view)
        return "a board"

    sitting = Sitting.seated(replace(MORRIS, text=replace(MORRIS.text, picture=picture)))
    for states in (1, 2):
        for _ in range(3):
            for who in (OBSERVER, player(0), player(1)):
                assert snapshot(sitting, who, words=True)["picture"] == "a board"
        assert len(pictures) == 3 * states
        sitting.play(1, at_most=1)


def test_a_game_without_words_of_its_own_tells_none() -> None:
    text = replace(MORRIS.text, tell=Text().tell)
    sitting = Sitting.seated(replace(MORRIS, text=text)).play(1, at_most=4)
    assert snapshot(sitting, OBSERVER, words=True, told_since=0)["told"] == []


def crash(*_: Any) -> Any:
    card = "hearts 7"
    raise ZeroDivisionError(card)


UNSENDABLE = {"int": 7, "a lone surrogate": "\ud800", "none": None}
WRITERS = {"picture": "picture", "write": "notation", "scene": "scene", "touch": "touch", "tell": "told"}
"""The functions of a text, and the fields of a snapshot that they make."""


def morris_with(**text: Any) -> AnyGame:
    return replace(MORRIS, text=replace(MORRIS.text, **text))


def begun(game: AnyGame, moves: int = 4) -> Sitting:
    """A match that goes on."""
    sitting, dealer = Sitting.seated(game), PyRandom(1)
    assert all(sitting.step(dealer) for _ in range(moves))
    return sitting


def asked(sitting: Sitting, who: Any) -> tuple[Json, list[str]]:
    """A snapshot in words, and what the log says of it."""
    effects = sitting.send(who, envelope("sync", {"words": True, "told_since": 0}, action_id=sitting.new_id()))
    return json.loads(effects.reply[-1].frame)["payload"], effects.operator_notes


@pytest.mark.parametrize("name", WRITERS)
def test_words_that_crash_are_left_out_and_noted_once(name: str) -> None:
    game = morris_with(**{"picture": lambda _: "a board", name: crash})
    sitting = begun(game)
    acting = player(sitting.table.match.acting()[0])
    whole, notes = asked(begun(MORRIS), acting)
    assert not notes
    shown, notes = asked(sitting, acting)
    lost = {WRITERS[name], "touch"} if name == "scene" else {WRITERS[name]} - {"told"}
    assert whole.keys() - shown.keys() == lost
    assert whole["told"]
    assert bool(shown["told"]) == (name != "tell")
    (note,) = notes
    assert note.startswith(f"Text.{name} failed: ZeroDivisionError, at ")
    assert note.endswith("in crash: raise ZeroDivisionError(card)")
    assert asked(sitting, OBSERVER)[1] == []


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("made", UNSENDABLE.values(), ids=UNSENDABLE)
def test_words_that_cannot_be_sent_are_left_out_and_noted(name: str, made: Any) -> None:
    sitting = begun(morris_with(**{"picture": lambda _: "a board", name: lambda *_: made}))
    shown, notes = asked(sitting, player(sitting.table.match.acting()[0]))
    assert not shown.get(WRITERS[name])
    assert [note.split(":")[0] for note in notes] == [f"Text.{name} failed"]


def test_a_scene_that_is_too_large_is_left_out_and_noted() -> None:
    large = Scene((Row((Card(text="x" * 16, label="x" * 40),) * 128),) * 16)
    sitting = Sitting.seated(morris_with(scene=lambda _: large, picture=lambda _: "a board"))
    shown, notes = asked(sitting, player(0))
    assert {"scene", "touch"}.isdisjoint(shown)
    assert shown["picture"]
    assert notes == [f"Text.scene failed: it has {len(encode(large))} bytes as JSON, at most 65536 allowed"]


def test_a_picture_derived_from_the_scene_does_not_draw_it_again() -> None:
    drawn: list[Any] = []

    def scene(view: Any) -> Scene:
        drawn.append(view)
        return Scene((Row((Card("c1", "7"),)),))

    shown, notes = asked(begun(replace(MORRIS, text=Text(scene=scene))), OBSERVER)
    assert (len(drawn), notes) == (1, [])
    assert shown["picture"] == Text(scene=scene).picture(drawn[0])


def test_words_go_back_64_events_at_most_and_are_read_once_for_all_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting.seated(MORRIS).play(3, at_most=120)
    last = sitting.table.match.seq
    assert last > 100
    read: list[int] = []
    real = presentation.told_payload

    def payload(game: AnyGame, event: EncodedEvent) -> Any:
        read.append(event.seq)
        return real(game, event)

    monkeypatch.setattr(presentation, "told_payload", payload)
    told = [asked(sitting, who)[0]["told"] for who in (OBSERVER, player(0), player(1), OBSERVER)]
    assert all(each["seq"] > last - 64 for words in told for each in words)
    assert len(told[0]) > 50
    assert read == list(range(last - 63, last + 1))


def test_a_game_without_words_of_its_own_reads_no_event(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = begun(morris_with(tell=Text().tell))
    monkeypatch.setattr(presentation, "told_payload", crash)
    shown, notes = asked(sitting, OBSERVER)
    assert (shown["told"], notes) == ([], [])


@pytest.mark.parametrize("since", [True, "3", 1.5])
def test_told_since_is_a_number(since: Any) -> None:
    replies = Sitting.seated(MORRIS).submit(player(0), "sync", {"words": True, "told_since": since})
    assert [reply["payload"]["code"] for reply in replies] == ["invalid_action"]


def test_told_since_may_be_null_as_its_type_says_and_then_nothing_is_told() -> None:
    assert Sync().told_since is Join().told_since is None
    assert "told" not in snapshot(begun(MORRIS), OBSERVER, words=True, told_since=None)


def test_a_scene_and_its_touches_are_made_of_the_readers_view() -> None:
    sitting = Sitting.seated(MORRIS)
    for _ in sitting.steps(1, at_most=30):
        for who in (player(0), player(1), OBSERVER):
            seat = who.seat if who.role == "player" else None
            shown, view = snapshot(sitting, who, words=True), MORRIS.view(sitting.state, seat)
            legal = [] if seat is None else MORRIS.legal(sitting.state, seat)
            assert MORRIS.text.scene is not None
            assert shown["scene"] == plain(MORRIS.text.scene(view))
            assert shown["touch"] == [list(MORRIS.text.touch(action, view)) for action in legal]


def test_touches_that_differ_play_different_actions() -> None:
    sitting = Sitting.seated(MORRIS, {"men": 4})
    for _ in sitting.steps(2, at_most=30):
        acting = sitting.table.match.acting()
        if not acting:
            break
        view = MORRIS.view(sitting.state, acting[0])
        legal = MORRIS.legal(sitting.state, acting[0])
        touches = [MORRIS.text.touch(action, view) for action in legal]
        assert len(set(touches)) == len(legal)
        assert MORRIS.text.scene is not None
        scene = MORRIS.text.scene(view)
        assert not flaws(scene)
        assert {each for touch in touches for each in touch} <= set(ids(scene))
