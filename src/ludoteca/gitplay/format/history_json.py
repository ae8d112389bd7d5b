"""`history.json`: the turns of a game, which the page steps through.

Laws kept here:
- It follows from the events of the table alone, so that replaying a game gives the same bytes.
- It is bounded: of a very long game the last turns are kept, with the position that they start from.

Must not know: git, the time.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Annotated, Final, NamedTuple

from ludoteca.games.backgammon.board import Relative, absolute, point_of, relative
from ludoteca.games.backgammon.plays import Single, after, landing
from ludoteca.games.backgammon.state_file import Counts
from ludoteca.games.backgammon.turns import as_move
from ludoteca.games.backgammon.types import (
    COLOURS,
    Colour,
    Dice,
    LastTurn,
    Moved,
    Position,
    Side,
    Told,
    TurnEnded,
    TurnPassed,
)
from ludoteca.kernel import Meta, Value
from ludoteca.kernel.values import decode, encode

from .move_file import CheckerStep
from .state_json import in_lines, records

TURNS_AT_MOST: Final = 1000
BYTES_AT_MOST: Final = 1 << 18


class HistoryTurn(Value, frozen=True):
    """One turn; without moves it was a pass."""

    player: Colour
    dice: Annotated[Dice, Meta(min_length=2, max_length=4)]
    moves: Annotated[tuple[CheckerStep, ...], Meta(max_length=4)]


class GameHistory(NamedTuple):
    """The position before the first of the turns, and the turns."""

    start: Position
    turns: tuple[HistoryTurn, ...] = ()


class _HistoryFile(Value, frozen=True):
    board: Annotated[tuple[int, ...], Meta(min_length=24, max_length=24)]
    bar: Counts
    home: Counts
    turns: tuple[HistoryTurn, ...]


def extended(history: GameHistory, told: Iterable[Told]) -> GameHistory:
    """The history with the turns that these events ended."""
    played = [turn for event in told if (turn := turn_of(event)) is not None]
    turns = (*history.turns, *played)
    over = max(0, len(turns) - TURNS_AT_MOST)
    return GameHistory(reduce(_position_after, turns[:over], history.start), turns[over:])


def last_turn(history: GameHistory) -> LastTurn | None:
    """The last turn, with its hits; None before the first."""
    if not history.turns:
        return None
    *before, turn = history.turns
    side = COLOURS.index(turn.player)
    board = relative(reduce(_position_after, before, history.start), side)
    return LastTurn(side, turn.dice, moved(board, _singles(turn, side), side))


def moved(board: Relative, play: Iterable[Single], side: Side) -> tuple[Moved, ...]:
    """A play, checker by checker, with its hits."""
    made = []
    for single in play:
        move, hit = as_move(single, side), landing(single) > 0 and board[landing(single)] == -1
        made.append(Moved(move.from_, move.to, move.die, hit))
        board = after(board, single)
    return tuple(made)


def turn_of(told: Told) -> HistoryTurn | None:
    """The turn that an event ended, if it ended one."""
    match told:
        case TurnEnded(seat=seat, dice=dice, moves=moves):
            return HistoryTurn(COLOURS[seat], dice, tuple(CheckerStep(move.from_, move.to, move.die) for move in moves))
        case TurnPassed(seat=seat, dice=dice):
            return HistoryTurn(COLOURS[seat], dice, ())
        case _:
            return None


def write(history: GameHistory) -> bytes:
    """One line per turn, so that a move adds one line."""
    board, bar, home = history.start.board, history.start.bar, history.start.home
    heads = {"board": board, "bar": Counts(*bar), "home": Counts(*home)}
    return in_lines({name: encode(value).decode() for name, value in heads.items()} | {"turns": records(history.turns)})


def read(data: bytes) -> GameHistory:
    file: _HistoryFile = decode(data, _HistoryFile, at_most=BYTES_AT_MOST)
    bar, home = (file.bar.white, file.bar.black), (file.home.white, file.home.black)
    return GameHistory(Position(file.board, bar, home), file.turns)


def _position_after(position: Position, turn: HistoryTurn) -> Position:
    side = COLOURS.index(turn.player)
    return absolute(reduce(after, _singles(turn, side), relative(position, side)), side)


def _singles(turn: HistoryTurn, side: Side) -> list[Single]:
    return [Single(point_of(step.from_, side), step.die) for step in turn.moves]
