"""Briscola chiamata's rules: who must act, what is legal, and what each input does. RULES.md has them in words.

Laws kept here: chance draws the first dealer and deals; a player who times out is played for, so that four others never
wait for one; a resignation ends the match. The steps of a hand are in `hand_steps`.
"""

from typing import Final, assert_never

from ludoteca.kernel import (
    Answer,
    Chance,
    Draw,
    Elapsed,
    Event,
    Illegal,
    Input,
    Left,
    Move,
    Outcome,
    Pick,
    Resigned,
    Returned,
    Seat,
    Step,
    Timer,
    replace,
)

from . import auction, hand_steps, timeout_action
from .cards import CARDS, RANKS, SUITS, CardGiven, the_card, the_rank, the_suit
from .hand import acting, match_points
from .hand_steps import Made
from .types import (
    PASS,
    PLAYERS,
    SEATS,
    Action,
    Bid,
    CallRank,
    CallSuit,
    Config,
    Phase,
    Play,
    PlayerAway,
    PlayerBack,
    PlayerResigned,
    Reorder,
    State,
)
from .wire_values import by_player, hand_update, phase_change

REFUSALS: Final = {
    "not_your_turn": "invalid_turn",
    "wrong_phase": "invalid_action",
    "bad_bid": "invalid_bid",
    "no_such_card": "invalid_card",
    "not_your_card": "invalid_card",
}
ALONE: Final = tuple(frozenset({seat}) for seat in PLAYERS)
"""Each seat as the only one."""

PLAYS: Final = tuple(Play(CardGiven(card.suit, card.rank, card.card_id)) for card in CARDS)
RANK_CALLS: Final = tuple(CallRank(rank) for rank in RANKS)
SUIT_CALLS: Final = tuple(CallSuit(suit) for suit in SUITS)


def seats(_config: Config) -> tuple[str, ...]:
    return SEATS


def setup(config: Config) -> Made:
    state = State(config, dealer=config.dealer)
    return Step(state, () if config.dealer is None else (phase_change(state),))


def draw(state: State) -> Draw | None:
    if state.phase != "ready":
        return None
    return Pick(len(PLAYERS)) if state.dealer is None else hand_steps.DEAL


def to_act(state: State) -> frozenset[Seat]:
    seat = acting(state)
    return frozenset() if seat is None else ALONE[seat]


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Cards are listed by id, not in the order of the hand, so that reordering it does not change the list."""
    if seat != acting(state):
        return ()
    match state.phase:
        case "bid":
            return tuple(Bid(bid) for bid in (PASS, *auction.open_bids(state.config.auction, state.bids)))
        case "call-partner-rank":
            return RANK_CALLS
        case "call-partner-suit":
            return SUIT_CALLS
        case _:
            return tuple(PLAYS[card] for card in sorted(state.hands[seat]))


def timers(state: State) -> tuple[Timer, ...]:
    """One clock per decision, a shorter one beside it for an absent player, and the pause between two hands."""
    config, seat = state.config, acting(state)
    if state.phase == "end" and not is_over(state):
        return (Timer(f"deal-{state.hand + 1}", config.pause_ms),)
    if seat is None:
        return ()
    all_away = len(state.away) == len(PLAYERS)
    turn = Timer(f"turn-{state.turns + 1}", config.turn_ms, ALONE[seat], all_away)
    absent = Timer(f"absent-{state.turns + 1}", config.absent_ms, ALONE[seat], all_away)
    return (*((turn,) if config.turn_ms else ()), *((absent,) if seat in state.away else ()))


def is_over(state: State) -> bool:
    return state.resigned is not None or len(state.results) == state.config.hands


def outcome(state: State) -> Outcome | None:
    """The match points, which sum to zero."""
    if not is_over(state):
        return None
    if state.resigned is not None:
        reason = "resigned"
    elif state.config.hands > 1:
        reason = "hands_played"
    else:
        reason = "contract_made" if state.results[-1].made else "contract_failed"
    return Outcome(tuple(match_points(state)), reason)


def apply(state: State, given: Input[Action]) -> Made:
    match given:
        case Move(seat=seat, action=action):
            return _acted(state, seat, action)
        case Chance(outcome=answer):
            return _drawn(state, answer)
        case Elapsed():
            return _elapsed(state)
        case Left(seat=seat):
            return _left(state, seat)
        case Returned(seat=seat):
            return _returned(state, seat)
        case Resigned(seat=seat):
            return _resigned(state, seat)
        case _:
            assert_never(given)


def _drawn(state: State, answer: Answer) -> Made:
    return hand_steps.dealer_drawn(state, answer[0]) if state.dealer is None else hand_steps.dealt(state, answer)


def _acted(state: State, seat: Seat, action: Action) -> Made:
    if isinstance(action, Reorder):
        return _reordered(state, seat, action)
    current = acting(state)
    if current is None:
        raise Illegal("wrong_phase", _ASKED[state.phase], phase=state.phase)
    if seat != current:
        raise Illegal("not_your_turn", f"it is {SEATS[current]}'s turn to act", current_player_id=current)
    return _decided(state, seat, action)


def _decided(state: State, seat: Seat, action: Action, *, auto: bool = False) -> Made:
    match state.phase, action:
        case "bid", Bid(bid=bid):
            return hand_steps.bid_made(state, seat, bid, auto=auto)
        case "call-partner-rank", CallRank(partner_rank=rank):
            return hand_steps.rank_called(state, the_rank(rank), auto=auto)
        case "call-partner-suit", CallSuit(partner_suit=suit):
            return hand_steps.suit_called(state, the_suit(suit), auto=auto)
        case "play-first-trick" | "play-tricks", Play(card=card):
            return hand_steps.card_played(state, seat, the_card(card), auto=auto)
        case _:
            raise Illegal("wrong_phase", _ASKED[state.phase], phase=state.phase)


_ASKED: Final[dict[Phase, str]] = {
    "ready": "the cards are being dealt",
    "bid": "a bid is asked for now",
    "call-partner-rank": "the rank of the partner's card is asked for now",
    "play-first-trick": "a card is asked for now",
    "call-partner-suit": "the suit of the partner's card is asked for now",
    "play-tricks": "a card is asked for now",
    "end": "the hand is over",
}


def _reordered(state: State, seat: Seat, action: Reorder) -> Made:
    hand = tuple(the_card(card) for card in action.hand)
    if sorted(hand) != sorted(state.hands[seat]):
        raise Illegal("not_your_card", "to reorder a hand, name each of its cards once", cards=len(state.hands[seat]))
    after = replace(state, hands=hand_steps.with_hand(state, seat, hand))
    return Step(after, (hand_update(after, seat),))


def _elapsed(state: State) -> Made:
    seat = acting(state)
    if seat is None:
        return hand_steps.next_hand(state)
    return _decided(state, seat, timeout_action.action_for(state, seat), auto=True)


def _left(state: State, seat: Seat) -> Made:
    if seat in state.away:
        return Step(state)
    return Step(replace(state, away=state.away | {seat}), (Event(PlayerAway(seat)),))


def _returned(state: State, seat: Seat) -> Made:
    if seat not in state.away:
        return Step(state)
    return Step(replace(state, away=state.away - {seat}), (Event(PlayerBack(seat)),))


def _resigned(state: State, seat: Seat) -> Made:
    """The resigning player pays alone. If their side paid, the result would reveal who was on it."""
    over = replace(state, phase="end", resigned=seat)
    return Step(over, (Event(PlayerResigned(seat, by_player(match_points(over)))), phase_change(over)))
