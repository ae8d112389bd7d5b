"""Our island in catanatron's terms: its hexes, nodes and edges by our ids, and its map with our layout.

Hexes are matched by their coordinates: our (x, y, z) is its (x, z, y). Its own ports lie elsewhere than ours, so the
sea around is laid out anew; its numbers of nodes depend on the hexes alone, and stay.
"""

from typing import Any, Final, TypeAlias

from catanatron.models.coordinate_system import UNIT_VECTORS, add
from catanatron.models.map import BASE_MAP_TEMPLATE, CatanMap, LandTile, MapTemplate, NodeRef, Port, Water
from catanatron.models.map import initialize_tiles as tiles_of

from ludoteca.games.catan.geometry import (
    DIRECTIONS,
    EDGE_VERTICES,
    PORT_EDGES,
    TILE_EDGES,
    TILE_VERTICES,
    TILES,
    Cube,
)
from ludoteca.games.catan.layout import Board

Node: TypeAlias = int
Edge: TypeAlias = tuple[Node, Node]

RESOURCES: Final = ("BRICK", "WOOD", "SHEEP", "WHEAT", "ORE")
"""Its names of the resources, in our order. A desert, and a port for anything, have None for a resource."""

_RESOURCE: Final = dict(zip(("BRICK", "LUMBER", "WOOL", "GRAIN", "ORE"), RESOURCES, strict=True))
_CLOCKWISE: Final = (
    *(NodeRef.NORTH, NodeRef.NORTHEAST, NodeRef.SOUTHEAST),
    *(NodeRef.SOUTH, NodeRef.SOUTHWEST, NodeRef.NORTHWEST),
)


def _its(place: Cube) -> Cube:
    x, y, z = place
    return x, z, y


def _nodes() -> tuple[Node, ...]:
    found: dict[int, Node] = {}
    lands = tiles_of(BASE_MAP_TEMPLATE)
    for tile, ring in zip(TILES, TILE_VERTICES, strict=True):
        for vertex, corner in zip(ring, _CLOCKWISE, strict=True):
            node = lands[_its(tile)].nodes[corner]
            assert found.setdefault(vertex, node) == node, "a vertex is two nodes"
    return tuple(found[vertex] for vertex in sorted(found))


def _ports() -> dict[Cube, tuple[int, Any]]:
    """Where in the sea each port is, and the direction from there to the land."""
    found = {}
    for port, edge in enumerate(PORT_EDGES):
        tile = next(tile for tile, sides in enumerate(TILE_EDGES) if edge in sides)
        outward = _its(DIRECTIONS[TILE_EDGES[tile].index(edge)])
        inward = next(name for name, vector in UNIT_VECTORS.items() if add(vector, outward) == (0, 0, 0))
        found[add(_its(TILES[tile]), outward)] = (port, inward)
    return found


COORDINATES: Final = tuple(_its(tile) for tile in TILES)
"""TileId -> its hex"""

NODES: Final = _nodes()
"""VertexId -> its node"""

EDGES: Final[tuple[Edge, ...]] = tuple(
    (min(NODES[one], NODES[two]), max(NODES[one], NODES[two])) for one, two in EDGE_VERTICES
)
"""EdgeId -> its edge, the lower node first"""

TILE_AT: Final = {place: tile for tile, place in enumerate(COORDINATES)}
VERTEX_AT: Final = {node: vertex for vertex, node in enumerate(NODES)}
EDGE_AT: Final = {ends: edge for edge, ends in enumerate(EDGES)}

_PORTS: Final = _ports()
_TOPOLOGY: Final = {
    place: LandTile if kind is LandTile else (Port, _PORTS[place][1]) if place in _PORTS else Water
    for place, kind in BASE_MAP_TEMPLATE.topology.items()
}


def island(board: Board) -> Any:
    """Its map of our board. It takes what it places from the end of lists, in the order of the topology."""
    lands = [TILE_AT[place] for place, kind in _TOPOLOGY.items() if kind is LandTile]
    ports = [_PORTS[place][0] for place in _TOPOLOGY if place in _PORTS]
    numbers = [board.numbers[tile] for tile in lands if board.numbers[tile] is not None]
    template = MapTemplate([], [], [], _TOPOLOGY)
    tiles = tiles_of(
        template,
        numbers[::-1],
        [_RESOURCE.get(board.ports[port]) for port in reversed(ports)],
        [_RESOURCE.get(board.tiles[tile]) for tile in reversed(lands)],
    )
    return CatanMap.from_tiles(tiles)
