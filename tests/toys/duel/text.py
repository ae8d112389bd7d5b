"""The duel in words: `strike` seals a strike, `sketch strike` drafts one, `sketch nothing` takes the draft back.

Must not know: states, only views.
"""

from typing import assert_never

from ludoteca.kernel import Illegal, Seat

from .types import (
    CHOICES,
    SEATS,
    Action,
    Began,
    CameBack,
    Choice,
    Clash,
    Closed,
    Ended,
    Ready,
    Seal,
    Shown,
    Sketch,
    Sketched,
    Told,
    View,
    WentAway,
)

HINT = "strike, guard or feint; or sketch and one of them, or sketch nothing"


def write(action: Action, _view: View) -> str:
    match action:
        case Seal(choice=choice):
            return choice
        case Sketch(choice=sketch):
            return f"sketch {sketch or 'nothing'}"
        case _:
            assert_never(action)


def read(text: str, _view: View) -> Action:
    match text.lower().split():
        case [word]:
            return Seal(_choice(word))
        case ["sketch", "nothing"]:
            return Sketch(None)
        case ["sketch", word]:
            return Sketch(_choice(word))
        case _:
            raise Illegal("unreadable", HINT)


def picture(view: View) -> str:
    lines = [f"round {view.round} of {view.rounds}, first to {view.goal}: {view.points[0]}-{view.points[1]}"]
    lines += [f"{name}: {_standing(view, seat)}" for seat, name in enumerate(SEATS)]
    if view.outcome is not None:
        lines.append(f"over: {view.outcome.reason}")
    return "\n".join(lines)


def tell(told: Told, view: View) -> str:
    match told:
        case Began(round=number):
            return f"round {number} begins"
        case Sketched(choice=choice):
            return f"you: sketch {choice or 'nothing'}"
        case Ready(seat=seat):
            return f"{_name(seat, view)}: sealed"
        case Closed(round=number):
            return f"round {number} is closed"
        case Clash(yours=yours, theirs=theirs, your_points=your_points, their_points=their_points):
            return f"you {yours}, they {theirs}: {your_points}-{their_points}"
        case Shown(plays=plays, points=points):
            return f"{SEATS[0]} {plays[0]}, {SEATS[1]} {plays[1]}: {points[0]}-{points[1]}"
        case WentAway(seat=seat):
            return f"{_name(seat, view)}: away"
        case CameBack(seat=seat):
            return f"{_name(seat, view)}: back"
        case Ended(outcome=outcome):
            return f"over: {outcome.reason}"
        case _:
            assert_never(told)


def _choice(word: str) -> Choice:
    for choice in CHOICES:
        if choice == word:
            return choice
    raise Illegal("unreadable", HINT)


def _name(seat: Seat, view: View) -> str:
    return "you" if seat == view.you else SEATS[seat]


def _standing(view: View, seat: Seat) -> str:
    parts = ["ready" if view.ready[seat] else "not ready"]
    if seat == view.you and view.sealed:
        parts.append(f"sealed {view.sealed}")
    if seat == view.you and view.sketch:
        parts.append(f"sketched {view.sketch}")
    if seat in view.away:
        parts.append("away")
    return ", ".join(parts)
