"""The action played for a player who has timed out: nothing clever, and chosen from that player's own cards.

A bid is a pass. The rank called is the ace. The suit called is the one they were dealt most cards of, among those whose
called card they were not dealt themselves; the first on a tie. The card played gives away the fewest points, is no
trump if another gives as few, and is the weakest of those.
"""

from typing import assert_never

from ludoteca.kernel import Seat

from .cards import CARDS, POINTS, RANKS, STRENGTH, SUITS, CardGiven, CardId, Suit, card_id, suit_of
from .hand import laid_cards
from .types import PASS, Action, Bid, CallRank, CallSuit, HandOfCards, Play, State


def action_for(state: State, seat: Seat) -> Action:
    match state.phase:
        case "bid":
            return Bid(PASS)
        case "call-partner-rank":
            return CallRank(RANKS[0])
        case "call-partner-suit":
            return CallSuit(_suit(state, seat))
        case "play-first-trick" | "play-tricks":
            card = min(state.hands[seat], key=lambda card: _loss(card, state.suit))
            return Play(CardGiven(card_id=card))
        case "ready" | "end":
            raise AssertionError("no clock runs in this phase")
        case _:
            assert_never(state.phase)


def _suit(state: State, seat: Seat) -> Suit:
    assert state.rank is not None
    rank, dealt = state.rank, _dealt(state, seat)
    return max(SUITS, key=lambda suit: (card_id(suit, rank) not in dealt, sum(suit_of(card) == suit for card in dealt)))


def _dealt(state: State, seat: Seat) -> HandOfCards:
    return (*state.hands[seat], *(laid.card for laid in laid_cards(state) if laid.seat == seat))


def _loss(card: CardId, trump: Suit | None) -> tuple[int, bool, int, int]:
    return POINTS[card], CARDS[card].suit == trump, STRENGTH[card], card
