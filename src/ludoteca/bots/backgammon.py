"""Backgammon bots. `greedy` evaluates every board its dice can lead to and takes the best one.

It values a lead in the race, few exposed blots, primes in front of the other side's checkers, and in a race checkers
borne off. It doubles and takes by the same measure. All boards are relative to its own side: index 1 to 6 is its home
(see `games.backgammon.board`).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from ludoteca.bots import Bot
from ludoteca.games.backgammon.board import OWN_BAR, THEIR_BAR, Relative, has_contact, pips_of, relative, turned
from ludoteca.games.backgammon.plays import Play, plays
from ludoteca.games.backgammon.turns import as_move
from ludoteca.games.backgammon.types import CheckerMove, Dice, Done, Double, Drop, Position, Roll, Take, View
from ludoteca.kernel import Dealer

POINT_WORTH: Final = (0, 1, 2, 4, 7, 9, 8, 6, 3, 2, 1, 0, 0)  # a made point, by its number up to 12
ANCHOR_WORTH: Final = 4
PRIME_WORTH: Final = 3  # a prime, for each point of its length beyond two
BLOT_COST: Final = 1.15  # of the pips that a hit would lose, times its probability
ON_THE_BAR: Final = 9
CLOSED_WORTH: Final = 2.5  # a home point made while the other side has a checker on the bar
STACK_COST: Final = 1.0  # a checker beyond the third on a point
BACK_COST: Final = 1.2  # a checker still in the other side's home board

# How many of the 36 rolls hit a blot at this distance in pips, ignoring blocked points.
SHOTS: Final = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1)

DOUBLE_FROM: Final = 0.09  # the lead that is enough to double, as a share of its own pips
DROP_FROM: Final = 0.16


def greedy(view: Any, legal: Sequence[Any], dealer: Dealer) -> Any:
    """The first move of the best play, which is computed again for the next move."""
    del dealer  # deterministic, so that it finishes the play it has begun
    here: View = view
    if any(isinstance(action, CheckerMove) for action in legal):
        return _best_move(here, legal)
    if Done() in legal:
        return Done()
    lead = _lead(here)
    if Take() in legal:
        return Drop() if -lead > DROP_FROM else Take()
    return Double() if lead > DOUBLE_FROM else Roll()


def _best_move(view: View, legal: Sequence[Any]) -> CheckerMove:
    assert view.active is not None
    seen = relative(Position(view.board, view.bar, view.home), view.active)
    play = best_play(seen, view.dice_left)
    move = as_move(play[0], view.active)
    assert move in legal
    return move


@lru_cache(maxsize=1024)
def best_play(seen: Relative, left: Dice) -> Play:
    boards = plays(seen, left)
    return boards[max(boards, key=lambda board: (value(board), board))]


def value(seen: Relative) -> float:
    """The value for a side of the board it leaves to the other side."""
    if not has_contact(seen):
        return _race(seen)
    theirs = turned(seen)
    return pips_of(theirs) - pips_of(seen) + _structure(seen) - 0.5 * _structure(theirs) - _danger(seen)


def _race(seen: Relative) -> float:
    """In a race: bring all checkers home without waste, then bear off from the far points first."""
    outside = sum(count * (point - 6) for point, count in enumerate(seen[: OWN_BAR + 1]) if point > 6 and count > 0)
    gaps = sum(seen[point] <= 0 for point in range(1, 7))
    return 1000.0 + 12.0 * seen[0] - pips_of(seen) - 0.5 * outside - 0.3 * gaps


def _structure(seen: Relative) -> float:
    """Made points and primes, less the costs of stacks and back checkers."""
    made = [point for point in range(1, 13) if seen[point] >= 2]
    worth = float(sum(POINT_WORTH[point] for point in made))
    worth += ANCHOR_WORTH * sum(seen[point] >= 2 for point in range(19, 25))
    worth += PRIME_WORTH * _in_a_row(seen)
    worth += seen[THEIR_BAR] * (ON_THE_BAR + CLOSED_WORTH * sum(seen[point] >= 2 for point in range(1, 7)))
    worth -= STACK_COST * sum(max(0, count - 3) for count in seen[1:OWN_BAR])
    worth -= BACK_COST * sum(count for count in seen[19:OWN_BAR] if count > 0)
    return worth - ON_THE_BAR * seen[OWN_BAR]


def _in_a_row(seen: Relative) -> int:
    """Made points beyond two in a row, where checkers of the other side are still behind them."""
    farthest = next((point for point in range(1, 25) if seen[point] < 0), 25) if not seen[THEIR_BAR] else 0
    longest = row = 0
    for point in range(1, 16):
        row = row + 1 if seen[point] >= 2 and point > farthest else 0
        longest = max(longest, row)
    return max(0, longest - 2) * longest


def _danger(seen: Relative) -> float:
    """The expected loss by hits: the pips that each blot would lose, times the probability of a hit."""
    cost = 0.0
    hitters = [point for point in range(1, 25) if seen[point] < 0]
    for point in range(1, 25):
        if seen[point] == 1:
            missed = 1.0
            for hitter in hitters:
                if hitter < point:
                    missed *= 1 - SHOTS[point - hitter] / 36
            if seen[THEIR_BAR]:
                missed *= 1 - SHOTS[point] / 36
            cost += (1 - missed) * (25 - point + 6 * _closed(seen))
    return BLOT_COST * cost


def _closed(seen: Relative) -> float:
    """How hard it is to enter from the bar, 0 to 1."""
    return sum(seen[point] <= -2 for point in range(19, 25)) / 6


def _lead(view: View) -> float:
    """The lead in pips plus half of the positional value beyond it, as a share of the own pips."""
    assert view.to_act is not None
    seen = relative(Position(view.board, view.bar, view.home), view.to_act)
    theirs = turned(seen)
    lead = pips_of(theirs) - pips_of(seen)
    if has_contact(seen):
        lead += round(_structure(seen) - _structure(theirs)) // 2
    return lead / max(1, pips_of(seen))


BOTS: Final[dict[str, Bot]] = {"greedy": greedy}
