"""The rules of liar's dice; numbers in comments are sentences of RULES.md.

Must not know: text, views, clocks, dealers.
"""

from typing import Literal, assert_never

from ludoteca.kernel import (
    Answer,
    Chance,
    Dice,
    Draw,
    Elapsed,
    Event,
    Illegal,
    Input,
    Left,
    Move,
    Outcome,
    Resigned,
    Returned,
    Seat,
    Step,
    replace,
    secret,
)

from .types import FACES, SEATS, Action, Bid, BidMade, Config, Doubt, Ended, Hand, Rolled, Shown, State, Told

REFUSALS = {
    "not_your_turn": "invalid_turn",
    "bid_too_low": "invalid_bid",
    "bid_too_high": "invalid_bid",
}
"""What codes of this game are on the bridge; the others are `invalid_action`."""


def setup(config: Config) -> Step[State, Told]:
    return Step(State(config, left=(config.dice, config.dice)))  # 1


def draw(state: State) -> Draw | None:
    return Dice(sum(state.left), FACES) if state.phase == "roll" else None  # 2


def to_act(state: State) -> frozenset[Seat]:
    return frozenset({state.turn}) if state.phase == "bid" else frozenset()


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    if seat not in to_act(state):
        return ()
    counts, faces = range(1, sum(state.left) + 1), range(1, FACES + 1)
    bids = (Bid(count, face) for count in counts for face in faces)
    raises = tuple(bid for bid in bids if _is_higher(bid, state.bid))
    return raises if state.bid is None else (Doubt(), *raises)


def apply(state: State, given: Input[Action]) -> Step[State, Told]:
    match given:
        case Chance(outcome=answer):
            return _roll(state, answer)
        case Move(seat=seat, action=action):
            return _act(state, seat, action)
        case Resigned(seat=seat):  # 8
            return _end(state, 1 - seat, "resigned")
        case Left() | Returned() | Elapsed():
            return Step(state)
        case _:
            assert_never(given)


def outcome(state: State) -> Outcome | None:
    return state.outcome


def matching(bid: Bid, dice: Hand, *, ones_wild: bool) -> int:
    """How many of these dice match the bid."""
    return sum(die == bid.face or (ones_wild and die == 1) for die in dice)  # 6


def _roll(state: State, answer: Answer) -> Step[State, Told]:
    """The first dice of the answer are the first seat's. Each seat is told its own dice, the others that it rolled."""
    mine = state.left[0]
    hands = (tuple(sorted(answer[:mine])), tuple(sorted(answer[mine:])))
    told = (
        event
        for seat, hand in enumerate(hands)
        for event in secret(frozenset({seat}), Rolled(seat, hand), Rolled(seat, None), seats=len(SEATS))
    )
    return Step(replace(state, phase="bid", hands=hands, bid=None), tuple(told))


def _act(state: State, seat: Seat, action: Action) -> Step[State, Told]:
    if seat != state.turn:
        raise Illegal("not_your_turn", f"it is the {SEATS[state.turn]} seat's turn", turn=state.turn)
    match action:
        case Bid():
            return _bid(state, seat, action)
        case Doubt():
            return _doubt(state, seat)
        case _:
            assert_never(action)


def _bid(state: State, seat: Seat, bid: Bid) -> Step[State, Told]:
    if not _is_higher(bid, state.bid):  # 5
        raise Illegal("bid_too_low", "name more dice, or as many of a higher face")
    if bid.count > sum(state.left):
        raise Illegal("bid_too_high", f"there are {sum(state.left)} dice on the table", dice=sum(state.left))
    return Step(replace(state, bid=bid, turn=1 - seat), (Event(BidMade(seat, bid)),))


def _doubt(state: State, seat: Seat) -> Step[State, Told]:
    if state.bid is None:  # 4
        raise Illegal("nothing_to_doubt", "the player who opens a round must bid")
    found = sum(matching(state.bid, hand, ones_wild=state.config.ones_wild) for hand in state.hands)
    loser = seat if found >= state.bid.count else 1 - seat  # 7
    shown = Shown(state.bid, seat, state.hands, found, loser)
    left = (state.left[0] - (loser == 0), state.left[1] - (loser == 1))
    after = replace(state, left=left, shown=shown, hands=((), ()))
    if left[loser] == 0:  # 1
        return _end(after, 1 - loser, "dice", Event(shown))
    return Step(replace(after, phase="roll", round=state.round + 1, turn=loser, bid=None), (Event(shown),))  # 3


def _end(state: State, winner: Seat, reason: Literal["dice", "resigned"], *before: Event[Told]) -> Step[State, Told]:
    scores = (1, -1) if winner == 0 else (-1, 1)
    over = replace(state, phase="over", outcome=Outcome(scores, reason))
    return Step(over, (*before, Event(Ended(winner, reason))))


def _is_higher(bid: Bid, than: Bid | None) -> bool:
    return than is None or (bid.count, bid.face) > (than.count, than.face)  # 5
