"""The game in words: in the terminal, in records and in the log of the page."""

import re
from typing import Final

from ludoteca.kernel import Illegal

from .rules import Place, Placed, View

CELL: Final = re.compile(r"([a-h])([1-8])")


def write(action: Place, _view: View) -> str:
    """`b3` is the second column, the third row from the top."""
    return f"{'abcdefgh'[action.x]}{action.y + 1}"


def read(text: str, _view: View) -> Place:
    found = CELL.fullmatch(text.strip().lower())
    if found is None:
        raise Illegal("unreadable", "write a column and a row, for instance b3")
    return Place("abcdefgh".index(found[1]), int(found[2]) - 1)


def picture(view: View) -> str:
    lines = [f"{number} {' '.join(row)}" for number, row in enumerate(view.rows, start=1)]
    return "\n".join(["  " + " ".join("abcdefgh"[: len(view.rows)]), *lines])


def tell(event: Placed, view: View) -> str:
    return f"{'XO'[event.seat]} on {write(Place(event.x, event.y), view)}"
