"""Which checkers may move: the search for plays that use as many dice as possible.

A play is a sequence of checker moves. The list holds single moves that begin some maximal play, so a turn made of
listed moves is always maximal, and the moves already made this turn need not be looked at.

Everything here is pure and on the `Relative` board, so results are cached: a state's list is asked for several times.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from .board import OWN_BAR, THEIR_BAR, Relative
from .types import Dice

REMEMBERED: Final = 1 << 15


class Single(NamedTuple):
    """One checker from one point, by one die; its target follows."""

    point: int
    die: int


Play: TypeAlias = tuple[Single, ...]


def dice_left(dice: Dice, used: Dice) -> Dice:
    """The dice still to be played, highest first."""
    left = sorted(dice, reverse=True)
    for die in used:
        left.remove(die)
    return tuple(left)


def landing(single: Single) -> int:
    return max(0, single.point - single.die)


def after(seen: Relative, single: Single) -> Relative:
    """The board after one checker has moved; a blot that it hits goes to the bar."""
    board = list(seen)
    to = max(0, single.point - single.die)
    board[single.point] -= 1
    if to and board[to] == -1:
        board[to] = 1
        board[THEIR_BAR] += 1
    else:
        board[to] += 1
    return tuple(board)


def sources(seen: Relative, die: int) -> list[int]:
    """The points from which a checker can move by this die, farthest first, regardless of the other dice."""
    if seen[OWN_BAR]:  # bar priority
        return [OWN_BAR] if seen[OWN_BAR - die] >= -1 else []
    found = [point for point in range(24, die, -1) if seen[point] > 0 and seen[point - die] >= -1]
    farthest = next((point for point in range(24, 0, -1) if seen[point] > 0), 0)
    if 0 < farthest <= 6:
        if seen[die] > 0:
            found.append(die)
        elif farthest < die:  # no checker stands farther from off: a higher die will do
            found.append(farthest)
    return found


@lru_cache(maxsize=REMEMBERED)
def singles(seen: Relative, left: Dice) -> tuple[Single, ...]:
    """The moves that begin a maximal play of the dice that are left, farthest checkers first."""
    if len(set(left)) == 2:
        return _two_dice(seen, *left)
    # With equal dice any move begins a maximal play: no move blocks another checker, and some free others, by entering
    # or by bringing the last one home. So the number of moves does not depend on which comes first.
    return tuple([Single(point, die) for die in left[:1] for point in sources(seen, die)])


def _two_dice(seen: Relative, high: int, low: int) -> tuple[Single, ...]:
    by_high = [Single(point, high) for point in sources(seen, high)]
    by_low = [Single(point, low) for point in sources(seen, low)]
    both = [single for single in by_high if sources(after(seen, single), low)]
    both += [single for single in by_low if sources(after(seen, single), high)]
    if both:
        return tuple(sorted(both, reverse=True))
    return tuple(by_high or by_low)  # only one die can be played: the higher, if it can


def plays(seen: Relative, left: Dice) -> Mapping[Relative, Play]:
    """Every board that a maximal play leads to, each with one such play. Without a legal move: this board, no moves."""
    frontier: dict[tuple[Relative, Dice], Play] = {(seen, left): ()}
    ended: dict[Relative, Play] = {}
    while frontier:
        reached: dict[tuple[Relative, Dice], Play] = {}
        for (board, dice), play in frontier.items():
            moves = singles(board, dice)
            if not moves:
                ended.setdefault(board, play)
            for single in moves:
                reached.setdefault((after(board, single), without(dice, single.die)), (*play, single))
        frontier = reached
    return ended


def without(dice: Dice, die: int) -> Dice:
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]
