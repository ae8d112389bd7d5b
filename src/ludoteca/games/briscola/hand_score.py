"""The score of a finished hand: the contract is made if the caller's side has taken the points bid.

The caller wins or loses two and the partner one; each of the others loses or wins one. A caller who was alone wins or
loses four.
"""

from ludoteca.kernel import Seat

from . import auction
from .hand import partner, taken
from .types import PLAYERS, BySeat, HandResult, State


def result_of(state: State) -> HandResult:
    bid = auction.highest(state.bids)
    assert bid is not None
    assert state.rank is not None
    assert state.suit is not None
    caller, helper, counts = bid.player_id, partner(state), taken(state)
    side = counts[caller] + (0 if helper is None else counts[helper])
    contract = auction.contract_of(bid.bid)
    return HandResult(
        hand=state.hand,
        caller_id=caller,
        partner_id=helper,
        bid=bid.bid,
        contract=contract,
        partner_rank=state.rank,
        trump_suit=state.suit,
        taken=side,
        made=side >= contract,
        match_points=brought(caller, helper, made=side >= contract),
    )


def brought(caller: Seat, helper: Seat | None, *, made: bool) -> BySeat:
    sign = 1 if made else -1
    stakes = dict.fromkeys(PLAYERS, -1)
    stakes[caller] = 4 if helper is None else 2
    if helper is not None:
        stakes[helper] = 1
    first, second, third, fourth, fifth = (sign * stakes[seat] for seat in PLAYERS)
    return first, second, third, fourth, fifth
