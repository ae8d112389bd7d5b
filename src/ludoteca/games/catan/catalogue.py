"""The catalogue: every action that can be listed, in the order of the enum. A mask over it is a mask over `legal`.

`legal` is always a subsequence of it. Accepted but not in it: offers to the other player beyond one for one, one for
two and two for one, and other spellings of a listed action (a higher rate, another port of the same rate, an explicit
price).

Must not know: states.
"""

from itertools import combinations, combinations_with_replacement
from typing import Final

from .actions import (
    Action,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopment,
    Discard,
    EndTurn,
    MoveRobber,
    PlayKnight,
    PlayProgress,
    RollDice,
    SetupPlaceRoad,
    SetupPlaceSettlement,
    TradeAccept,
    TradeBank,
    TradeDecline,
    TradePlayer,
    TradePort,
    just,
    named,
)
from .geometry import EDGE_COUNT, PORT_EDGES, TILE_COUNT, VERTEX_COUNT
from .resources import ANY_PORT_RATE, BANK_RATE, ONE_OF, PORT_RATE, RESOURCES, plus

_TILES, _VERTICES, _EDGES = range(TILE_COUNT), range(VERTEX_COUNT), range(EDGE_COUNT)
_KINDS, _PORTS, _VICTIMS = range(len(RESOURCES)), range(len(PORT_EDGES)), (None, 0, 1)
_EXCHANGES: Final = tuple((give, receive) for give in _KINDS for receive in _KINDS if give != receive)

ROLL: Final = RollDice()
ROBBER: Final = {(tile, victim): MoveRobber(tile, victim) for tile in _TILES for victim in _VICTIMS}
ROAD: Final = tuple(BuildRoad(edge, free=False) for edge in _EDGES)
SETTLEMENT: Final = tuple(BuildSettlement(vertex, free=False) for vertex in _VERTICES)
CITY: Final = tuple(BuildCity(vertex) for vertex in _VERTICES)
BUY: Final = BuyDevelopment()
KNIGHT: Final = {(tile, victim): PlayKnight(tile, victim) for tile in _TILES for victim in _VICTIMS}
TWO_ROADS: Final = {pair: PlayProgress("ROAD_BUILDING", edges=pair) for pair in combinations(_EDGES, 2)}
LAST_ROAD: Final = tuple(PlayProgress("ROAD_BUILDING", edges=(edge,)) for edge in _EDGES)
PLENTY: Final = {
    pair: PlayProgress("YEAR_OF_PLENTY", resources=named(plus(ONE_OF[pair[0]], ONE_OF[pair[1]])))
    for pair in combinations_with_replacement(_KINDS, 2)
}
MONOPOLY: Final = tuple(PlayProgress("MONOPOLY", resource=resource) for resource in RESOURCES)
BANK: Final = {(give, receive): TradeBank(just(give, BANK_RATE), just(receive)) for give, receive in _EXCHANGES}
PORT: Final = {
    (port, rate): {(give, receive): TradePort(port, just(give, rate), just(receive)) for give, receive in _EXCHANGES}
    for port in _PORTS
    for rate in (PORT_RATE, ANY_PORT_RATE)
}
OFFER_COUNTS: Final = ((1, 1), (1, 2), (2, 1))
"""Listed offers: how many cards of one kind for how many of another."""

OFFER: Final = {
    (partner, give, counts): tuple(
        TradePlayer(partner, just(give, counts[0]), just(receive, counts[1])) for receive in _KINDS if receive != give
    )
    for partner in (0, 1)
    for give in _KINDS
    for counts in OFFER_COUNTS
}
END: Final = EndTurn()
FIRST_SETTLEMENT: Final = {
    (vertex, turn): SetupPlaceSettlement(vertex, turn) for vertex in _VERTICES for turn in (1, 2)
}
FIRST_ROAD: Final = {(edge, turn): SetupPlaceRoad(edge, turn) for edge in _EDGES for turn in (1, 2)}
DISCARD: Final = tuple(Discard(resource) for resource in RESOURCES)
ACCEPT: Final = TradeAccept()
DECLINE: Final = TradeDecline()

CATALOGUE: Final[tuple[Action, ...]] = (
    ROLL,
    *ROBBER.values(),
    *ROAD,
    *SETTLEMENT,
    *CITY,
    BUY,
    *KNIGHT.values(),
    *TWO_ROADS.values(),
    *LAST_ROAD,
    *PLENTY.values(),
    *MONOPOLY,
    *BANK.values(),
    *(trade for trades in PORT.values() for trade in trades.values()),
    *(offer for offers in OFFER.values() for offer in offers),
    END,
    *FIRST_SETTLEMENT.values(),
    *FIRST_ROAD.values(),
    *DISCARD,
    ACCEPT,
    DECLINE,
)

PLACE: Final = {action: place for place, action in enumerate(CATALOGUE)}
"""action -> its index"""
