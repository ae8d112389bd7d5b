"""Exactly once: results are remembered per (table, reader, action_id)."""

import json
from typing import Any

from ludoteca.kernel import AnyGame
from ludoteca.kernel.values import fields_of
from ludoteca.table.result_cache import ACCEPTED_AT_MOST, PASSING_AT_MOST, CachedResult, ResultCache
from ludoteca.table.wire import Who
from tests.toys import TOYS

from .harness import (
    HOST,
    OBSERVER,
    Sitting,
    code,
    envelope,
    error,
    every_game,
    first_move,
    is_ok,
    player,
    snapshot_bytes,
)


def as_bytes(action: Any, action_id: str) -> bytes:
    return envelope(str(action.__struct_config__.tag), fields_of(action), action_id=action_id)


def a_move(sitting: Sitting, action_id: str = "once") -> tuple[int, bytes]:
    seat, action = first_move(sitting)
    return seat, as_bytes(action, action_id)


def result(sitting: Sitting, seat: int, data: bytes) -> bytes:
    effects = sitting.send(player(seat), data)
    return effects.reply[0].frame


@every_game
def test_a_repeat_gets_the_stored_result_and_has_no_second_effect(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, data = a_move(sitting)
    first = result(sitting, seat, data)
    before = sitting.unchanged()
    for _ in range(100):
        effects = sitting.send(player(seat), data)
        assert [reply.frame for reply in effects.reply] == [first]
        assert (effects.persist, effects.tell) == ([], [])
    assert sitting.unchanged() == before


@every_game
def test_a_repeat_gets_the_same_bytes_later_and_at_another_time(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, data = a_move(sitting)
    first = result(sitting, seat, data)
    for _ in sitting.steps(3, at_most=10):
        assert result(sitting, seat, data) == first


@every_game
def test_a_repeated_join_gets_the_same_bytes_and_tells_nobody_twice(game: AnyGame) -> None:
    sitting = Sitting(game)
    for seat in range(sitting.seats):
        data = envelope("join", {"name": "ann"}, action_id=f"join-{seat}")
        first = result(sitting, seat, data)
        told = len(sitting.told)
        assert result(sitting, seat, data) == first, f"join of seat {seat} of {sitting.seats}"
        assert len(sitting.told) == told


@every_game
def test_a_repeated_leave_or_resignation_gets_the_same_bytes(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    for kind in ("leave", "resign"):
        data = envelope(kind, action_id=kind)
        first = result(sitting, 1, data)
        before = sitting.unchanged()
        assert result(sitting, 1, data) == first
        assert sitting.unchanged() == before


@every_game
def test_a_repeat_after_a_restart_gets_the_same_bytes(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, data = a_move(sitting)
    first = result(sitting, seat, data)
    snapshot = snapshot_bytes(sitting.table)
    for table in (sitting.restored(), sitting.restored_from(snapshot, ())):
        sitting.table = table
        assert result(sitting, seat, data) == first


@every_game
def test_the_same_id_with_another_body_is_an_invalid_action_without_effect(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, data = a_move(sitting)
    first = result(sitting, seat, data)
    before = sitting.unchanged()
    for kind in ("leave", "resign", "join", "nonsense"):
        assert code(sitting.submit(player(seat), kind, {"x": 1}, action_id="once")) == "invalid_action"
    assert sitting.unchanged() == before
    assert result(sitting, seat, data) == first, "the misuse must not overwrite what was remembered"


@every_game
def test_results_are_remembered_per_reader(game: AnyGame) -> None:
    """Another seat may use the same id for an action of its own."""
    sitting = Sitting.seated(game)
    for seat in range(sitting.seats):
        assert is_ok(sitting.submit(player(seat), "leave", action_id="same"))
    assert code(sitting.submit(OBSERVER, "leave", action_id="same")) == "forbidden"
    assert code(sitting.submit(HOST, "leave", action_id="same")) == "forbidden"


@every_game
def test_a_repeated_refusal_gets_the_same_bytes_even_when_it_would_be_accepted_now(game: AnyGame) -> None:
    sitting = Sitting(game)
    data = envelope("resign", action_id="early")
    refused = result(sitting, 0, data)
    assert json.loads(refused)["payload"]["code"] == "join_failed"
    for seat in range(sitting.seats):
        sitting.submit(player(seat), "join")
    assert result(sitting, 0, data) == refused
    assert sitting.table.match.outcome is None


@every_game
def test_a_refused_id_with_another_body_is_an_invalid_action(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    sitting.submit(player(0), "nonsense", action_id="bad")
    assert code(sitting.submit(player(0), "resign", action_id="bad")) == "invalid_action"
    assert sitting.table.match.outcome is None


@every_game
def test_a_repeat_that_claims_to_be_somebody_else_is_forbidden(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, data = a_move(sitting)
    result(sitting, seat, data)
    tree = json.loads(data) | {"player_id": (seat + 1) % sitting.seats}
    payload = json.loads(result(sitting, seat, json.dumps(tree).encode()))["payload"]
    assert payload["status"] == "error"


@every_game
def test_a_repeat_addressed_to_another_table_is_refused(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, data = a_move(sitting)
    result(sitting, seat, data)
    tree = json.loads(data) | {"game_id": "OTHER1"}
    payload = json.loads(result(sitting, seat, json.dumps(tree).encode()))["payload"]
    assert payload["status"] == "error"


@every_game
def test_the_clients_clock_does_not_make_another_action(game: AnyGame) -> None:
    """`ts` is when it was sent, and a retry is sent later."""
    sitting = Sitting.seated(game)
    seat, data = a_move(sitting)
    first = result(sitting, seat, data)
    assert result(sitting, seat, json.dumps(json.loads(data) | {"ts": 99}).encode()) == first


@every_game
def test_a_sync_is_answered_afresh_however_often_it_is_repeated(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    for _ in range(3):
        ok, snapshot = sitting.submit(OBSERVER, "sync", action_id="again")
        assert ok["payload"]["status"] == "ok"
        assert snapshot["payload"]["seq"] == sitting.table.match.seq
        sitting.lost(0)
        sitting.submit(player(0), "join")


def test_a_timed_out_action_and_its_repeat_have_one_effect() -> None:
    duel = TOYS["duel"]
    sitting = Sitting.seated(duel)
    data = envelope("seal", {"choice": "guard"}, action_id="late")
    sitting.wait()
    refused = result(sitting, 0, data)
    sitting.wait()  # the next round is open, and the action would be accepted
    assert result(sitting, 0, data) == refused
    assert sitting.state.sealed == (None, None)


def test_accepted_results_are_kept_for_a_long_game_and_refusals_for_a_while() -> None:
    results = ResultCache()
    for number in range(ACCEPTED_AT_MOST):
        results.keep("player:0", f"a{number}", CachedResult(7, number, 0))
    for number in range(PASSING_AT_MOST + 1):
        results.keep("player:0", f"r{number}", CachedResult(7, number, 0, refusal=b"no"), passing=True)
    assert results.find("player:0", "a0") is not None
    assert results.find("player:0", "r0") is None
    assert results.find("player:0", "r1") is not None
    assert results.find("player:1", "a0") is None


@every_game
def test_a_flood_of_refusals_does_not_push_out_what_was_accepted(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, data = a_move(sitting)
    first = result(sitting, seat, data)
    for _ in range(PASSING_AT_MOST * 2):
        error(sitting.submit(player(seat), "nonsense"))
    assert result(sitting, seat, data) == first


@every_game
def test_nothing_is_remembered_of_whoever_looks_on(game: AnyGame) -> None:
    """There may be thousands of them, and each may ask without end."""
    sitting = Sitting.seated(game)
    before = snapshot_bytes(sitting.table)
    for number in range(20):
        watcher = Who("observer", None, f"gateway/{number}")
        for each in range(100):
            assert is_ok(sitting.submit(watcher, "join", action_id=f"{each:064}"))
            if each % 10 == 0:
                error(sitting.submit(watcher, "resign", action_id=f"r{each:063}"))
    assert snapshot_bytes(sitting.table) == before


@every_game
def test_a_join_that_changes_nothing_is_cached_for_a_while_and_never_stored(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    before, first = snapshot_bytes(sitting.table), sitting.submit(player(0), "join", action_id="j0")[0]
    for number in range(1, PASSING_AT_MOST):
        assert is_ok(sitting.submit(player(0), "join", action_id=f"j{number}"))
    assert sitting.submit(player(0), "join", action_id="j0")[0] == first
    for number in range(500):
        assert is_ok(sitting.submit(player(0), "join", action_id=f"k{number}"))
    assert snapshot_bytes(sitting.table) == before


def test_results_encoded_one_by_one_are_those_encoded_at_once() -> None:
    results = ResultCache()
    for number in range(3 * ACCEPTED_AT_MOST // 2):  # some are forgotten meanwhile
        results.keep(f"player:{number % 2 and number % 3}", f"a{number % 5000}", CachedResult(7, number, 0, number))
        results.keep("player:0", f"r{number}", CachedResult(7, number, 0, refusal=b"no"), passing=True)
        if number % 97 == 0 or number < 300:
            encoded = json.loads(b"[%b]" % results.encoded())
            assert sorted(encoded) == sorted(map(list, results.accepted()))
    again = ResultCache()
    for reader, action_id, *result in encoded:
        again.keep(reader, action_id, CachedResult(*result))
    assert sorted(again.accepted()) == sorted(map(tuple, encoded))
