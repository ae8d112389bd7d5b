"""The solver for Orcain: backward induction over states, each a matrix game solved by two linear programs.

The last round comes first, because only sudden death can follow it, whose value is 0 (`match_state`). Every earlier
round is a matrix of the values of the next one. The first program finds the value of the matrix game. Many mixes reach
it, and some would stall: two of them would stay in sudden death for ever. So the second program takes, among all
mixes that guarantee the value, the one that wins most against a random opponent.

Own layouts are full ones: an empty slot is never better than a defense, a heal or a counter in it, and a hand of four
has one to spare. The other side may still leave slots empty.

Needs the extra `solve`: numpy, and scipy for HiGHS.
"""

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from ludoteca.games.orcain.battle import Hp, resolve_step
from ludoteca.games.orcain.layouts import CARDS, GRASS, Card, Layout, layouts, with_grass

from .match_state import MatchState
from .policy_table import MAX_HP, ROUNDS, Mix, Policy, Table, mixed

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LAYOUTS: Final = layouts()
FULL: Final = tuple(layout for layout in LAYOUTS if None not in layout)
EVERY_CARD: Final[tuple[Card, ...]] = (*CARDS, GRASS)
HIT_POINTS: Final = range(MAX_HP + 1)
ALIVE: Final = range(1, MAX_HP + 1)
PRECISE: Final = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}

# Often several mixes win equally much. Weights from multiples of the golden ratio break the ties, so that simplex and
# interior point find the same one, and a new table can be compared with the shipped one.
PREFERENCE: Final[Floats] = np.array([1e-6 * (number * 0.6180339887498949 % 1) for number in range(len(FULL))])


def solve(progress: Callable[[int, int], None] = lambda done, of: None) -> Table:
    """The whole table; `progress` gets the number of solved states and their total."""
    table: dict[MatchState, Policy] = {}
    states = [MatchState(*each) for each in product(range(1, ROUNDS + 1), ALIVE, ALIVE)]
    for state in states:  # those with one round left come first
        table[state] = _policy(_payoffs(state, _worth(state.left - 1, table)))
        progress(len(table), len(states))
    return table


def _policy(matrix: Floats) -> Policy:
    value = _value(matrix)
    return Policy(value, _mix(matrix, value))


def _value(matrix: Floats) -> float:
    """The most that some mix of rows guarantees, whatever the columns do."""
    rows, columns = matrix.shape
    found = linprog(
        [*np.zeros(rows), -1],  # the probability of each row, and the value
        A_ub=np.c_[-matrix.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=[[*np.ones(rows), 0]],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
        options=PRECISE,
    )
    assert found.success, found.message
    return float(found.x[-1])


def _mix(matrix: Floats, value: float) -> Mix:
    """Among the mixes that guarantee the value, the one that wins most against a uniform mix of columns."""
    rows, columns = matrix.shape
    found = linprog(
        -(matrix.mean(axis=1) + PREFERENCE),
        A_ub=-matrix.T,
        b_ub=np.full(columns, -value),
        A_eq=np.ones((1, rows)),
        b_eq=[1],
        bounds=(0, None),
        options=PRECISE,
    )
    assert found.success, found.message
    return mixed(dict(zip(FULL, found.x.tolist(), strict=True)))


def _payoffs(state: MatchState, worth: Floats) -> Floats:
    """The value of each own layout (a row) against each of the other side's (a column)."""
    own, other = np.array(state.own), np.array(state.other)
    for card, met in zip(_cards(FULL).T, _cards(LAYOUTS).T, strict=True):
        after = _steps()[card[:, None], met[None, :], own, other]
        own, other = after[..., 0], after[..., 1]
    matrix: Floats = worth[own, other]
    return matrix


def _worth(left: int, table: Table) -> Floats:
    """The value of hit points, `[own, other]`, with `left` rounds left. After the last, equal ones have value 0."""
    worth: Floats = np.sign(np.subtract.outer(HIT_POINTS, HIT_POINTS)).astype(np.float64)
    for own, other in product(ALIVE, ALIVE) if left else ():
        worth[own, other] = table[MatchState(left, own, other)].value
    return worth


@cache
def _cards(which: tuple[Layout, ...]) -> Ints:
    """Layouts as arrays of card numbers."""
    return np.array([[EVERY_CARD.index(card) for card in with_grass(layout)] for layout in which])


@cache
def _steps() -> Ints:
    """Every possible step: `[own card, other's card, own hit points, the other's]` to the two hit points after it."""
    every = product(EVERY_CARD, EVERY_CARD, HIT_POINTS, HIT_POINTS)
    left = [resolve_step(Hp(own, other), card, met, MAX_HP) for card, met, own, other in every]
    return np.array(left).reshape(len(EVERY_CARD), len(EVERY_CARD), len(HIT_POINTS), len(HIT_POINTS), 2)
