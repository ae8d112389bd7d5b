"""Every fault of a `state.json`: against its schema, then against the invariants of its specification.

Breaking a "must" of the specification is a violation; breaking a "should" is a warning, because a forced pass or a
resignation may legitimately break it. Whether play can reach the position is not checked.
"""

import re
from typing import Any, Final

from .json_schema import faults, fractions
from .state_file_schema import STATE_SCHEMA
from .timestamps import moment
from .types import CHECKERS, COLOURS

_OTHER: Final = {"white": "black", "black": "white"}
_FIELD: Final = re.compile(r"\$\.(\w+)")


def violations(tree: Any) -> tuple[str, ...]:
    """Every violation at once; what depends on a malformed field is not checked."""
    found = [*faults(tree, STATE_SCHEMA), *fractions(tree)]
    if not isinstance(tree, dict):
        return tuple(found)
    faulty = {where[1] for fault in found if (where := _FIELD.match(fault))}
    sound = {name: tree[name] for name in tree if name not in faulty}
    for names, check in _INVARIANTS:
        if sound.keys() >= set(names):
            found += check(*(sound[name] for name in names))
    return tuple(found)


def warnings(tree: Any) -> tuple[str, ...]:
    """The warnings of a tree without violations."""
    if violations(tree):
        return ()
    found = []
    last = tree["lastMove"]
    if last is not None and last["player"] == tree["activePlayer"]:
        found.append("lastMove.player should be the opposite of activePlayer")
    if last is not None and last["sequence"] > tree["turn"] - 1:
        found.append(f"lastMove.sequence should be {tree['turn'] - 1} at most in turn {tree['turn']}")
    times = [moment(message["timestamp"]) or (0, "") for message in tree["messages"]]
    if times != sorted(times):
        found.append("messages should be ordered chronologically")
    if times and max(times) > (moment(tree["updatedAt"]) or (0, "")):
        found.append("updatedAt should not be before the last message")
    return tuple(found)


def _pieces(board: Any, bar: Any, home: Any) -> list[str]:
    found = []
    for colour, sign in zip(COLOURS, (1, -1), strict=True):
        on_board = sum(count * sign for count in board if count * sign > 0)
        total = on_board + bar[colour] + home[colour]
        if total != CHECKERS:
            found.append(f"{colour} has {total} pieces on board, bar and home together, not {CHECKERS}")
    return found


def _dice(dice: Any) -> list[str]:
    if len(dice) == 3:
        return ["$.dice: 3 dice; there are 2, or 4 for doubles"]
    if len(dice) == 4 and len(set(dice)) != 1:
        return ["$.dice: four dice are doubles, and so are equal"]
    if len(dice) == 2 and dice[0] == dice[1]:
        return ["$.dice: doubles are written as four equal values"]
    return []


def _opening(turn: Any, dice: Any) -> list[str]:
    """The higher die begins; equal dice are rolled again, so the opening has none."""
    return ["$.dice: the opening roll is never a double"] if turn == 1 and len(set(dice)) == 1 else []


def _dice_used(dice: Any, used: Any) -> list[str]:
    over = sorted({die for die in used if used.count(die) > dice.count(die)})
    return [f"$.diceUsed: {die} was used more often than it was rolled" for die in over]


def _winner(status: Any, winner: Any) -> list[str]:
    if status == "playing" and winner is not None:
        return ["$.winner: must be null while status is playing"]
    if status == "completed" and winner is None:
        return ["$.winner: must be white or black when status is completed"]
    return []


def _finish(status: Any, winner: Any, home: Any) -> list[str]:
    """A side that has borne off has won; a completed game may also have been resigned."""
    off = [colour for colour in COLOURS if home[colour] == CHECKERS]
    if len(off) == 2:
        return ["$.home: both sides cannot be off"]
    if off and status == "playing":
        return [f"$.status: the game completes when {off[0]} has {CHECKERS} pieces home"]
    if off and winner == _OTHER[off[0]]:
        return [f"$.winner: {off[0]} has all pieces home"]
    return []


def _first_move(turn: Any, used: Any, last: Any) -> list[str]:
    if last is None and (turn != 1 or used):
        return ["$.lastMove: is null only when turn is 1 and no moves are made"]
    return []


def _last_file(last: Any) -> list[str]:
    """`{seq}-{color}-{sha}.json` must agree with the fields beside it."""
    if last is None:
        return []
    number, colour, _ = last["file"].split("-")
    found = []
    if int(number) != last["sequence"]:
        found.append(f"$.lastMove.sequence: {last['sequence']}, the file says {int(number)}")
    if colour != last["player"]:
        found.append(f"$.lastMove.player: {last['player']}, the file says {colour}")
    return found


_INVARIANTS: Final[tuple[tuple[tuple[str, ...], Any], ...]] = (
    (("board", "bar", "home"), _pieces),
    (("dice",), _dice),
    (("turn", "dice"), _opening),
    (("dice", "diceUsed"), _dice_used),
    (("status", "winner"), _winner),
    (("status", "winner", "home"), _finish),
    (("turn", "diceUsed", "lastMove"), _first_move),
    (("lastMove",), _last_file),
)
