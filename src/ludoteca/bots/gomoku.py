"""Gomoku bots. `greedy` looks one stone ahead: it scores every row of five cells that a stone would extend or block."""

from collections.abc import Sequence
from typing import Any, Final

from ludoteca.bots import Bot
from ludoteca.games.gomoku.board import DIRECTIONS, OTHER
from ludoteca.games.gomoku.types import Action, Board, Choose, Mark, Place, View
from ludoteca.kernel import Dealer, choose

OWN: Final = (1, 12, 150, 2_000, 1_000_000)  # by stones already in the five; the fifth one wins
THEIRS: Final = (0, 10, 120, 1_600, 100_000)  # a little less: making a four is better than stopping one

OPENING_SPREAD: Final = 4  # opening stones stay this close to the centre


def greedy(view: Any, legal: Sequence[Any], dealer: Dealer) -> Any:
    """The action with the highest value; a random one on a tie."""
    values = [_value(view, action) for action in legal]
    best = [action for action, value in zip(legal, values, strict=True) if value == max(values)]
    return choose(dealer, best)


def cell_value(board: Board, x: int, y: int, mark: Mark) -> int:
    """The value of a stone of `mark` on (x, y): the fives it extends, and the other side's fives it blocks."""
    return sum(_five_value(five, mark) for five in _fives_through(board, x, y))


def _value(view: View, action: Action) -> int:
    match action:
        case Choose(choice=choice):
            return _choice_value(view, choice)
        case Place(x=int(x), y=int(y)):
            if view.current_turn is None:
                return _opening_value(view.board, x, y)
            return cell_value(view.board, x, y, view.current_turn)
        case _:
            raise AssertionError("an unfinished action is never legal")


def _opening_value(board: Board, x: int, y: int) -> int:
    """Any cell near the centre: greedy knows no balanced openings, so the rest is random."""
    centre = len(board) // 2
    return int(max(abs(x - centre), abs(y - centre)) <= OPENING_SPREAD)


def _choice_value(view: View, choice: str | None) -> int:
    """Take the colour with the better best cell; never ask for more stones, which would only help the opponent."""
    marks: dict[str | None, Mark] = {"black": "X", "white": "O"}
    return _best_cell(view.board, marks[choice]) if choice in marks else -1


def _best_cell(board: Board, mark: Mark) -> int:
    cells = range(len(board))
    return max(cell_value(board, x, y, mark) for y in cells for x in cells if board[y][x] is None)


def _fives_through(board: Board, x: int, y: int) -> list[list[Mark | None]]:
    """The contents of every row of five cells on the board that holds (x, y)."""
    size = len(board)
    fives = []
    for dx, dy in DIRECTIONS:
        for back in range(5):
            left, top = x - back * dx, y - back * dy
            right, bottom = left + 4 * dx, top + 4 * dy
            if 0 <= left < size and 0 <= top < size and 0 <= right < size and 0 <= bottom < size:
                fives.append([board[top + k * dy][left + k * dx] for k in range(5)])
    return fives


def _five_value(five: list[Mark | None], mark: Mark) -> int:
    ours, theirs = five.count(mark), five.count(OTHER[mark])
    if ours and theirs:
        return 0
    return THEIRS[theirs] if theirs else OWN[ours]


BOTS: Final[dict[str, Bot]] = {"greedy": greedy}
