"""The wire: an envelope decodes whole or is malformed; what goes out has the specification's keys."""

import json
from typing import Any, get_args

import pytest

from ludoteca.kernel import AnyGame, Malformed
from ludoteca.table.wire import (
    BYTES_AT_MOST,
    HIDDEN,
    RECOVERY,
    VERSION,
    ActionEffects,
    ErrorCode,
    Refusal,
    UnsupportedVersion,
    Who,
    encode,
    event,
    hidden,
    read_action,
    replace,
    result_error,
    result_ok,
)

from .harness import GAME_ID, OBSERVER, Sitting, envelope, every_game, player

SPECIFIED = ["message_type", "game_id", "action_id", "player_id", "role", "ts", "version", "origin", "payload"]
CODES = {
    "unauthorized",
    "join_failed",
    "duplicate_connection_handled",
    "invalid_turn",
    "invalid_card",
    "invalid_bid",
    "invalid_action",
    "forbidden",
    "desync",
    "game_unavailable",
    "routing_failed",
}


def changed(**keys: Any) -> bytes:
    return json.dumps(json.loads(envelope("play")) | keys).encode()


def test_the_envelope_of_the_specification_is_read() -> None:
    action = read_action(
        json.dumps(
            {
                "message_type": "play",
                "game_id": GAME_ID,
                "action_id": "0b0c4c5e-0000-4000-8000-000000000000",
                "player_id": 3,
                "role": "player",
                "ts": 1_700_000_000_000,
                "version": "1.0.0",
                "origin": "web",
                "payload": {"card": {"suit": "cups", "rank": 1}},
            }
        ).encode()
    )
    assert (action.player_id, action.role, action.payload["card"]["rank"]) == (3, "player", 1)


def test_an_observers_player_id_is_null() -> None:
    assert read_action(changed(player_id=None, role="observer")).player_id is None


@pytest.mark.parametrize("key", ["message_type", "game_id", "action_id"])
def test_type_table_and_id_are_required(key: str) -> None:
    tree = json.loads(envelope("play"))
    del tree[key]
    with pytest.raises(Malformed):
        read_action(json.dumps(tree).encode())


def test_the_version_is_the_default_when_none_is_named() -> None:
    assert read_action(envelope("play")).version == VERSION == "1.0.0"


@pytest.mark.parametrize("version", ["1.0.1", "1.9.0", "1.0.0"])
def test_the_same_protocol_major_is_spoken(version: str) -> None:
    assert read_action(changed(version=version)).version == version


@pytest.mark.parametrize("version", ["2.0.0", "0.9.0", "10.0.0"])
def test_another_protocol_major_is_refused_by_its_id(version: str) -> None:
    with pytest.raises(UnsupportedVersion) as caught:
        read_action(changed(version=version, action_id="theirs"))
    refusal = caught.value.action.refusal
    assert (caught.value.action.action_id, refusal.code, refusal.recovery) == ("theirs", "invalid_action", "noop")
    assert f"protocol {version} is not supported" in refusal.reason


@pytest.mark.parametrize("version", ["1", "1.0", "v1.0.0", "", "1.0.0\n", "2.0.0\n", "1.٠.0", None, 1])
def test_what_is_no_version_is_malformed(version: Any) -> None:
    with pytest.raises(Malformed):
        read_action(changed(version=version))


@pytest.mark.parametrize("keys", [{"action_id": "a\u202e"}, {"origin": "game"}, {"message_type": "a\n"}])
def test_what_cannot_be_answered_is_malformed_whatever_its_version(keys: dict[str, Any]) -> None:
    with pytest.raises(Malformed) as caught:
        read_action(changed(version="2.0.0", **keys))
    assert not isinstance(caught.value, UnsupportedVersion)


def test_an_action_comes_from_the_web_side() -> None:
    with pytest.raises(Malformed):
        read_action(changed(origin="game"))


@pytest.mark.parametrize("game_id", ["", "TABLE", "TABLE77", "table7", "TABLE-", "TABLE7\n", "ÀBCDEF", None, 7])
def test_a_game_id_is_six_of_capital_letters_and_digits(game_id: Any) -> None:
    with pytest.raises(Malformed):
        read_action(changed(game_id=game_id))


@pytest.mark.parametrize(
    "keys",
    [
        {"action_id": ""},
        {"action_id": "x" * 65},
        {"action_id": 7},
        {"message_type": ""},
        {"message_type": "x" * 65},
        {"player_id": -1},
        {"player_id": 64},
        {"player_id": True},
        {"player_id": 1.0},
        {"player_id": "1"},
        {"role": "admin"},
        {"ts": -1},
        {"ts": 1.5},
        {"ts": 2**70},
        {"payload": []},
        {"payload": None},
        {"payload": "x"},
        {"extra": 1},
        {"__proto__": {}},
        {"seq": 1},
        {"to": [0]},
    ],
    ids=str,
)
def test_a_wrong_field_is_malformed(keys: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        read_action(changed(**keys))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b"\xef\xbb\xbf" + envelope("play"),
        envelope("play") + b"x",
        envelope("play") + envelope("play"),
        envelope("play")[:-1],
        envelope("play").replace(b'"a"', b'"\\ud800"'),
        envelope("play").replace(b"{}", b'{"x": NaN}'),
        envelope("play").replace(b"{}", b'{"x": -Infinity}'),
        envelope("play").replace(b"{}", b'{"x": 1e400}'),
        envelope("play").replace(b"{}", b'{"x": ' + b"9" * 500 + b"}"),
        envelope("play").replace(b"{}", b'{"x": 1, "x": 2}'),
        envelope("play").replace(b"{}", b"[" * 1_000 + b"]" * 1_000),
        envelope("play").replace(b"{}", b'{"x": ' + b"[" * 1_000 + b"]" * 1_000 + b"}"),
        envelope("play").replace(b'"game_id"', b'"game_id": "OTHER1", "game_id"'),
    ],
    ids=lambda data: repr(data[:60] + data[-20:]),
)
def test_what_is_not_one_json_envelope_is_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        read_action(data)


def test_an_envelope_may_have_so_many_bytes_and_no_more() -> None:
    short = envelope("play", {"x": ""})
    fitting = envelope("play", {"x": "y" * (BYTES_AT_MOST - len(short))})
    assert len(fitting) == BYTES_AT_MOST
    read_action(fitting)
    with pytest.raises(Malformed):
        read_action(envelope("play", {"x": "y" * (BYTES_AT_MOST - len(short) + 1)}))


def test_the_list_of_error_codes_is_closed() -> None:
    assert set(get_args(ErrorCode)) == CODES == set(RECOVERY)


@pytest.mark.parametrize("code", sorted(CODES))
def test_desync_says_sync_and_what_could_not_be_delivered_says_retry(code: ErrorCode) -> None:
    action = read_action(envelope("play"))
    recovery = json.loads(encode(result_error(action, OBSERVER, Refusal(code, "why"), 7)))["payload"]["recovery"]
    expected = {"desync": "sync", "game_unavailable": "retry", "routing_failed": "retry"}
    assert recovery == expected.get(code, recovery)
    assert recovery in {"sync", "retry", "noop"}


def test_a_refusal_tells_status_code_reason_recovery_and_facts() -> None:
    action = read_action(envelope("play"))
    frame = result_error(action, player(1), Refusal("invalid_card", "not yours", "retry", {"card": 3}), 7)
    assert json.loads(encode(frame))["payload"] == {
        "status": "error",
        "code": "invalid_card",
        "reason": "not yours",
        "recovery": "retry",
        "facts": {"card": 3},
    }


def test_a_result_repeats_the_action_id_and_names_its_reader() -> None:
    frame = json.loads(encode(result_ok(read_action(envelope("play")), OBSERVER, ActionEffects(seq=1), 7)))
    assert (frame["message_type"], frame["action_id"], frame["player_id"]) == ("action.result", "a", None)
    assert (frame["role"], frame["origin"], frame["ts"]) == ("observer", "game", 7)


def test_a_hidden_frame_has_the_number_of_its_event_and_nothing_else() -> None:
    frame = replace(event(GAME_ID, "dealt", {"hand": [1]}, 5, 9), to=(1,), to_act=(0,))
    assert json.loads(encode(hidden(frame))) == {
        "message_type": HIDDEN,
        "game_id": GAME_ID,
        "player_id": None,
        "role": "player",
        "ts": 9,
        "version": VERSION,
        "origin": "game",
        "payload": {},
        "seq": 5,
        "to_act": [0],
    }


@every_game
def test_outgoing_keys_and_their_order_are_the_specifications(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1, at_most=4)
    for who in sitting.readers:
        for frame in sitting.sent_to(who):
            tree = json.loads(frame)
            keys = [key for key in tree if key in SPECIFIED]
            assert keys == [key for key in SPECIFIED if key in tree]
            assert set(tree) - set(SPECIFIED) <= {"seq", "to_act"}


def test_readers_are_remembered_by_seat_or_by_name() -> None:
    keys = {who.key for who in (player(0), player(1), OBSERVER, Who("host", None, "wanda"), Who("observer", None, "z"))}
    assert len(keys) == 5
    assert player(0).key == Who("player", 0, "another name").key
