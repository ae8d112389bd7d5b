"""A state's values in wire form: whole cards, counts by player, the contract as far as everybody knows it."""

from collections.abc import Sequence

from ludoteca.kernel import Event, Seat

from . import auction
from .cards import CARDS, whole
from .hand import shown_partner
from .types import HandUpdate, Laid, PhaseChange, PlayedCard, Points, State, Told


def seen(laid: Sequence[Laid]) -> tuple[PlayedCard, ...]:
    return tuple(PlayedCard(each.seat, CARDS[each.card]) for each in laid)


def by_player(counts: Sequence[int]) -> tuple[Points, ...]:
    return tuple(Points(seat, count) for seat, count in enumerate(counts))


def hand_update(state: State, seat: Seat) -> Event[Told]:
    return Event(HandUpdate(seat, whole(state.hands[seat])), frozenset({seat}))


def phase_change(state: State, *, auto: bool = False) -> Event[Told]:
    """The event for the current contract; within the auction, for the last bid or pass."""
    bid = state.bids[-1] if state.phase == "bid" and state.bids else auction.highest(state.bids)
    change = PhaseChange(
        phase=state.phase,
        trump_suit=state.suit,
        caller_id=None if bid is None else bid.player_id,
        partner_id=shown_partner(state),
        partner_rank=state.rank,
        bid=None if bid is None else bid.bid,
        dealer_id=state.dealer,
        hand=state.hand,
        deals=state.deals,
        auto=auto,
    )
    return Event(change)
