"""Black's bans of renju, as slowly as the definitions of the Renju International Federation read.

Five in a row: an unbroken row of five stones. Overline: an unbroken row of six or more.
Four: four stones in a row to which one more can be added to attain five in a row.
Straight four: an unbroken row of four stones that can be made five in a row in two ways.
Three: three stones in a row to which one more can be added, without making five in a row at the same time, to attain a
straight four. It does not count if the stone added would be banned itself.
Double four, double three: one stone that makes more than one four, or more than one three.

A set of stones is one four or one three, however many stones may complete it.
"""

from typing import NamedTuple

from ludoteca.games.gomoku.types import Board, Cell

from .board_drawings import stones_of

Stones = frozenset[Cell]


class Position(NamedTuple):
    black: Stones
    white: Stones
    size: int

    def with_black(self, cell: Cell) -> "Position":
        return self._replace(black=self.black | {cell})

    def is_empty(self, cell: Cell) -> bool:
        return cell not in self.black and cell not in self.white


def is_banned_by_definition(board: Board, point: Cell) -> bool:
    return is_banned(Position(stones_of(board, "X"), stones_of(board, "O"), len(board)), point)


def is_banned(before: Position, point: Cell) -> bool:
    position = before.with_black(point)
    lengths = [len(unbroken_row(position, line, point)) for line in lines(position.size, point)]
    if 5 in lengths:
        return False
    if max(lengths) > 5:
        return True
    return len(fours(position, point)) > 1 or len(threes(position, point)) > 1


def lines(size: int, point: Cell) -> list[list[Cell]]:
    """The four whole lines of the board through a point."""
    cells = [(x, y) for x in range(size) for y in range(size)]
    x, y = point
    return [
        [cell for cell in cells if cell[1] == y],
        [cell for cell in cells if cell[0] == x],
        [cell for cell in cells if cell[0] - cell[1] == x - y],
        [cell for cell in cells if cell[0] + cell[1] == x + y],
    ]


def unbroken_row(position: Position, line: list[Cell], through: Cell) -> Stones:
    """The black stones of a line that stand without a gap around one of them."""
    row: list[Cell] = []
    for cell in line:
        if cell in position.black:
            row.append(cell)
        elif through in row:
            break
        else:
            row = []
    return frozenset(row)


def completions(position: Position, line: list[Cell], stones: Stones) -> list[Cell]:
    """The cells where one more stone makes five in a row of exactly these four stones and itself."""
    return [
        cell
        for cell in line
        if position.is_empty(cell) and unbroken_row(position.with_black(cell), line, cell) == stones | {cell}
    ]


def fours(position: Position, point: Cell) -> set[Stones]:
    found: set[Stones] = set()
    for line in lines(position.size, point):
        for cell in filter(position.is_empty, line):
            row = unbroken_row(position.with_black(cell), line, cell)
            if len(row) == 5 and point in row:
                found.add(row - {cell})
    return found


def threes(position: Position, point: Cell) -> set[Stones]:
    found: set[Stones] = set()
    for line in lines(position.size, point):
        for cell in filter(position.is_empty, line):
            extended = position.with_black(cell)
            row = unbroken_row(extended, line, cell)
            is_straight_four = len(row) == 4 and len(completions(extended, line, row)) == 2
            if is_straight_four and point in row and may_add(position, cell):
                found.add(row - {cell})
    return found


def may_add(position: Position, cell: Cell) -> bool:
    extended = position.with_black(cell)
    makes_five = any(len(unbroken_row(extended, line, cell)) == 5 for line in lines(position.size, cell))
    return not makes_five and not is_banned(position, cell)
