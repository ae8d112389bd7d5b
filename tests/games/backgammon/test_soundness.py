"""What is found wrong with a state from outside; and that nothing is with one that play has reached."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.types import (
    CheckerMove,
    Config,
    Cube,
    Double,
    GameResult,
    LastTurn,
    Moved,
    Position,
    Result,
    State,
)
from ludoteca.kernel import Move, Resigned, replace

from .helpers import CONFIRMED, CUBED, START, act, after, position, started, to_move, to_roll
from .worlds import whole_game

ONCE = after(started(CONFIRMED), Move(0, CheckerMove(7, 4, 3)))


@given(st.sampled_from(sorted(GAME.presets)), st.integers(0, 5_000), st.data())
@settings(max_examples=30, deadline=None)
def test_a_state_that_play_has_reached_has_no_flaws(preset: str, seed: int, data: st.DataObject) -> None:
    end, states, _ = whole_game(GAME.presets[preset], seed)
    assert GAME.flaws(end) == ()
    assert GAME.flaws(data.draw(st.sampled_from(states))) == ()


def moved_board(**counts: int) -> Position:
    board = list(START.board)
    for index, count in counts.items():
        board[int(index[1:])] = count
    return replace(START, board=tuple(board))


CHANGES: dict[str, tuple[State, Callable[[State], State], str]] = {
    "a checker too many": (
        started(),
        lambda state: replace(state, position=moved_board(p5=6)),
        "white has 16 checkers, not 15",
    ),
    "a checker off that is none": (
        started(),
        lambda state: replace(state, position=replace(START, home=(-1, 0))),
        "white has 14 checkers, not 15",
    ),
    "a board too short": (
        started(),
        lambda state: replace(state, position=replace(START, board=START.board[:-1])),
        "board has not 24 points",
    ),
    "three dice": (started(), lambda state: replace(state, dice=(1, 2, 3)), "dice are 2, or 4 for doubles, not 3"),
    "two equal dice": (
        started(),
        lambda state: replace(state, dice=(3, 3)),
        "four dice are equal, for doubles; two are not",
    ),
    "a die used that was not rolled": (
        started(),
        lambda state: replace(state, dice_used=(6,)),
        "diceUsed is no part of dice",
    ),
    "an end without a result": (
        started(),
        lambda state: replace(state, phase="over"),
        "phase and result do not agree",
    ),
    "a turn of nobody": (started(), lambda state: replace(state, active=None), "active and phase do not agree"),
    "dice before the roll": (
        to_roll(START, 0),
        lambda state: replace(state, dice=(1, 2)),
        "dice lie where none were rolled",
    ),
    "no dice to move by": (started(), lambda state: replace(state, dice=()), "there are no dice to move by"),
    "a turn before the first": (started(), lambda state: replace(state, turn=0), "turns count from 1"),
    "moves that are nobody's": (
        to_roll(START, 0),
        lambda state: replace(state, moves=(Moved(7, 4, 3),)),
        "moves of a turn that is not under way",
    ),
    "a game that goes on when all are off": (
        to_move(position("1:1", "6:5"), 0, 6, 5),
        lambda state: replace(state, position=position("", "6:5")),
        "all checkers of a side are off, and the game goes on",
    ),
    "moves that do not fit the dice": (
        ONCE,
        lambda state: replace(state, moves=(Moved(5, 4, 1),)),
        "moves do not fit diceUsed",
    ),
    "moves that lead elsewhere": (
        ONCE,
        lambda state: replace(state, moves=(Moved(12, 9, 3, hit=True),)),
        "moves do not lead to the position",
    ),
    "a side that should have passed": (
        started(),
        lambda state: replace(state, position=position("", "1:2 2:2 3:2 4:2 5:2 6:2", bar=(1, 0)), dice=(6, 5)),
        "a side that cannot move is to move",
    ),
    "a turn before the opening roll": (
        GAME.setup(Config()).state,
        lambda state: replace(state, last=LastTurn(0, (3, 1), ())),
        "there was no turn before",
    ),
    "a turn before without dice": (
        started(),
        lambda state: replace(state, last=LastTurn(1, (), ())),
        "there was no turn before",
    ),
    "a turn before by other dice": (
        started(),
        lambda state: replace(state, last=LastTurn(1, (3, 1), (Moved(0, 6, 6),))),
        "diceUsed is no part of dice",
    ),
    "a cube of three": (to_roll(START, 0), lambda state: replace(state, cube=Cube(3, 0)), "a cube does not show 3"),
    "a cube turned by nobody": (
        to_roll(START, 0),
        lambda state: replace(state, cube=Cube(2, None)),
        "a cube that was turned has an owner, and no other has",
    ),
    "a cube where there is none": (
        started(),
        lambda state: replace(state, cube=Cube(2, 0)),
        "there is no cube in this game",
    ),
    "a double in the Crawford game": (
        to_roll(START, 0),
        lambda state: replace(state, crawford_game=True),
        "there is no cube in this game",
    ),
    "a score from nowhere": (
        started(),
        lambda state: replace(state, score=(1, 0)),
        "score does not follow from the games",
    ),
    "a game not counted": (started(), lambda state: replace(state, game=2), "game does not count the games"),
    "a match that goes on": (
        started(Config(points=2)),
        lambda state: replace(state, game=2, score=(2, 0), games=(GameResult(0, "gammon", 2, "borne_off"),)),
        "the match is decided, and goes on",
    ),
    "one game that goes on": (
        started(),
        lambda state: replace(state, game=2, score=(2, 0), games=(GameResult(0, "gammon", 2, "borne_off"),)),
        "a game that is no match goes on after its end",
    ),
    "an end of no game": (
        after(started(), Resigned(0)),
        lambda state: replace(state, games=(), score=(0, 0)),
        "result does not follow from the games",
    ),
    "an end that another has won": (
        after(started(), Resigned(0)),
        lambda state: replace(state, result=Result(0, "resigned")),
        "result does not follow from the games",
    ),
    "a match that ends before it is decided": (
        started(Config(points=2)),
        lambda state: replace(state, phase="over", result=Result(0, "borne_off")),
        "result does not follow from the games",
    ),
    "a departure that was none": (
        started(),
        lambda state: replace(state, away=(1, None)),
        "away does not fit departures",
    ),
    "a result while it is played": (
        started(),
        lambda state: replace(state, result=Result(0, "resigned")),
        "phase and result do not agree",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_each_flaw_is_told(name: str) -> None:
    state, change, flaw = CHANGES[name]
    assert GAME.flaws(state) == ()
    assert flaw in GAME.flaws(change(state))


@pytest.mark.parametrize("state", [after(started(), Resigned(0)), act(to_roll(START, 0, CUBED), Double())])
def test_ends_and_offers_are_sound(state: Any) -> None:
    assert GAME.flaws(state) == ()
