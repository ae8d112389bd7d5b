"""What a reader sees of briscola, and the possible worlds behind a view.

Laws kept here:
- A hand is seen by its owner only. The partner knows who they are, and everybody else learns it when the called card is
  played; the same holds for a caller who is alone. A review of a finished match shows everything from the start.
- `resample` redeals the cards that the reader cannot place, so that every hand would have been kept when dealt.
"""

from ludoteca.kernel import Dealer, Reader, Shuffle, replace

from . import auction
from .cards import CARDS, points, whole
from .hand import (
    acting,
    called_card,
    caller,
    is_called_card_out,
    laid_cards,
    match_points,
    partner,
    shown_partner,
    taken,
    winning,
    worth,
)
from .types import (
    KEPT_FROM,
    PLAYERS,
    HandOfCards,
    PlayerSeen,
    State,
    TrickSeen,
    View,
)
from .wire_values import by_player, seen


def view(state: State, reader: Reader) -> View:
    bid = auction.highest(state.bids)
    called = called_card(state)
    return View(
        you=reader,
        auction=state.config.auction,
        suit_call=state.config.suit_call,
        phase=state.phase,
        hand_number=state.hand,
        hands_to_play=state.config.hands,
        deals=state.deals,
        players=_players(state),
        dealer_id=state.dealer,
        current_player_id=acting(state),
        hand=() if reader is None or not state.hands else whole(state.hands[reader]),
        bids=state.bids,
        caller_id=None if bid is None else bid.player_id,
        bid=None if bid is None else bid.bid,
        contract=None if bid is None else auction.contract_of(bid.bid),
        partner_rank=state.rank,
        trump_suit=state.suit,
        called=None if called is None else CARDS[called],
        partner_id=shown_partner(state),
        you_are_partner=reader is not None and reader == partner(state),
        plays_alone=_knows_to_be_alone(state, reader),
        trick=seen(state.trick),
        winning_id=winning(state),
        tricks=tuple(TrickSeen(seen(trick.laid), trick.winner, worth(trick)) for trick in state.tricks),
        scores=by_player(taken(state)),
        match_points=by_player(match_points(state)),
        results=state.results,
        resigned=state.resigned,
    )


def reveal(state: State) -> View:
    return replace(
        view(state, None),
        hands=tuple(whole(hand) for hand in state.hands),
        partner_id=partner(state),
        plays_alone=called_card(state) is not None and partner(state) is None,
    )


def resample(state: State, reader: Reader, dealer: Dealer) -> State:
    closed = [seat for seat in PLAYERS if seat != reader]
    if not any(state.hands[seat] for seat in closed if state.hands):
        return state
    short = [KEPT_FROM - points(laid.card for laid in laid_cards(state) if laid.seat == seat) for seat in closed]
    dealt = dealt_again([state.hands[seat] for seat in closed], short, dealer)
    hands = dict(zip(closed, dealt, strict=True))
    return replace(state, hands=tuple(hands.get(seat, state.hands[seat]) for seat in PLAYERS))


def dealt_again(hands: list[HandOfCards], short: list[int], dealer: Dealer) -> list[HandOfCards]:
    """New hands of the same sizes from the same cards, each worth at least its entry in `short`. All such deals are
    equally likely: others are thrown in, as at the table. The given hands are one such deal, so this ends."""
    pack = [card for hand in hands for card in hand]
    while True:
        shuffled = iter([pack[index] for index in dealer.answer(Shuffle(len(pack)))])
        dealt = [tuple(next(shuffled) for _ in hand) for hand in hands]
        if all(points(hand) >= least for hand, least in zip(dealt, short, strict=True)):
            return dealt


def _players(state: State) -> tuple[PlayerSeen, ...]:
    out = auction.passed(state.bids)
    counts = [len(hand) for hand in state.hands] or [0] * len(PLAYERS)
    return tuple(PlayerSeen(seat, counts[seat], seat in out, seat in state.away) for seat in PLAYERS)


def _knows_to_be_alone(state: State, reader: Reader) -> bool:
    may_know = is_called_card_out(state) or (reader is not None and reader == caller(state))
    return may_know and called_card(state) is not None and partner(state) is None
