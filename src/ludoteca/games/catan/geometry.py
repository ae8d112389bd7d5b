"""The island's geometry: 19 tiles, 54 vertices, 72 edges, and what touches what. Pure tables, computed once.

Tiles are pointy-top hexes in cube coordinates. TileIds are the specification's table, a clockwise spiral from the
north-east. A tile's vertices are numbered clockwise from its north, and its edge i lies between its vertices i and
i + 1, facing DIRECTIONS[i]. VertexIds and EdgeIds are the order of first appearance by (tile, local number). RULES.md
has the picture of all ids.

Must not know: what is on the tiles, who has built where.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Final, TypeAlias

Cube: TypeAlias = tuple[int, int, int]

DIRECTIONS: Final[tuple[Cube, ...]] = ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1))
"""North-east, east, south-east, south-west, west, north-west."""

TILES: Final[tuple[Cube, ...]] = (
    (0, 0, 0),
    *((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)),
    *((2, -1, -1), (2, 0, -2), (1, 1, -2), (0, 2, -2), (-1, 2, -1), (-2, 2, 0)),
    *((-2, 1, 1), (-2, 0, 2), (-1, -1, 2), (0, -2, 2), (1, -2, 1), (2, -2, 0)),
)
TILE_COUNT: Final = 19
VERTEX_COUNT: Final = 54
EDGE_COUNT: Final = 72


def _sum(*cubes: Cube) -> Cube:
    x, y, z = (sum(part) for part in zip(*cubes, strict=True))
    return x, y, z


def _vertex(tile: Cube, local: int) -> Cube:
    """A vertex as the sum of the three tiles, land or sea, that meet there: the same from each of them."""
    before, after = DIRECTIONS[local - 1], DIRECTIONS[local]
    return _sum(tile, _sum(tile, before), _sum(tile, after))


_CORNERS = [[_vertex(tile, local) for local in range(6)] for tile in TILES]
VERTICES: Final = {corner: number for number, corner in enumerate(dict.fromkeys(chain(*_CORNERS)))}
"""vertex coordinate -> VertexId"""

TILE_VERTICES: Final = tuple(tuple(VERTICES[corner] for corner in corners) for corners in _CORNERS)
"""The six VertexIds of each tile, clockwise from its north."""

_SIDES = [[tuple(sorted((ring[i], ring[(i + 1) % 6]))) for i in range(6)] for ring in TILE_VERTICES]
EDGES: Final = {side: number for number, side in enumerate(dict.fromkeys(chain(*_SIDES)))}
"""edge coordinate (vertex_a < vertex_b) -> EdgeId"""

TILE_EDGES: Final = tuple(tuple(EDGES[side] for side in sides) for sides in _SIDES)
"""The six EdgeIds of each tile; the one at index i faces DIRECTIONS[i]."""

EDGE_VERTICES: Final[tuple[tuple[int, int], ...]] = tuple((side[0], side[1]) for side in EDGES)
VERTEX_TILES: Final = tuple(
    tuple(tile for tile, ring in enumerate(TILE_VERTICES) if vertex in ring) for vertex in range(VERTEX_COUNT)
)
VERTEX_EDGES: Final = tuple(
    tuple(edge for edge, ends in enumerate(EDGE_VERTICES) if vertex in ends) for vertex in range(VERTEX_COUNT)
)
VERTEX_NEIGHBOURS: Final = tuple(
    tuple(sorted(sum(EDGE_VERTICES[edge]) - vertex for edge in VERTEX_EDGES[vertex])) for vertex in range(VERTEX_COUNT)
)
TILE_NEIGHBOURS: Final = tuple(
    tuple(TILES.index(beside) for way in DIRECTIONS if (beside := _sum(tile, way)) in TILES) for tile in TILES
)

_PORT_PLACES: Final = (
    *((12, (0, 1, -1)), (10, (0, 1, -1)), (8, (0, 1, -1)), (7, (1, -1, 0)), (18, (0, -1, 1))),
    *((16, (1, -1, 0)), (15, (0, -1, 1)), (14, (-1, 0, 1)), (13, (-1, 1, 0))),
)
PORT_EDGES: Final = tuple(TILE_EDGES[tile][DIRECTIONS.index(outward)] for tile, outward in _PORT_PLACES)
"""The standard edge of each PortId."""

COASTAL_EDGES: Final = tuple(edge for edge in range(EDGE_COUNT) if sum(edge in sides for sides in TILE_EDGES) == 1)


def ports_at(port_edges: Iterable[int], vertices: Iterable[int]) -> set[int]:
    """The ports that buildings on these vertices may use. Where two ports are adjacent, a vertex has both."""
    built = set(vertices)
    return {port for port, edge in enumerate(port_edges) if not built.isdisjoint(EDGE_VERTICES[edge])}
