"""RULES.md, "Time and presence", sentence by sentence."""

import pytest

from ludoteca.games.catan import GAME
from ludoteca.games.catan.events import DiceRolled, PlayerAway, PlayerBack, TimeOver, TradeDeclined, TurnEnded
from ludoteca.games.catan.types import Config, Result, State
from ludoteca.kernel import Chance, Dice, Elapsed, Left, Move, Pick, Returned, Timer, replace

from .helpers import (
    BLUE,
    ORANGE,
    PLAIN,
    acting,
    after,
    answer,
    hand,
    player,
    position,
    refusal,
    roll,
    say,
    to_roll,
    told_by,
    with_hand,
)

STRICT = Config(on_timeout="forfeit", on_absence="forfeit", absent_ms=5_000)
START = GAME.setup(PLAIN).state
OFFERED = say(position(with_hand(BLUE, "wool"), with_hand(ORANGE, "ore")), "offer: 1 wool for 1 ore")
DISCARDING = roll(to_roll(with_hand(BLUE, "10 wool"), with_hand(ORANGE, "12 ore")), 3, 4)
ROBBING = position(phase="MOVE_ROBBER", dice=(3, 4))


def running(state: State) -> list[Timer]:
    return [timer for timer in GAME.timers(state) if not timer.paused]


def time_runs_out(state: State, seat: int | None = None) -> State:
    (timer,) = [timer for timer in running(state) if seat is None or timer.seats == {seat}]
    return after(state, Elapsed(timer.name))


# Clocks


@pytest.mark.parametrize(
    ("state", "name", "seat"),
    [
        (START, "setup-0", 0),
        (say(START, "settlement 0"), "setup-1", 0),
        (to_roll(), "roll-7", 0),
        (ROBBING, "robber-7", 0),
        (position(), "turn-7", 0),
        (OFFERED, "answer-7-1", 1),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_wait_has_120_seconds_of_its_own(state: State, name: str, seat: int) -> None:
    assert running(state) == [Timer(name, 120_000, frozenset({seat}))]


def test_each_players_discards_have_a_clock() -> None:
    assert running(DISCARDING) == [
        Timer("discard-7-0", 120_000, frozenset({0})),
        Timer("discard-7-1", 120_000, frozenset({1})),
    ]
    assert running(say(DISCARDING, "discard wool")) == running(DISCARDING)


def test_the_rest_of_a_turn_has_one_clock() -> None:
    state = position(with_hand(BLUE, "brick, lumber, 4 ore"))
    assert running(say(state, "road 1-2", "bank: 4 ore for 1 wool")) == running(state)


def test_its_clock_stands_while_an_offer_is_answered() -> None:
    assert Timer("turn-7", 120_000, frozenset({0}), paused=True) in GAME.timers(OFFERED)
    assert running(say(OFFERED, "decline")) == running(position())


def test_a_knight_before_the_roll_does_not_start_it_anew() -> None:
    state = to_roll(player(settlements=(0, 16), ways=("0-1", "15-16"), dev="knight"))
    assert running(say(state, "knight 18")) == running(state)


def test_its_time_is_configurable() -> None:
    assert running(position(config=Config(turn_ms=1234)))[0].ms == 1234


def test_with_0_there_is_no_clock() -> None:
    for state in (position(config=Config(turn_ms=0)), replace(OFFERED, config=Config(turn_ms=0))):
        assert GAME.timers(state) == ()


def test_while_chance_speaks_and_after_the_end_no_clock_runs() -> None:
    assert GAME.timers(say(to_roll(), "roll")) == ()
    assert GAME.timers(time_runs_out(position(config=STRICT))) == ()


# Out of time


def test_out_of_time_the_dice_are_rolled() -> None:
    state = time_runs_out(to_roll())
    assert GAME.draw(state) == Dice(2)
    _, told = told_by(state, Chance((2, 6)))
    assert told[0] == DiceRolled(0, (2, 6))


def test_out_of_time_an_offer_is_declined() -> None:
    state, told = told_by(OFFERED, Elapsed("answer-7-1"))
    assert told == (TimeOver(1), TradeDeclined(1))
    assert (state.phase, state.players) == ("ACTION", OFFERED.players)


def test_out_of_time_a_turn_ends() -> None:
    state, told = told_by(position(), Elapsed("turn-7"))
    assert told == (TimeOver(0), TurnEnded(0, 7))
    assert (state.phase, state.current) == ("ROLL", 1)


@pytest.mark.parametrize("state", [START, say(START, "settlement 0"), ROBBING], ids=["settlement", "road", "robber"])
def test_what_must_be_chosen_chance_chooses(state: State) -> None:
    listed = GAME.legal(state, 0)
    asked = time_runs_out(state)
    assert (GAME.draw(asked), GAME.to_act(asked)) == (Pick(len(listed)), frozenset())
    assert answer(asked, 1) == after(state, Move(0, listed[1]))


def test_cards_to_discard_are_chosen_one_after_the_other() -> None:
    state = time_runs_out(DISCARDING, 1)
    for left in (5, 4, 3, 2, 1, 0):
        assert (GAME.draw(state), GAME.to_act(state)) == (Pick(1), frozenset())
        state = answer(state, 0)
        assert state.owes == (5, left)
    assert (state.players[1].resources, acting(state)) == (hand("6 ore"), [0])


def test_meanwhile_the_other_players_clock_keeps_its_name() -> None:
    state = time_runs_out(DISCARDING, 1)
    for _ in range(6):
        state = answer(state, 0)
    assert running(state) == [Timer("discard-7-0", 120_000, frozenset({0}))]


@pytest.mark.parametrize("seat", [0, 1])
def test_with_forfeit_the_game_is_lost(seat: int) -> None:
    state = replace(DISCARDING, config=STRICT)
    assert time_runs_out(state, seat).result == Result(1 - seat, "timeout")


# Presence


def test_who_loses_the_connection_may_come_back_and_the_clock_goes_on() -> None:
    away, told = told_by(position(), Left(1))
    assert (told, GAME.view(away, 0).away) == ((PlayerAway(1),), (1,))
    assert GAME.timers(away) == GAME.timers(position())
    back, told = told_by(away, Returned(1))
    assert (told, GAME.view(back, 0).away) == ((PlayerBack(1),), ())


def test_while_both_are_away_it_stands() -> None:
    both = after(position(), Left(0), Left(1))
    assert running(both) == []
    assert running(after(both, Returned(0))) == running(position())


def test_who_waits_never_loses_by_absence() -> None:
    away = after(position(), Left(1))
    assert refusal(away, Elapsed("absent-1-1")).code == "no_timer"


def test_with_forfeit_whoever_is_away_too_long_loses() -> None:
    away = after(position(config=STRICT), Left(1))
    assert Timer("absent-1-1", 5_000, frozenset({1})) in running(away)
    assert after(away, Elapsed("absent-1-1")).result == Result(0, "abandoned")


def test_that_wait_stands_too_while_both_are_away() -> None:
    both = after(position(config=STRICT), Left(0), Left(1))
    assert [timer.paused for timer in GAME.timers(both)] == [True, True, True]


def test_every_absence_is_a_wait_of_its_own() -> None:
    again = after(position(config=STRICT), Left(1), Returned(1), Left(1))
    assert "absent-1-2" in [timer.name for timer in GAME.timers(again)]


def test_an_absent_player_may_still_act() -> None:
    assert say(after(position(), Left(0)), "end").current == 1
