"""Plans: what a player could do next, what it costs, and how many rounds it brings him closer to his points.

A plan's gain is how much sooner he would have all points if it were done: by its points, and by a production that is
faster from then on. The best plan is the one with most gain for the rounds until it is paid for.

Must not know: whose turn it is, what is legal now.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ludoteca.games.catan import catalogue
from ludoteca.games.catan.actions import Action, Side
from ludoteca.games.catan.resources import (
    CITIES,
    CITY_PRICE,
    DEVELOPMENT_PRICE,
    ROAD_PRICE,
    ROADS,
    SETTLEMENT_PRICE,
    SETTLEMENTS,
    Cards,
    Hand,
    plus,
    times,
)
from ludoteca.games.catan.victory import LARGEST_ARMY_AT_LEAST, LONGEST_ROAD_AT_LEAST

from .income import speed, waiting
from .knowledge import REMEMBERED, BoardPlayer, Income, Island, Seen, income, rates
from .road_reach import Way, open_sites, way_to_length

TITLE_WORTH: Final = 2.6  # its points, and that the other does not have them
KNIGHT_WORTH: Final = 0.25  # in points: a card is stolen, a tile is blocked
PROGRESS_WORTH: Final = 0.35
FAR_TITLE: Final = 0.6  # a title that needs another knight may never come
SLOWNESS: Final = 1.0  # rounds: of two plans that can be paid for now the better one is done


class Plan(NamedTuple):
    price: Hand
    gain: float  # rounds
    step: Action  # what is done first
    step_price: Hand


class Race(NamedTuple):
    """All that plans depend on, but for the hand."""

    island: Island
    own: BoardPlayer
    theirs: BoardPlayer
    longest_road: Side | None
    vp_to_win: int
    unseen: Cards
    deck: int


def race(seen: Seen) -> Race:
    view = seen.view
    return Race(seen.island, seen.own, seen.theirs, view.longest_road, view.vp_to_win, seen.unseen, view.deck)


def their_race(seen: Seen) -> Race:
    """The same from the other side."""
    return race(seen)._replace(own=seen.theirs, theirs=seen.own)


def earns(run: Race) -> tuple[Income, Hand]:
    """What comes in, and what it can be traded for."""
    own = run.own
    return income(run.island, own.settlements, own.cities), rates(run.island.ports, own.buildings)


def ranked(run: Race, hand: Hand) -> list[Plan]:
    """The best plan first."""
    return sorted(plans(run), key=lambda plan: merit(run, hand, plan), reverse=True)


def merit(run: Race, hand: Hand, plan: Plan) -> float:
    return plan.gain / (waiting(plan.price, hand, *earns(run)) + SLOWNESS)


def prospect(run: Race, hand: Hand, among: Sequence[Plan] | None = None) -> float:
    """How good the best plan is with this hand: rounds gained for each round it takes."""
    return max((merit(run, hand, plan) for plan in (plans(run) if among is None else among)), default=0.0)


@lru_cache(REMEMBERED)
def plans(run: Race) -> tuple[Plan, ...]:
    return (*settlements(run), *_cities(run), *_development(run), *_longest_road(run))


def gained(run: Race, points: float, then: BoardPlayer | None = None) -> float:
    """Rounds sooner to all points, with these points more, and what stands on the board then."""
    short = max(0, run.vp_to_win - run.own.points)
    now = speed(*earns(run))
    faster = now if then is None else speed(*earns(run._replace(own=then)))
    return short / now - max(0.0, short - points) / faster


def settlements(run: Race) -> list[Plan]:
    own = run.own
    if len(own.settlements) == SETTLEMENTS:
        return []
    found: list[Plan] = []
    for vertex, way in open_sites(own, run.theirs).items():
        if len(own.roads) + len(way) <= ROADS:
            gain = gained(run, 1, own._replace(settlements=(*own.settlements, vertex)))
            found.append(_after_roads(way, SETTLEMENT_PRICE, gain, catalogue.SETTLEMENT[vertex]))
    return found


def _cities(run: Race) -> list[Plan]:
    own = run.own
    if len(own.cities) == CITIES:
        return []
    return [
        Plan(CITY_PRICE, gained(run, 1, _with_city(own, vertex)), catalogue.CITY[vertex], CITY_PRICE)
        for vertex in own.settlements
    ]


def _development(run: Race) -> list[Plan]:
    if not run.deck:
        return []
    knights, *progress, points = run.unseen
    worth = points + knights * (KNIGHT_WORTH + army_share(run)) + sum(progress) * PROGRESS_WORTH
    gain = gained(run, worth / sum(run.unseen))
    return [Plan(DEVELOPMENT_PRICE, gain, catalogue.BUY, DEVELOPMENT_PRICE)]


def _longest_road(run: Race) -> list[Plan]:
    own = run.own
    if run.longest_road == own.seat:
        return []
    way = way_to_length(own, run.theirs, length_for_title(run))
    if not way or len(own.roads) + len(way) > ROADS:
        return []
    return [_after_roads(way[:-1], ROAD_PRICE, gained(run, TITLE_WORTH), catalogue.ROAD[way[-1]])]


def length_for_title(run: Race) -> int:
    return max(LONGEST_ROAD_AT_LEAST, run.theirs.road_length + 1)


def army_share(run: Race) -> float:
    """What one more knight is worth for the largest army, in points."""
    wanted = max(LARGEST_ARMY_AT_LEAST, run.theirs.knights + 1) - run.own.knights
    return TITLE_WORTH * FAR_TITLE**wanted / wanted if wanted > 0 else 0.0


def _after_roads(way: Way, price: Hand, gain: float, last: Action) -> Plan:
    """A plan whose last step comes after some roads."""
    if not way:
        return Plan(price, gain, last, price)
    return Plan(plus(times(ROAD_PRICE, len(way)), price), gain, catalogue.ROAD[way[0]], ROAD_PRICE)


def _with_city(own: BoardPlayer, vertex: int) -> BoardPlayer:
    settlements = tuple(place for place in own.settlements if place != vertex)
    return own._replace(settlements=settlements, cities=(*own.cities, vertex))
