"""Trading: four for one with the bank, three or two for one through a port, any offer with the other player.

The cheapest trades with the bank are listed; a higher rate is accepted too. Offers to the other player of one for one,
one for two and two for one are listed; any other offer that gives and wants different resources is accepted.

Must not know: phases.
"""

from functools import lru_cache
from typing import Final

from ludoteca.kernel import Event, Illegal, Seat, Step, replace

from . import catalogue
from .actions import Action, TradeBank, TradePlayer, TradePort, hand_of
from .bank import check_in_bank, check_payable, handed, paid, took
from .events import BankTraded, TradeAccepted, TradeDeclined, TradeOffered
from .geometry import ports_at
from .layout import PortEdges, PortKind
from .resources import ANY_PORT_RATE, BANK_RATE, NONE, PORT_RATE, RESOURCES, Hand, has
from .sites import REMEMBERED, Ids
from .types import Made, Offer, State, buildings, other

_KINDS: Final = range(len(RESOURCES))


def listed(state: State, seat: Seat) -> list[Action]:
    return _listed_maritime(state, seat) + _listed_offers(state, seat)


def listed_answers(state: State, seat: Seat) -> list[Action]:
    assert state.offer is not None
    can_accept = has(state.players[seat].resources, state.offer.receive)
    return [catalogue.ACCEPT, catalogue.DECLINE] if can_accept else [catalogue.DECLINE]


def trade_bank(state: State, seat: Seat, action: TradeBank) -> Made:
    return _exchanged(state, seat, hand_of(action.give), hand_of(action.receive), BANK_RATE, None)


def trade_port(state: State, seat: Seat, action: TradePort) -> Made:
    give, kind = hand_of(action.give), state.board.ports[action.port_id]
    if action.port_id not in ports_at(state.board.port_edges, buildings(state.players[seat])):
        raise Illegal("no_such_port", "you have no building at that port", port_id=action.port_id)
    if kind != "ANY" and give[RESOURCES.index(kind)] == 0:
        raise Illegal("bad_trade", f"that port trades {kind}", port_id=action.port_id)
    rate = ANY_PORT_RATE if kind == "ANY" else PORT_RATE
    return _exchanged(state, seat, give, hand_of(action.receive), rate, action.port_id)


def trade_player(state: State, seat: Seat, action: TradePlayer) -> Made:
    offer = Offer(hand_of(action.offer), hand_of(action.request))
    if action.partner != other(seat):
        raise Illegal("bad_trade", "you can only trade with the other player", partner=other(seat))
    if offers_left(state) <= 0:
        allowed = state.config.offers_per_turn
        raise Illegal("no_offer_left", f"you may make {allowed} offers to the other player per turn", offers=allowed)
    check_offer(state, seat, offer)
    after = replace(state, phase="TRADE_RESPONSE", offer=offer, offers_made=state.offers_made + 1)
    return Step(after, (Event(TradeOffered(seat, offer.give, offer.receive)),))


def accept(state: State, seat: Seat) -> Made:
    offer = state.offer
    assert offer is not None
    check_payable(state, seat, offer.receive)
    swapped = handed(handed(state, other(seat), offer.give), seat, offer.receive)
    told = (Event(TradeAccepted(seat, offer.receive, offer.give)),)
    return Step(replace(swapped, phase="ACTION", offer=None), told)


def decline(state: State, seat: Seat) -> Made:
    return Step(replace(state, phase="ACTION", offer=None), (Event(TradeDeclined(seat)),))


def offers_left(state: State) -> int:
    return state.config.offers_per_turn - state.offers_made


def _listed_maritime(state: State, seat: Seat) -> list[Action]:
    own = state.players[seat]
    if max(own.resources) < PORT_RATE:
        return []
    wanted = [receive for receive in _KINDS if state.bank[receive]]
    found: list[Action] = []
    for port, rate, give in _cheapest_ways(state.board.ports, state.board.port_edges, buildings(own)):
        if own.resources[give] >= rate:
            table = catalogue.BANK if port < 0 else catalogue.PORT[port, rate]
            found += [table[give, receive] for receive in wanted if receive != give]
    return found


@lru_cache(REMEMBERED)
def _cheapest_ways(kinds: tuple[PortKind, ...], port_edges: PortEdges, built: Ids) -> tuple[tuple[int, int, int], ...]:
    """For each resource the port (-1: the bank; the lowest id of several), its rate, and the resource, in the order of
    the catalogue: the bank first, then by port. Cached, since like sites it seldom changes."""
    ways = [(-1, BANK_RATE)] * len(RESOURCES)
    for port in sorted(ports_at(port_edges, built), reverse=True):
        kind = kinds[port]
        if kind != "ANY":
            ways[RESOURCES.index(kind)] = (port, PORT_RATE)
        else:
            ways = [way if way[1] == PORT_RATE else (port, ANY_PORT_RATE) for way in ways]
    return tuple(sorted((port, rate, give) for give, (port, rate) in enumerate(ways)))


def _listed_offers(state: State, seat: Seat) -> list[Action]:
    """Only offers for which the other player has enough cards: their number is public, their kinds are not."""
    if offers_left(state) <= 0:
        return []
    partner, own = other(seat), state.players[seat]
    cards = sum(state.players[partner].resources)
    found: list[Action] = []
    for give in _KINDS:
        for counts in catalogue.OFFER_COUNTS:
            if own.resources[give] >= counts[0] and cards >= counts[1]:
                found += catalogue.OFFER[partner, give, counts]
    return found


def _exchanged(state: State, seat: Seat, give: Hand, receive: Hand, rate: int, port: int | None) -> Made:
    if sum(give) != rate or max(give) != rate or sum(receive) != 1 or has(give, receive):
        raise Illegal("bad_trade", f"give {rate} cards of one kind for one of another", rate=rate)
    check_payable(state, seat, give)
    check_in_bank(state, receive)
    after = took(paid(state, seat, give), seat, receive)
    return Step(after, (Event(BankTraded(seat, give, receive, port)),))


def check_offer(state: State, seat: Seat, offer: Offer) -> None:
    if NONE in (offer.give, offer.receive):
        raise Illegal("bad_trade", "an offer must both give and want something")
    if any(gives and gets for gives, gets in zip(offer.give, offer.receive, strict=True)):
        raise Illegal("bad_trade", "a resource cannot be traded for itself")
    check_payable(state, seat, offer.give)
    cards = sum(state.players[other(seat)].resources)
    if sum(offer.receive) > cards:
        raise Illegal("bad_trade", f"the other player has only {cards} cards", cards=cards)
