"""The game for people: moves and events in words, and the board that the terminal and the page draw."""

import re
from typing import Final

from ludoteca.kernel import Illegal
from ludoteca.kernel.scene import COLUMNS, Piece, Scene, grid

from .rules import GaveUp, Place, Told, View

CELL: Final = re.compile(r"([a-h])([1-8])")


def write(action: Place, _view: View) -> str:
    """`b3` is the second column, the third row from the bottom."""
    return f"{COLUMNS[action.x]}{action.y + 1}"


def read(text: str, _view: View) -> Place:
    found = CELL.fullmatch(text.strip().lower())
    if found is None:
        raise Illegal("unreadable", "write a column and a row, for instance b3")
    return Place(COLUMNS.index(found[1]), int(found[2]) - 1)


def tell(event: Told, view: View) -> str:
    if isinstance(event, GaveUp):
        return f"{'XO'[event.seat]} resigns"
    return f"{'XO'[event.seat]} on {write(Place(event.x, event.y), view)}"


def scene(view: View) -> Scene:
    """A grid whose cells have the ids a1, b1, …, as `write` has them."""
    marks = {f"{COLUMNS[x]}{y + 1}": mark for y, row in enumerate(view.rows) for x, mark in enumerate(row)}
    pieces = {cell: Piece(text=mark, shape="mark") for cell, mark in marks.items() if mark != "."}
    return Scene((grid(len(view.rows), len(view.rows), pieces),))


def touch(action: Place, view: View) -> tuple[str, ...]:
    """What to touch in the scene to play an action: here one cell."""
    return (write(action, view),)
