"""Playing backgammon in tests: positions in a line, plays in notation, states after them, and what is refused."""

import pytest

from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.board import start_position
from ludoteca.games.backgammon.notation import read_play
from ludoteca.games.backgammon.turns import left_of
from ludoteca.games.backgammon.types import (
    Action,
    CheckerMove,
    Config,
    Cube,
    Dice,
    Pair,
    Position,
    Roll,
    Side,
    State,
    Told,
)
from ludoteca.kernel import Chance, Illegal, Input, Move, step

PLAIN = Config()
CUBED = Config(cube=True)
CONFIRMED = Config(confirm=True)
START = start_position("standard")


def position(white: str = "", black: str = "", bar: Pair = (0, 0)) -> Position:
    """Checkers as `6:5 8:3`, each side's points counted from its own home; checkers not named are off."""
    board = [0] * 24
    on = [0, 0]
    for side, text in enumerate((white, black)):
        for word in text.split():
            point, count = map(int, word.split(":"))
            index = point - 1 if side == 0 else 24 - point
            assert board[index] == 0, f"point {word} is taken"
            board[index] = count if side == 0 else -count
            on[side] += count
    home = (15 - on[0] - bar[0], 15 - on[1] - bar[1])
    assert min(home) >= 0
    return Position(tuple(board), bar, home)


def to_move(where: Position, side: Side, *dice: int, config: Config = PLAIN, turn: int = 7) -> State:
    """A state in which this side has rolled these dice; of doubles one pair is enough."""
    rolled: Dice = dice * 2 if len(dice) == 2 and dice[0] == dice[1] else dice
    return State(config, where, phase="moving", turn=turn, active=side, dice=rolled)


def to_roll(where: Position, side: Side, config: Config = CUBED, cube: Cube | None = None) -> State:
    """A state in which this side may roll or double."""
    return State(config, where, phase="cube", turn=7, active=side, cube=cube or Cube())


def started(config: Config = PLAIN, dice: Pair = (3, 1)) -> State:
    """A game after its opening roll; white's die comes first."""
    return told_by(GAME.setup(config).state, Chance(dice))[0]


def told_by(state: State, *inputs: Input[Action]) -> tuple[State, tuple[Told, ...]]:
    told: list[Told] = []
    for given in inputs:
        state, events = step(GAME, state, given)
        assert all(event.to is None for event in events)  # nothing is secret
        told += [event.payload for event in events]
    return state, tuple(told)


def after(state: State, *inputs: Input[Action]) -> State:
    return told_by(state, *inputs)[0]


def acting(state: State) -> int:
    (seat,) = GAME.to_act(state)
    return seat


def play(state: State, text: str) -> tuple[State, tuple[Told, ...]]:
    """The side to move plays a whole play, written in notation."""
    seat = acting(state)
    moves = read_play(text, state.position, seat, left_of(state))
    return told_by(state, *(Move[Action](seat, move) for move in moves))


def act(state: State, action: Action) -> State:
    return after(state, Move(acting(state), action))


def roll(state: State, first: int, second: int) -> State:
    """Roll, where the cube could have been turned instead; then these dice."""
    if state.phase == "cube":
        state = act(state, Roll())
    return after(state, Chance((first, second)))


def moves_of(state: State) -> list[CheckerMove]:
    return [action for action in GAME.legal(state, acting(state)) if isinstance(action, CheckerMove)]


def written(state: State) -> list[str]:
    """What the side to act may do, in notation."""
    seat = acting(state)
    view = GAME.view(state, seat)
    return [GAME.text.write(action, view) for action in GAME.legal(state, seat)]


def refusal(state: State, given: Input[Action]) -> Illegal:
    with pytest.raises(Illegal) as caught:
        step(GAME, state, given)
    return caught.value


def won_by(state: State) -> tuple[int, str, int]:
    """Winner, kind and points of the last game."""
    last = state.games[-1]
    return last.winner, last.kind, last.points
