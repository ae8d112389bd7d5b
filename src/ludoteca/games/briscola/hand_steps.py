"""The steps of a hand: the deal, a bid, a called rank, a called suit, a card played. RULES.md has it in words.

Laws kept here: every card is in one hand or on the table; a trick is taken only when the trump is known; a deal that is
thrown in leaves nothing behind; the partner is revealed when the called card is played, and not before.

Must not know: time, presence, who may act now.
"""

from typing import Final, TypeAlias

from ludoteca.kernel import Answer, Deal, Event, Illegal, Seat, Step, hands, replace

from . import auction
from .cards import CARDS, CardId, Suit, best, in_order, points
from .hand import acting, called_card, match_points, shown_partner, taken, worth
from .hand_score import result_of
from .types import (
    CARDS_EACH,
    KEPT_FROM,
    PLAYERS,
    BidMade,
    Config,
    HandEnded,
    Laid,
    Phase,
    Points,
    ScoreUpdate,
    State,
    Told,
    Trick,
    TrickPlayed,
    TrickWon,
)
from .wire_values import by_player, hand_update, phase_change, seen

Made: TypeAlias = Step[State, Told]
Events: TypeAlias = tuple[Event[Told], ...]

DEAL: Final = Deal(len(CARDS), (CARDS_EACH,) * len(PLAYERS))


def next_hand(state: State) -> Made:
    return _begun(state, hand=state.hand + 1, deals=0)


def dealer_drawn(state: State, dealer: Seat) -> Made:
    drawn = replace(state, dealer=dealer)
    return Step(drawn, (phase_change(drawn),))


def dealt(state: State, answer: Answer) -> Made:
    """Keep the cards if every hand is worth enough. If not, nobody has seen them."""
    cards = tuple(in_order(hand) for hand in hands(DEAL, answer))
    if min(points(hand) for hand in cards) < KEPT_FROM:
        again = replace(state, deals=state.deals + 1)
        return Step(again, (phase_change(again),))
    kept = replace(state, phase="bid", hands=cards)
    own = (hand_update(kept, seat) for seat in PLAYERS)
    return Step(kept, (*own, Event(ScoreUpdate(by_player(taken(kept)))), phase_change(kept)))


def bid_made(state: State, seat: Seat, bid: int, *, auto: bool) -> Made:
    auction.check(state.config.auction, state.bids, bid)
    after = _decided(replace(state, bids=(*state.bids, BidMade(seat, bid))))
    told = (phase_change(after, auto=auto),)
    if not auction.is_over(after.bids):
        return Step(after, told)
    winner = auction.highest(after.bids)
    if winner is None:
        thrown_in = _begun(after, hand=state.hand, deals=state.deals + 1)
        return Step(thrown_in.state, told + thrown_in.events)
    won = replace(after, phase="call-partner-rank")
    if state.config.auction == "rank":
        won = replace(after, phase=_phase_after_rank(state.config), rank=auction.rank_of(winner.bid))
    return Step(won, (*told, phase_change(won)))


def rank_called(state: State, rank: int, *, auto: bool) -> Made:
    called = _decided(replace(state, rank=rank, phase=_phase_after_rank(state.config)))
    return Step(called, (phase_change(called, auto=auto),))


def suit_called(state: State, suit: Suit, *, auto: bool) -> Made:
    """Name the trump; a first trick that was played blind is taken now."""
    called = _decided(replace(state, suit=suit, phase="play-tricks"))
    told = (phase_change(called, auto=auto),)
    if not called.trick:
        return Step(called, told)
    after, more = _trick_taken(called, suit)
    return Step(after, told + more)


def card_played(state: State, seat: Seat, card: CardId, *, auto: bool) -> Made:
    hand = state.hands[seat]
    if card not in hand:
        raise Illegal("not_your_card", "that card is not in your hand", card_id=card)
    left = tuple(other for other in hand if other != card)
    laid = _decided(replace(state, hands=with_hand(state, seat, left), trick=(*state.trick, Laid(seat, card))))
    after, more = _trick_went_on(laid)
    current = acting(after)
    played = TrickPlayed(
        player_id=seat,
        card=CARDS[card],
        trick=seen(laid.trick),
        current_player_id=after.tricks[-1].winner if current is None else current,
        auto=auto,
    )
    is_partner_shown = card == called_card(laid) and shown_partner(laid) is not None
    shown = (phase_change(laid),) if is_partner_shown else ()
    return Step(after, (Event(played), hand_update(laid, seat), *shown, *more))


def with_hand(state: State, seat: Seat, hand: tuple[CardId, ...]) -> tuple[tuple[CardId, ...], ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _begun(state: State, *, hand: int, deals: int) -> Made:
    """The next dealer deals; only what outlasts a hand is kept."""
    assert state.dealer is not None
    begun = State(
        config=state.config,
        hand=hand,
        deals=deals,
        dealer=auction.after(state.dealer)[0],
        turns=state.turns,
        results=state.results,
        away=state.away,
    )
    return Step(begun, (phase_change(begun),))


def _decided(state: State) -> State:
    return replace(state, turns=state.turns + 1)


def _phase_after_rank(config: Config) -> Phase:
    return "call-partner-suit" if config.suit_call == "before-play" else "play-first-trick"


def _trick_went_on(state: State) -> Made:
    if len(state.trick) < len(PLAYERS):
        return Step(state)
    if state.suit is None:
        blind = replace(state, phase="call-partner-suit")
        return Step(blind, (phase_change(blind),))
    return _trick_taken(state, state.suit)


def _trick_taken(state: State, trump: Suit) -> Made:
    winner = state.trick[best([laid.card for laid in state.trick], trump)].seat
    trick = Trick(state.trick, winner)
    after = replace(state, trick=(), tricks=(*state.tricks, trick))
    scores = by_player(taken(after))
    told: Events = (
        Event(TrickWon(winner, worth(trick), seen(trick.laid), scores, winner)),
        Event(ScoreUpdate(scores, Points(winner, worth(trick)))),
    )
    if len(after.tricks) < CARDS_EACH:
        return Step(after, told)
    over, more = _hand_over(after)
    return Step(over, told + more)


def _hand_over(state: State) -> Made:
    result = result_of(state)
    over = replace(state, phase="end", results=(*state.results, result))
    return Step(over, (Event(HandEnded(result, by_player(match_points(over)))), phase_change(over)))
