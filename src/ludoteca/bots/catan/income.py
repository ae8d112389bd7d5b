"""How fast a player gets along: how many rounds cards take to come, and how many points a round brings.

One measure for everything that a production is good for: a resource that comes seldom, one that there is too much of,
a port for it, they all show in how long the cards of an ordinary course of the game take.

Must not know: the board, plans.
"""

from functools import lru_cache
from typing import Final

from ludoteca.games.catan.resources import NONE, Hand, minus

from .knowledge import REMEMBERED, Income

ROUNDS: Final = 36
"""An income is what so many rounds bring."""

NEVER: Final = 1000.0

COURSE: Final[Hand] = (3, 3, 2, 4, 4)
"""What an ordinary stretch of the game costs: two roads, a settlement, a city, a development card."""

POINTS_OF_COURSE: Final = 2.6


def waiting(price: Hand, hand: Hand, income: Income, rates: Hand) -> float:
    """In how many rounds the price can be paid, when whatever is not needed is traded away.

    What is short falls with time along straight pieces that get flatter and flatter, so Newton's steps from the left
    never go too far, and there are no more of them than pieces.
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
