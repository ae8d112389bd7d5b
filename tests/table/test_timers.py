"""Timers: one that goes on being listed runs on, a paused one stands, an unlisted one is gone. An outage is
nobody's time. Deadlines follow the monotonic clock, and a deadline and an action that race have one outcome."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame, Timer
from ludoteca.kernel.values import decode, encode, fields_of
from ludoteca.table.effects import Now
from ludoteca.table.entries import Applied, TableTerms
from ludoteca.table.timers import RunningTimers
from tests.toys import TOYS
from tests.toys.duel.types import Seal

from .harness import (
    GENTLE,
    GENTLY,
    IGNORING,
    OBSERVER,
    WALL,
    Sitting,
    code,
    every_game,
    first_move,
    is_ok,
    player,
    snapshot_bytes,
    standing,
)

DUEL, DEN, GOMOKU = TOYS["duel"], TOYS["den"], GAMES["gomoku"]


def clocks(*timers: Timer, now: int = 0) -> RunningTimers:
    made = RunningTimers()
    made.set(timers, now)
    return made


# The clocks alone


def test_a_new_name_starts_a_new_wait() -> None:
    made = clocks(Timer("a", 100), now=5)
    assert (made.next(), made.due(104), made.due(105)) == (105, None, "a")


def test_a_timer_that_goes_on_being_listed_runs_on_whatever_else_changes_in_it() -> None:
    made = clocks(Timer("a", 100))
    made.set((Timer("a", 999, frozenset({1})),), 60)
    assert made.next() == 100


def test_a_timer_no_longer_listed_is_gone_and_starts_anew_when_it_comes_back() -> None:
    made = clocks(Timer("a", 100))
    made.set((), 60)
    assert (made.next(), made.due(500)) == (None, None)
    made.set((Timer("a", 100),), 70)
    assert made.next() == 170


def test_a_paused_timer_stands_with_what_is_left() -> None:
    made = clocks(Timer("a", 100))
    made.set((Timer("a", 100, paused=True),), 30)
    assert (made.next(), made.due(10_000), made.left("a", 10_000)) == (None, None, 70)
    made.set((Timer("a", 100),), 1_000)
    assert made.next() == 1_070


def test_a_timer_paused_from_the_start_has_all_its_time() -> None:
    made = clocks(Timer("a", 100, paused=True))
    made.set((Timer("a", 100, paused=True),), 400)
    made.set((Timer("a", 100),), 500)
    assert made.next() == 600


def test_the_timer_that_ran_out_first_is_due_first() -> None:
    made = clocks(Timer("late", 50), Timer("early", 20))
    assert made.due(1_000) == "early"


def test_of_two_that_run_out_together_the_one_listed_first_is_due() -> None:
    assert clocks(Timer("first", 20), Timer("second", 20)).due(20) == "first"


def test_no_time_is_left_below_zero() -> None:
    made = clocks(Timer("a", 100))
    assert (made.left("a", 40), made.left("a", 1_000), made.left("never", 0)) == (60, 0, 0)


def test_a_pause_of_the_server_is_charged_to_nobody() -> None:
    made = clocks(Timer("runs", 100), Timer("stands", 40, paused=True))
    made.forgive(1_000)
    assert (made.next(), made.left("stands", 0)) == (1_100, 40)


@given(st.lists(st.tuples(st.integers(0, 50), st.booleans()), max_size=20))
def test_however_often_it_is_paused_a_timer_runs_for_its_time_in_all(spells: list[tuple[int, bool]]) -> None:
    made, now, ran = clocks(Timer("a", 300)), 0, 0
    for length, paused in spells:
        made.set((Timer("a", 300, paused=paused),), now)
        now += length
        ran += 0 if paused else length
        assert made.left("a", now) == max(0, 300 - ran)
        assert (made.due(now) is not None) == (not paused and ran >= 300)


# Deadlines of games, through the table


@every_game
def test_before_its_time_nothing_elapses_and_at_its_time_it_does(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    ms = game.timers(sitting.state)[0].ms
    assert sitting.tick(ms - 1).persist == []
    assert [type(entry.what) for entry in sitting.tick(1).persist] == [Applied]


def test_a_duels_deadline_closes_the_round_and_the_paced_reveal_follows() -> None:
    sitting = Sitting.seated(DUEL)
    sitting.tick(20_000)
    assert sitting.state.phase == "reveal"
    sitting.tick(899)
    assert sitting.state.phase == "reveal"
    sitting.tick(1)
    assert (sitting.state.phase, sitting.state.round) == ("seal", 2)


def test_gomoku_places_a_stone_for_whoever_lets_his_time_pass() -> None:
    sitting = Sitting.seated(GOMOKU)
    sitting.tick(60_000)
    assert len(sitting.state.moves) == 1
    placed = json.loads(sitting.frames(OBSERVER)[-1])
    assert (placed["payload"]["auto"], placed["to_act"]) == (True, [1])


def test_gomokus_clock_starts_anew_with_each_move() -> None:
    sitting = Sitting.seated(GOMOKU)
    sitting.tick(59_000)
    sitting.act(*first_move(sitting))
    assert sitting.tick(59_000).persist == []
    assert sitting.tick(1_000).persist


def test_gomokus_clock_stands_while_both_are_away() -> None:
    sitting = Sitting.seated(GOMOKU)
    sitting.tick(10_000)
    sitting.lost(0)
    sitting.lost(1)
    assert sitting.table.timers.next() is None
    assert sitting.tick(10_000_000).persist == []
    sitting.submit(player(1), "join")
    assert sitting.tick(49_999).persist == []
    assert sitting.tick(1).persist


def test_one_tick_lets_every_timer_that_has_run_out_take_effect() -> None:
    sitting = Sitting.seated(DUEL, {"reveal_ms": 0})
    effects = sitting.tick(20_000)
    assert [entry.what.input["timer"] for entry in effects.persist if isinstance(entry.what, Applied)] == [
        "deadline-1",
        "reveal-1",
    ]


def test_the_earliest_of_two_timers_takes_effect_first() -> None:
    sitting = Sitting.seated(DUEL, {"grace_ms": 5_000})
    sitting.lost(1)
    sitting.tick(100_000)
    assert sitting.table.match.outcome is not None
    assert sitting.table.match.outcome.reason == "left"


def test_a_grace_stands_while_its_seat_is_back_and_goes_on_when_it_leaves_again() -> None:
    sitting = Sitting.seated(DUEL, {"grace_ms": 30_000, "deadline_ms": 10_000_000})
    for _ in range(2):
        sitting.lost(1)
        sitting.tick(14_000)
        sitting.submit(player(1), "join")
        sitting.tick(500_000)
    sitting.lost(1)
    assert sitting.tick(1_999).persist == []
    sitting.tick(1)
    assert sitting.table.match.outcome is not None


def test_another_seats_move_does_not_lengthen_a_deadline() -> None:
    sitting = Sitting.seated(DUEL)
    sitting.tick(15_000)
    sitting.act(0, Seal("guard"))
    assert sitting.tick(4_999).persist == []
    assert sitting.tick(1).persist


@every_game
def test_refused_actions_and_syncs_do_not_lengthen_a_deadline(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    due = sitting.table.timers.next()
    sitting.now = Now(sitting.now.mono + 500, sitting.now.wall + 500)
    sitting.submit(player(0), "nonsense")
    sitting.submit(player(0), "sync")
    sitting.tick()
    assert sitting.table.timers.next() == due


@every_game
@pytest.mark.parametrize("jump", [-86_400_000, -3_600_000, 3_600_000, 86_400_000, -WALL])
def test_deadlines_are_unaffected_by_the_wall_clock(game: AnyGame, jump: int) -> None:
    sitting = Sitting.seated(game)
    sitting.now = Now(sitting.now.mono, sitting.now.wall + jump)
    assert sitting.tick(0).persist == []
    assert sitting.wait().persist


@every_game
@pytest.mark.parametrize("ts", [0, 1, 2**62])
def test_the_clients_clock_means_nothing(game: AnyGame, ts: int) -> None:
    one, other = Sitting.seated(game), Sitting.seated(game)
    seat, action = first_move(one)
    kind = str(action.__struct_config__.tag)
    replies = [
        sitting.submit(player(seat), kind, fields_of(action), ts=stamp) for sitting, stamp in ((one, ts), (other, 77))
    ]
    assert replies[0] == replies[1]
    assert one.frames(OBSERVER) == other.frames(OBSERVER)


@every_game
def test_nothing_elapses_before_the_game_has_begun_nor_after_its_end(game: AnyGame) -> None:
    sitting = Sitting(game)
    assert sitting.tick(10_000_000).persist == []
    for seat in range(sitting.seats):
        sitting.submit(player(seat), "join")
    sitting.submit(player(0), "resign")
    assert sitting.table.timers.next() is None
    assert sitting.tick(10_000_000).persist == []


def test_forgiven_time_moves_the_deadline() -> None:
    sitting = Sitting.seated(DUEL)
    sitting.table.timers.forgive(600_000)
    assert sitting.tick(600_000).persist == []
    assert sitting.tick(20_000).persist


# The race


@pytest.mark.parametrize("offset", range(-3, 4))
@pytest.mark.parametrize("ticks_first", [False, True])
def test_a_race_of_deadline_and_action_has_one_outcome_even_after_a_restart(offset: int, ticks_first: bool) -> None:
    sitting = Sitting.seated(DUEL)
    sitting.act(1, Seal("strike"))
    sitting.now = Now(sitting.now.mono + 20_000 + offset, sitting.now.wall + 20_000 + offset)
    if ticks_first:
        sitting.tick()
    accepted = is_ok(sitting.act(0, Seal("guard"), decision=1))
    sitting.tick()
    assert accepted == (sitting.state.sealed[0] == "guard")
    assert accepted or sitting.state.phase == "reveal"
    assert [told.frame.message_type for told in sitting.told].count("closed") == (1 if accepted or offset >= 0 else 0)
    assert standing(sitting.restored(), sitting.readers) == sitting.standing()


@every_game
@pytest.mark.parametrize("offset", [-1, 0, 1])
def test_whoever_comes_after_his_time_ran_out_is_refused_or_ignored(game: AnyGame, offset: int) -> None:
    sitting = Sitting.seated(game)
    seat, action = first_move(sitting)
    ms = game.timers(sitting.state)[0].ms
    elapsed = bool(sitting.tick(ms + offset).persist)
    assert elapsed == (offset >= 0)
    if elapsed:
        before = sitting.unchanged()
        late = sitting.act(seat, action)
        assert is_ok(late) if game.name in IGNORING else code(late) in {"invalid_turn", "invalid_action", "desync"}
        assert sitting.unchanged() == before
    else:
        assert is_ok(sitting.act(seat, action))


def test_what_a_standing_timer_has_left_is_told() -> None:
    sitting = Sitting.seated(DUEL, GENTLE)
    sitting.lost(0)
    sitting.tick(4_000)
    sitting.submit(player(0), "join")
    sitting.tick(4_000)
    timers = {timer["name"]: timer["ms"] for timer in sitting.view(OBSERVER)["timers"]}
    assert timers == {"deadline-1": 12_000, "grace-0": 26_000, "grace-1": 30_000}


# A table without clocks


@every_game
def test_without_clocks_no_time_runs_out_for_a_seat_and_the_game_goes_on(game: AnyGame) -> None:
    sitting = Sitting.seated(game, GENTLY.get(game.name), clocks=False)
    for number in sitting.steps(3):
        assert not any(timer["seats"] for timer in sitting.view(player(0))["timers"])
        if number == 2:
            sitting.lost(0)
            sitting.submit(player(0), "join")
    assert sitting.table.match.outcome is not None


@every_game
def test_without_clocks_a_restored_table_has_none_either(game: AnyGame) -> None:
    sitting = Sitting.seated(game, clocks=False)
    for table in (sitting.table, sitting.restored(), sitting.restored_from(snapshot_bytes(sitting.table), ())):
        assert not any(timer.seats for timer in table.match.timers())
        assert (table.timers.next() is None) == (not table.match.timers())


def test_the_terms_of_a_table_with_clocks_are_written_as_ever() -> None:
    terms = Sitting(DUEL).table.match.terms
    assert b"clocks" not in encode(terms)
    assert decode(encode(terms), TableTerms).clocks
