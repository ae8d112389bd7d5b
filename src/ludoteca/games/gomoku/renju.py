"""Renju's bans for black: the overline, the double four, the double three. Source: the rules of the Renju
International Federation, article 9.

- A five wins even where the same stone would also be banned.
- A *four* is four black stones in line that one more stone makes exactly five. A *straight four* has two such points.
- A *three* is three black stones in line that one more stone makes a straight four, without making a five elsewhere,
  and without that stone being banned itself (9.3): hence the recursion, which ends because each step adds a stone.

Works on a scratch copy of the board, where stones are tried and removed. Must not know: turns or phases.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final, TypeAlias

from .board import DIRECTIONS, row_through
from .types import Board, Cell, Mark

_BLACK: Final[Mark] = "X"
_NEAR: Final = (-4, -3, -2, -1, 1, 2, 3, 4)

Scratch: TypeAlias = list[list[Mark | None]]


def is_banned(board: Board, x: int, y: int) -> bool:
    """Whether black may not play the empty cell (x, y)."""
    return _is_banned([list(row) for row in board], (x, y))


def banned_cells(board: Board) -> frozenset[Cell]:
    """Every empty cell that black may not play."""
    scratch = [list(row) for row in board]
    size = range(len(board))
    return frozenset((x, y) for y in size for x in size if board[y][x] is None and _is_banned(scratch, (x, y)))


def _is_banned(scratch: Scratch, cell: Cell) -> bool:
    if not _could_be_banned(scratch, cell):
        return False
    with _stone_on(scratch, cell):
        lengths = [row_through(scratch, *cell, step, _BLACK).length for step in DIRECTIONS]
        if 5 in lengths:
            return False
        if max(lengths) > 5:
            return True
        if sum(_fours(scratch, cell, step) for step in DIRECTIONS) >= 2:
            return True
        return sum(_is_three(scratch, cell, step) for step in DIRECTIONS) >= 2


def _could_be_banned(scratch: Scratch, cell: Cell) -> bool:
    """A quick test. Two fours or threes on two lines need two more stones on each; an overline, or two fours on one
    line, needs four more on it."""
    lines = 0
    for line in _lines_through(len(scratch), cell):
        stones = [scratch[y][x] for x, y in line].count(_BLACK)
        if stones >= 4:
            return True
        lines += stones >= 2
    return lines >= 2


@cache
def _lines_through(size: int, cell: Cell) -> tuple[tuple[Cell, ...], ...]:
    """The cells on the board within four of `cell`, line by line."""
    reach = tuple(tuple((cell[0] + k * dx, cell[1] + k * dy) for k in _NEAR) for dx, dy in DIRECTIONS)
    return tuple(tuple((x, y) for x, y in line if 0 <= x < size and 0 <= y < size) for line in reach)


def _fours(scratch: Scratch, cell: Cell, step: Cell) -> int:
    """How many fours the stone on `cell` makes along one line.

    Each point that would complete a five counts as a four, except that the two points of a straight four count once.
    """
    fives = len(_fives(scratch, cell, step))
    return 1 if fives == 2 and _is_row_of_four(scratch, cell, step) else fives


def _is_three(scratch: Scratch, cell: Cell, step: Cell) -> bool:
    """Whether the stone on `cell` makes a three along this line: some stone that is neither banned nor a five turns it
    into a straight four."""
    return any(
        _makes_straight_four(scratch, added, cell, step)
        and not _is_five_anywhere(scratch, added)
        and not _is_banned(scratch, added)
        for added in _empty_near(scratch, cell, step)
    )


def _makes_straight_four(scratch: Scratch, added: Cell, through: Cell, step: Cell) -> bool:
    row = row_through(scratch, *added, step, _BLACK)
    if row.length != 4 or through not in row.cells():
        return False
    with _stone_on(scratch, added):
        return len(_fives(scratch, added, step)) == 2


def _fives(scratch: Scratch, cell: Cell, step: Cell) -> list[Cell]:
    """The empty cells on this line where one more stone makes exactly five through `cell`."""
    return [added for added in _empty_near(scratch, cell, step) if _makes_five(scratch, added, cell, step)]


def _makes_five(scratch: Scratch, added: Cell, through: Cell, step: Cell) -> bool:
    row = row_through(scratch, *added, step, _BLACK)
    return row.length == 5 and through in row.cells()


def _is_row_of_four(scratch: Scratch, cell: Cell, step: Cell) -> bool:
    return row_through(scratch, *cell, step, _BLACK).length == 4


def _is_five_anywhere(scratch: Scratch, cell: Cell) -> bool:
    return any(row_through(scratch, *cell, step, _BLACK).length == 5 for step in DIRECTIONS)


def _empty_near(scratch: Scratch, cell: Cell, step: Cell) -> list[Cell]:
    line = _lines_through(len(scratch), cell)[DIRECTIONS.index(step)]
    return [(x, y) for x, y in line if scratch[y][x] is None]


@contextmanager
def _stone_on(scratch: Scratch, cell: Cell) -> Iterator[None]:
    x, y = cell
    scratch[y][x] = _BLACK
    try:
        yield
    finally:
        scratch[y][x] = None
