"""The board as plain text, as GNU Backgammon draws it: X is white, O is black, white's home at the lower right.

+13-14-15-16-17-18------19-20-21-22-23-24-+
| X           O    |   | O              X |   O: black, 167 pips
...
"""

from typing import Final

from .notation import write_play
from .types import CHECKERS, COLOURS, Side, View

_HEIGHT: Final = 5
_UPPER: Final = " +13-14-15-16-17-18------19-20-21-22-23-24-+"
_LOWER: Final = " +12-11-10--9--8--7-------6--5--4--3--2--1-+"
_SIGNS: Final = "XO"


def picture(view: View) -> str:
    """Points are numbered as white counts them; for black, subtract from 25."""
    rows = [_row(view, range(12, 24), row, black_bar=True) for row in range(_HEIGHT)]
    middle = " |                  |BAR|                  |"
    rows += [middle]
    rows += [_row(view, range(11, -1, -1), row, black_bar=False) for row in reversed(range(_HEIGHT))]
    lines = [_UPPER, *rows, _LOWER]
    beside = {1: _side_line(view, 1), 2: _off_line(view, 1), 6: _dice_line(view)}
    beside |= {5: _cube_line(view), 7: _match_line(view), 10: _off_line(view, 0), 11: _side_line(view, 0)}
    drawn = [f"{line}   {beside.get(number, '')}".rstrip() for number, line in enumerate(lines)]
    return "\n".join([*drawn, "", *_last_line(view), _status(view)])


def _row(view: View, indices: range, row: int, *, black_bar: bool) -> str:
    """One row of checkers; the bar of the side that enters on this half is in the middle."""
    cells = "".join(_cell(abs(view.board[index]), _sign(view.board[index]), row) for index in indices)
    side = 1 if black_bar else 0
    bar = _cell(view.bar[side], _SIGNS[side], row)
    return f" |{cells[:18]}|{bar}|{cells[18:]}|"


def _cell(count: int, sign: str, row: int) -> str:
    """A stack of checkers at one height; a stack too high for the board shows its height at the top."""
    if row == _HEIGHT - 1 and count > _HEIGHT:
        return f"{count:^3}" if count < 10 else f"{count:>2} "
    return f" {sign} " if row < count else "   "


def _sign(count: int) -> str:
    return _SIGNS[0] if count > 0 else _SIGNS[1]


def _side_line(view: View, side: Side) -> str:
    score = f", {view.score[side]} of {view.points}" if view.points else ""
    mark = " *" if view.to_act == side else ""
    return f"{_SIGNS[side]}: {COLOURS[side]}, {view.pips[side]} pips{score}{mark}"


def _off_line(view: View, side: Side) -> str:
    off = view.home[side]
    return f"{off} off" if 0 < off < CHECKERS else "all off" if off else ""


def _dice_line(view: View) -> str:
    if not view.dice:
        return ""
    left = f" (left: {' '.join(map(str, view.dice_left))})" if view.dice_used and view.result is None else ""
    return f"Dice: {view.dice[0]}-{view.dice[1]}{left}"


def _cube_line(view: View) -> str:
    if not view.has_cube:
        return ""
    owner = "in the middle" if view.cube.owner is None else f"{COLOURS[view.cube.owner]}'s"
    return f"Cube: {view.cube.value}, {owner}{', Crawford' if view.crawford_game else ''}"


def _match_line(view: View) -> str:
    return f"Game {view.game} of a match to {view.points}" if view.points else ""


def _last_line(view: View) -> list[str]:
    if view.last is None:
        return []
    play = write_play(view.last.moves, view.last.seat) or "passed"
    return [f"Last: {COLOURS[view.last.seat]} {view.last.dice[0]}-{view.last.dice[1]}, {play}."]


def _status(view: View) -> str:
    if view.result is not None:
        return f"{COLOURS[view.result.winner]} has won."
    if view.to_act is None:
        return "The dice roll."
    name = COLOURS[view.to_act]
    match view.phase:
        case "cube":
            return f"Turn {view.turn}: {name} rolls or doubles."
        case "answer":
            return f"Turn {view.turn}: {name} takes or drops, for {view.cube.value * 2}."
        case _:
            return f"Turn {view.turn}: {name} to move."
