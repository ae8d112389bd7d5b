"""Playing gomoku in tests: inputs in a word, states after them, and what is refused."""

import pytest

from ludoteca.games.gomoku import GAME
from ludoteca.games.gomoku.types import (
    Action,
    Board,
    Cell,
    Choose,
    Config,
    Mark,
    Place,
    Rule,
    State,
    Stone,
    Swap2State,
    Told,
)
from ludoteca.kernel import Illegal, Input, Move, replace, step

from .board_drawings import stones_of

SWAP2 = Config(swap2_enabled=True)
PLAIN = Config(swap2_enabled=False)
OPENING: tuple[Cell, ...] = ((7, 7), (8, 8), (6, 7), (9, 9), (5, 5))


def place(seat: int, x: int | None, y: int | None) -> Move[Action]:
    return Move(seat, Place(x, y))


def choose(seat: int, choice: str | None) -> Move[Action]:
    return Move(seat, Choose(choice))


THREE_STONES = tuple(place(0, x, y) for x, y in OPENING[:3])
TWO_MORE = (choose(1, "place_more"), *(place(1, x, y) for x, y in OPENING[3:]))


def started(config: Config = SWAP2) -> State:
    return GAME.setup(config).state


def played(*inputs: Input[Action], config: Config = SWAP2) -> State:
    return told_by(started(config), *inputs)[0]


def told_by(state: State, *inputs: Input[Action]) -> tuple[State, tuple[Told, ...]]:
    """The state after these inputs, and all that they told."""
    told: list[Told] = []
    for given in inputs:
        state, events = step(GAME, state, given)
        assert all(event.to is None for event in events)  # nothing is secret
        told += [event.payload for event in events]
    return state, tuple(told)


def opening_of(state: State) -> Swap2State:
    assert state.swap2_state is not None
    return state.swap2_state


def refusal(state: State, given: Input[Action]) -> Illegal:
    with pytest.raises(Illegal) as caught:
        step(GAME, state, given)
    return caught.value


def position(board: Board, turn: Mark, rule: Rule = "freestyle") -> State:
    """A main game without Swap 2 on this board: seat 0 is black, and `turn` has to move."""
    moves = tuple(Stone(x, y, mark) for mark in ("X", "O") for x, y in sorted(stones_of(board, mark)))
    config = Config(swap2_enabled=False, rule=rule, size=19 if len(board) == 19 else 15)
    return replace(started(config), board=board, moves=moves, current_turn=turn)


def play_at(state: State, cell: Cell) -> State:
    """The seat that has to act places a stone."""
    (seat,) = GAME.to_act(state)
    return step(GAME, state, place(seat, *cell)).state
