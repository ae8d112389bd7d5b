"""Random actions of the catalogue: what catanatron does not list we must refuse, and what we accept it must list.

Left out is what has no counterpart there: trades between players, rounds of the setup, and a dearer way to trade where
there is a cheaper one.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import Final

from ludoteca.dealers import PyRandom
from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import (
    Action,
    BuildRoad,
    BuildSettlement,
    SetupPlaceRoad,
    SetupPlaceSettlement,
    TradeAccept,
    TradeBank,
    TradeDecline,
    TradePlayer,
    TradePort,
)
from ludoteca.games.catan.catalogue import CATALOGUE
from ludoteca.games.catan.setup_phase import setup_round
from ludoteca.games.catan.types import State
from ludoteca.kernel import Illegal, Move, Seat, choose, step

from .position import Choice, choice_of


def _by_type() -> tuple[tuple[Action, ...], ...]:
    found: dict[type[Action], list[Action]] = defaultdict(list)
    for action in CATALOGUE:
        if not isinstance(action, TradePlayer | TradeAccept | TradeDecline):
            found[type(action)].append(action)
    return tuple(map(tuple, found.values()))


TYPES: Final = _by_type()


def any_action(dealer: PyRandom) -> Action:
    """One of the catalogue, every type of them equally likely."""
    actions = choose(dealer, TYPES)
    return choose(dealer, actions)


def is_accepted(state: State, seat: Seat, action: Action) -> bool:
    try:
        step(GAME, state, Move(seat, action))
    except Illegal:
        return False
    return True


def has_counterpart(state: State, action: Action, listed: Collection[Choice]) -> bool:
    match action:
        case SetupPlaceSettlement(turn=turn) | SetupPlaceRoad(turn=turn):
            return state.phase == "SETUP" and turn == setup_round(state)
        case BuildRoad() | BuildSettlement():
            return state.phase != "SETUP"
        case TradeBank():
            return not any(_is_cheaper(other, choice_of(action)) for other in listed)
        case TradePort():  # it may be listed through another port
            choice = choice_of(action)
            return not any(other == choice or _is_cheaper(other, choice) for other in listed)
        case _:
            return True


def _is_cheaper(one: Choice, two: Choice) -> bool:
    """Whether both trade the same, the first for fewer cards."""
    is_same = one[0] == two[0] == "trade" and (one[1], one[-1]) == (two[1], two[-1])
    return is_same and len(one) < len(two)
