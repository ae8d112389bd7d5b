"""Boards drawn as text: X and O are stones, a dot is an empty cell, any other sign names an empty cell."""

import random
from collections.abc import Iterable
from typing import NamedTuple

from ludoteca.games.gomoku.types import Board, Cell, Mark

MARKS: dict[str, Mark] = {"X": "X", "O": "O"}


class Drawing(NamedTuple):
    board: Board
    named: dict[str, Cell]  # the cells that signs other than X, O and the dot stand on

    @property
    def point(self) -> Cell:
        """The cell a drawing asks about."""
        return self.named["?"]


def drawn(text: str, *, size: int = 15, at: Cell = (4, 4)) -> Drawing:
    """A board of `size`×`size` with the drawing on it, its upper left corner at `at`. Spaces are for the eye."""
    stones: dict[Cell, Mark] = {}
    named: dict[str, Cell] = {}
    lines = [line.replace(" ", "") for line in text.strip().splitlines()]
    for y, line in enumerate(lines, start=at[1]):
        for x, sign in enumerate(line, start=at[0]):
            assert x < size, "the drawing is wider than the board"
            assert y < size, "the drawing is higher than the board"
            if sign in MARKS:
                stones[x, y] = MARKS[sign]
            elif sign != ".":
                named[sign] = (x, y)
    return Drawing(board_of(stones, size), named)


def board_of(stones: dict[Cell, Mark], size: int = 15) -> Board:
    return tuple(tuple(stones.get((x, y)) for x in range(size)) for y in range(size))


def random_board(dice: random.Random, black: float, white: float, size: int = 9) -> Board:
    cells = [(x, y) for x in range(size) for y in range(size)]
    marks = dice.choices(("X", "O", "."), (black, white, 1 - black - white), k=size * size)
    return board_of(
        {cell: "X" if mark == "X" else "O" for cell, mark in zip(cells, marks, strict=True) if mark != "."}, size
    )


def stones_of(board: Board, mark: Mark) -> frozenset[Cell]:
    return frozenset((x, y) for y, row in enumerate(board) for x, cell in enumerate(row) if cell == mark)


def without(cells: Iterable[Cell], *left_out: Cell) -> tuple[Cell, ...]:
    return tuple(cell for cell in cells if cell not in left_out)
