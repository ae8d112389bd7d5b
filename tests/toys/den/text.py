"""The den in words: `lay leaf-3` lays that card, `bury leaf-3` buries it.

Must not know: states, only views.
"""

from typing import assert_never

from ludoteca.kernel import Illegal, Seat

from .types import (
    CARDS,
    SEATS,
    Action,
    Buried,
    Bury,
    Card,
    Dealt,
    Drew,
    Ended,
    FoxShown,
    Laid,
    Lay,
    Marked,
    Rolled,
    Told,
    Took,
    View,
)

HINT = "lay or bury, and a card such as leaf-3"


def write(action: Action, _view: View) -> str:
    match action:
        case Lay(card=card):
            return f"lay {card}"
        case Bury(card=card):
            return f"bury {card}"
        case _:
            assert_never(action)


def read(text: str, _view: View) -> Action:
    match text.lower().split():
        case ["lay", word]:
            return Lay(_card(word))
        case ["bury", word]:
            return Bury(_card(word))
        case _:
            raise Illegal("unreadable", HINT)


def picture(view: View) -> str:
    lines = [f"round {view.round} of {view.rounds}: {view.run} hens, trail {view.trail}, {view.stock} in the stock"]
    lines += [_seat_line(view, seat) for seat in range(len(SEATS))]
    lines += [f"{SEATS[seat]} laid {card}" for seat, card in view.laid]
    if view.fox is not None:
        lines.append(f"the fox is {SEATS[view.fox]}, the mark {view.mark}")
    if view.outcome is not None:
        lines.append(f"over: {view.outcome.reason}")
    return "\n".join(lines)


def tell(told: Told, view: View) -> str:
    match told:
        case Dealt(hand=hand):
            return f"dealt: {' '.join(hand)}"
        case Marked(card=mark):
            return "somebody is the fox" if mark is None else f"you are the fox, {mark} is the mark"
        case Rolled(round=number, trail=trail, run=run):
            return f"round {number}: {run} hens, trail {trail}"
        case Laid(seat=seat, card=card):
            return f"{_name(seat, view)}: lay {card}"
        case Buried(seat=seat, card=buried):
            return f"{_name(seat, view)}: bury {buried or 'a card'}"
        case Drew(seat=seat, card=drawn):
            return f"{_name(seat, view)}: draw {drawn or 'a card'}"
        case FoxShown(seat=seat, card=card):
            return f"{_name(seat, view)}: the fox, by {card}"
        case Took(seat=taker, hens=hens):
            return f"{hens} hens run off" if taker is None else f"{_name(taker, view)}: take {hens} hens"
        case Ended(hens=hens, outcome=outcome):
            return f"over ({outcome.reason}): {'-'.join(map(str, hens))}"
        case _:
            assert_never(told)


def _card(word: str) -> Card:
    for card in CARDS:
        if card == word:
            return card
    raise Illegal("unreadable", HINT)


def _name(seat: Seat, view: View) -> str:
    return "you" if seat == view.you else SEATS[seat]


def _seat_line(view: View, seat: Seat) -> str:
    hand = view.hands[seat]
    cards = " ".join("??" for _ in range(view.hand_sizes[seat])) if hand is None else " ".join(hand)
    buried = f", buried {view.buried[seat] or '??'}" if view.has_buried[seat] else ""
    mark = ">" if seat == view.turn else " "
    return f"{mark} {SEATS[seat]}: {cards}{buried}, {view.hens[seat]} hens"
