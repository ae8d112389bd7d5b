"""Orcain's rules: rounds of a sealed layout, a paced reveal of three steps, and an end.

Laws kept here:
- `_finalize_round` runs once per round, at the deadline or when both have confirmed; only it decides who is AFK.
- Until its step is revealed, a card is in `layouts` only.
- A late or repeated message changes nothing and is not an error.
- A draft is announced to nobody: its existence is as secret as its cards.

Must not know: text, views, clocks, dealers, what tokens are.
"""

from functools import cache
from typing import Final, assert_never

from ludoteca.kernel import (
    Chance,
    Draw,
    Elapsed,
    Event,
    Illegal,
    Input,
    Left,
    Move,
    Resigned,
    Returned,
    Seat,
    Step,
    Timer,
    replace,
)

from . import endings, messages, stakes
from .battle import Hp, resolve_step
from .layouts import EMPTY, CardId, Hand, Layout, layouts, with_grass
from .types import (
    AFK_ROUNDS,
    SEATS,
    Action,
    Config,
    ConfirmOk,
    FinishedRound,
    LayoutConfirm,
    LayoutDraft,
    PlayerAway,
    PlayerBack,
    RevealStart,
    ShownStep,
    Slots,
    State,
    Told,
    changed,
)

BOTH: Final = frozenset({0, 1})
STEPS: Final = 3
LAYOUT_MESSAGES: Final = frozenset({"layout_draft", "layout_confirm"})
REFUSALS: Final[dict[str, str]] = {"error_msg": "invalid_card"}

Made = Step[State, Told]


def seats(_config: Config) -> tuple[str, ...]:
    return SEATS


def setup(config: Config) -> Made:
    stakes.check(config)
    state = State(config, hp=(config.start_hp, config.start_hp))
    return Step(state, messages.match_found(state) + messages.prep_start(state))


def draw(_state: State) -> Draw | None:
    return None


def to_act(state: State) -> frozenset[Seat]:
    if state.phase != "PREP":
        return frozenset()
    return frozenset(seat for seat in BOTH if not state.confirmed[seat])


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    return _confirms(state.config.hands[seat]) if seat in to_act(state) else ()


def timers(state: State) -> tuple[Timer, ...]:
    """The round's own timer first, then a timer for a lost connection."""
    config = state.config
    absences = tuple(
        Timer(f"disconnect-{seat}-{departure}", config.disconnect_grace_ms, frozenset({seat}))
        for seat, departure in enumerate(state.away)
        if departure is not None
    )
    match state.phase:
        case "PREP":
            return Timer(f"prep-{state.round_index}", config.prep_ms, BOTH), *absences
        case "REVEAL":
            ms = config.step_ms if state.steps else config.first_reveal_ms
            return Timer(f"reveal-{state.round_index}-{len(state.steps) + 1}", ms), *absences
        case "END":
            return ()
        case _:
            assert_never(state.phase)


def apply(state: State, given: Input[Action]) -> Made:
    match given:
        case Move(seat=seat, action=action):
            return _act(state, seat, action)
        case Elapsed(timer=timer):
            return _elapsed(state, timer)
        case Left(seat=seat):
            return _leave(state, seat)
        case Returned(seat=seat):
            return _return(state, seat)
        case Resigned(seat=seat):
            return endings.end_match_forfeit(state, seat, "disconnect")
        case Chance():
            raise AssertionError("Orcain has no chance")
        case _:
            assert_never(given)


def sign_of_life(state: State, seat: Seat, message_type: str) -> Action | None:
    """A refused draft or confirm counts as a draft of what is laid out already: the player is not AFK this round."""
    if message_type not in LAYOUT_MESSAGES or seat not in to_act(state) or state.had_draft[seat]:
        return None
    return LayoutDraft(state.layouts[seat])


def operator_notes(state: State, given: Input[Action]) -> tuple[str, ...]:
    """Report a draft with cards that the hand does not hold: no honest page sends one, and the log does not keep
    those cards."""
    match given:
        case Move(seat=seat, action=LayoutDraft(layout=slots)) if seat in to_act(state):
            layout = _sanitized(slots, state.config.hands[seat])
            bad = sum(slot != card for slot, card in zip(slots, layout, strict=True))
            return (f"[INVALID_CARD_FROM_CLIENT] seat {seat}, {bad} of {len(slots)} slots",) if bad else ()
        case _:
            return ()


def _elapsed(state: State, timer: str) -> Made:
    match timer.split("-"):
        case ["prep", _]:
            return _finalize_round(state)
        case ["reveal", _, _]:
            return _reveal(state)
        case ["disconnect", seat, _]:
            return endings.end_match_forfeit(state, int(seat), "disconnect")
        case _:
            raise AssertionError(f"Orcain has no timer {timer!r}")


# PREP


def _act(state: State, seat: Seat, action: Action) -> Made:
    if seat not in to_act(state):
        return Step(state)
    hand = state.config.hands[seat]
    layout = _sanitized(action.layout, hand)
    match action:
        case LayoutDraft():
            return Step(_laid_out(state, seat, layout))
        case LayoutConfirm(layout=slots):
            if slots != layout:
                raise Illegal("error_msg", "every slot must be empty or hold a card of the hand", hand=list(hand))
            return _confirm(_laid_out(state, seat, layout), seat)
        case _:
            assert_never(action)


def _laid_out(state: State, seat: Seat, layout: Layout) -> State:
    return replace(state, layouts=changed(state.layouts, seat, layout), had_draft=changed(state.had_draft, seat, True))


def _confirm(state: State, seat: Seat) -> Made:
    state = replace(state, confirmed=changed(state.confirmed, seat, True))
    told: tuple[Event[Told], ...] = (Event(ConfirmOk(state.round_index, seat)),)
    if to_act(state) or state.config.finalize == "deadline":
        return Step(state, told)
    state, events = _finalize_round(state)
    return Step(state, told + events)


def _sanitized(slots: Slots, hand: Hand) -> Layout:
    """The layout with an empty slot for each card that the hand does not hold, or not often enough."""
    held: list[CardId] = list(hand)
    layout: list[CardId | None] = []
    for slot in slots:
        card = next((card for card in held if card == slot), None)
        if card is not None:
            held.remove(card)
        layout.append(card)
    first, second, third = layout
    return first, second, third


@cache
def _confirms(hand: Hand) -> tuple[LayoutConfirm, ...]:
    return tuple(LayoutConfirm(layout) for layout in layouts(hand))


def _finalize_round(state: State) -> Made:
    counted = _with_streaks(state)
    if counted.both_afk_streak >= AFK_ROUNDS:
        return endings.end_match_both_afk(counted)
    for seat, streak in enumerate(counted.afk_streaks):
        if streak >= AFK_ROUNDS:
            return endings.end_match_forfeit(counted, seat, "timeout")
    # The streaks are counted at the end of the round: visible now, they would reveal something about hidden cards.
    return Step(replace(state, phase="REVEAL"), (Event(RevealStart(state.round_index)),))


def _with_streaks(state: State) -> State:
    afk = _afk(state)
    first, second = (streak + 1 if idle else 0 for streak, idle in zip(state.afk_streaks, afk, strict=True))
    return replace(state, afk_streaks=(first, second), both_afk_streak=state.both_afk_streak + 1 if all(afk) else 0)


def _afk(state: State) -> tuple[bool, bool]:
    return not state.had_draft[0], not state.had_draft[1]


# REVEAL


def _reveal(state: State) -> Made:
    """Reveal one step; the third ends the round."""
    slot = len(state.steps)
    first, second = state.layouts
    hp = resolve_step(Hp(*state.hp), with_grass(first)[slot], with_grass(second)[slot], state.config.max_hp)
    shown = ShownStep((first[slot], second[slot]), (hp.first, hp.second))
    state = replace(state, hp=shown.hp, steps=(*state.steps, shown))
    told = messages.step_reveal(state)
    if len(state.steps) < STEPS:
        return Step(state, told)
    state, events = _end_round(state)
    return Step(state, told + events)


def _end_round(state: State) -> Made:
    finished = FinishedRound(state.steps, _afk(state))
    state = replace(
        _with_streaks(state),
        history=(*state.history, finished),
        steps=(),
        layouts=(EMPTY, EMPTY),
        had_draft=(False, False),
        confirmed=(False, False),
    )
    told = messages.round_end(state)
    state, events = endings.end_match(state) if endings.is_decided(state) else _next_round(state)
    return Step(state, told + events)


def _next_round(state: State) -> Made:
    state = replace(state, phase="PREP", round_index=state.round_index + 1)
    return Step(state, messages.prep_start(state))


# Presence


def _leave(state: State, seat: Seat) -> Made:
    if state.away[seat] is not None:
        return Step(state)
    departure = state.departures + 1
    left = replace(state, away=changed(state.away, seat, departure), departures=departure)
    if None not in left.away:
        return endings.end_match_both_left(left)
    return Step(left, (Event(PlayerAway(seat)),))


def _return(state: State, seat: Seat) -> Made:
    if state.away[seat] is None:
        return Step(state)
    return Step(replace(state, away=changed(state.away, seat, None)), (Event(PlayerBack(seat)),))
