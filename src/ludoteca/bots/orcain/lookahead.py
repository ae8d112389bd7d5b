"""One-round lookahead: a sensible mix where the table is not exact: other hands, more hit points or more rounds.

The round is a matrix game. A pair of layouts that ends the match counts its result; any other counts the table's value
of the most similar state of a default match. Regret matching then finds a nearly optimal mix for that matrix. It is as
good as the estimate: nearly exact with four rounds of a default match, a guess with unusual hands.

Must not know: the view. Needs nothing but the standard library.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import Final

from ludoteca.games.orcain.battle import Hp, resolve_steps
from ludoteca.games.orcain.layouts import Hand, layouts, with_grass

from .match_state import MatchState, follows
from .policy_table import MAX_HP, ROUNDS, Mix, mixed, shipped

TURNS: Final = 200
"""Iterations of regret matching: enough to lose less than one match in a thousand, in less than a tenth of a second."""


@lru_cache(maxsize=256)
def looked_ahead(state: MatchState, own: Hand, other: Hand, max_hp: int) -> Mix:
    hp = Hp(state.own, state.other)
    theirs = [with_grass(layout) for layout in layouts(other)]
    matrix = [
        [_worth(follows(state.left, resolve_steps(hp, with_grass(layout), row, max_hp)[-1])) for row in theirs]
        for layout in layouts(own)
    ]
    return mixed(dict(zip(layouts(own), regret_matched(matrix), strict=True)))


def regret_matched(matrix: Sequence[Sequence[float]], turns: int = TURNS) -> list[float]:
    """A mix of rows by regret matching plus: both sides play each layout in proportion to its regret, and the average
    over all iterations, later ones weighted more, converges to optimal play."""
    columns = [[-worth for worth in column] for column in zip(*matrix, strict=True)]
    missed, missed_by_columns = [0.0] * len(matrix), [0.0] * len(columns)
    total = [0.0] * len(matrix)
    for turn in range(1, turns + 1):
        missed = _missed(missed, matrix, _matched(missed_by_columns))
        mix = _matched(missed)
        missed_by_columns = _missed(missed_by_columns, columns, mix)
        total = [so_far + turn * chance for so_far, chance in zip(total, mix, strict=True)]
    return _matched(total)


def _matched(weights: Sequence[float]) -> list[float]:
    whole = sum(weights)
    return [weight / whole for weight in weights] if whole else [1 / len(weights)] * len(weights)


def _missed(missed: list[float], matrix: Sequence[Sequence[float]], met: list[float]) -> list[float]:
    """The regret of each row after one more iteration against this mix, at least 0."""
    worth = [sum(map(mul, row, met)) for row in matrix]
    got = sum(map(mul, _matched(missed), worth))
    return [max(0.0, so_far + each - got) for so_far, each in zip(missed, worth, strict=True)]


def _worth(then: MatchState | int) -> float:
    return shipped()[_alike(then)].value if isinstance(then, MatchState) else then


def _alike(state: MatchState) -> MatchState:
    """The most similar state of a default match: the lead is kept, and more than three rounds count as three."""
    above = max(0, state.own - MAX_HP, state.other - MAX_HP)
    return MatchState(min(state.left, ROUNDS), max(1, state.own - above), max(1, state.other - above))
