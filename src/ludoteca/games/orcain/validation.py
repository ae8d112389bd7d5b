"""The flaws of a state read from outside. A state is sound if replaying its own history gives it back.

A played layout is replayed as a draft, which has the same effect; who confirmed and who is away cannot be derived, and
is checked separately.
"""

from typing import Final

from ludoteca.kernel import Elapsed, Illegal, Move

from . import endings, rules
from .layouts import EMPTY, Layout
from .types import LayoutDraft, ShownStep, State

Layouts = tuple[Layout, Layout]
Flags = tuple[bool, bool]

_FROM_PLAY: Final = (
    "phase",
    "round_index",
    "hp",
    "layouts",
    "had_draft",
    "steps",
    "history",
    "afk_streaks",
    "both_afk_streak",
    "result",
)


def flaws(state: State) -> tuple[str, ...]:
    try:
        again = _played_again(state)
    except Illegal as error:
        return (f"its config is none: {error.reason}",)
    found = [f"{name} does not follow from what was played" for name in _FROM_PLAY if _differs(state, again, name)]
    if not _may_have_confirmed(state):
        found.append("confirmed does not fit the phase")
    if not _is_presence_sound(state):
        found.append("away does not fit departures and result")
    return tuple(found)


def _played_again(state: State) -> State:
    again = rules.setup(state.config).state
    for finished in state.history:
        again = _round(again, _cards(finished.steps), finished.afk, len(finished.steps))
    afk = (not state.had_draft[0], not state.had_draft[1])
    if state.phase == "REVEAL":
        return _round(again, state.layouts, afk, len(state.steps))
    return _laid_out(again, state.layouts, afk) if state.phase == "PREP" else _end(again, state)


def _round(state: State, layouts: Layouts, afk: Flags, steps: int) -> State:
    """A round replayed up to `steps` revealed steps; unchanged after the end."""
    if state.phase != "PREP":
        return state
    state = _time_runs_out(_laid_out(state, layouts, afk))
    for _ in range(min(steps, len(EMPTY))):
        if state.phase == "REVEAL":
            state = _time_runs_out(state)
    return state


def _laid_out(state: State, layouts: Layouts, afk: Flags) -> State:
    for seat in (0, 1):
        if not afk[seat]:
            state = rules.apply(state, Move(seat, LayoutDraft(layouts[seat]))).state
    return state


def _time_runs_out(state: State) -> State:
    return rules.apply(state, Elapsed(rules.timers(state)[0].name)).state


def _end(again: State, state: State) -> State:
    """Apply the state's own end, if the replay has not reached one."""
    result = state.result
    if again.phase == "END" or result is None or result.reason == "normal":
        return again
    if result.reason == "timeout":
        idle = (state.afk_streaks[0] > 0, state.afk_streaks[1] > 0)
        return _round(again, (EMPTY, EMPTY), idle, 0)
    if state.steps:
        again = _round(again, _cards(state.steps), (False, False), len(state.steps))
    if result.winner is None:
        return endings.end_match_both_left(again).state
    return endings.end_match_forfeit(again, 1 - result.winner, result.reason).state


def _cards(steps: tuple[ShownStep, ...]) -> Layouts:
    """The revealed cards of both as layouts; slots not revealed are empty."""
    first, second = (tuple(step.cards[seat] for step in steps) + EMPTY for seat in (0, 1))
    return (first[0], first[1], first[2]), (second[0], second[1], second[2])


def _differs(state: State, again: State, name: str) -> bool:
    return bool(getattr(state, name) != getattr(again, name))


def _may_have_confirmed(state: State) -> bool:
    if state.phase == "END":
        return True
    is_overdue = all(state.confirmed) and state.phase == "PREP" and state.config.finalize == "both-confirmed"
    return not is_overdue and all(state.had_draft[seat] for seat in (0, 1) if state.confirmed[seat])


def _is_presence_sound(state: State) -> bool:
    numbers = [departure for departure in state.away if departure is not None]
    counted = all(1 <= number <= state.departures for number in numbers) and len(set(numbers)) == len(numbers)
    result = state.result
    both_left = result is not None and result.reason == "disconnect" and result.winner is None
    return state.departures >= 0 and counted and (len(numbers) == 2) == both_left
