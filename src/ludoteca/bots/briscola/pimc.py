"""`pimc`: samples worlds consistent with what its seat knows, plays them out, and takes the choice with the best mean.

Perfect information Monte Carlo: within a world the evaluation sees all hands, though the players in it do not. The
number of worlds is fixed, so that the same view and the same dealer give the same choice anywhere.

Must not know: more than a view.
"""

from random import Random
from typing import Final

from ludoteca.games.briscola.auction import contract_of
from ludoteca.games.briscola.cards import SUITS, CardId, Rank, Suit
from ludoteca.games.briscola.types import HandOfCards
from ludoteca.kernel import Dealer, Dice

from .bid_estimate import TrumpCall
from .bid_search import STAKE, STAKE_ALONE, best, prospects
from .bot_adapter import Style, bid_for
from .card_bits import BIT
from .knowledge import HandKnowledge, on_table
from .playout import OnTable, World, led_by_habit, play_out
from .worlds import hands, world, world_of

WORLDS: Final = 100

MATCH_POINT: Final = 10
"""The weight of one of the caller's match points, in card points."""


def _bid(seen: HandKnowledge) -> int:
    """It bids contracts that succeed at least half of the time: holding back costs as much when another player's
    contract is made."""

    def is_promising(bid: int) -> bool:
        contract = contract_of(bid)
        return best(prospects(seen.hand, seen.suit_call, seen.rank_bid(bid)), contract).value(contract) >= 0

    return bid_for(seen, is_promising)


def _planned(seen: HandKnowledge) -> TrumpCall:
    """The call that the caller plans before any card is played."""
    return best(prospects(seen.dealt, seen.suit_call, seen.rank), seen.contract).call


def _rank(seen: HandKnowledge) -> Rank:
    return _planned(seen).rank


def _suit(seen: HandKnowledge, dealer: Dealer) -> Suit:
    """The planned suit if no card has been played; else the best one for the blind trick and what follows."""
    if not seen.trick:
        return _planned(seen).suit
    dice = _dice(dealer)
    deals = [hands(seen, dice) for _ in range(WORLDS)]
    return max(SUITS, key=lambda suit: sum(_worth_of_suit(seen, dealt, suit, dice) for dealt in deals))


def _card(seen: HandKnowledge, dealer: Dealer) -> CardId:
    if len(seen.hand) == 1:
        return seen.hand[0]
    plan = _planned(seen).suit if seen.trump is None and seen.you == seen.caller else None
    dice = _dice(dealer)
    worths = [_worths_of_cards(seen, world(seen, dice, plan), dice) for _ in range(WORLDS)]
    sums = [sum(each) for each in zip(*worths, strict=True)]
    return seen.hand[sums.index(max(sums))]


def _worths_of_cards(seen: HandKnowledge, believed: World, dice: Random) -> list[int]:
    """The value of each card of the hand in this world, for its player's side."""
    table, bit = on_table(seen, believed.trump), BIT[believed.trump]
    taken = seen.taken_by(believed.side)
    after = [taken + play_out(believed, table, bit[card], dice.random) for card in seen.hand]
    sign = 1 if believed.side >> seen.you & 1 else -1
    return [sign * _worth(each, seen.contract, believed) for each in after]


def _worth_of_suit(seen: HandKnowledge, dealt: tuple[HandOfCards, ...], suit: Suit, dice: Random) -> int:
    assert seen.rank is not None
    named = world_of(seen, dealt, TrumpCall(seen.rank, suit))
    blind = on_table(seen, suit)
    taken = blind.pot if named.side >> blind.holder & 1 else 0
    taken += play_out(named, OnTable(blind.holder), led_by_habit(named, blind.holder), dice.random)
    return _worth(taken, seen.contract, named)


def _worth(taken: int, contract: int, judged: World) -> int:
    """The value for the caller's side of taking this many card points."""
    stake = STAKE_ALONE if judged.is_alone else STAKE
    return taken + MATCH_POINT * (stake if taken >= contract else -stake)


def _dice(dealer: Dealer) -> Random:
    """The bot's own generator, seeded with one draw of the dealer, for the thousands of numbers that a choice needs."""
    return Random(bytes(die - 1 for die in dealer.answer(Dice(8, 256))))  # noqa: S311 - nobody else's chance


PIMC: Final = Style(_bid, _rank, _suit, _card)
