"""Frames on the bus: a payload there says what it is, so that a client may look at payloads alone."""

import json
from typing import Any

import pytest

from ludoteca.kernel import AnyGame
from ludoteca.table.bus_frames import answer, lean, named
from ludoteca.table.wire import encode, event, read_action

from .harness import GAME_ID, OBSERVER, Json, Sitting, envelope, every_game, player


def on_bus(payload: Any, kind: str = "dealt") -> Json:
    raw = encode(event(GAME_ID, kind, payload, 5, 9, (0,)))
    tree: Json = json.loads(named(raw))
    return tree


@every_game
def test_the_payload_of_every_event_on_the_bus_has_its_type_and_table(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1)
    for told in sitting.told:
        frame, shown = json.loads(told.on_bus), json.loads(told.shown)
        assert list(frame["payload"])[:2] == ["message_type", "game_id"]
        assert frame["payload"] == shown["payload"] | {"message_type": frame["message_type"], "game_id": GAME_ID}
        addressees: Json = {} if told.to is None else {"to": list(told.to)}
        addressees |= {"spectators": True} if told.spectators else {}
        assert {**shown, **addressees} == {**frame, "payload": shown["payload"]}


@every_game
def test_the_payload_of_every_answer_on_the_bus_has_its_type_table_and_action(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    for kind, who in (("sync", player(0)), ("sync", OBSERVER), ("nonsense", player(1)), ("join", player(1))):
        action = read_action(envelope(kind, action_id='a "quote", {"payload":{ and \u00e9'))
        for reply in sitting.table.submit(who, action, sitting.now).reply:
            frame, plain = json.loads(answer(reply.frame, action, who)), json.loads(reply.frame)
            names = {key: frame[key] for key in ("message_type", "game_id", "action_id")}
            assert frame["payload"] == names | plain["payload"]
            assert frame["action_id"] == action.action_id


@every_game
def test_what_was_named_for_the_bus_is_the_same_bytes_again_when_made_lean(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(2)
    frames = [told.shown for told in sitting.told] + [frame for _, frame in sitting.replies]
    assert len(frames) > 10
    for raw in frames:
        assert named(raw) != raw
        assert lean(named(raw)) == lean(raw) == raw


@pytest.mark.parametrize("payload", [{}, {"x": 1}, {"x": {"game_id": "OTHER1"}}, {"payload": {"y": 2}}], ids=str)
def test_whatever_is_within_a_payload_it_is_named(payload: Json) -> None:
    assert on_bus(payload)["payload"] == {"message_type": "dealt", "game_id": GAME_ID} | payload


@pytest.mark.parametrize("payload", [{"game_id": 7}, {"message_type": "x", "y": 1}, {"action_id": None}], ids=str)
def test_a_payload_with_a_field_of_such_a_name_is_left_as_it_is(payload: Json) -> None:
    assert on_bus(payload)["payload"] == payload


@pytest.mark.parametrize("raw", [b"", b"{}", b"null", b'{"payload":{}}', b'{"x":1,"payload":{"x":1}}'])
def test_what_is_no_frame_of_ours_passes_unchanged(raw: bytes) -> None:
    assert lean(raw) == raw
