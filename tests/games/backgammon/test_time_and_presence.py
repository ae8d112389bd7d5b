"""RULES.md, "Time and presence", sentence by sentence."""

import pytest

from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.types import (
    CheckerMove,
    CheckerMoved,
    Config,
    Double,
    GameWon,
    PlayerAway,
    PlayerBack,
    State,
    Take,
    TurnEnded,
)
from ludoteca.kernel import Chance, Dice, Elapsed, Left, Move, Outcome, Pick, Returned, Timer, replace
from ludoteca.kernel.contract import ABANDONED

from .helpers import (
    CONFIRMED,
    CUBED,
    PLAIN,
    START,
    act,
    after,
    moves_of,
    play,
    position,
    refusal,
    started,
    to_move,
    to_roll,
    told_by,
)

STRICT = Config(on_timeout="forfeit", on_absence="forfeit", absent_ms=5_000)


def names(state: State) -> list[str]:
    return [timer.name for timer in GAME.timers(state)]


def turn_timer(state: State) -> Timer:
    return GAME.timers(state)[0]


def time_runs_out(state: State) -> State:
    (running,) = [timer for timer in GAME.timers(state) if not timer.paused and not timer.name.startswith("absent")]
    return after(state, Elapsed(running.name))


# A turn's clock


def test_a_turn_has_120_seconds_by_default() -> None:
    assert GAME.timers(started()) == (Timer("turn-1-1", 120_000, frozenset({0})),)


def test_its_time_is_configurable() -> None:
    assert turn_timer(started(replace(PLAIN, turn_ms=1234))).ms == 1234


def test_one_clock_runs_through_all_of_a_turn() -> None:
    state = started(CONFIRMED)
    once = after(state, Move(0, CheckerMove(7, 4, 3)))
    twice = after(once, Move(0, CheckerMove(5, 4, 1)))
    assert turn_timer(state) == turn_timer(once) == turn_timer(twice)


def test_the_choice_to_double_is_on_the_same_clock_as_the_moves() -> None:
    asked = to_roll(START, 0)
    from_roll = after(act(asked, Double()), Move(1, Take()), Chance((3, 1)))
    assert turn_timer(asked) == turn_timer(from_roll)


def test_every_turn_has_a_clock_of_its_own() -> None:
    state = started()
    later = after(play(state, "8/5 6/5")[0], Chance((6, 4)))
    assert turn_timer(later).name != turn_timer(state).name
    assert turn_timer(later).seats == {1}


def test_it_stands_while_a_double_is_answered_which_has_a_time_of_its_own() -> None:
    offered = act(to_roll(START, 0), Double())
    turn, answer = GAME.timers(offered)
    assert (turn.paused, turn.seats) == (True, frozenset({0}))
    assert (answer.paused, answer.seats, answer.ms) == (False, frozenset({1}), 120_000)


def test_while_chance_speaks_no_clock_runs() -> None:
    assert GAME.timers(GAME.setup(PLAIN).state) == ()
    assert GAME.timers(play(started(), "8/5 6/5")[0]) == ()


# Out of time


@pytest.mark.parametrize("config", [PLAIN, CONFIRMED])
def test_when_the_time_is_over_chance_plays_the_rest_of_the_turn(config: Config) -> None:
    state = started(config)
    waiting = time_runs_out(state)
    assert GAME.to_act(waiting) == frozenset()
    assert GAME.draw(waiting) == Pick(len(moves_of(state)))
    one, told = told_by(waiting, Chance((2,)))
    assert isinstance(told[0], CheckerMoved)
    assert told[0].auto
    assert isinstance(GAME.draw(one), Pick)
    ended, told = told_by(one, Chance((0,)))
    assert isinstance(told[-1], TurnEnded)
    assert (ended.active, GAME.draw(ended), ended.auto) == (1, Dice(2), False)


def test_one_legal_move_after_the_other() -> None:
    """Whatever chance answers, the play is as long as it must be."""
    state = time_runs_out(to_move(position("20:1 8:1", "11:2 12:2 23:2 1:9"), 0, 6, 1))
    assert GAME.draw(state) == Pick(1)


def test_moves_made_before_stay() -> None:
    once = after(started(), Move(0, CheckerMove(7, 4, 3)))
    ended = after(time_runs_out(once), Chance((0,)))
    assert [ended.position.board[index] for index in (4, 7, 22, 23)] == [1, 2, 1, 1]  # 8/5 by hand, 24/23 by chance
    assert ended.turn == 2


def test_a_turn_that_only_waits_to_be_confirmed_is_ended() -> None:
    state, _ = play(started(CONFIRMED), "8/5 6/5")
    ended = time_runs_out(state)
    assert (ended.turn, GAME.draw(ended)) == (2, Dice(2))


def test_out_of_time_before_rolling_chance_rolls_and_plays() -> None:
    rolling = time_runs_out(to_roll(START, 0))
    assert GAME.draw(rolling) == Dice(2)
    assert isinstance(GAME.draw(after(rolling, Chance((3, 1)))), Pick)


def test_a_pass_ends_a_turn_that_chance_plays() -> None:
    shut_out = position("", "1:2 2:2 3:2 4:2 5:2 6:2", bar=(1, 0))
    state = after(time_runs_out(to_roll(shut_out, 0)), Chance((6, 6)))
    assert (state.active, state.auto, state.phase) == (1, False, "cube")


def test_a_double_without_an_answer_is_dropped() -> None:
    over = time_runs_out(act(to_roll(START, 0), Double()))
    assert GAME.outcome(over) == Outcome((1, -1), "dropped")


def test_with_forfeit_the_game_is_lost() -> None:
    over = time_runs_out(started(STRICT))
    assert GAME.outcome(over) == Outcome((-3, 3), "timeout")


def test_or_the_whole_match() -> None:
    over = time_runs_out(started(replace(STRICT, points=7)))
    assert GAME.outcome(over) == Outcome((-1, 1), "timeout")
    assert over.games == ()


def test_who_forfeits_an_answer_loses_too() -> None:
    config = replace(STRICT, cube=True)
    over = time_runs_out(act(to_roll(START, 0, config), Double()))
    assert GAME.outcome(over) == Outcome((1, -1), "timeout")


def test_a_game_lost_so_costs_what_resigning_would() -> None:
    state = to_move(position("13:15", "1:2"), 0, 2, 1, config=STRICT)
    assert GAME.outcome(time_runs_out(state)) == Outcome((-2, 2), "timeout")


# Presence


def test_who_loses_the_connection_may_come_back_and_the_clock_goes_on() -> None:
    state = started()
    away, told = told_by(state, Left(0))
    assert told == (PlayerAway(0),)
    assert GAME.timers(away) == GAME.timers(state)
    assert GAME.view(away, 1).away == (0,)
    back, told = told_by(away, Returned(0))
    assert told == (PlayerBack(0),)
    assert GAME.timers(back) == GAME.timers(state)


def test_while_both_are_away_it_stands() -> None:
    state = after(started(), Left(0), Left(1))
    assert [timer.paused for timer in GAME.timers(state)] == [True]
    assert [timer.paused for timer in GAME.timers(after(state, Returned(1)))] == [False]


def test_who_waits_forever_never_loses_by_absence() -> None:
    away = after(started(), Left(0))
    assert names(away) == ["turn-1-1"]
    assert refusal(away, Elapsed("absent-0-1")).code == "no_timer"


def test_with_forfeit_whoever_is_away_too_long_loses() -> None:
    away = after(started(STRICT), Left(1))
    absence = GAME.timers(away)[1]
    assert (absence.ms, absence.seats) == (5_000, frozenset({1}))
    over, told = told_by(away, Elapsed(absence.name))
    assert isinstance(told[0], GameWon)
    assert GAME.outcome(over) == Outcome((3, -3), ABANDONED)


def test_that_is_60_seconds_by_default() -> None:
    away = after(started(Config(on_absence="forfeit")), Left(0))
    assert GAME.timers(away)[1].ms == 60_000


def test_absence_too_costs_the_whole_match() -> None:
    away = after(started(replace(STRICT, points=7)), Left(1))
    assert GAME.outcome(after(away, Elapsed("absent-1-1"))) == Outcome((1, -1), "abandoned")


def test_that_wait_stands_too_while_both_are_away() -> None:
    both = after(started(STRICT), Left(0), Left(1))
    assert len(GAME.timers(both)) == 3
    assert all(timer.paused for timer in GAME.timers(both))


def test_a_second_departure_is_a_new_wait() -> None:
    first = names(after(started(STRICT), Left(0)))[1]
    second = names(after(started(STRICT), Left(0), Returned(0), Left(0)))[1]
    assert first != second


def test_leaving_twice_and_coming_back_unasked_change_nothing() -> None:
    away = after(started(), Left(0))
    assert told_by(away, Left(0)) == (away, ())
    assert told_by(started(), Returned(1)) == (started(), ())


def test_the_wait_goes_on_through_turns() -> None:
    config = replace(CUBED, on_absence="forfeit")
    away = after(started(config), Left(1))
    later, _ = play(away, "8/5 6/5")
    assert GAME.timers(later)[1] == GAME.timers(away)[1]
