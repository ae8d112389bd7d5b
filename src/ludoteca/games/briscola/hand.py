"""Facts derived from the course of a hand: who must act, the caller, the called card and its holder, the points taken.

Laws kept here: nothing is stored twice; everything is derived from bids, calls and tricks.

Must not know: what a reader may be told of it.
"""

from typing import Final, assert_never

from ludoteca.kernel import Seat

from . import auction
from .cards import CardId, best, card_id, points
from .types import PLAYERS, Laid, State, Trick

RESIGNING: Final = len(PLAYERS) - 1
"""The cost of a resignation, the same as for a caller who failed alone. Each other player gets one point."""


def acting(state: State) -> Seat | None:
    """The seat the hand waits for; None while cards are dealt, and after its end."""
    match state.phase:
        case "ready" | "end":
            return None
        case "bid":
            assert state.dealer is not None
            return auction.bidder(state.bids, state.dealer)
        case "call-partner-rank" | "call-partner-suit":
            return caller(state)
        case "play-first-trick" | "play-tricks":
            return _to_play(state)
        case _:
            assert_never(state.phase)


def caller(state: State) -> Seat | None:
    """The highest bidder: the caller, once the auction is over."""
    bid = auction.highest(state.bids)
    return None if bid is None else bid.player_id


def _to_play(state: State) -> Seat | None:
    """The caller leads the first trick, the winner of a trick leads the next."""
    if state.trick:
        return auction.after(state.trick[-1].seat)[0]
    return state.tricks[-1].winner if state.tricks else caller(state)


def called_card(state: State) -> CardId | None:
    return None if state.rank is None or state.suit is None else card_id(state.suit, state.rank)


def laid_cards(state: State) -> tuple[Laid, ...]:
    """Every card played in this hand, in order."""
    return (*(laid for trick in state.tricks for laid in trick.laid), *state.trick)


def is_called_card_out(state: State) -> bool:
    called = called_card(state)
    return called is not None and any(laid.card == called for laid in laid_cards(state))


def partner(state: State) -> Seat | None:
    """The seat that was dealt the called card, known or not; None if that is the caller, or if no card is called."""
    called = called_card(state)
    if called is None:
        return None
    played = next((laid.seat for laid in laid_cards(state) if laid.card == called), None)
    holder = played if played is not None else next(seat for seat in PLAYERS if called in state.hands[seat])
    return None if holder == caller(state) else holder


def shown_partner(state: State) -> Seat | None:
    """The partner once everybody knows them, that is, once the called card has been played."""
    return partner(state) if is_called_card_out(state) else None


def winning(state: State) -> Seat | None:
    """Who wins the trick so far; None while the trump is not named."""
    if state.suit is None or not state.trick:
        return None
    return state.trick[best([laid.card for laid in state.trick], state.suit)].seat


def taken(state: State) -> list[int]:
    """The card points of each seat."""
    return [sum(worth(trick) for trick in state.tricks if trick.winner == seat) for seat in PLAYERS]


def worth(trick: Trick) -> int:
    return points(laid.card for laid in trick.laid)


def match_points(state: State) -> list[int]:
    """Each seat's match points, from all hands played and from a resignation."""
    totals = [sum(result.match_points[seat] for result in state.results) for seat in PLAYERS]
    if state.resigned is None:
        return totals
    return [total + (-RESIGNING if seat == state.resigned else 1) for seat, total in enumerate(totals)]
