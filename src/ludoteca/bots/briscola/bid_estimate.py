"""An estimate of the card points of a call: a weight for each trump that the side is sure to have.

The weights are a linear regression over forty thousand hands played out by the heuristics.

Must not know: bids, what others hold.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from ludoteca.games.briscola.cards import RANKS, STRENGTH, SUITS, CardId, Rank, Suit, card_id, suit_of

WITH_A_PARTNER: Final = 33
ALONE: Final = -5
BY_STRENGTH: Final = (2, 2, 3, 4, 5, 6, 7, 10, 16, 20)
"""The weight of a trump, from the two to the ace."""


class TrumpCall(NamedTuple):
    rank: Rank
    suit: Suit

    @property
    def card(self) -> CardId:
        return card_id(self.suit, self.rank)


def reckoned(dealt: Collection[CardId], call: TrumpCall) -> int:
    """The card points that the side of a player dealt this hand may expect from this call."""
    trumps = {card for card in dealt if suit_of(card) == call.suit}
    base = ALONE if call.card in trumps else WITH_A_PARTNER
    return base + sum(BY_STRENGTH[STRENGTH[card]] for card in {*trumps, call.card})


def calls(dealt: Collection[CardId], rank: Rank | None = None) -> list[TrumpCall]:
    """All calls, or those of this rank, best first."""
    ranks = RANKS if rank is None else (rank,)
    every = [TrumpCall(each, suit) for suit in SUITS for each in ranks]
    return sorted(every, key=lambda call: -reckoned(dealt, call))
