"""Building sites: free edges that touch the player's own network, free vertices two edges away from any building.

The results depend on few inputs that seldom change, so they are cached.

Must not know: prices, pieces left, phases.
"""

from functools import lru_cache
from typing import TypeAlias

from .geometry import EDGE_VERTICES, VERTEX_COUNT, VERTEX_EDGES, VERTEX_NEIGHBOURS

Ids: TypeAlias = tuple[int, ...]

REMEMBERED = 4096


@lru_cache(REMEMBERED)
def road_sites(own_roads: Ids, other_roads: Ids, other_buildings: Ids) -> Ids:
    """Free edges at an end of an own road where the other player has not built."""
    ends = {vertex for road in own_roads for vertex in EDGE_VERTICES[road]}.difference(other_buildings)
    beside = {edge for vertex in ends for edge in VERTEX_EDGES[vertex]}
    return tuple(sorted(beside.difference(own_roads, other_roads)))


@lru_cache(REMEMBERED)
def road_pairs(own_roads: Ids, other_roads: Ids, other_buildings: Ids) -> tuple[tuple[int, int], ...]:
    """Pairs of roads that can be built one after the other, in either order; the lower id comes first."""
    found: set[tuple[int, int]] = set()
    for first in road_sites(own_roads, other_roads, other_buildings):
        then = road_sites((*own_roads, first), other_roads, other_buildings)
        found.update((first, second) if first < second else (second, first) for second in then)
    return tuple(sorted(found))


@lru_cache(REMEMBERED)
def settlement_sites(own_roads: Ids, all_buildings: Ids) -> Ids:
    """Vertices on an own road that keep the distance rule."""
    on_roads = {vertex for road in own_roads for vertex in EDGE_VERTICES[road]}
    return tuple(sorted(vertex for vertex in on_roads if is_far_enough(vertex, all_buildings)))


def free_vertices(all_buildings: Ids) -> Ids:
    """Every vertex that keeps the distance rule: where the first settlements may stand."""
    return tuple(vertex for vertex in range(VERTEX_COUNT) if is_far_enough(vertex, all_buildings))


def is_far_enough(vertex: int, all_buildings: Ids) -> bool:
    """The distance rule: no building here, nor on any of the two or three adjacent vertices."""
    return vertex not in all_buildings and not any(beside in all_buildings for beside in VERTEX_NEIGHBOURS[vertex])
