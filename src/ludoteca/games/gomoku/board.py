"""The board: cells, lines and rows. Tables and geometry only; no turn, no phase."""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from .types import Board, Cell, Mark, Place

Rows: TypeAlias = Sequence[Sequence[Mark | None]]
"""A board, or a mutable scratch copy of one."""

DIRECTIONS: Final[tuple[Cell, ...]] = ((1, 0), (0, 1), (1, 1), (1, -1))
COLUMNS: Final = "abcdefghijklmnopqrs"
OTHER: Final[dict[Mark, Mark]] = {"X": "O", "O": "X"}


def cell_name(x: int, y: int, size: int) -> str:
    """`a1` is the lower left corner."""
    return f"{COLUMNS[x]}{size - y}"


def empty_board(size: int) -> Board:
    return ((None,) * size,) * size


def with_stone(board: Board, x: int, y: int, mark: Mark) -> Board:
    rows, row = list(board), list(board[y])
    row[x] = mark
    rows[y] = tuple(row)
    return tuple(rows)


def is_on(board: Rows, x: int, y: int) -> bool:
    size = len(board)
    return 0 <= y < size and 0 <= x < size


def at(board: Rows, x: int, y: int) -> Mark | None:
    """The stone there; None where the cell is empty or off the board."""
    return board[y][x] if is_on(board, x, y) else None


@cache
def places(size: int) -> tuple[tuple[Place, ...], ...]:
    """Every placement, built once: lists of legal actions are selected from it."""
    return tuple(tuple(Place(x, y) for x in range(size)) for y in range(size))


def empty_places(board: Board) -> list[Place]:
    table = places(len(board))
    return [
        place
        for row, placements in zip(board, table, strict=True)
        for mark, place in zip(row, placements, strict=True)
        if mark is None
    ]


Ray: TypeAlias = tuple[Cell, ...]
"""The cells from a cell to the edge of the board, without that cell."""


class Line(NamedTuple):
    """A line through a cell: its direction, and its two halves."""

    step: Cell
    ahead: Ray
    back: Ray


@cache
def lines(size: int) -> tuple[tuple[tuple[Line, ...], ...], ...]:
    """The four lines through each cell, `lines(size)[y][x]`, built once: every stone placed needs them."""
    return tuple(tuple(_lines_through(x, y, size) for x in range(size)) for y in range(size))


def _lines_through(x: int, y: int, size: int) -> tuple[Line, ...]:
    return tuple(Line((dx, dy), _ray(x, y, dx, dy, size), _ray(x, y, -dx, -dy, size)) for dx, dy in DIRECTIONS)


def _ray(x: int, y: int, dx: int, dy: int, size: int) -> Ray:
    along = ((x + dx * far, y + dy * far) for far in range(1, size))
    return tuple((right, down) for right, down in along if 0 <= right < size and 0 <= down < size)


class Row(NamedTuple):
    """An unbroken row of stones of one colour."""

    first: Cell
    step: Cell
    length: int

    def cell(self, index: int) -> Cell:
        """The cell at `index`; -1 and `length` are the cells just beyond its ends."""
        return self.first[0] + index * self.step[0], self.first[1] + index * self.step[1]

    def cells(self) -> tuple[Cell, ...]:
        return tuple(self.cell(index) for index in range(self.length))


def row_through(board: Rows, x: int, y: int, step: Cell, mark: Mark) -> Row:
    """The row of `mark` through (x, y), where that cell counts whatever it holds."""
    dx, dy = step
    size = len(board)
    length = 1
    right, down = x + dx, y + dy
    while 0 <= right < size and 0 <= down < size and board[down][right] == mark:
        length, right, down = length + 1, right + dx, down + dy
    left, up = x - dx, y - dy
    while 0 <= left < size and 0 <= up < size and board[up][left] == mark:
        length, left, up = length + 1, left - dx, up - dy
    return Row((left + dx, up + dy), step, length)
