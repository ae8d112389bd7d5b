"""RULES.md, sentence by sentence: the board, a turn, winning."""

import pytest

from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.board import pips, start_position
from ludoteca.games.backgammon.types import (
    BAR,
    OFF,
    CheckerMove,
    CheckerMoved,
    Config,
    DiceRolled,
    Done,
    Double,
    GameWon,
    MoveUndone,
    OpeningRolled,
    Position,
    Roll,
    TurnEnded,
    TurnPassed,
    Undo,
)
from ludoteca.kernel import Chance, Dice, Illegal, Move, Outcome, Resigned, replace

from .helpers import (
    CONFIRMED,
    CUBED,
    PLAIN,
    START,
    act,
    acting,
    after,
    moves_of,
    play,
    position,
    refusal,
    roll,
    started,
    to_move,
    told_by,
    won_by,
    written,
)

BOTH = pytest.mark.parametrize("side", [0, 1], ids=["white", "black"])


def mirrored(side: int, own: str, theirs: str = "", bar: tuple[int, int] = (0, 0)) -> Position:
    """A position in which `side` has the checkers named first; the bar is own, theirs."""
    return position(own, theirs, bar) if side == 0 else position(theirs, own, (bar[1], bar[0]))


# The board


def test_the_standard_start_is_backgammons_own() -> None:
    assert position("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2") == START
    assert pips(START) == (167, 167)
    assert GAME.setup(Config()).state.position == START


def test_the_start_as_written_is_the_specifications_example_to_the_letter() -> None:
    written_start = start_position("as-written")
    assert written_start.board == (2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2)
    assert pips(written_start) == (208, 208)
    assert GAME.setup(Config(start="as-written")).state.position == written_start


def test_the_standard_start_is_the_example_with_its_signs_swapped() -> None:
    assert START.board == tuple(-count for count in start_position("as-written").board)


def test_white_moves_from_high_to_low_and_black_from_low_to_high() -> None:
    assert all(move.to < move.from_ for move in moves_of(started(dice=(5, 1))))
    assert all(move.to > move.from_ for move in moves_of(started(dice=(1, 5))))


def test_the_seats_are_white_and_black() -> None:
    assert GAME.seats(PLAIN) == ("white", "black")


# The opening


def test_the_game_opens_with_one_die_each() -> None:
    assert GAME.draw(GAME.setup(PLAIN).state) == Dice(2)


@pytest.mark.parametrize(("dice", "starter"), [((6, 1), 0), ((1, 6), 1), ((3, 2), 0), ((4, 5), 1)])
def test_the_higher_begins_and_plays_both_dice(dice: tuple[int, int], starter: int) -> None:
    state, told = told_by(GAME.setup(PLAIN).state, Chance(dice))
    assert told == (OpeningRolled(dice, starter),)
    assert (state.active, state.dice, state.turn) == (starter, dice, 1)
    assert GAME.to_act(state) == {starter}
    assert {move.die for move in moves_of(state)} == set(dice)


def test_a_tie_is_rolled_again() -> None:
    first = GAME.setup(PLAIN).state
    state, told = told_by(first, Chance((4, 4)), Chance((2, 2)), Chance((1, 2)))
    assert told == (OpeningRolled((4, 4), None), OpeningRolled((2, 2), None), OpeningRolled((1, 2), 1))
    assert GAME.draw(after(first, Chance((4, 4)))) == Dice(2)
    assert state.turn == 1


# Dice


def test_after_that_two_dice_are_rolled_for_each_turn() -> None:
    state, _ = play(started(dice=(3, 1)), "8/5 6/5")
    assert GAME.draw(state) == Dice(2)
    rolled, told = told_by(state, Chance((4, 2)))
    assert told == (DiceRolled(1, (4, 2)),)
    assert rolled.dice == (4, 2)


def test_doubles_are_four_dice() -> None:
    state, _ = play(started(dice=(3, 1)), "8/5 6/5")
    rolled, told = told_by(state, Chance((2, 2)))
    assert told == (DiceRolled(1, (2, 2, 2, 2)),)
    ended, _ = play(rolled, "13/11(2) 6/4(2)")
    assert ended.turn == 3


# A checker's move


@BOTH
def test_a_checker_goes_to_an_empty_point_or_to_its_own(side: int) -> None:
    state = to_move(mirrored(side, "6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2"), side, 2, 1)
    assert {"24/23", "13/11", "8/6", "6/4"} <= set(written(state))


@BOTH
def test_two_checkers_of_the_other_side_hold_a_point(side: int) -> None:
    state = to_move(mirrored(side, "13:1 6:2", "20:2"), side, 5, 2)  # their 20 is our 5
    assert "7/5" not in written(state)
    assert refusal(state, Move(side, move(side, 6, 5, 1))).reason == "there is no 1 left to play"
    held = to_move(mirrored(side, "13:1 6:2", "20:2"), side, 1, 3)
    assert refusal(held, Move(side, move(side, 6, 5, 1))).reason == "the other side holds that point"


@BOTH
def test_a_blot_is_hit_and_goes_to_the_bar(side: int) -> None:
    state = to_move(mirrored(side, "13:1 6:2", "18:1 1:14"), side, 6, 1)  # their 18 is our 7
    assert "13/7*" in written(state)
    hit, told = told_by(state, Move(side, move(side, 13, 7, 6)))
    assert hit.position.bar[1 - side] == 1
    assert isinstance(told[0], CheckerMoved)
    assert told[0].hit


def move(side: int, from_: int, to: int, die: int) -> CheckerMove:
    """By the points of the side that moves; 25 is the bar, 0 is off."""

    def index(point: int) -> int:
        return point - 1 if side == 0 else 24 - point

    return CheckerMove(BAR if from_ == 25 else index(from_), OFF if to == 0 else index(to), die)


# The bar


@BOTH
def test_checkers_on_the_bar_come_in_before_anything_else_moves(side: int) -> None:
    state = to_move(mirrored(side, "6:2 13:2", "6:2", bar=(1, 0)), side, 3, 2)
    assert written(state) == ["bar/22", "bar/23"]
    assert refusal(state, Move(side, move(side, 13, 10, 3))).reason == "checkers on the bar come in first"
    entered = after(state, Move(side, move(side, 25, 22, 3)))
    assert "13/11" in written(entered)


@pytest.mark.parametrize("die", range(1, 7))
def test_by_a_die_n_white_comes_in_on_24_minus_n_and_black_on_n_minus_1(die: int) -> None:
    other_die = die % 6 + 1
    white = to_move(position("6:2", "", bar=(1, 0)), 0, die, other_die)
    assert CheckerMove(-1, 24 - die, die) in moves_of(white)
    black = to_move(position("", "6:2", bar=(0, 1)), 1, die, other_die)
    assert CheckerMove(-1, die - 1, die) in moves_of(black)


@BOTH
def test_two_on_the_bar_both_come_in_first(side: int) -> None:
    state = to_move(mirrored(side, "6:2", "6:2 4:2", bar=(2, 0)), side, 4, 3)
    assert written(state) == ["bar/22"]  # their points 6 and 4 are our 19 and 21
    ended = after(state, Move(side, move(side, 25, 22, 3)))
    assert ended.active == 1 - side  # the other one stays, and nothing else may move


@BOTH
def test_a_blot_is_hit_from_the_bar(side: int) -> None:
    state = to_move(mirrored(side, "6:2", "6:1 1:2", bar=(1, 0)), side, 6, 5)
    assert "bar/19*" in written(state)


# Bearing off


@BOTH
def test_checkers_are_borne_off_when_all_are_at_home(side: int) -> None:
    home = to_move(mirrored(side, "6:2 3:2", "1:2"), side, 6, 3)
    assert "6/off" in written(home)
    assert "3/off" in written(home)
    outside = to_move(mirrored(side, "7:1 6:2 3:2", "1:2"), side, 6, 3)
    assert written(outside) == ["7/1", "7/4", "6/3"]


@BOTH
def test_not_with_one_on_the_bar(side: int) -> None:
    state = to_move(mirrored(side, "6:2", "1:2", bar=(1, 0)), side, 6, 5)
    assert written(state) == ["bar/19", "bar/20"]


def test_the_exact_die_is_index_plus_1_for_white_and_24_minus_index_for_black() -> None:
    for point in range(1, 7):
        where = f"{point}:1 6:2" if point < 6 else "6:3"
        other_die = 1 if point != 1 else 2
        white = to_move(position(where, "1:1"), 0, point, other_die)
        assert CheckerMove(point - 1, 24, point) in moves_of(white)
        black = to_move(position("1:1", where), 1, point, other_die)
        assert CheckerMove(24 - point, 24, point) in moves_of(black)


@BOTH
def test_a_higher_die_bears_off_only_when_no_checker_stands_farther_from_off(side: int) -> None:
    state = to_move(mirrored(side, "4:1 2:2", "1:1"), side, 6, 5)
    assert written(state) == ["4/off:6", "4/off"]
    farther = to_move(mirrored(side, "6:2 4:1 2:2", "1:1"), side, 5, 3)
    assert written(farther) == ["6/1", "6/3", "4/1"]
    assert refusal(farther, Move(side, move(side, 4, 0, 5))).reason.startswith("a checker can be borne off when")


@BOTH
def test_an_exact_die_may_also_move_inside(side: int) -> None:
    state = to_move(mirrored(side, "6:2 5:1 1:1", "1:1"), side, 1, 5)
    assert {"6/5", "5/4", "1/off", "6/1", "5/off"} == set(written(state))


@BOTH
def test_checkers_that_are_off_count_as_home(side: int) -> None:
    where = mirrored(side, "2:2", "1:3")
    assert where.home[side] == 13
    assert "2/off" in written(to_move(where, side, 2, 1))


# As many dice as possible


@BOTH
def test_the_dice_are_played_in_the_order_that_uses_both(side: int) -> None:
    state = to_move(mirrored(side, "13:1", "18:2 1:13"), side, 6, 5)  # their 18 is our 7: no 6 at first
    assert written(state) == ["13/8"]
    assert written(after(state, Move(side, move(side, 13, 8, 5)))) == ["8/2"]


@BOTH
def test_a_move_that_would_waste_the_other_die_is_not_legal(side: int) -> None:
    """The 1 could be played by either checker, but the 6 only after 8/7: our 14, 13 and 2 are held."""
    state = to_move(mirrored(side, "20:1 8:1", "11:2 12:2 23:2 1:9"), side, 6, 1)
    assert written(state) == ["8/7"]
    assert refusal(state, Move(side, move(side, 20, 19, 1))).reason == (
        "as many dice as possible must be played, or else the higher one"
    )


@BOTH
def test_if_only_one_die_can_be_played_and_either_could_it_is_the_higher(side: int) -> None:
    where = mirrored(side, "13:1", "23:2 1:13")  # 13/7 and 13/8, but their 23 is our 2: neither goes on
    state = to_move(where, side, 6, 5)
    assert written(state) == ["13/7"]
    assert refusal(state, Move(side, move(side, 13, 8, 5))).reason == (
        "as many dice as possible must be played, or else the higher one"
    )
    assert after(state, Move(side, move(side, 13, 7, 6))).active == 1 - side


@BOTH
def test_if_only_the_lower_can_be_played_it_is(side: int) -> None:
    where = mirrored(side, "13:1", "23:2 18:2 1:11")  # 7 and 2 are held
    state = to_move(where, side, 6, 5)
    assert written(state) == ["13/8"]


@BOTH
def test_doubles_are_played_as_often_as_possible(side: int) -> None:
    where = mirrored(side, "24:1 13:1", "18:2 3:13")  # our 7 is held: 13/7 never
    state = to_move(where, side, 6, 6)
    assert written(state) == ["24/18"]
    state = after(state, Move(side, move(side, 24, 18, 6)))
    assert written(state) == ["18/12"]
    state = after(state, Move(side, move(side, 18, 12, 6)))
    assert written(state) == ["12/6"]
    assert after(state, Move(side, move(side, 12, 6, 6))).dice_used == ()  # the fourth cannot be played


def test_dice_are_used_up_one_by_one() -> None:
    state = started(dice=(3, 1))
    once = after(state, Move(0, CheckerMove(7, 4, 3)))
    assert (once.dice, once.dice_used) == ((3, 1), (3,))
    assert {may.die for may in moves_of(once)} == {1}


# The turn's end


def test_the_turn_ends_by_itself_when_nothing_more_can_be_played() -> None:
    state, told = play(started(dice=(3, 1)), "8/5 6/5")
    assert isinstance(told[-1], TurnEnded)
    assert (state.turn, state.active, state.dice, state.dice_used) == (2, 1, (), ())


def test_with_confirm_it_ends_when_its_player_says_done() -> None:
    state, _ = play(started(CONFIRMED), "8/5 6/5")
    assert (state.turn, state.active) == (1, 0)
    assert GAME.legal(state, 0) == (Done(), Undo())
    ended, told = told_by(state, Move(0, Done()))
    assert isinstance(told[0], TurnEnded)
    assert (ended.turn, ended.active) == (2, 1)


def test_done_is_not_legal_while_dice_can_be_played() -> None:
    state = after(started(CONFIRMED), Move(0, CheckerMove(7, 4, 3)))
    assert Done() not in GAME.legal(state, 0)
    assert refusal(state, Move(0, Done())).code == "not_done"


def test_undo_takes_back_the_last_checker_until_then() -> None:
    first = started(CONFIRMED)
    once = after(first, Move(0, CheckerMove(7, 4, 3)))
    twice = after(once, Move(0, CheckerMove(5, 4, 1)))
    back, told = told_by(twice, Move(0, Undo()))
    assert back == once
    assert told == (MoveUndone(0, 5, 4, 1),)
    assert after(back, Move(0, Undo())) == first
    assert Undo() not in GAME.legal(first, 0)
    assert refusal(first, Move(0, Undo())).code == "no_undo"


@BOTH
def test_undo_puts_back_whom_it_hit_and_who_came_in_or_went_off(side: int) -> None:
    entering = to_move(mirrored(side, "6:2", "6:1 1:2", bar=(1, 0)), side, 6, 5, config=CONFIRMED)
    assert after(entering, Move(side, move(side, 25, 19, 6)), Move(side, Undo())) == entering
    leaving = to_move(mirrored(side, "6:2", "1:2"), side, 6, 5, config=CONFIRMED)
    assert after(leaving, Move(side, move(side, 6, 0, 6)), Move(side, Undo())) == leaving


def test_without_confirm_moves_are_final() -> None:
    state = after(started(), Move(0, CheckerMove(7, 4, 3)))
    assert all(isinstance(action, CheckerMove) for action in GAME.legal(state, 0))
    assert refusal(state, Move(0, Undo())).code == "no_undo"


def test_with_confirm_even_the_last_checker_can_be_taken_back() -> None:
    state = to_move(position("1:1", "6:1"), 0, 6, 5, config=CONFIRMED)
    off = act(state, CheckerMove(0, 24, 6))
    assert off.result is None
    assert act(off, Undo()) == state
    assert act(off, Done()).result is not None


# Passing


@BOTH
def test_who_cannot_move_at_all_passes_with_the_specifications_words(side: int) -> None:
    closed = mirrored(1 - side, "1:2 2:2 3:2 4:2 5:2 6:2", "10:2", bar=(0, 1))
    waiting = replace(to_move(closed, side), phase="rolling", dice=())
    state, told = told_by(waiting, Chance((6, 5)))
    assert told == (DiceRolled(side, (6, 5)), TurnPassed(side, 7, (6, 5), "No legal moves available"))
    assert (state.turn, state.active, state.dice_used) == (8, 1 - side, ())
    assert GAME.draw(state) == Dice(2)  # the other side rolls, and nobody had to act


def test_passes_go_on_until_someone_can_move() -> None:
    """Both are on the bar; white finds no open point, then black none, then white comes in."""
    where = position("6:2 5:2 4:2 3:2 2:2", "6:2 5:2 4:2 3:2 2:2", bar=(1, 1))
    state = replace(to_move(where, 0), phase="rolling", dice=())
    state, told = told_by(state, Chance((6, 5)), Chance((3, 2)), Chance((1, 4)))
    assert [type(event) for event in told] == [DiceRolled, TurnPassed, DiceRolled, TurnPassed, DiceRolled]
    assert (state.turn, acting(state), written(state)) == (9, 0, ["bar/24"])


def test_a_turn_counts_one_be_it_played_in_full_in_part_or_passed() -> None:
    full, _ = play(started(), "8/5 6/5")
    assert full.turn == 2
    part = to_move(position("13:1", "23:2 1:13"), 0, 6, 5)
    assert act(part, CheckerMove(12, 6, 6)).turn == part.turn + 1
    assert after(replace(part, phase="rolling", dice=(), position=_shut_out()), Chance((6, 6))).turn == part.turn + 1


def _shut_out() -> Position:
    return position("", "1:2 2:2 3:2 4:2 5:2 6:2", bar=(1, 0))


# Refusals


def test_the_other_side_may_not_act() -> None:
    error = refusal(started(), Move(1, CheckerMove(0, 1, 1)))
    assert (error.code, error.facts["activePlayer"]) == ("wrong_player", "white")


@pytest.mark.parametrize(
    ("from_", "to", "die", "reason"),
    [
        (7, 3, 4, "there is no 4 left to play"),
        (8, 5, 3, "white has no checker there"),
        (0, 1, 1, "white has no checker there"),
        (7, 5, 3, "a 3 does not lead from there to there"),
        (5, 2, 1, "a 1 does not lead from there to there"),
        (-1, 21, 3, "white has no checker there"),
        (5, 24, 3, "a 3 does not lead from there to there"),
    ],
)
def test_a_move_that_is_none_is_refused_with_its_reason(from_: int, to: int, die: int, reason: str) -> None:
    error = refusal(started(dice=(3, 1)), Move(0, CheckerMove(from_, to, die)))
    assert (error.code, error.reason) == ("illegal_move", reason)
    assert error.facts["dice"] == [3, 1]
    assert "8/5" in error.facts["legal"]


def test_what_is_not_asked_is_refused_by_its_phase() -> None:
    for action in (Roll(), Double()):
        error = refusal(started(CUBED), Move(0, action))
        assert (error.code, error.facts["phase"]) == ("wrong_phase", "moving")


# Winning


@BOTH
@pytest.mark.parametrize(
    ("theirs", "bar", "kind", "points"),
    [
        ("6:14", 0, "single", 1),
        ("6:15", 0, "gammon", 2),
        ("6:10 13:5", 0, "gammon", 2),
        ("6:14 18:1", 0, "gammon", 2),
        ("6:14 19:1", 0, "backgammon", 3),
        ("6:14 24:1", 0, "backgammon", 3),
        ("6:14", 1, "backgammon", 3),
        ("6:13", 1, "single", 1),
    ],
)
def test_all_fifteen_off_win(side: int, theirs: str, bar: int, kind: str, points: int) -> None:
    own = "2:1" if "24" in theirs else "1:1"  # their 24 is our 1
    state = to_move(mirrored(side, own, theirs, bar=(0, bar)), side, 6, 5)
    over, told = told_by(state, Move(side, moves_of(state)[0]))
    assert won_by(over) == (side, kind, points)
    assert isinstance(told[-1], GameWon)
    scores = (points, -points) if side == 0 else (-points, points)
    assert GAME.outcome(over) == Outcome(scores, kind)


def test_the_final_state_keeps_the_dice_of_the_winning_turn_and_counts_the_next() -> None:
    state = to_move(position("1:1", "6:1"), 0, 6, 5)
    over = act(state, CheckerMove(0, 24, 6))
    assert (over.dice, over.dice_used, over.turn, over.active) == ((6, 5), (6,), state.turn + 1, 1)
    assert refusal(over, Move(1, CheckerMove(18, 24, 6))).code == "game_over"


def test_resigning_leaves_turn_and_dice_as_they_are() -> None:
    state = started()
    over = after(state, Resigned(1))
    assert (over.turn, over.active, over.dice) == (state.turn, state.active, state.dice)


@BOTH
@pytest.mark.parametrize(
    ("loser", "winner", "bar", "kind"),
    [
        ("6:14", "1:2", 0, "single"),  # one is off
        ("6:13", "1:2", 1, "single"),  # and stays off
        ("6:15", "1:2", 0, "gammon"),
        ("18:1 13:14", "1:2", 0, "gammon"),
        ("19:1 13:14", "1:2", 0, "backgammon"),  # in the winner's home
        ("24:1 13:14", "2:2", 0, "backgammon"),
        ("6:14", "1:2 2:2 3:2 4:2 5:2 6:2", 1, "backgammon"),  # closed out
    ],
)
def test_resigning_loses_what_the_position_would_cost_if_the_winner_were_off(
    side: int, loser: str, winner: str, bar: int, kind: str
) -> None:
    state = to_move(mirrored(side, loser, winner, (bar, 0)), side, 2, 1)
    for seat_to_move in (0, 1):  # whose turn it is makes no difference
        over = after(replace(state, active=seat_to_move), Resigned(side))
        assert won_by(over)[:2] == (1 - side, kind)
        suffix = "" if kind == "single" else f"_{kind}"
        outcome = GAME.outcome(over)
        assert outcome is not None
        assert outcome.reason == f"resigned{suffix}"


def test_resigning_at_the_start_costs_a_backgammon() -> None:
    for seat in (0, 1):
        over = after(started(), Resigned(seat))
        assert won_by(over) == (1 - seat, "backgammon", 3)
        assert GAME.outcome(over) == Outcome((3, -3) if seat == 1 else (-3, 3), "resigned_backgammon")


def test_a_config_that_makes_no_sense_is_refused() -> None:
    for config in (Config(jacoby=True), Config(jacoby=True, cube=True, points=5)):
        with pytest.raises(Illegal) as caught:
            GAME.setup(config)
        assert caught.value.code == "bad_config"


def test_after_the_roll_the_next_side_moves() -> None:
    state, _ = play(started(), "8/5 6/5")
    assert acting(roll(state, 6, 4)) == 1
