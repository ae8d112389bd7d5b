"""Every id with its coordinates, and what other readers call the same thing.

The specification orders vertices twice. Ours are numbered by first appearance; `lexicographic` is the other reading,
the rank of a vertex's (x, y, z, direction) and of an edge's pair of such vertices. `catanatron` is the id of the same
tile, node or edge in catanatron 3.

Must not know: what lies on the island.
"""

from typing import Any, Final, NamedTuple

from ..geometry import EDGE_VERTICES, PORT_EDGES, TILE_EDGES, TILE_VERTICES, TILES, VERTEX_TILES

_CATANATRON_TILES: Final = (0, 6, 1, 2, 3, 4, 5, 18, *range(7, 18))
_CATANATRON_NODES: Final = (*range(6), 22, 23, 6, 20, *range(7, 20), 21, 52, 53, *range(24, 52))


class VertexCoordinate(NamedTuple):
    """A tile's place and the vertex's number there, clockwise from north; of several tiles, the smallest place."""

    x: int
    y: int
    z: int
    direction: int


def _coordinate(vertex: int) -> VertexCoordinate:
    return min(VertexCoordinate(*TILES[tile], TILE_VERTICES[tile].index(vertex)) for tile in VERTEX_TILES[vertex])


_COORDINATES: Final = tuple(map(_coordinate, range(len(VERTEX_TILES))))
_RANKS: Final = tuple(map(sorted(_COORDINATES).index, _COORDINATES))


def _ascending(numbers: tuple[int, ...], pair: tuple[int, int]) -> tuple[int, int]:
    one, two = numbers[pair[0]], numbers[pair[1]]
    return min(one, two), max(one, two)


def id_tables() -> dict[str, list[dict[str, Any]]]:
    """The rows of `tiles`, `vertices`, `edges` and `ports`, each in the order of its ids."""
    by_rank = sorted(_ascending(_RANKS, pair) for pair in EDGE_VERTICES)
    return {
        "tiles": [
            {"id": tile, "x": x, "y": y, "z": z, "catanatron": _CATANATRON_TILES[tile]}
            for tile, (x, y, z) in enumerate(TILES)
        ],
        "vertices": [
            {"id": vertex, **place._asdict(), "lexicographic": _RANKS[vertex], "catanatron": _CATANATRON_NODES[vertex]}
            for vertex, place in enumerate(_COORDINATES)
        ],
        "edges": [
            {
                "id": edge,
                "vertex_a": pair[0],
                "vertex_b": pair[1],
                "lexicographic": by_rank.index(_ascending(_RANKS, pair)),
                "catanatron": list(_ascending(_CATANATRON_NODES, pair)),
            }
            for edge, pair in enumerate(EDGE_VERTICES)
        ],
        "ports": [_port(port, edge) for port, edge in enumerate(PORT_EDGES)],
    }


def _port(port: int, edge: int) -> dict[str, Any]:
    """On the coast, so that it has one tile; the direction is where the sea is, clockwise from north-east."""
    tile = next(tile for tile, edges in enumerate(TILE_EDGES) if edge in edges)
    x, y, z = TILES[tile]
    return {"id": port, "edge_id": edge, "x": x, "y": y, "z": z, "direction": TILE_EDGES[tile].index(edge)}
