"""What a seat knows of a hand, as numbers: its own cards, the unseen ones, the cards on the table.

Laws kept here: everything is derived from the view, and the order of the player's hand makes no difference.

Must not know: how a bot uses it.
"""

from typing import NamedTuple

from ludoteca.games.briscola import auction
from ludoteca.games.briscola.cards import CARDS, CardId, Rank, Suit, best, points
from ludoteca.games.briscola.types import (
    CARDS_EACH,
    KEPT_FROM,
    PLAYERS,
    Auction,
    BidMade,
    HandOfCards,
    Laid,
    PlayedCard,
    SuitCall,
    View,
)
from ludoteca.kernel import Seat

from .card_bits import BIT
from .playout import OnTable, Seats


class HandKnowledge(NamedTuple):
    you: Seat
    hand: HandOfCards
    unseen: HandOfCards  # in the others' hands
    counts: tuple[int, ...]  # by seat: how many of them it holds
    owed: tuple[int, ...]  # by seat: their least value, or the deal would have been thrown in
    auction: Auction = "points"
    suit_call: SuitCall = "after-first-trick"
    bids: tuple[BidMade, ...] = ()
    laid: tuple[Laid, ...] = ()  # all cards played, in order
    trick: tuple[Laid, ...] = ()  # the ones of the current trick
    taken: tuple[int, ...] = (0,) * len(PLAYERS)
    caller: Seat | None = None  # within the auction: the highest bidder
    partner: Seat | None = None  # as far as you know; equal to `caller` if the caller is alone
    contract: int = 0
    rank: Rank | None = None
    trump: Suit | None = None
    called: CardId | None = None

    @property
    def dealt(self) -> HandOfCards:
        """The cards you were dealt."""
        return self.dealt_to(self.you, self.hand)

    def dealt_to(self, seat: Seat, held: HandOfCards) -> HandOfCards:
        """The cards a seat was dealt, if it holds these now."""
        return tuple(sorted((*held, *(laid.card for laid in self.laid if laid.seat == seat))))

    def rank_bid(self, bid: int) -> Rank | None:
        """The rank that this bid names in an auction by rank."""
        return auction.rank_of(bid) if self.auction == "rank" else None

    def who_laid(self, card: CardId) -> Seat | None:
        return next((laid.seat for laid in self.laid if laid.card == card), None)

    def taken_by(self, side: Seats) -> int:
        return sum(count for seat, count in enumerate(self.taken) if side >> seat & 1)


def seen_by(view: View) -> HandKnowledge:
    assert view.you is not None, "a bot has a seat"
    trick = _laid(view.trick)
    laid = (*(each for trick in view.tricks for each in _laid(trick.cards)), *trick)
    hand = tuple(sorted(card.card_id for card in view.hand))
    placed = {*hand, *(each.card for each in laid)}
    return HandKnowledge(
        you=view.you,
        hand=hand,
        unseen=tuple(card for card in range(len(CARDS)) if card not in placed),
        counts=tuple(0 if player.player_id == view.you else player.cards for player in view.players),
        owed=tuple(KEPT_FROM - points(each.card for each in laid if each.seat == seat) for seat in PLAYERS),
        auction=view.auction,
        suit_call=view.suit_call,
        bids=view.bids,
        laid=laid,
        trick=trick,
        taken=tuple(score.points for score in view.scores),
        caller=view.caller_id,
        partner=_partner(view),
        contract=view.contract or 0,
        rank=view.partner_rank,
        trump=view.trump_suit,
        called=None if view.called is None else view.called.card_id,
    )


def just_dealt(hand: HandOfCards) -> HandKnowledge:
    """What a caller with this hand would know before a card is played; the caller has the first seat here."""
    unseen = tuple(card for card in range(len(CARDS)) if card not in hand)
    counts = tuple(0 if seat == 0 else CARDS_EACH for seat in PLAYERS)
    return HandKnowledge(0, hand, unseen, counts, owed=(KEPT_FROM,) * len(PLAYERS), caller=0)


def on_table(seen: HandKnowledge, trump: Suit) -> OnTable:
    """The current trick, if this is the trump."""
    is_blind = seen.trump is None
    if not seen.trick:
        return OnTable(seen.you, is_blind=is_blind)
    cards = [laid.card for laid in seen.trick]
    taker = seen.trick[best(cards, trump)]
    return OnTable(seen.you, len(cards), BIT[trump][taker.card], taker.seat, points(cards), is_blind)


def _laid(cards: tuple[PlayedCard, ...]) -> tuple[Laid, ...]:
    return tuple(Laid(played.player_id, played.card.card_id) for played in cards)


def _partner(view: View) -> Seat | None:
    if view.you_are_partner:
        return view.you
    return view.caller_id if view.plays_alone else view.partner_id
