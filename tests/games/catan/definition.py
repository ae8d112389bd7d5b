"""The longest road by its definition alone: try every way, road after road. Slow, and plainly right."""

from ludoteca.games.catan.geometry import EDGE_VERTICES


def longest_by_trying(roads: frozenset[int], cut_at: frozenset[int]) -> int:
    """Every sequence of different roads in which each begins where the last one ended."""
    return max((_best(roads, cut_at, (road,), end) for road in roads for end in EDGE_VERTICES[road]), default=0)


def _best(roads: frozenset[int], cut_at: frozenset[int], way: tuple[int, ...], end: int) -> int:
    """The longest way that goes on from `way`, which stops at the vertex `end`."""
    if end in cut_at:
        return len(way)
    longest = len(way)
    for road in roads.difference(way):
        if end in EDGE_VERTICES[road]:
            one, two = EDGE_VERTICES[road]
            longest = max(longest, _best(roads, cut_at, (*way, road), two if end == one else one))
    return longest
