"""The certificate: how much the best answer to a table wins, from every standing, computed anew from the battle alone.

Whatever the true value of a standing is, the table's own mix makes sure of at least what its best answer leaves it,
and holds the other side to at most what its best answer wins. So two best responses enclose the value, and how far
they lie apart is how far the table is from optimal; nothing that the solver has said needs to be believed.

Must not know: how the table was found. Needs nothing but the standard library.
"""

from collections.abc import Mapping
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from ludoteca.games.orcain.battle import Hp, resolve_steps
from ludoteca.games.orcain.cards import Layout, layouts, with_grass

from .policy_table import MAX_HP, ROUNDS, START, Table
from .standing import Standing, follows

ALIVE: Final = range(1, MAX_HP + 1)
SETTLED: Final = 1e-16
ROUNDS_OF_SUDDEN_DEATH: Final = 10_000

Won: TypeAlias = dict[Standing, float]
Lottery: TypeAlias = tuple[float, Mapping[Standing, float]]
"""What an answer wins at once on average, and how likely it leads to which standing."""


class Verdict(NamedTuple):
    value: float  # of the match, to the first seat: the middle of what is certain
    exploitability: float  # the most that a best answer wins beyond the value, from any standing


def verdict(table: Table) -> Verdict:
    first, second = best_response(table, seat=0), best_response(table, seat=1)
    gaps = [first[standing] + second[standing.turned] for standing in first]
    return Verdict((first[START] - second[START]) / 2, max(gaps) / 2)


def best_response(table: Table, seat: int, sudden_death: int = ROUNDS_OF_SUDDEN_DEATH) -> Won:
    """What the best answer to the table wins from each standing, in the answering side's eyes, sitting at `seat`.

    After so many rounds of sudden death the match is drawn. By default they are endless: it goes on until what there
    is to win does not change any more.
    """
    won = _sudden_death(table, seat, sudden_death)
    for left in range(1, ROUNDS + 1):
        found = {each: _best(_answers(table, each, seat), won) for each in _standings(left)}
        won = {**won, **found}
    return won


def _sudden_death(table: Table, seat: int, rounds: int) -> Won:
    """What the best answer wins from equal hit points in the last round or later."""
    level = [Standing(1, hp, hp) for hp in ALIVE]
    answers = {standing: _answers(table, standing, seat) for standing in level}
    won = dict.fromkeys(level, 0.0)
    for _ in range(rounds):
        before, won = won, {standing: _best(answers[standing], won) for standing in level}
        if max(abs(won[standing] - before[standing]) for standing in level) < SETTLED:
            break
    return won


def _best(answers: list[Lottery], won: Won) -> float:
    return max(at_once + sum(chance * won[then] for then, chance in later.items()) for at_once, later in answers)


def _answers(table: Table, standing: Standing, seat: int) -> list[Lottery]:
    """What comes of each layout against the table's mix."""
    met = table[standing.turned].mix.chances
    return [_lottery(own, met, standing, seat) for own in layouts()]


def _lottery(own: Layout, met: list[tuple[Layout, float]], standing: Standing, seat: int) -> Lottery:
    at_once, later = 0.0, dict[Standing, float]()
    for other, chance in met:
        then = follows(standing.left, _after(own, other, standing, seat))
        if isinstance(then, Standing):
            later[then] = later.get(then, 0.0) + chance
        else:
            at_once += chance * then
    return at_once, later


def _after(own: Layout, other: Layout, standing: Standing, seat: int) -> Hp:
    """Hit points after the round, own first, fought at the seat where the answering side really sits."""
    ours, theirs = with_grass(own), with_grass(other)
    if seat == 0:
        return resolve_steps(Hp(standing.own, standing.other), ours, theirs, MAX_HP)[-1]
    second, first = resolve_steps(Hp(standing.other, standing.own), theirs, ours, MAX_HP)[-1]
    return Hp(first, second)


def _standings(left: int) -> list[Standing]:
    return [Standing(left, own, other) for own, other in product(ALIVE, ALIVE)]
