"""The speed of a player: how many rounds it takes to get cards, and how many points a round brings.

It is one measure for everything about a production: a rare resource, a surplus, a port for it all show in the time to
get the cards of an ordinary stretch of the game.

Must not know: the board, plans.
"""

from functools import lru_cache
from typing import Final

from ludoteca.games.catan.resources import NONE, Hand, minus

from .knowledge import REMEMBERED, Income

ROUNDS: Final = 36
"""An income is what this many rounds bring."""

NEVER: Final = 1000.0

COURSE: Final[Hand] = (3, 3, 2, 4, 4)
"""What an ordinary stretch of the game costs: two roads, a settlement, a city, a development card."""

POINTS_OF_COURSE: Final = 2.6


def waiting(price: Hand, hand: Hand, income: Income, rates: Hand) -> float:
    """In how many rounds the price can be paid if all surplus is traded away.

    The shortage is a convex, piecewise linear, decreasing function of time, so Newton's method from the left never
    overshoots and takes no more steps than there are pieces.
    """
    missing, rounds = minus(price, hand), 0.0
    while True:
        short = faster = 0.0
        for lack, comes, rate in zip(missing, income, rates, strict=True):
            left = lack - comes * rounds / ROUNDS
            share = 1 if left > 1e-9 else rate
            short += left / share
            faster += comes / share
        if short <= 1e-6:
            return rounds
        if not faster:
            return NEVER
        rounds += short * ROUNDS / faster


@lru_cache(REMEMBERED)
def speed(income: Income, rates: Hand) -> float:
    """Points a round, in the long run."""
    return POINTS_OF_COURSE / waiting(COURSE, NONE, income, rates)
