"""The course of a game: `tables/{id}/history.json`, which the page of a club goes through turn by turn.

Laws kept here:
- It follows from what was told at the table, so whoever does a game over again comes to the same bytes.
- It is bounded: of a very long game the last turns are kept, with the position that they begin from.

Must not know: git, the time.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Final, NamedTuple

from ludoteca.games.backgammon.board import Relative, absolute, point_of, relative
from ludoteca.games.backgammon.plays import Single, after, landing
from ludoteca.games.backgammon.state_file import Counts
from ludoteca.games.backgammon.turns import as_move
from ludoteca.games.backgammon.types import (
    COLOURS,
    Colour,
    LastTurn,
    Moved,
    Position,
    Side,
    Told,
    TurnEnded,
    TurnPassed,
)
from ludoteca.kernel import Value
from ludoteca.kernel.values import decode, encode

from .move_file import Step
from .state_json import in_lines, records

TURNS_AT_MOST: Final = 1000
BYTES_AT_MOST: Final = 1 << 18


class Turn(Value, frozen=True):
    """Who played what with which dice; without moves it was a pass."""

    player: Colour
    dice: tuple[int, ...]
    moves: tuple[Step, ...]


class Course(NamedTuple):
    """The turns of a game, from the position before the first of them."""

    start: Position
    turns: tuple[Turn, ...] = ()


class _File(Value, frozen=True):
    board: tuple[int, ...]
    bar: Counts
    home: Counts
    turns: tuple[Turn, ...]


def continued(course: Course, told: Iterable[Told]) -> Course:
    """The course with the turns that were told of."""
    played = [turn for event in told if (turn := turn_of(event)) is not None]
    turns = (*course.turns, *played)
    over = max(0, len(turns) - TURNS_AT_MOST)
    return Course(reduce(_position_after, turns[:over], course.start), turns[over:])


def last_turn(course: Course) -> LastTurn | None:
    """The last of its turns, with its hits; None at the beginning."""
    if not course.turns:
        return None
    *before, turn = course.turns
    side = COLOURS.index(turn.player)
    board = relative(reduce(_position_after, before, course.start), side)
    return LastTurn(side, turn.dice, moved(board, _singles(turn, side), side))


def moved(board: Relative, play: Iterable[Single], side: Side) -> tuple[Moved, ...]:
    """A play, checker by checker, with its hits."""
    made = []
    for single in play:
        move, hit = as_move(single, side), landing(single) > 0 and board[landing(single)] == -1
        made.append(Moved(move.from_, move.to, move.die, hit))
        board = after(board, single)
    return tuple(made)


def turn_of(told: Told) -> Turn | None:
    """An event as a turn, if it ended one."""
    match told:
        case TurnEnded(seat=seat, dice=dice, moves=moves):
            return Turn(COLOURS[seat], dice, tuple(Step(move.from_, move.to, move.die) for move in moves))
        case TurnPassed(seat=seat, dice=dice):
            return Turn(COLOURS[seat], dice, ())
        case _:
            return None


def write(course: Course) -> bytes:
    """A turn a line, so that a move adds one to it."""
    board, bar, home = course.start.board, course.start.bar, course.start.home
    heads = {"board": board, "bar": Counts(*bar), "home": Counts(*home)}
    return in_lines({name: encode(value).decode() for name, value in heads.items()} | {"turns": records(course.turns)})


def read(data: bytes) -> Course:
    file: _File = decode(data, _File, at_most=BYTES_AT_MOST)
    bar, home = (file.bar.white, file.bar.black), (file.home.white, file.home.black)
    return Course(Position(file.board, bar, home), file.turns)


def _position_after(position: Position, turn: Turn) -> Position:
    side = COLOURS.index(turn.player)
    return absolute(reduce(after, _singles(turn, side), relative(position, side)), side)


def _singles(turn: Turn, side: Side) -> list[Single]:
    return [Single(point_of(step.from_, side), step.die) for step in turn.moves]
