"""Morris in words and as a scene: `d2` places a man, `a1-a4` moves one, `xg7` after it takes one.

Must not know: states, only views.
"""

import re
from typing import Final, assert_never

from ludoteca.kernel import Illegal, Malformed
from ludoteca.kernel import scene as draw
from ludoteca.kernel.values import convert

from .rules import LINES, POINTS, Action, Ended, Played, Slide, Told, View

MOVE: Final = re.compile(r"(?:([a-g][1-7])-)?([a-g][1-7])(?:x([a-g][1-7]))?")
MEN: Final = (draw.Piece("white"), draw.Piece("black"))


def write(action: Action, _view: View) -> str:
    start = f"{action.start}-" if isinstance(action, Slide) else ""
    return start + action.to + (f"x{action.take}" if action.take else "")


def read(text: str, _view: View) -> Action:
    found = MOVE.fullmatch(text.strip().lower())
    if found is None or not {each for each in found.groups() if each} <= set(POINTS):
        raise Illegal("unreadable", "write d2 to place a man, a1-a4 to move one, and xg7 behind it to take one")
    start, to, take = found.groups()
    tree = {"type": "slide", "start": start} if start else {"type": "place"}
    try:
        action: Action = convert({**tree, "to": to, "take": take}, Action)
    except Malformed as error:
        raise Illegal("unreadable", error.reason) from None
    return action


def tell(told: Told, view: View) -> str:
    match told:
        case Played(seat=seat, action=action):
            take = f", takes {action.take}" if action.take else ""
            return f"{_name(seat, view)}: {write(action, view).partition('x')[0]}{take}"
        case Ended(outcome=outcome):
            return f"over: {outcome.reason}"
        case _:
            assert_never(told)


def scene(view: View) -> draw.Scene:
    turned = view.you == 1
    points = tuple(_point(name, man, turned) for name, man in zip(POINTS, view.board, strict=True))
    hands = tuple(draw.Counter(str(count), seat=seat, colour=MEN[seat].colour) for seat, count in enumerate(view.hands))
    last = () if view.last is None else touch(view.last, view)
    return draw.Scene((draw.Counters(hands), draw.Graph(points, LINES)), last)


def touch(action: Action, _view: View) -> tuple[str, ...]:
    start = (action.start,) if isinstance(action, Slide) else ()
    take = (action.take,) if action.take is not None else ()
    return (*start, action.to, *take)


def _point(name: str, man: int | None, turned: bool) -> draw.Point:
    """White has row 1 at the bottom, black row 7."""
    x, y = "abcdefg".index(name[0]), 7 - int(name[1])
    piece = None if man is None else MEN[man]
    return draw.Point(name, piece, x=6 - x if turned else x, y=6 - y if turned else y)


def _name(seat: int, view: View) -> str:
    return "you" if seat == view.you else ("white", "black")[seat]
