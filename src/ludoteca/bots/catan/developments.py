"""Development cards: which one to play now, if any.

A knight is played as soon as possible, unless a progress card is worth more this turn.
"""

from collections.abc import Sequence
from typing import Final

from ludoteca.games.catan.actions import Action, PlayKnight, PlayProgress, hand_of
from ludoteca.games.catan.resources import (
    INDEX,
    MONOPOLY,
    ONE_OF,
    ROAD_BUILDING,
    YEAR_OF_PLENTY,
    Hand,
    has,
    minus,
    plus,
    times,
)
from ludoteca.games.catan.roads import longest_road

from .knowledge import BoardKnowledge
from .plans import SLOWNESS, TITLE_WORTH, Plan, Race, gained, length_for_title, prospect, race, settlements
from .robber import rob

MONOPOLY_FROM: Final = 3
"""A monopoly is worth playing for this many cards of any kind."""


def play(seen: BoardKnowledge, legal: Sequence[Action], plans: Sequence[Plan]) -> Action | None:
    progress = [action for action in legal if isinstance(action, PlayProgress)]
    found = _monopoly(seen, progress) or _plenty(seen, progress, plans) or _roads(seen, progress)
    return found or knight(seen, legal)


def knight(seen: BoardKnowledge, legal: Sequence[Action]) -> PlayKnight | None:
    knights = [action for action in legal if isinstance(action, PlayKnight)]
    return rob(seen, knights) if knights else None


def holds_progress(seen: BoardKnowledge) -> bool:
    return any(seen.developments[card] for card in (MONOPOLY, YEAR_OF_PLENTY, ROAD_BUILDING))


def _monopoly(seen: BoardKnowledge, progress: Sequence[PlayProgress]) -> PlayProgress | None:
    """The resource that helps most; the other player's cards are known by counting."""
    run = race(seen)

    def taken(action: PlayProgress) -> int:
        assert action.resource is not None
        return seen.their_hand[INDEX[action.resource]]

    def worth(action: PlayProgress) -> tuple[float, int]:
        assert action.resource is not None
        return prospect(run, plus(seen.hand, times(ONE_OF[INDEX[action.resource]], taken(action)))), taken(action)

    good = [action for action in progress if action.card == "MONOPOLY" and taken(action) >= MONOPOLY_FROM]
    return max(good, key=worth, default=None)


def _plenty(seen: BoardKnowledge, progress: Sequence[PlayProgress], plans: Sequence[Plan]) -> PlayProgress | None:
    """Two cards for the best plan, if just these are missing."""
    if not plans or has(seen.hand, plans[0].price):
        return None
    missing = minus(plans[0].price, seen.hand)
    for action in progress:
        if action.resources is not None and has(hand_of(action.resources), missing):
            return action
    return None


def _roads(seen: BoardKnowledge, progress: Sequence[PlayProgress]) -> PlayProgress | None:
    """Two roads that take the title, or lead to the best site, or at least make the road longer."""
    pairs = [action for action in progress if action.edges is not None]
    return max(pairs, key=lambda action: _worth_of_roads(race(seen), seen.hand, action.edges or ()), default=None)


def _worth_of_roads(run: Race, hand: Hand, edges: tuple[int, ...]) -> tuple[float, int]:
    roads = tuple(sorted((*run.own.roads, *edges)))
    length = longest_road(roads, run.theirs.buildings)
    takes_title = run.longest_road != run.own.seat and length >= length_for_title(run)
    then = run._replace(own=run.own._replace(roads=roads))
    title = gained(run, TITLE_WORTH) / SLOWNESS if takes_title else 0.0
    return title + prospect(then, hand, settlements(then)), length
