"""Trades: with the bank towards the next building, with the other player if it helps the bot more than them."""

from collections.abc import Sequence

from ludoteca.games.catan.actions import Action, TradeBank, TradePort, hand_of
from ludoteca.games.catan.resources import ONE_OF, Hand, minus, plus, times

from .knowledge import BoardKnowledge, Income
from .plans import prospect, race, their_race

Exchange = tuple[int, int]
"""The resource given, at its rate, and the resource received."""


def exchanges(hand: Hand, price: Hand, rates: Hand, comes: Income) -> list[Exchange] | None:
    """The trades after which the price can be paid, empty if it can be paid already; None if no trades are enough.

    The most plentiful resources are given first.
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
    """The hand after the trades and the price."""
    for give, receive in trades:
        hand = plus(minus(hand, times(ONE_OF[give], rates[give])), ONE_OF[receive])
    return minus(hand, price)


def listed(legal: Sequence[Action], exchange: Exchange) -> Action | None:
    """The action for this exchange; None if the bank has no such card left."""
    give, receive = exchange
    for action in legal:
        if isinstance(action, TradeBank | TradePort):
            gives, gets = hand_of(action.give), hand_of(action.receive)
            if gives[give] and gets[receive]:
                return action
    return None


def is_welcome(seen: BoardKnowledge) -> bool:
    """Whether the open offer helps the bot more than the other player."""
    offer = seen.view.offer
    assert offer is not None
    hand = plus(minus(seen.hand, offer.receive), offer.give)
    their_hand = plus(minus(seen.their_hand, offer.give), offer.receive)
    before, then = prospect(race(seen), seen.hand), prospect(race(seen), hand)
    his_before, his_then = prospect(their_race(seen), seen.their_hand), prospect(their_race(seen), their_hand)
    return then * his_before > his_then * before
