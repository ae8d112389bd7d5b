"""Trades: with the bank towards what is to be built, with the other player if it helps oneself more than him."""

from collections.abc import Sequence

from ludoteca.games.catan.actions import Action, TradeBank, TradePort, hand_of
from ludoteca.games.catan.resources import ONE_OF, Hand, minus, plus, times

from .knowledge import Income, Seen
from .plans import prospect, race, their_race

Exchange = tuple[int, int]
"""The resource that is given, at its rate, and the one that comes."""


def exchanges(hand: Hand, price: Hand, rates: Hand, comes: Income) -> list[Exchange] | None:
    """The trades after which the price can be paid, none if it can be already; None if no trades are enough.

    What comes most easily is given first.
    """
    left = list(minus(hand, price))
    wanted = [resource for resource, count in enumerate(left) for _ in range(-count)]
    found: list[Exchange] = []
    for receive in wanted:
        spare = [give for give in range(5) if left[give] >= rates[give]]
        if not spare:
            return None
        give = max(spare, key=lambda resource: (left[resource] // rates[resource], comes[resource]))
        left[give] -= rates[give]
        found.append((give, receive))
    return found


def after(hand: Hand, price: Hand, rates: Hand, trades: Sequence[Exchange]) -> Hand:
    """What is left when they are made and the price is paid."""
    for give, receive in trades:
        hand = plus(minus(hand, times(ONE_OF[give], rates[give])), ONE_OF[receive])
    return minus(hand, price)


def listed(legal: Sequence[Action], exchange: Exchange) -> Action | None:
    """The action that makes this exchange; None when the bank has no such card left."""
    give, receive = exchange
    for action in legal:
        if isinstance(action, TradeBank | TradePort):
            gives, gets = hand_of(action.give), hand_of(action.receive)
            if gives[give] and gets[receive]:
                return action
    return None


def is_welcome(seen: Seen) -> bool:
    """Whether the offer on the table helps oneself more than it helps the other."""
    offer = seen.view.offer
    assert offer is not None
    hand = plus(minus(seen.hand, offer.receive), offer.give)
    their_hand = plus(minus(seen.their_hand, offer.give), offer.receive)
    before, then = prospect(race(seen), seen.hand), prospect(race(seen), hand)
    his_before, his_then = prospect(their_race(seen), seen.their_hand), prospect(their_race(seen), their_hand)
    return then * his_before > his_then * before
