"""Plans: what a player could do next, its cost, and how many rounds it saves on the way to victory.

A plan's gain is how many rounds sooner the player would win with it, through its points and a faster production. The
best plan has the most gain for the rounds until it can be paid for.

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
from .knowledge import REMEMBERED, BoardKnowledge, BoardPlayer, Income, Island, income, rates
from .road_reach import Way, open_sites, way_to_length

TITLE_WORTH: Final = 2.6  # its points, and denying them to the other player
KNIGHT_WORTH: Final = 0.25  # in points: for the stolen card and the blocked tile
PROGRESS_WORTH: Final = 0.35
FAR_TITLE: Final = 0.6  # a title that needs another knight may never come
SLOWNESS: Final = 1.0  # rounds: added to the cost of each plan, so that of two affordable ones the better wins


class Plan(NamedTuple):
    price: Hand
    gain: float  # rounds
    step: Action  # the first action
    step_price: Hand


class Race(NamedTuple):
    """Everything that plans depend on, except the hand."""

    island: Island
    own: BoardPlayer
    theirs: BoardPlayer
    longest_road: Side | None
    vp_to_win: int
    unseen: Cards
    deck: int


def race(seen: BoardKnowledge) -> Race:
    view = seen.view
    return Race(seen.island, seen.own, seen.theirs, view.longest_road, view.vp_to_win, seen.unseen, view.deck)


def their_race(seen: BoardKnowledge) -> Race:
    """The other player's race."""
    return race(seen)._replace(own=seen.theirs, theirs=seen.own)


def earns(run: Race) -> tuple[Income, Hand]:
    """The income, and the rates at which it can be traded."""
    own = run.own
    return income(run.island, own.settlements, own.cities), rates(run.island, own.buildings)


def ranked(run: Race, hand: Hand) -> list[Plan]:
    """The plans, best first."""
    return sorted(plans(run), key=lambda plan: merit(run, hand, plan), reverse=True)


def merit(run: Race, hand: Hand, plan: Plan) -> float:
    return plan.gain / (waiting(plan.price, hand, *earns(run)) + SLOWNESS)


def prospect(run: Race, hand: Hand, among: Sequence[Plan] | None = None) -> float:
    """The best plan's value with this hand: rounds gained per round it takes."""
    return max((merit(run, hand, plan) for plan in (plans(run) if among is None else among)), default=0.0)


@lru_cache(REMEMBERED)
def plans(run: Race) -> tuple[Plan, ...]:
    return (*settlements(run), *_cities(run), *_development(run), *_longest_road(run))


def gained(run: Race, points: float, then: BoardPlayer | None = None) -> float:
    """The rounds saved by these extra points and this new board."""
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
    """The value of one more knight for the largest army, in points."""
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
