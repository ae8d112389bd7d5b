"""The payload of an action: repeats of its envelope, and statements about the table."""

from typing import Any

import pytest

from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame, Value
from ludoteca.kernel.values import fields_of
from ludoteca.table.payload import ENVELOPE_KEYS, fields_by_type, without_repeats
from ludoteca.table.wire import Refusal, Who, read_action
from tests.toys import TOYS

from .harness import (
    GAME_ID,
    HOST,
    OBSERVER,
    Json,
    Sitting,
    code,
    envelope,
    error,
    every_game,
    first_move,
    is_ok,
    player,
)

DUEL = TOYS["duel"]
KEYS: Json = {"action_id": "a1", "role": "player", "ts": 5, "version": "1.0.0", "origin": "web", "game_id": GAME_ID}


def repeated(kind: str, **keys: Any) -> Json:
    return {**KEYS, "message_type": kind, **keys}


@every_game
@pytest.mark.parametrize("kind", ["join", "sync", "leave"])
def test_a_payload_may_repeat_every_key_of_its_envelope(game: AnyGame, kind: str) -> None:
    sitting = Sitting.seated(game)
    keys = repeated(kind, player_id=0)
    assert keys.keys() == ENVELOPE_KEYS
    assert is_ok(sitting.submit(player(0), **keys, payload=dict(keys)))


@every_game
def test_an_action_of_a_game_may_repeat_every_key_of_its_envelope(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, action = first_move(sitting)
    keys = repeated(str(action.__struct_config__.tag), player_id=seat)
    assert is_ok(sitting.submit(player(seat), **keys, payload=fields_of(action) | keys))
    plain = Sitting.seated(game)
    plain.act(seat, action)
    assert keys.keys() == ENVELOPE_KEYS
    assert sitting.state == plain.state


def test_what_the_envelope_leaves_out_the_payload_may_say() -> None:
    sitting = Sitting.seated(DUEL)
    said = {"player_id": 1, "role": "player", "ts": 5, "version": "1.0.0", "origin": "web", "choice": "guard"}
    assert is_ok(sitting.submit(player(1), "seal", said))
    assert is_ok(sitting.submit(OBSERVER, "sync", {"player_id": None, "role": None}, player_id=None, role="observer"))


@pytest.mark.parametrize("kind", ["join", "sync", "seal", "leave", "delete"])
@pytest.mark.parametrize(
    ("false", "answer"),
    [
        ({"message_type": "bid"}, "invalid_action"),
        ({"game_id": "OTHER1"}, "join_failed"),
        ({"action_id": "another"}, "invalid_action"),
        ({"player_id": 0}, "forbidden"),
        ({"player_id": True}, "forbidden"),
        ({"player_id": 1.0}, "forbidden"),
        ({"player_id": "1"}, "forbidden"),
        ({"role": "observer"}, "forbidden"),
        ({"ts": 6}, "invalid_action"),
        ({"ts": 5.0}, "invalid_action"),
        ({"ts": None}, "invalid_action"),
        ({"version": "1.0.1"}, "invalid_action"),
        ({"origin": "game"}, "invalid_action"),
    ],
    ids=str,
)
def test_a_repeat_that_contradicts_its_envelope_is_refused(kind: str, false: Json, answer: str) -> None:
    sitting = Sitting.seated(DUEL)
    before = sitting.unchanged()
    refused = sitting.submit(player(1), kind, {"choice": "guard"} | false, **KEYS | {"player_id": 1})
    assert code(refused) == answer
    assert sitting.unchanged() == before


def test_a_repeat_of_an_action_may_have_another_ts() -> None:
    sitting = Sitting.seated(DUEL)
    for ts in (5, 6):
        keys = repeated("seal", ts=ts, player_id=1)
        assert is_ok(sitting.submit(player(1), **keys, payload=keys | {"choice": "guard"}))
    other = sitting.submit(player(1), **keys, payload=keys | {"choice": "feint"})
    assert "used for another action" in error(other)["reason"]


def test_a_host_may_repeat_the_envelope_of_a_delete() -> None:
    sitting = Sitting(DUEL)
    keys = repeated("delete", role="host", player_id=None)
    assert is_ok(sitting.submit(HOST, **keys, payload=keys))


class Vote(Value, frozen=True, tag="vote"):
    """An action whose own fields have names of the envelope."""

    origin: int
    player_id: int
    phase: str


def test_a_field_of_the_action_itself_is_no_repeat() -> None:
    own = fields_by_type(Vote)["vote"]
    payload = {"origin": 7, "player_id": 2, "phase": "day", "ts": 5}
    action = read_action(envelope("vote", payload, player_id=1, ts=5))
    assert without_repeats(player(1), action, own).payload == {"origin": 7, "player_id": 2, "phase": "day"}
    with pytest.raises(Refusal):
        without_repeats(player(1), action)


@pytest.mark.parametrize("who", [OBSERVER, HOST, Who("player", 1)], ids=lambda who: who.key)
def test_null_claims_nothing(who: Who) -> None:
    action = read_action(envelope("sync", {"player_id": None, "role": None}))
    assert without_repeats(who, action).payload == {}


# Statements

BRISCOLA, CATAN = GAMES["briscola"], GAMES["catan"]


def bidding() -> tuple[Sitting, int]:
    sitting = Sitting.seated(BRISCOLA)
    return sitting, sitting.table.match.acting()[0]


@pytest.mark.parametrize("key", ["phase", "turn", "seq", "sequence", "decision"])
def test_what_a_player_states_of_the_table_and_holds_is_accepted(key: str) -> None:
    sitting, seat = bidding()
    seq = sitting.table.match.seq
    truth = {"phase": "bid", "turn": seat, "seq": seq, "sequence": seq, "decision": 1}
    assert is_ok(sitting.submit(player(seat), "bid", {"bid": 61, key: truth[key]}))
    assert sitting.state.bids


@pytest.mark.parametrize(
    "stated",
    [
        {"phase": "play-tricks"},
        {"phase": 1},
        {"turn": 9},
        {"turn": True},
        {"seq": 1},
        {"seq": 1.5},
        {"sequence": 1},
        {"decision": 7},
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", ["bid", "resign"])
def test_what_a_player_states_wrongly_is_desync_to_sync(kind: str, stated: Json) -> None:
    sitting, seat = bidding()
    before = sitting.unchanged()
    fields = {"bid": 61} if kind == "bid" else {}
    refused = error(sitting.submit(player(seat), kind, fields | stated))
    assert (refused["code"], refused["recovery"]) == ("desync", "sync")
    assert sitting.unchanged() == before


def test_a_wrong_turn_is_desync_before_it_is_an_invalid_turn() -> None:
    sitting, seat = bidding()
    other = (seat + 1) % 5
    refused = error(sitting.submit(player(other), "bid", {"bid": 61, "turn": other}))
    assert (refused["code"], refused["reason"]) == ("desync", f"it is the turn of {seat}, not of {other}")
    assert code(sitting.submit(player(other), "bid", {"bid": 61, "turn": seat})) == "invalid_turn"


def test_where_a_view_has_a_turn_the_turn_stated_is_that() -> None:
    sitting = Sitting.seated(GAMES["backgammon"], {"confirm": False})
    seat, action = first_move(sitting)
    turn = sitting.view(player(seat))["view"]["turn"]
    assert code(sitting.act(seat, action, turn=turn + 1)) == "desync"
    assert is_ok(sitting.act(seat, action, turn=turn))


def test_a_field_of_the_action_itself_is_no_statement() -> None:
    sitting = Sitting.seated(CATAN)
    seat, action = first_move(sitting)
    assert "turn" in fields_by_type(CATAN.types.action)[str(action.__struct_config__.tag)]
    assert is_ok(sitting.act(seat, action))


def test_a_phase_stated_of_a_game_without_phases_is_an_invalid_action() -> None:
    sitting = Sitting.seated(GAMES["gomoku"])
    seat, action = first_move(sitting)
    refused = error(sitting.act(seat, action, phase="main"))
    assert (refused["code"], refused["reason"]) == ("invalid_action", "gomoku has no phase")


def test_a_join_or_sync_may_state_anything_because_it_asks() -> None:
    sitting, seat = bidding()
    for kind in ("join", "sync"):
        assert is_ok(sitting.submit(player(seat), kind, {"phase": "end", "turn": 9, "seq": 0, "sequence": 0}))
