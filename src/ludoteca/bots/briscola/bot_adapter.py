"""A style of play is how a bot bids, calls and plays; the adapter turns its answers into the game's actions.

Must not know: any particular style.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple, assert_never

from ludoteca.bots import Bot
from ludoteca.games.briscola.auction import open_bids
from ludoteca.games.briscola.cards import RANKS, CardId, Rank, Suit
from ludoteca.games.briscola.types import PASS, Bid, CallRank, CallSuit, Play, View
from ludoteca.kernel import Dealer

from .knowledge import HandKnowledge, seen_by

STRIDE: Final = 4
"""A bid goes a quarter of the way to the bidder's maximum. Its cost was not measurable in three hundred deals, and
auctions are half as long as by single points."""


class Style(NamedTuple):
    bid: Callable[[HandKnowledge], int]
    rank: Callable[[HandKnowledge], Rank]
    suit: Callable[[HandKnowledge, Dealer], Suit]
    card: Callable[[HandKnowledge, Dealer], CardId]


def bid_for(seen: HandKnowledge, is_promising: Callable[[int], bool]) -> int:
    """The first promising open rank, else a bid of points towards the highest promising one, else a pass. A lower rank
    may promise more than a higher one, whose card may be the bidder's own."""
    choices = open_bids(seen.auction, seen.bids)
    ranks = [bid for bid in choices if bid in RANKS]
    rank = next(filter(is_promising, ranks), None)
    if rank is not None:
        return rank
    points = list(takewhile(is_promising, choices[len(ranks) :]))
    return points[len(points) // STRIDE] if points else PASS


def bot(style: Style) -> Bot:
    def choose(view: Any, legal: Sequence[Any], dealer: Dealer) -> Any:
        return _answer(style, view, legal, dealer)

    return choose


def _answer(style: Style, view: View, legal: Sequence[Any], dealer: Dealer) -> Any:
    match view.phase:
        case "bid":
            return Bid(style.bid(seen_by(view)))
        case "call-partner-rank":
            return CallRank(style.rank(seen_by(view)))
        case "call-partner-suit":
            return CallSuit(style.suit(seen_by(view), dealer))
        case "play-first-trick" | "play-tricks":
            return _play(style.card(seen_by(view), dealer), legal)
        case "ready" | "end":
            raise AssertionError("there is no decision in this phase")
        case _:
            assert_never(view.phase)


def _play(card: CardId, legal: Sequence[Any]) -> Play:
    return next(action for action in legal if isinstance(action, Play) and action.card.card_id == card)
