"""The rules of the den; numbers in comments are sentences of RULES.md.

Laws kept here:
- Every card is in one place: a hand, buried, laid, gone, or else the stock.
- A hidden card is told by `secret`, so its public half is never forgotten.

Must not know: text, views, clocks, dealers.
"""

from typing import assert_never

from ludoteca.kernel import (
    Answer,
    Chance,
    Deal,
    Dice,
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
    hands,
    replace,
    secret,
)

from .scoring import final_hens, ranked, taker
from .types import (
    CARDS,
    HAND_SIZE,
    ROUNDS_AT_MOST,
    SEATS,
    Action,
    Buried,
    Bury,
    Card,
    Config,
    Dealt,
    Drew,
    Ended,
    FoxShown,
    Hand,
    Laid,
    Lay,
    Marked,
    Rolled,
    State,
    Told,
    Took,
    changed,
    in_order,
    stock,
    turn,
)

REFUSALS = {"not_your_turn": "invalid_turn", "not_your_card": "invalid_card", "buried_before": "invalid_action"}

_DEAL = Deal(len(CARDS), (HAND_SIZE,) * len(SEATS))


def seats(_config: Config) -> tuple[str, ...]:
    return SEATS


def setup(config: Config) -> Step[State, Told]:
    if not 1 <= config.rounds <= ROUNDS_AT_MOST:  # 16
        raise Illegal("bad_config", f"a game has 1 to {ROUNDS_AT_MOST} rounds", rounds=config.rounds)
    return Step(State(config))


def draw(state: State) -> Draw | None:
    match state.phase:
        case "deal":
            return _DEAL
        case "mark":
            return Pick(sum(_DEAL.sizes))
        case "roll":
            return Dice(2)
        case "refill":
            return Pick(len(stock(state)))
        case "turn" | "over":
            return None
        case _:
            assert_never(state.phase)


def to_act(state: State) -> frozenset[Seat]:
    return frozenset({turn(state)}) if state.phase == "turn" else frozenset()


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    if seat not in to_act(state):
        return ()
    hand = state.hands[seat]
    burials = hand if state.buried[seat] is None else ()
    return (*(Lay(card) for card in hand), *(Bury(card) for card in burials))


def timers(state: State) -> tuple[Timer, ...]:
    if state.phase != "turn" or state.config.turn_ms == 0:  # 14
        return ()
    return (Timer(f"turn-{state.round}-{state.acted}", state.config.turn_ms, to_act(state)),)


def apply(state: State, given: Input[Action]) -> Step[State, Told]:
    match given:
        case Move(seat=seat, action=action):
            return _act(state, seat, action)
        case Chance(outcome=answer):
            return _drawn(state, answer)
        case Elapsed():  # 14
            seat = turn(state)
            return _lay(state, seat, state.hands[seat][0])
        case Left() | Returned():  # 15
            return Step(state)
        case Resigned(seat=seat):  # 13
            return _end(state, tuple(-2 if other == seat else 1 for other in range(len(SEATS))), "resigned")
        case _:
            assert_never(given)


def outcome(state: State) -> Outcome | None:
    return state.outcome


def _drawn(state: State, answer: Answer) -> Step[State, Told]:
    match state.phase:
        case "deal":
            return _deal(state, answer)
        case "mark":
            return _mark(state, answer[0])
        case "roll":
            trail, run = answer
            rolled = replace(state, phase="turn", trail=trail, run=run)
            return Step(rolled, (Event(Rolled(state.round, trail, run)),))
        case "refill":
            return _refill(state, answer[0])
        case "turn" | "over":
            raise AssertionError("nothing was to be drawn")
        case _:
            assert_never(state.phase)


def _deal(state: State, answer: Answer) -> Step[State, Told]:  # 2
    first, second, third = (in_order(CARDS[index] for index in hand) for hand in hands(_DEAL, answer))
    dealt = replace(state, phase="mark", hands=(first, second, third))
    return Step(dealt, tuple(Event(Dealt(hand), frozenset({seat})) for seat, hand in enumerate(dealt.hands)))


def _mark(state: State, index: int) -> Step[State, Told]:  # 3
    fox, place = divmod(index, HAND_SIZE)
    mark = state.hands[fox][place]
    told = _known_to(fox, Marked(mark), Marked(None))
    return Step(replace(state, phase="roll", round=1, fox=fox, mark=mark), told)


def _act(state: State, seat: Seat, action: Action) -> Step[State, Told]:
    if seat != turn(state):
        raise Illegal("not_your_turn", "another seat is to play", turn=turn(state))
    if action.card not in state.hands[seat]:
        raise Illegal("not_your_card", "that card is not in your hand", card=action.card)
    match action:
        case Lay(card=card):
            return _lay(state, seat, card)
        case Bury(card=card):
            return _bury(state, seat, card)
        case _:
            assert_never(action)


def _lay(state: State, seat: Seat, card: Card) -> Step[State, Told]:
    is_mark = card == state.mark
    told: tuple[Event[Told], ...] = (Event(Laid(seat, card)),)
    if is_mark:  # 9
        told += (Event(FoxShown(seat, card)),)
    laid = (*state.laid, (seat, card))
    return _played(replace(state, laid=laid, is_fox_shown=state.is_fox_shown or is_mark), seat, card, told)


def _bury(state: State, seat: Seat, card: Card) -> Step[State, Told]:  # 6
    if state.buried[seat] is not None:
        raise Illegal("buried_before", "a seat buries once a game")
    told = _known_to(seat, Buried(seat, card), Buried(seat, None))
    return _played(replace(state, buried=changed(state.buried, seat, card)), seat, card, told)


def _played(state: State, seat: Seat, card: Card, told: tuple[Event[Told], ...]) -> Step[State, Told]:
    """The card leaves the hand; another comes, or the turn goes on."""
    hand = tuple(other for other in state.hands[seat] if other != card)
    state = replace(state, hands=changed(state.hands, seat, hand))
    if stock(state):
        return Step(replace(state, phase="refill"), told)
    return _pass_on(state, told)


def _refill(state: State, index: int) -> Step[State, Told]:  # 7
    seat, card = turn(state), stock(state)[index]
    hand: Hand = in_order((*state.hands[seat], card))
    told = _known_to(seat, Drew(seat, card), Drew(seat, None))
    return _pass_on(replace(state, hands=changed(state.hands, seat, hand)), told)


def _pass_on(state: State, told: tuple[Event[Told], ...]) -> Step[State, Told]:
    state = replace(state, phase="turn", acted=state.acted + 1)
    if state.acted < len(SEATS):
        return Step(state, told)
    state, events = _close_round(state)
    return Step(state, told + events)


def _close_round(state: State) -> Step[State, Told]:
    winner = taker(state)
    hens = state.hens if winner is None else changed(state.hens, winner, state.hens[winner] + state.run)
    took = Event[Told](Took(winner, state.run))
    gone = in_order((*state.gone, *(card for _, card in state.laid)))
    state = replace(state, hens=hens, gone=gone, laid=(), acted=0)
    if state.round < state.config.rounds:
        return Step(replace(state, phase="roll", round=state.round + 1), (took,))
    state = replace(state, hens=final_hens(state))
    state, events = _end(state, ranked(state.hens), "rounds")
    return Step(state, (took, *events))


def _end(state: State, scores: tuple[int, ...], reason: str) -> Step[State, Told]:  # 10
    assert state.fox is not None
    assert state.mark is not None
    end = Outcome(scores, reason)
    shown: tuple[Event[Told], ...] = () if state.is_fox_shown else (Event(FoxShown(state.fox, state.mark)),)
    over = replace(state, phase="over", is_fox_shown=True, outcome=end)
    return Step(over, (*shown, Event(Ended(over.hands, over.buried, over.hens, end))))


def _known_to(seat: Seat, private: Told, public: Told) -> tuple[Event[Told], ...]:
    return secret(frozenset({seat}), private, public, seats=len(SEATS))
