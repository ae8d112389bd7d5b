"""`greedy`: bids and calls by the estimate, plays by the heuristics, and is deterministic."""

from typing import Final

from ludoteca.games.briscola.auction import contract_of
from ludoteca.games.briscola.cards import POINTS, STRENGTH, CardId, Rank, Suit
from ludoteca.kernel import Dealer

from .bid_estimate import calls, reckoned
from .bot_adapter import Style, bid_for
from .card_bits import BIT, as_bits
from .heuristics import follow, lead
from .knowledge import HandKnowledge, on_table
from .playout import AFTER, trusted

MARGIN: Final = 4
"""It bids this many card points less than the estimate."""


def _bid(seen: HandKnowledge) -> int:
    def is_promising(bid: int) -> bool:
        call = calls(seen.hand, seen.rank_bid(bid))[0]
        return reckoned(seen.hand, call) - MARGIN >= contract_of(bid)

    return bid_for(seen, is_promising)


def _rank(seen: HandKnowledge) -> Rank:
    return calls(seen.hand)[0].rank


def _suit(seen: HandKnowledge, _dealer: Dealer | None = None) -> Suit:
    return calls(seen.dealt, seen.rank)[0].suit


def _card(seen: HandKnowledge, _dealer: Dealer) -> CardId:
    if seen.trump is None and seen.you != seen.caller:
        return min(seen.hand, key=lambda card: (POINTS[card], STRENGTH[card], card))
    trump = seen.trump or _suit(seen)
    laid = _by_habit(seen, trump)
    return next(card for card in seen.hand if BIT[trump][card] == laid)


def _by_habit(seen: HandKnowledge, trump: Suit) -> int:
    assert seen.caller is not None
    hand, unseen, table = as_bits(seen.hand, trump), as_bits(seen.unseen, trump), on_table(seen, trump)
    if not table.laid:
        return lead(hand, unseen)
    ours = trusted(seen.you, seen.caller, seen.partner)
    is_ours, is_last = ours >> table.holder & 1 == 1, not AFTER[seen.you][table.laid] & ~ours
    return follow(hand, unseen, table.top, table.pot, is_ours, is_last)


GREEDY: Final = Style(_bid, _rank, _suit, _card)
