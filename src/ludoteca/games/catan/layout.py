"""The layout of the island: the standard one, and how a random one is made.

Laws kept here: every layout has the same tiles, numbers and port kinds; in a random one no two red numbers (6 or 8) are
adjacent. The standard one is the specification's, where two are (tiles 3 and 11).

Must not know: players.
"""

from typing import Annotated, Final, Literal, TypeAlias

from ludoteca.kernel import Answer, Meta, Value, replace
from ludoteca.kernel.values import share_defaults

from .actions import EdgeId
from .geometry import PORT_EDGES, TILE_COUNT, TILE_NEIGHBOURS
from .resources import Resource

Terrain: TypeAlias = Literal["DESERT"] | Resource
PortKind: TypeAlias = Literal["ANY"] | Resource
PortEdges: TypeAlias = Annotated[tuple[EdgeId, ...], Meta(min_length=9, max_length=9)]
"""The coastal edge of each PortId."""

DESERT: Final = "DESERT"
RED: Final = (6, 8)


class Board(Value, frozen=True, omit_defaults=True):
    tiles: tuple[Terrain, ...]  # by TileId
    numbers: tuple[int | None, ...]  # by TileId; the desert has none
    ports: tuple[PortKind, ...]  # by PortId
    port_edges: PortEdges = PORT_EDGES  # elsewhere only in a document that says so

    def __post_init__(self) -> None:
        share_defaults(self)


STANDARD: Final = Board(
    tiles=(
        "DESERT",
        *("ORE", "GRAIN", "WOOL", "BRICK", "LUMBER", "GRAIN"),
        *("LUMBER", "BRICK", "WOOL", "ORE", "GRAIN", "LUMBER"),
        *("BRICK", "WOOL", "LUMBER", "GRAIN", "WOOL", "ORE"),
    ),
    numbers=(None, 5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11),
    ports=("ANY", "BRICK", "ANY", "ORE", "ANY", "WOOL", "ANY", "GRAIN", "LUMBER"),
)
NUMBERS: Final[tuple[int, ...]] = tuple(number for number in STANDARD.numbers if number is not None)


def desert(board: Board) -> int:
    """The TileId of the desert, where the robber starts."""
    return board.tiles.index(DESERT)


def with_tiles(board: Board, order: Answer) -> Board:
    """The standard tiles in another order; the numbers keep their order around the desert until they are shuffled."""
    tiles = tuple(STANDARD.tiles[index] for index in order)
    return with_numbers(replace(board, tiles=tiles), tuple(range(len(NUMBERS))))


def with_numbers(board: Board, order: Answer) -> Board:
    numbers = iter([NUMBERS[index] for index in order])
    on_tiles = tuple(None if terrain == DESERT else next(numbers) for terrain in board.tiles)
    return replace(board, numbers=on_tiles)


def with_ports(board: Board, order: Answer) -> Board:
    return replace(board, ports=tuple(STANDARD.ports[index] for index in order))


def has_reds_together(board: Board) -> bool:
    return any(
        board.numbers[tile] in RED and board.numbers[beside] in RED
        for tile in range(TILE_COUNT)
        for beside in TILE_NEIGHBOURS[tile]
    )
