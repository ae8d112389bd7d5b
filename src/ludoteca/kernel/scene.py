"""What a reader's board looks like, as data: grids, points joined by lines, cards, dice, counters.

If a game has a `Text.scene`, the page and the terminal draw its board without a line of TypeScript. If it has a
`Text.touch` too, you play by touching what is drawn.

Laws kept here:
- A scene is a function of a view, so it cannot show what its reader may not know.
- An id names one thing in a scene. Things with an id can be touched, the others cannot.
- The game turns the board for its reader; the page draws it as it comes.
- Every length is bounded, and so is the whole: a snapshot with a scene has to fit what a slow reader may be sent.

Must not know: any game, how a browser or a terminal draws.
"""

import collections
from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal, TypeAlias

from .values import Meta, Value, encode

Id: TypeAlias = Annotated[str, Meta(max_length=16)]
Label: TypeAlias = Annotated[str, Meta(max_length=40)]
Mark: TypeAlias = Annotated[str, Meta(max_length=4)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=63)]  # `contract.Seat`, which cannot be imported from here
Coordinate: TypeAlias = Annotated[int, Meta(ge=-1000, le=1000)]
Colour: TypeAlias = Literal["", "white", "black", "red", "blue", "green", "yellow", "orange", "purple"]
"""The page has a shade of each for its light and its dark theme; "" is the colour of text."""

BYTES_AT_MOST: Final = 1 << 16
"""The size of a whole scene as JSON."""

COLUMNS: Final = "abcdefghijklmnopqrstuvwxyz"


class Piece(Value, frozen=True, omit_defaults=True):
    """A coloured shape, with up to four letters on it. The shape "mark" is only the letters."""

    colour: Colour = ""
    text: Mark = ""
    shape: Literal["disc", "square", "mark"] = "disc"
    label: Label = ""  #: what a screen reader calls it; by default its text, or its colour


class Spot(Value, frozen=True, omit_defaults=True, tag="spot"):
    """A place that may hold a piece: a cell of a grid, a slot in a row."""

    id: Id = ""
    piece: Piece | None = None
    colour: Colour = ""  #: of the place itself
    label: Label = ""  #: what a screen reader calls it; by default its id and its piece


class Point(Spot, frozen=True, kw_only=True, omit_defaults=True, tag="point"):
    """A spot in the plane. The unit is up to you: the page scales all points of a graph to fit its frame."""

    x: Coordinate
    y: Coordinate  #: grows downwards


class Card(Value, frozen=True, omit_defaults=True, tag="card"):
    """A card. `suit` is a sign below the text; a card that lies face down shows neither."""

    id: Id = ""
    text: Annotated[str, Meta(max_length=16)] = ""
    suit: Mark = ""
    colour: Colour = ""
    face_down: bool = False
    label: Label = ""


class Die(Value, frozen=True, omit_defaults=True, tag="die"):
    """A die. Faces 1 to 6 have pips, others a number; None is a die whose face this reader cannot see."""

    id: Id = ""
    face: Annotated[int, Meta(ge=0, le=999)] | None = None
    colour: Colour = ""
    label: Label = ""


class Grid(Value, frozen=True, omit_defaults=True, tag="grid"):
    """Rows of cells, from the top, all of the same length; and the coordinates to the left and below, if any."""

    rows: Annotated[tuple[Annotated[tuple[Spot, ...], Meta(max_length=32)], ...], Meta(max_length=32)]
    left: Annotated[tuple[Mark, ...], Meta(max_length=32)] = ()
    below: Annotated[tuple[Mark, ...], Meta(max_length=32)] = ()
    checkered: bool = False


class Graph(Value, frozen=True, omit_defaults=True, tag="graph"):
    """Points, and the lines between them as pairs of ids."""

    points: Annotated[tuple[Point, ...], Meta(max_length=256)]
    lines: Annotated[tuple[tuple[Id, Id], ...], Meta(max_length=1024)] = ()


class Row(Value, frozen=True, omit_defaults=True, tag="row"):
    """Things side by side: a hand, a pile, dice, a reserve. A pile shows its last thing and how many there are."""

    items: Annotated[tuple[Spot | Card | Die, ...], Meta(max_length=128)]
    title: Label = ""
    seat: SeatNumber | None = None  #: whose it is; the page writes the player's name
    spread: Literal["row", "fan", "pile"] = "row"


class Counter(Value, frozen=True, omit_defaults=True):
    """A name and a value: points, a trump, a number of stones. With a seat, its player's name comes first."""

    value: Label
    name: Label = ""
    seat: SeatNumber | None = None
    colour: Colour = ""


class Counters(Value, frozen=True, omit_defaults=True, tag="counters"):
    items: Annotated[tuple[Counter, ...], Meta(max_length=64)]


class Note(Value, frozen=True, tag="note"):
    """A line of text."""

    text: Annotated[str, Meta(max_length=200)]


Part: TypeAlias = Grid | Graph | Row | Counters | Note


class Scene(Value, frozen=True, omit_defaults=True):
    """What is drawn, from top to bottom. `last` lists ids to mark, for instance those of the last move."""

    parts: Annotated[tuple[Part, ...], Meta(max_length=16)]
    last: Annotated[tuple[Id, ...], Meta(max_length=64)] = ()


def grid(
    rows: int, columns: int, pieces: Mapping[str, Piece], *, turned: bool = False, checkered: bool = False
) -> Grid:
    """A grid with the ids and coordinates of a chessboard: a1 is at the bottom left or, `turned`, at the top right."""
    if columns > len(COLUMNS):
        raise ValueError(f"{columns} columns: only {len(COLUMNS)} have a letter; make a Grid with ids of your own")
    ranks = [str(number) for number in range(rows, 0, -1)][:: -1 if turned else 1]
    files = COLUMNS[:columns][:: -1 if turned else 1]
    cells = tuple(tuple(Spot(file + rank, pieces.get(file + rank)) for file in files) for rank in ranks)
    return Grid(cells, left=tuple(ranks), below=tuple(files), checkered=checkered)


def things(part: Part) -> tuple[Spot | Card | Die, ...]:
    """The things of a part that are drawn, in reading order; of a pile, the last one."""
    match part:
        case Grid(rows=rows):
            return tuple(spot for row in rows for spot in row)
        case Graph(points=points):
            return points
        case Row(items=items, spread=spread):
            return items[-1:] if spread == "pile" else items
        case Counters() | Note():
            return ()


def ids(scene: Scene) -> Iterator[str]:
    """The ids of everything that can be touched; an id that names two things comes twice."""
    return (thing.id for part in scene.parts for thing in things(part) if thing.id)


def excess(scene: Scene) -> str | None:
    """Why a scene is too large to be sent; None if it is not."""
    size = len(encode(scene))
    return f"it has {size} bytes as JSON, at most {BYTES_AT_MOST} allowed" if size > BYTES_AT_MOST else None


def flaws(scene: Scene) -> tuple[str, ...]:
    """What is wrong with a scene beyond what its types check."""
    there = collections.Counter(ids(scene))
    twice = sorted(each for each, times in there.items() if times > 1)
    named = {end for part in scene.parts if isinstance(part, Graph) for line in part.lines for end in line}
    unknown = sorted((named | set(scene.last)) - there.keys())
    ragged = any(len({len(row) for row in part.rows}) > 1 for part in scene.parts if isinstance(part, Grid))
    found = [f"id {each!r} names two things" for each in twice]
    found += [f"{each!r} in `lines` or `last` is not an id in the scene" for each in unknown]
    found += ["the rows of a grid differ in length"] if ragged else []
    return (*found, *filter(None, (excess(scene),)))
