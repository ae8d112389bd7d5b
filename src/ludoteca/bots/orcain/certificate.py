"""The certificate: the value of the best response to a table from every state, computed from the battle rules alone.

Whatever the true value of a state is, the table's mix guarantees at least what the best response leaves it, and limits
the other side to what that side's best response wins. So two best responses bound the value, and their distance is the
table's distance from optimal; the solver need not be trusted.

Must not know: how the table was found. Needs nothing but the standard library.
"""

from collections.abc import Mapping
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from ludoteca.games.orcain.battle import Hp, resolve_steps
from ludoteca.games.orcain.layouts import Layout, layouts, with_grass

from .match_state import MatchState, follows
from .policy_table import MAX_HP, ROUNDS, START, Table

ALIVE: Final = range(1, MAX_HP + 1)
SETTLED: Final = 1e-16
ROUNDS_OF_SUDDEN_DEATH: Final = 10_000

Won: TypeAlias = dict[MatchState, float]
Lottery: TypeAlias = tuple[float, Mapping[MatchState, float]]
"""The expected immediate win of a response, and the probabilities of the next states."""


class Certificate(NamedTuple):
    value: float  # of the match for the first seat: the middle of the bounds
    exploitability: float  # the most that a best response wins beyond the value, over all states


def certify(table: Table) -> Certificate:
    first, second = best_response(table, seat=0), best_response(table, seat=1)
    gaps = [first[state] + second[state.turned] for state in first]
    return Certificate((first[START] - second[START]) / 2, max(gaps) / 2)


def best_response(table: Table, seat: int, sudden_death: int = ROUNDS_OF_SUDDEN_DEATH) -> Won:
    """The value of the best response to the table from each state, for the responding side at `seat`.

    After `sudden_death` rounds of it the match is drawn. The default is endless: it iterates until the value converges.
    """
    won = _sudden_death(table, seat, sudden_death)
    for left in range(1, ROUNDS + 1):
        found = {each: _best(_answers(table, each, seat), won) for each in _states(left)}
        won = {**won, **found}
    return won


def _sudden_death(table: Table, seat: int, rounds: int) -> Won:
    """The best response's value from equal hit points in the last round or later."""
    level = [MatchState(1, hp, hp) for hp in ALIVE]
    answers = {state: _answers(table, state, seat) for state in level}
    won = dict.fromkeys(level, 0.0)
    for _ in range(rounds):
        before, won = won, {state: _best(answers[state], won) for state in level}
        if max(abs(won[state] - before[state]) for state in level) < SETTLED:
            break
    return won


def _best(answers: list[Lottery], won: Won) -> float:
    return max(at_once + sum(chance * won[then] for then, chance in later.items()) for at_once, later in answers)


def _answers(table: Table, state: MatchState, seat: int) -> list[Lottery]:
    """The result of each layout against the table's mix."""
    met = table[state.turned].mix.chances
    return [_lottery(own, met, state, seat) for own in layouts()]


def _lottery(own: Layout, met: list[tuple[Layout, float]], state: MatchState, seat: int) -> Lottery:
    at_once, later = 0.0, dict[MatchState, float]()
    for other, chance in met:
        then = follows(state.left, _after(own, other, state, seat))
        if isinstance(then, MatchState):
            later[then] = later.get(then, 0.0) + chance
        else:
            at_once += chance * then
    return at_once, later


def _after(own: Layout, other: Layout, state: MatchState, seat: int) -> Hp:
    """Hit points after the round, own first, computed with the responding side at its real seat."""
    ours, theirs = with_grass(own), with_grass(other)
    if seat == 0:
        return resolve_steps(Hp(state.own, state.other), ours, theirs, MAX_HP)[-1]
    second, first = resolve_steps(Hp(state.other, state.own), theirs, ours, MAX_HP)[-1]
    return Hp(first, second)


def _states(left: int) -> list[MatchState]:
    return [MatchState(left, own, other) for own, other in product(ALIVE, ALIVE)]
