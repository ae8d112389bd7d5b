"""When a stone wins, for each rule.

freestyle  five or more in a row
standard   exactly five
caro       exactly five, and not with an opposing stone at both ends; the edge of the board does not block
renju      black exactly five, white five or more; black's bans are in `renju`
"""

from typing import assert_never

from .board import OTHER, Row, at, lines, row_through
from .types import Board, Cell, Mark, Rule


def winning_line(board: Board, x: int, y: int, mark: Mark, rule: Rule) -> tuple[Cell, ...]:
    """The cells of the winning row that the stone just placed at (x, y) completes; empty if there is none."""
    for step, ahead, back in lines(len(board))[y][x]:
        length = 1
        for right, down in ahead:
            if (cell := board[down][right]) is None or cell != mark:  # most are empty, and `is None` is the faster test
                break
            length += 1
        for left, up in back:
            if (cell := board[up][left]) is None or cell != mark:
                break
            length += 1
        if length >= 5 and _wins(board, row := row_through(board, x, y, step, mark), mark, rule):
            return row.cells()
    return ()


def _wins(board: Board, row: Row, mark: Mark, rule: Rule) -> bool:
    match rule:
        case "freestyle":
            return True
        case "standard":
            return row.length == 5
        case "caro":
            return row.length == 5 and not _is_blocked_twice(board, row, mark)
        case "renju":
            return row.length == 5 or mark == "O"
        case _:
            assert_never(rule)


def _is_blocked_twice(board: Board, row: Row, mark: Mark) -> bool:
    return at(board, *row.cell(-1)) == at(board, *row.cell(row.length)) == OTHER[mark]
