"""The timestamps of Swap 2 at a table: from the table's clock, in every view, and the same after a restart."""

from typing import Any

from ludoteca.games import GAMES
from ludoteca.games.gomoku.rules import setup, timestamped_state
from ludoteca.kernel.record import read, replay, timestamped_states
from ludoteca.kernel.timestamps import timestamp
from ludoteca.table.match_record import record_of
from ludoteca.verification import verify

from .harness import GAME_ID, OBSERVER, WALL, Sitting, is_ok, player, snapshot_bytes

GOMOKU = GAMES["gomoku"]
PLACED_AT = (WALL + 1_000, WALL + 2_000)
TIMED_OUT_AT = WALL + 62_000
TIMES = [timestamp(at) for at in (*PLACED_AT, TIMED_OUT_AT)]


def opening() -> Sitting:
    """Two stones, a second apart, and a third by time-out."""
    sitting = Sitting.seated(GOMOKU, {"mode": "ranked"})
    for x in (3, 4):
        sitting.tick(1_000)
        assert is_ok(sitting.submit(player(0), "place", {"x": x, "y": 7}))
    sitting.wait()
    return sitting


def times(state: Any) -> list[str]:
    return [action.timestamp for action in state.swap2_state.actions]


def test_actions_have_the_time_of_the_tables_clock_even_after_a_time_out() -> None:
    sitting = opening()
    for who in (player(0), player(1), OBSERVER):
        actions = sitting.view(who)["view"]["swap2State"]["actions"]
        assert [action["timestamp"] for action in actions] == TIMES


def test_they_stay_as_they_are_while_the_game_goes_on() -> None:
    sitting = opening()
    sitting.tick(5_000)
    assert is_ok(sitting.submit(player(1), "choose", {"choice": "white"}))
    sitting.tick(5_000)
    assert is_ok(sitting.submit(player(0), "resign"))
    assert times(sitting.state) == [*TIMES, timestamp(TIMED_OUT_AT + 5_000)]


def test_they_are_the_same_after_a_restart_from_the_log_or_a_snapshot() -> None:
    sitting = opening()
    assert times(sitting.restored().match.state) == TIMES
    assert times(sitting.restored_from(snapshot_bytes(sitting.table), ()).match.state) == TIMES


def test_the_record_verifies_and_a_replay_can_put_its_times_in() -> None:
    sitting = opening()
    sitting.submit(player(0), "resign")
    record = record_of(GOMOKU, GAME_ID, sitting.entries)
    assert verify(record, GAMES).outcome is not None
    log = read(record)
    replayed = [step.state for step in replay(GOMOKU, log)]
    assert times(replayed[-1]) == ["", "", ""]  # rules know no clock, so no digest depends on one
    assert times([*timestamped_states(GOMOKU, log, replayed)][-1]) == TIMES


def test_a_recovered_state_keeps_the_times_that_it_has() -> None:
    """Of actions that are in no record nobody else knows them."""
    state = opening().state
    recorded = timestamped_state(setup(state.config).state, state, TIMED_OUT_AT + 60_000)
    assert times(recorded) == TIMES
