"""The flaws of a state read from outside. A state reached by play has none.

A hand keeps its own history, so it is replayed from the deal that the history implies; a different result is a flaw.
"""

from collections.abc import Iterator
from typing import Final

from ludoteca.kernel import Illegal, Move

from . import auction
from .cards import CARDS, CardGiven, points
from .hand import acting, laid_cards
from .hand_score import brought
from .rules import apply
from .types import (
    CARDS_EACH,
    KEPT_FROM,
    PLAYERS,
    Action,
    Bid,
    CallRank,
    CallSuit,
    Config,
    HandOfCards,
    HandResult,
    Play,
    State,
)

_FROM_HISTORY: Final = ("bids", "rank", "suit", "trick", "tricks", "results")


def flaws(state: State) -> tuple[str, ...]:
    found = [*_match_flaws(state), *(_deal_flaws(state) if state.phase != "ready" else _ready_flaws(state))]
    if found or state.phase == "ready":
        return tuple(found)
    return tuple(_history_flaws(state))


def _match_flaws(state: State) -> Iterator[str]:
    if not 1 <= state.hand <= state.config.hands:
        yield f"hand {state.hand} of {state.config.hands}"
    if state.deals < 0 or state.turns < 0:
        yield "a count below nothing"
    if len(state.results) - state.hand not in ((-1,) if state.phase == "ready" else (-1, 0)):
        yield "results do not count the hands"
    if [result.hand for result in state.results] != list(range(1, len(state.results) + 1)):
        yield "results are not those of the hands, in order"
    if not all(_can_be(result, state.config) for result in state.results):
        yield "a result that no hand can have"
    is_first = state.hand == 1 and state.deals == 0
    if is_first and state.dealer != state.config.dealer and state.config.dealer is not None:
        yield "another dealer than the one agreed on"


def _can_be(result: HandResult, config: Config) -> bool:
    by_rank = config.auction == "rank"
    return (
        result.bid in auction.LADDERS[config.auction]
        and result.contract == auction.contract_of(result.bid)
        and (not by_rank or result.partner_rank == auction.rank_of(result.bid))
        and 0 <= result.taken <= points(range(len(CARDS)))
        and result.made == (result.taken >= result.contract)
        and result.partner_id != result.caller_id
        and result.match_points == brought(result.caller_id, result.partner_id, made=result.made)
    )


def _ready_flaws(state: State) -> Iterator[str]:
    """While cards are dealt the hand has no history yet, and only the first deal may lack a dealer."""
    if state.hands or state.resigned is not None or any(getattr(state, name) for name in _FROM_HISTORY[:-1]):
        yield "something of a hand that has not been dealt"
    if state.dealer is None and (state.hand > 1 or state.deals or state.turns or state.config.dealer is not None):
        yield "cards were dealt by nobody"


def _deal_flaws(state: State) -> Iterator[str]:
    if state.dealer is None:
        yield "there is no dealer"
    if len(state.hands) != len(PLAYERS):
        yield f"{len(state.hands)} hands, not {len(PLAYERS)}"
        return
    dealt = _dealt(state)
    if sorted(card for hand in dealt for card in hand) != list(range(len(CARDS))):
        yield "not every card is in one place"
    elif any(len(hand) != CARDS_EACH for hand in dealt):
        yield f"not everybody was dealt {CARDS_EACH} cards"
    elif any(points(hand) < KEPT_FROM for hand in dealt):
        yield "a deal that would have been thrown in"


def _dealt(state: State) -> tuple[HandOfCards, ...]:
    laid = laid_cards(state)
    return tuple((*state.hands[seat], *(each.card for each in laid if each.seat == seat)) for seat in PLAYERS)


def _history_flaws(state: State) -> Iterator[str]:
    try:
        played = _played_again(state)
    except Illegal as error:
        yield f"its history is no hand: {error}"
        return
    for name in _FROM_HISTORY:
        if getattr(played, name) != getattr(state, name):
            yield f"{name} does not follow from its history"
    if state.phase != (played.phase if state.resigned is None else "end"):
        yield "phase does not follow from its history"
    if state.turns < played.turns:
        yield "turns do not count the decisions"


def _played_again(state: State) -> State:
    again = State(
        config=state.config,
        phase="bid",
        hand=state.hand,
        deals=state.deals,
        dealer=state.dealer,
        hands=_dealt(state),
        results=state.results[: state.hand - 1],
    )
    while (move := _next_move(again, state)) is not None:
        again = apply(again, move).state
    return again


def _next_move(again: State, state: State) -> Move[Action] | None:
    """The next decision of the history after the part replayed so far; None at its end."""
    action: Action | None = None
    seat = acting(again)
    match again.phase:
        case "bid" if len(again.bids) < len(state.bids):
            seat, action = state.bids[len(again.bids)].player_id, Bid(state.bids[len(again.bids)].bid)
        case "call-partner-rank" if state.rank is not None:
            action = CallRank(state.rank)
        case "call-partner-suit" if state.suit is not None:
            action = CallSuit(state.suit)
        case "play-first-trick" | "play-tricks" if rest := laid_cards(state)[len(laid_cards(again)) :]:
            seat, action = rest[0].seat, Play(CardGiven(card_id=rest[0].card))
        case _:
            pass
    return None if seat is None or action is None else Move(seat, action)
