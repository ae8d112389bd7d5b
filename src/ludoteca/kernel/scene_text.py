"""A scene in plain text, for the terminal and for screens without a browser.

Must not know: any game.
"""

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from .scene import Card, Colour, Counter, Counters, Die, Graph, Grid, Note, Part, Piece, Row, Scene, Spot, things

LETTERS: Final[Mapping[Colour, str]] = {
    "": "*",
    "white": "O",
    "black": "X",
    "red": "R",
    "blue": "B",
    "green": "G",
    "yellow": "Y",
    "orange": "A",
    "purple": "P",
}
EMPTY: Final = "."


def scene_text(scene: Scene) -> str:
    """The parts from top to bottom. A piece is its text or a letter for its colour."""
    return "\n".join(line for part in scene.parts for line in _part(part)) or EMPTY


def _part(part: Part) -> list[str]:
    match part:
        case Grid():
            return _grid(part)
        case Graph():
            return _graph(part)
        case Row():
            return [_row(part)]
        case Counters(items=items):
            return [", ".join(map(_counter, items))]
        case Note(text=text):
            return [text]
        case _:
            assert_never(part)


def _grid(part: Grid) -> list[str]:
    cells = [[_spot(spot) or EMPTY for spot in row] for row in part.rows]
    left = part.left or ("",) * len(cells)
    lines = [[name, *row] for name, row in zip(left, cells, strict=False)]
    return _table([*lines, ["", *part.below]] if part.below else lines)


def _graph(part: Graph) -> list[str]:
    """Each point where it is, an empty one by its id; columns and rows as many as there are different places."""
    across = sorted({point.x for point in part.points})
    down = sorted({point.y for point in part.points})
    cells = [["" for _ in across] for _ in down]
    for point in part.points:
        cells[down.index(point.y)][across.index(point.x)] = _spot(point) or point.id or EMPTY
    return _table(cells)


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    width = max((len(cell) for row in rows for cell in row), default=0)
    return [" ".join(cell.rjust(width) for cell in row).rstrip() for row in rows]


def _row(part: Row) -> str:
    owner = [] if part.seat is None else [f"seat {part.seat}"]
    name = " ".join([*owner, *([part.title] if part.title else [])])
    shown = " ".join(map(_thing, things(part))) or "none"
    count = f" ({len(part.items)})" if part.spread == "pile" else ""
    return f"{name}: {shown}{count}" if name else shown + count


def _thing(thing: Spot | Card | Die) -> str:
    match thing:
        case Card(face_down=True):
            return "??"
        case Card(text=text, suit=suit):
            return text + suit
        case Die(face=face):
            return "?" if face is None else str(face)
        case Spot():
            return _spot(thing) or EMPTY
        case _:
            assert_never(thing)


def _spot(spot: Spot) -> str:
    return "" if spot.piece is None else _piece(spot.piece)


def _piece(piece: Piece) -> str:
    return piece.text or LETTERS[piece.colour]


def _counter(counter: Counter) -> str:
    owner = [] if counter.seat is None else [f"seat {counter.seat}"]
    name = " ".join([*owner, *([counter.name] if counter.name else [])])
    return f"{name} {counter.value}".strip()
