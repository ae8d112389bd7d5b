"""The game in words: `3x4` bids three fours, `doubt` doubts the last bid.

Must not know: states, only views.
"""

import re
from typing import Final, assert_never

from ludoteca.kernel import Illegal, Seat

from .types import DICE_AT_MOST, FACES, SEATS, Action, Bid, BidMade, Doubt, Ended, Hand, Rolled, Shown, Told, View

BID: Final = re.compile(r"([1-9][0-9]?)\s*x\s*([1-6])", re.ASCII)


def write(action: Action, _view: View) -> str:
    match action:
        case Bid(count=count, face=face):
            return f"{count}x{face}"
        case Doubt():
            return "doubt"
        case _:
            assert_never(action)


def read(text: str, _view: View) -> Action:
    word = text.strip().lower()
    found = BID.fullmatch(word)
    if word == "doubt":
        return Doubt()
    if found is None or int(found[1]) > 2 * DICE_AT_MOST:
        raise Illegal("unreadable", f"write `doubt`, or a bid as 3x4: a number of dice, x, a face from 1 to {FACES}")
    return Bid(int(found[1]), int(found[2]))


def picture(view: View) -> str:
    wild = ", ones are wild" if view.ones_wild else ""
    dice = "1 die" if sum(view.left) == 1 else f"{sum(view.left)} dice"
    lines = [f"round {view.round}, {dice} on the table{wild}"]
    lines += [_seat_line(view, seat) for seat in range(len(SEATS))]
    if view.shown is not None:
        lines.append(f"last round: {_shown(view.shown)}")
    if view.bid is not None and view.turn is not None:
        lines.append(f"{SEATS[1 - view.turn]} has bid {write(view.bid, view)}")
    if view.outcome is not None:
        lines.append(f"over: {view.outcome.reason}")
    return "\n".join(lines)


def tell(told: Told, view: View) -> str:
    match told:
        case Rolled(seat=seat, dice=None):
            return f"{_name(seat, view)}: roll in secret"
        case Rolled(seat=seat, dice=dice):
            return f"{_name(seat, view)}: roll {_dice(dice or ())}"
        case BidMade(seat=seat, bid=bid):
            return f"{_name(seat, view)}: bid {write(bid, view)}"
        case Shown():
            return f"{_name(told.doubter, view)}: doubt. {_shown(told)}"
        case Ended(winner=winner, reason=reason):
            return f"{_name(winner, view)}: win, by {'the last die' if reason == 'dice' else 'resignation'}"
        case _:
            assert_never(told)


def _seat_line(view: View, seat: Seat) -> str:
    hand = view.hand if seat == view.you else None if view.hands is None else view.hands[seat]
    dice = _dice(hand) if hand else " ".join("?" * view.left[seat]) or "out"
    return f"{'>' if seat == view.turn else ' '} {SEATS[seat]:<6}  {dice}"


def _shown(shown: Shown) -> str:
    hands = ", ".join(f"{seat} {_dice(hand)}" for seat, hand in zip(SEATS, shown.hands, strict=True))
    bid = f"{shown.bid.count}x{shown.bid.face}"
    return f"{hands}: {shown.matching} for {bid}, {SEATS[shown.loser]} loses a die"


def _dice(hand: Hand) -> str:
    return " ".join(map(str, hand))


def _name(seat: Seat, view: View) -> str:
    return "you" if seat == view.you else SEATS[seat]
