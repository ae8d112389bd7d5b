"""Snapshots in words: text, scenes, touches and what was told, for a client that knows nothing of the game."""

from dataclasses import replace
from typing import Any

import pytest

from ludoteca.kernel import AnyGame, Text, plain
from ludoteca.kernel.scene import flaws, ids
from ludoteca.kernel.values import build
from tests.toys import LOBBY_TOYS

from .harness import OBSERVER, Json, Sitting, every_game, is_ok, player

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


def test_a_game_without_words_of_its_own_tells_none() -> None:
    text = replace(MORRIS.text, tell=Text().tell)
    sitting = Sitting.seated(replace(MORRIS, text=text)).play(1, at_most=4)
    assert snapshot(sitting, OBSERVER, words=True, told_since=0)["told"] == []


@pytest.mark.parametrize("since", [None, True, "3", 1.5])
def test_told_since_is_a_number(since: Any) -> None:
    replies = Sitting.seated(MORRIS).submit(player(0), "sync", {"words": True, "told_since": since})
    assert [reply["payload"]["code"] for reply in replies] == ["invalid_action"]


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
