"""The setup: the settlement with the fastest production, and a road towards the next good site."""

from collections.abc import Sequence
from typing import Final

from ludoteca.games.catan.actions import SetupPlaceRoad, SetupPlaceSettlement, VertexId
from ludoteca.games.catan.geometry import EDGE_VERTICES, VERTEX_NEIGHBOURS
from ludoteca.games.catan.sites import is_far_enough

from .income import speed
from .knowledge import BoardKnowledge, BoardPlayer, income, rates

NEXT_SITE_WORTH: Final = 0.25  # the share of what the best site nearby would add


def settle(seen: BoardKnowledge, legal: Sequence[SetupPlaceSettlement]) -> SetupPlaceSettlement:
    return max(legal, key=lambda action: (_worth(seen, action.vertex_id), -action.vertex_id))


def begin_road(seen: BoardKnowledge, legal: Sequence[SetupPlaceRoad]) -> SetupPlaceRoad:
    """Evaluates both ends; the settlement's own end leads only to sites where nothing can be built."""

    def worth(action: SetupPlaceRoad) -> tuple[float, int]:
        near = {site for end in EDGE_VERTICES[action.edge_id] for site in VERTEX_NEIGHBOURS[end]}
        return _best(seen, near, seen.own), -action.edge_id

    return max(legal, key=worth)


def _worth(seen: BoardKnowledge, vertex: VertexId) -> float:
    then = _settled(seen.own, vertex)
    near = {site for beside in VERTEX_NEIGHBOURS[vertex] for site in VERTEX_NEIGHBOURS[beside]}
    now = _speed(seen, then)
    return now + NEXT_SITE_WORTH * max(0.0, _best(seen, near, then) - now)


def _best(seen: BoardKnowledge, sites: set[VertexId], own: BoardPlayer) -> float:
    """The best speed with one more settlement on any of these sites."""
    standing = own.buildings + seen.theirs.buildings
    free = (site for site in sites if is_far_enough(site, standing))
    return max((_speed(seen, _settled(own, site)) for site in free), default=0.0)


def _settled(own: BoardPlayer, vertex: VertexId) -> BoardPlayer:
    return own._replace(settlements=(*own.settlements, vertex))


def _speed(seen: BoardKnowledge, own: BoardPlayer) -> float:
    return speed(income(seen.island, own.settlements, own.cities), rates(seen.island, own.buildings))
