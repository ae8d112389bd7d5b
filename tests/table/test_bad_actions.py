"""Bad actions: one code of the closed list each, its recovery and facts; and nothing changes on a refusal."""

import dataclasses
import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame, Malformed
from ludoteca.kernel.values import fields_of
from ludoteca.table.wire import ErrorCode, Who
from tests.toys import TOYS
from tests.toys.den.types import CARDS, Bury, Lay
from tests.toys.duel.types import Seal

from .harness import (
    ALL_GAMES,
    GAME_ID,
    HOST,
    OBSERVER,
    Json,
    Sitting,
    envelope,
    error,
    every_game,
    first_move,
    is_ok,
    player,
)

DUEL, DEN, GOMOKU = TOYS["duel"], TOYS["den"], GAMES["gomoku"]


def refusal(sitting: Sitting, who: Who, kind: str, payload: Json | None = None, **claims: Any) -> Json:
    """The refusal of an action that must be refused, and must change nothing."""
    before = (sitting.unchanged(), len(sitting.told), list(sitting.table.match.decisions), sitting.table.timers.next())
    refused = error(sitting.submit(who, kind, payload, **claims))
    after = (sitting.unchanged(), len(sitting.told), list(sitting.table.match.decisions), sitting.table.timers.next())
    assert after == before
    assert refused["code"] in get_args(ErrorCode)
    assert refused["reason"]
    return refused


def refused_move(sitting: Sitting, seat: int, action: Any) -> Json:
    return refusal(sitting, player(seat), str(action.__struct_config__.tag), fields_of(action))


def coded(refused: Json) -> tuple[str, str]:
    return refused["code"], refused["recovery"]


def idle_seat(sitting: Sitting) -> int:
    return next(seat for seat in range(sitting.seats) if seat not in sitting.table.match.acting())


# Whose action it is


@every_game
@pytest.mark.parametrize("kind", ["place", "lay", "seal", "resign", "leave", "nonsense", "bid"])
@pytest.mark.parametrize("who", [OBSERVER, HOST], ids=lambda who: who.role)
def test_whoever_looks_on_is_forbidden_to_act(game: AnyGame, kind: str, who: Who) -> None:
    assert coded(refusal(Sitting.seated(game), who, kind)) == ("forbidden", "noop")


@every_game
@pytest.mark.parametrize("kind", ["resign", "leave", "nonsense", "place"])
def test_acting_before_join_is_join_failed(game: AnyGame, kind: str) -> None:
    assert coded(refusal(Sitting(game), player(0), kind)) == ("join_failed", "noop")


@every_game
def test_an_action_for_another_table_is_join_failed(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    assert coded(refusal(sitting, player(0), "resign", game_id="OTHER1")) == ("join_failed", "noop")
    assert coded(refusal(sitting, player(0), "resign", {"game_id": "OTHER1"})) == ("join_failed", "noop")


@every_game
@pytest.mark.parametrize("kind", ["resign", "sync", "join", "leave"])
def test_an_action_in_another_players_name_is_forbidden(game: AnyGame, kind: str) -> None:
    sitting = Sitting.seated(game)
    assert coded(refusal(sitting, player(0), kind, player_id=1)) == ("forbidden", "noop")
    assert coded(refusal(sitting, player(0), kind, {"player_id": 1})) == ("forbidden", "noop")
    assert coded(refusal(sitting, player(0), kind, {"player_id": 1}, player_id=0)) == ("forbidden", "noop")
    assert coded(refusal(sitting, OBSERVER, kind, player_id=0)) == ("forbidden", "noop")


@every_game
def test_a_role_one_has_not_is_forbidden(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    assert coded(refusal(sitting, player(0), "sync", role="host")) == ("forbidden", "noop")
    assert coded(refusal(sitting, OBSERVER, "sync", {"role": "player"})) == ("forbidden", "noop")


@every_game
@pytest.mark.parametrize("seat", [5, 63])
def test_a_seat_that_does_not_exist_is_join_failed(game: AnyGame, seat: int) -> None:
    sitting = Sitting.seated(game)
    for kind in ("join", "resign", "leave", "nonsense"):
        assert coded(refusal(sitting, player(seat), kind)) == ("join_failed", "noop")


@every_game
def test_a_player_without_a_seat_is_join_failed(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    for kind in ("join", "resign", "leave", "nonsense"):
        assert refusal(sitting, Who("player", None, "ghost"), kind)["code"] == "join_failed"


# What it says


@every_game
def test_an_unknown_type_is_an_invalid_action_to_retry_on_ones_turn_and_else_not(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    acting, _ = first_move(sitting)
    assert coded(refusal(sitting, player(acting), "call-partner-moon")) == ("invalid_action", "retry")
    if len(sitting.table.match.acting()) < sitting.seats:
        assert coded(refusal(sitting, player(idle_seat(sitting)), "call-partner-moon")) == ("invalid_action", "noop")


@every_game
def test_a_payload_that_names_another_type_is_an_invalid_action(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, action = first_move(sitting)
    payload = fields_of(action) | {"message_type": "resign"}
    assert refusal(sitting, player(seat), str(action.__struct_config__.tag), payload)["code"] == "invalid_action"


@every_game
def test_a_payload_with_a_type_of_its_own_is_not_silently_overruled(game: AnyGame) -> None:
    """Nothing is coerced, guessed or ignored."""
    sitting = Sitting.seated(game)
    seat, action = first_move(sitting)
    payload = fields_of(action) | {"type": "something-else"}
    assert refusal(sitting, player(seat), str(action.__struct_config__.tag), payload)["code"] == "invalid_action"


@every_game
@pytest.mark.parametrize("more", [{"extra": 1}, {"seat": 1}, {"__proto__": {}}, {"action": {}}, {"type_": "x"}])
def test_extra_keys_are_an_invalid_action(game: AnyGame, more: Json) -> None:
    sitting = Sitting.seated(game)
    seat, action = first_move(sitting)
    refused = refusal(sitting, player(seat), str(action.__struct_config__.tag), fields_of(action) | more)
    assert coded(refused) == ("invalid_action", "retry")


@every_game
@pytest.mark.parametrize("value", [[], {}, 1.5, True, "no-such-thing", -1, 10**9])
def test_a_wrong_value_in_any_field_is_an_invalid_action(game: AnyGame, value: Any) -> None:
    sitting = Sitting.seated(game)
    seat, action = first_move(sitting)
    legal = [json.dumps(fields_of(each)) for each in game.legal(sitting.state, seat)]
    for key in fields_of(action):
        payload = fields_of(action) | {key: value}
        if json.dumps(payload) not in legal:  # as a bid of -1, which is a pass
            refused = refusal(sitting, player(seat), str(action.__struct_config__.tag), payload)
            assert coded(refused) in {("invalid_action", "retry"), ("invalid_bid", "retry")}


def test_an_invalid_name_is_an_invalid_action_with_recovery_noop() -> None:
    """`recovery`: `invalid_*` retry on your turn, else noop."""
    refused = refusal(Sitting(DUEL), player(0), "join", {"name": 3})
    assert coded(refused) == ("invalid_action", "noop")


def test_types_at_odds_off_ones_turn_leave_nothing_to_retry() -> None:
    sitting = Sitting.seated(DEN)
    refused = refusal(sitting, player(idle_seat(sitting)), "lay", {"message_type": "bury"})
    assert coded(refused) == ("invalid_action", "noop")


# What the rules say


def test_out_of_turn_is_invalid_turn_with_nothing_to_do_and_tells_whose_turn_it_is() -> None:
    sitting = Sitting.seated(DEN)
    refused = refused_move(sitting, 1, Lay(sitting.state.hands[1][0]))
    assert coded(refused) == ("invalid_turn", "noop")
    assert refused["facts"] == {"rule": "not_your_turn", "turn": 0}


def test_gomoku_out_of_turn_is_invalid_turn() -> None:
    sitting = Sitting.seated(GOMOKU)
    _, action = first_move(sitting)
    refused = refused_move(sitting, 1, action)
    assert coded(refused) == ("invalid_turn", "noop")
    assert refused["facts"]["rule"] == "wrong_player"


def test_a_closed_round_is_invalid_turn() -> None:
    sitting = Sitting.seated(DUEL)
    sitting.wait()
    assert coded(refused_move(sitting, 0, Seal("guard"))) == ("invalid_turn", "noop")


def test_a_card_one_has_not_is_invalid_card_to_retry() -> None:
    sitting = Sitting.seated(DEN)
    foreign = next(card for card in CARDS if card not in sitting.state.hands[0])
    refused = refused_move(sitting, 0, Lay(foreign))
    assert coded(refused) == ("invalid_card", "retry")
    assert refused["facts"] == {"rule": "not_your_card", "card": foreign}


def test_a_bad_bid_is_invalid_bid_where_a_game_calls_it_so() -> None:
    auction = dataclasses.replace(DEN, refusals={**DEN.refusals, "not_your_card": "invalid_bid"})
    sitting = Sitting.seated(auction)
    foreign = next(card for card in CARDS if card not in sitting.state.hands[0])
    assert coded(refused_move(sitting, 0, Bury(foreign))) == ("invalid_bid", "retry")


def test_an_occupied_cell_is_an_invalid_action_to_retry_with_its_facts() -> None:
    sitting = Sitting.seated(GOMOKU)
    _, action = first_move(sitting)
    sitting.act(0, action)
    refused = refused_move(sitting, 1, action)
    assert coded(refused) == ("invalid_action", "retry")
    assert refused["facts"] == {"rule": "position_occupied", "x": action.x, "y": action.y}


def test_a_sealed_choice_is_final() -> None:
    sitting = Sitting.seated(DUEL)
    sitting.act(0, Seal("guard"))
    assert coded(refused_move(sitting, 0, Seal("feint"))) == ("invalid_action", "noop")


@every_game
def test_acting_after_the_end_is_an_invalid_action(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, action = first_move(sitting)
    sitting.submit(player(0), "resign")
    refused = refused_move(sitting, seat, action)
    assert coded(refused) == ("invalid_action", "noop")
    assert refused["facts"]["rule"] == "game_over"
    assert coded(refusal(sitting, player(1), "resign")) == ("invalid_action", "noop")


@every_game
def test_acting_before_all_seats_are_taken_is_an_invalid_action(game: AnyGame) -> None:
    sitting = Sitting(game)
    _, action = first_move(Sitting.seated(game))
    sitting.submit(player(0), "join")
    for refused in (refused_move(sitting, 0, action), refusal(sitting, player(0), "resign")):
        assert (*coded(refused), refused["facts"]) == ("invalid_action", "noop", {"rule": "not_begun"})


@every_game
def test_a_decision_that_is_not_open_is_desync_to_sync(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, action = first_move(sitting)
    payload = fields_of(action) | {"decision": 99}
    assert coded(refusal(sitting, player(seat), str(action.__struct_config__.tag), payload)) == ("desync", "sync")


@every_game
def test_after_a_refusal_the_right_action_is_still_accepted(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    refusal(sitting, player(0), "nonsense")
    assert is_ok(sitting.act(*first_move(sitting)))


# Anything at all

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**63) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
kinds = st.sampled_from(["join", "sync", "leave", "resign", "place", "choose", "lay", "bury", "seal", "sketch"])
keys = st.sampled_from(
    ["x", "y", "card", "choice", "decision", "last_seq", "player_id", "role", "game_id", "message_type", "type", "name"]
)
payloads = st.dictionaries(keys | st.text(max_size=6), json_values | st.integers(-1, 3), max_size=4)
claims = st.fixed_dictionaries(
    {},
    optional={
        "player_id": st.none() | st.integers(-1, 70),
        "role": st.sampled_from(["player", "observer", "host", "king"]),
        "ts": st.integers(-1, 2**63),
        "version": st.sampled_from(["1.0.0", "1.2.3", "2.0.0", "x"]),
        "game_id": st.sampled_from([GAME_ID, "OTHER1", "bad"]),
        "action_id": st.sampled_from(["a", "b", "c", ""]),
        "surplus": st.just(1),
    },
)
speakers = st.sampled_from([player(0), player(1), player(2), player(9), OBSERVER, HOST, Who("player", None, "ghost")])


def check_one_result(sitting: Sitting, who: Who, data: bytes) -> None:
    before = sitting.unchanged()
    try:
        effects = sitting.send(who, data)
    except Malformed:
        assert sitting.unchanged() == before
        return
    frames = [json.loads(reply.frame) for reply in effects.reply]
    results = [frame for frame in frames if frame["message_type"] == "action.result"]
    assert results == [frames[0]]
    assert all(reply.who == who for reply in effects.reply)
    if results[0]["payload"]["status"] == "error":
        assert (effects.persist, effects.tell, len(frames)) == ([], [], 1)
        assert sitting.unchanged() == before
    assert (results[0]["player_id"], results[0]["role"]) == (who.seat, who.role)


@settings(max_examples=150)
@given(who=speakers, data=st.binary(max_size=80) | json_values.map(lambda tree: json.dumps(tree).encode()))
@every_game
def test_any_bytes_are_malformed_or_get_one_result(game: AnyGame, who: Who, data: bytes) -> None:
    check_one_result(_STANDING[game.name], who, data)


@settings(max_examples=150)
@given(actions=st.lists(st.tuples(speakers, kinds | st.text(max_size=8), payloads, claims), min_size=1, max_size=6))
@every_game
def test_any_envelope_is_malformed_or_gets_one_result_and_a_refusal_changes_nothing(
    game: AnyGame, actions: list[tuple[Who, str, Json, Json]]
) -> None:
    sitting = Sitting.seated(game, {"grace_ms": 1_000} if game is DUEL else None)
    for who, kind, payload, more in actions:
        check_one_result(sitting, who, envelope(kind, payload, **more))


_STANDING = {game.name: Sitting.seated(game) for game in ALL_GAMES}
