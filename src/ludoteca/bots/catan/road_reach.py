"""The reach of a player's roads: sites for settlements, the roads to them, and the roads that make a longer one.

Must not know: what a site is worth.
"""

from functools import lru_cache
from typing import Final, TypeAlias

from ludoteca.games.catan.actions import EdgeId, VertexId
from ludoteca.games.catan.geometry import EDGE_VERTICES, VERTEX_EDGES
from ludoteca.games.catan.roads import longest_road
from ludoteca.games.catan.sites import is_far_enough, road_sites

from .knowledge import REMEMBERED, BoardPlayer

Way: TypeAlias = tuple[EdgeId, ...]
"""Roads to build, one after the other."""

ROADS_AHEAD: Final = 3
"""At most this many roads are planned towards a site or a title."""


@lru_cache(REMEMBERED)
def reachable(own: BoardPlayer, theirs: BoardPlayer) -> dict[VertexId, Way]:
    """Every vertex that the own roads reach, now or with a few more, and the shortest way there."""
    ways: dict[VertexId, Way] = {vertex: () for road in own.roads for vertex in EDGE_VERTICES[road]}
    taken, border = {*own.roads, *theirs.roads}, list(ways)
    for _ in range(ROADS_AHEAD):
        further: list[VertexId] = []
        for vertex in border:
            if vertex in theirs.buildings:
                continue
            for edge in VERTEX_EDGES[vertex]:
                there = sum(EDGE_VERTICES[edge]) - vertex
                if edge not in taken and there not in ways:
                    ways[there] = (*ways[vertex], edge)
                    further.append(there)
        border = further
    return ways


@lru_cache(REMEMBERED)
def open_sites(own: BoardPlayer, theirs: BoardPlayer) -> dict[VertexId, Way]:
    """The reachable vertices where a settlement may be built."""
    standing = own.buildings + theirs.buildings
    return {vertex: way for vertex, way in reachable(own, theirs).items() if is_far_enough(vertex, standing)}


@lru_cache(REMEMBERED)
def way_to_length(own: BoardPlayer, theirs: BoardPlayer, wanted: int) -> Way:
    """Roads that bring the longest road to this length, chosen greedily; none if a few are not enough."""
    roads: Way = own.roads
    way: Way = ()
    while len(way) < ROADS_AHEAD:
        sites = road_sites(tuple(sorted(roads)), theirs.roads, theirs.buildings)
        if not sites:
            return ()
        lengths = {edge: longest_road((*roads, edge), theirs.buildings) for edge in sites}
        best = max(lengths, key=lambda edge: (lengths[edge], -edge))
        roads, way = (*roads, best), (*way, best)
        if lengths[best] >= wanted:
            return way
    return ()
