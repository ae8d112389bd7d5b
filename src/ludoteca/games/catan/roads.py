"""The longest road: the longest trail of own roads that uses no road twice and passes no building of the other player.

A trail may revisit a vertex, and may begin or end at the other player's building.

Must not know: titles, points.
"""

from collections.abc import Collection
from typing import TypeAlias

from .geometry import EDGE_VERTICES

Network: TypeAlias = dict[int, list[tuple[int, int]]]  # vertex -> (a road's bit, the vertex at its other end)


def longest_road(roads: Collection[int], cut_at: Collection[int]) -> int:
    """The length of the longest trail; `cut_at` holds the vertices where the other player has built."""
    network: Network = {}
    for place, road in enumerate(roads):
        one, two = EDGE_VERTICES[road]
        network.setdefault(one, []).append((1 << place, two))
        network.setdefault(two, []).append((1 << place, one))
    return max((_farthest(network, cut_at, start, 0) for start in network), default=0)


def _farthest(network: Network, cut_at: Collection[int], here: int, used: int) -> int:
    best = 0
    for road, there in network[here]:
        if not used & road:
            beyond = 0 if there in cut_at else _farthest(network, cut_at, there, used | road)
            if beyond >= best:
                best = beyond + 1
    return best
