"""RULES.md, "The cube" and "Matches", sentence by sentence."""

import pytest

from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.types import (
    CheckerMove,
    Config,
    Cube,
    Double,
    Doubled,
    Drop,
    Dropped,
    GameStarted,
    GameWon,
    MatchWon,
    Roll,
    State,
    Take,
    Taken,
)
from ludoteca.kernel import Chance, Dice, Move, Outcome, Resigned, replace

from .helpers import (
    CUBED,
    PLAIN,
    START,
    act,
    acting,
    after,
    play,
    position,
    refusal,
    roll,
    started,
    to_move,
    to_roll,
    told_by,
    won_by,
)

ALMOST_OFF = position("1:1", "6:15")  # white wins a gammon with any roll


def match_at(score: tuple[int, int], points: int = 5, cube: bool = True, *, crawford_over: bool = False) -> State:
    """White is about to bear off a gammon at this score."""
    config = Config(points=points, cube=cube)
    return replace(to_move(ALMOST_OFF, 0, 6, 5, config=config), score=score, crawford_over=crawford_over)


def bear_off(state: State) -> State:
    return after(state, Move(0, CheckerMove(0, 24, 6)))


# The cube


def test_the_cube_begins_in_the_middle_at_1() -> None:
    assert started(CUBED).cube == Cube(1, None)


def test_there_is_no_doubling_before_the_first_roll_of_a_game() -> None:
    state = started(CUBED)
    assert state.phase == "moving"
    assert refusal(state, Move(0, Double())).code == "wrong_phase"


@pytest.mark.parametrize("seat", [0, 1])
def test_before_rolling_both_may_double_while_it_is_in_the_middle(seat: int) -> None:
    state = to_roll(START, seat)
    assert GAME.to_act(state) == {seat}
    assert GAME.legal(state, seat) == (Roll(), Double())


def test_before_the_second_turn_the_question_comes_by_itself() -> None:
    state, _ = play(started(CUBED), "8/5 6/5")
    assert (state.phase, acting(state)) == ("cube", 1)
    assert GAME.draw(act(state, Roll())) == Dice(2)


@pytest.mark.parametrize("owner", [0, 1])
def test_whoever_has_the_cube_may_double_and_the_other_rolls_at_once(owner: int) -> None:
    after_turn = replace(to_move(START, 1 - owner, 3, 1, config=CUBED), cube=Cube(2, owner))
    state, _ = play(after_turn, "8/5 6/5")
    assert (state.phase, state.active) == ("cube", owner)
    other, _ = play(replace(after_turn, cube=Cube(2, 1 - owner)), "8/5 6/5")
    assert (other.phase, other.active) == ("rolling", owner)


def test_the_other_side_takes_and_then_owns_the_cube_at_twice_its_value() -> None:
    offered, told = told_by(to_roll(START, 0), Move(0, Double()))
    assert told == (Doubled(0, 2),)
    assert GAME.to_act(offered) == {1}
    assert GAME.legal(offered, 1) == (Take(), Drop())
    assert GAME.legal(offered, 0) == ()
    taken, told = told_by(offered, Move(1, Take()))
    assert told == (Taken(1, 2),)
    assert taken.cube == Cube(2, 1)
    assert (taken.active, GAME.draw(taken)) == (0, Dice(2))  # the doubler rolls


def test_or_drops_and_loses_what_it_showed_before() -> None:
    offered = act(to_roll(START, 0, cube=Cube(4, 0)), Double())
    dropped, told = told_by(offered, Move(1, Drop()))
    assert told == (Dropped(1), GameWon(0, "single", 4, "dropped", (4, 0)))
    assert GAME.outcome(dropped) == Outcome((4, -4), "dropped")


def test_the_cube_multiplies() -> None:
    state = replace(to_move(ALMOST_OFF, 0, 6, 5, config=CUBED), cube=Cube(8, 1))
    assert GAME.outcome(bear_off(state)) == Outcome((16, -16), "gammon")
    assert won_by(after(state, Resigned(1))) == (0, "gammon", 16)


def test_there_are_no_beavers() -> None:
    offered = act(to_roll(START, 0), Double())
    assert refusal(offered, Move(1, Double())).code == "wrong_phase"


def test_a_cube_at_4096_is_not_turned_any_more() -> None:
    config = CUBED
    before = replace(to_move(START, 1, 3, 1, config=config), cube=Cube(4096, 0))
    assert play(before, "8/5 6/5")[0].phase == "rolling"
    assert play(replace(before, cube=Cube(2048, 0)), "8/5 6/5")[0].phase == "cube"


def test_without_the_cube_nobody_is_asked() -> None:
    assert play(started(PLAIN), "8/5 6/5")[0].phase == "rolling"


@pytest.mark.parametrize(("cube", "points"), [(Cube(), 1), (Cube(2, 1), 4)])
def test_jacoby_gammons_count_as_single_games_until_the_cube_is_turned(cube: Cube, points: int) -> None:
    config = Config(cube=True, jacoby=True)
    over = bear_off(replace(to_move(ALMOST_OFF, 0, 6, 5, config=config), cube=cube))
    assert won_by(over) == (0, "gammon", points)


# Matches


def test_points_0_is_one_game_for_what_it_is_worth() -> None:
    over = bear_off(to_move(ALMOST_OFF, 0, 6, 5))
    assert GAME.outcome(over) == Outcome((2, -2), "gammon")


def test_games_follow_each_other_until_somebody_has_so_many_points() -> None:
    state, told = told_by(match_at((0, 2)), Move(0, CheckerMove(0, 24, 6)))
    assert told[-2:] == (GameWon(0, "gammon", 2, "borne_off", (2, 2)), GameStarted(2, (2, 2), False))
    assert GAME.outcome(state) is None
    assert (state.position, state.turn, state.game, state.cube) == (START, 1, 2, Cube())
    assert GAME.draw(state) == Dice(2)  # a new opening roll
    assert after(state, Chance((2, 6))).active == 1


@pytest.mark.parametrize("score", [(3, 4), (4, 0), (3, 0)])
def test_whoever_has_the_points_wins_the_match(score: tuple[int, int]) -> None:
    over, told = told_by(match_at(score), Move(0, CheckerMove(0, 24, 6)))
    assert told[-1] == MatchWon(0, "borne_off", (score[0] + 2, score[1]))
    assert GAME.outcome(over) == Outcome((1, -1), "match")


def test_crawford_nobody_doubles_in_the_first_game_one_point_from_the_match() -> None:
    state = bear_off(match_at((2, 0)))
    assert (state.score, state.crawford_game) == ((4, 0), True)
    opened = after(state, Chance((3, 1)))
    assert play(opened, "8/5 6/5")[0].phase == "rolling"


def test_after_the_crawford_game_doubling_is_free_again() -> None:
    crawford = replace(match_at((4, 0)), crawford_game=True)
    state = after(replace(crawford, position=position("6:14", "6:15"), dice=(3, 1)), Resigned(0))
    assert (state.score, state.crawford_game, state.crawford_over) == ((4, 1), False, True)
    opened = after(state, Chance((3, 1)))
    assert play(opened, "8/5 6/5")[0].phase == "cube"
    again = bear_off(replace(match_at((2, 4)), crawford_over=True))
    assert not again.crawford_game


def test_without_crawford_there_is_no_such_game() -> None:
    state = match_at((2, 0))
    free = replace(state, config=replace(state.config, crawford=False))
    assert not bear_off(free).crawford_game


def test_a_match_to_one_point_has_no_cube() -> None:
    config = Config(points=1, cube=True)
    state, _ = play(started(config), "8/5 6/5")
    assert state.phase == "rolling"
    assert not GAME.view(state, 0).has_cube
    assert GAME.outcome(bear_off(to_move(ALMOST_OFF, 0, 6, 5, config=config))) == Outcome((1, -1), "match")


def test_resigning_gives_up_a_game_not_the_match() -> None:
    state = after(started(Config(points=7)), Resigned(0))
    assert (state.score, state.result, state.game) == ((0, 3), None, 2)
    for _ in range(2):
        state = after(state, Chance((3, 1)), Resigned(0))
    assert GAME.outcome(state) == Outcome((-1, 1), "match")


def test_resigning_in_the_face_of_a_double_is_dropping_it() -> None:
    offered = act(to_roll(START, 0, cube=Cube(4, 0)), Double())
    assert won_by(after(offered, Resigned(1))) == (0, "single", 4)
    assert won_by(after(offered, Resigned(0))) == (1, "backgammon", 12)  # not the seat that could drop


def test_jacoby_is_kept_when_resigning() -> None:
    config = Config(cube=True, jacoby=True)
    assert won_by(after(started(config), Resigned(0))) == (1, "backgammon", 1)


def test_a_view_tells_score_cube_and_crawford() -> None:
    view = GAME.view(bear_off(match_at((2, 0))), 1)
    assert (view.points, view.score, view.game, view.crawford_game, view.cube) == (5, (4, 0), 2, True, Cube())
    asked = GAME.view(to_roll(START, 0, cube=Cube(2, 0)), 0)
    assert asked.may_double
    assert not GAME.view(roll(to_roll(START, 0), 3, 1), 0).may_double
