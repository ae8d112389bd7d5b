"""One round ahead: a sensible mix where no table is exact, that is for other hands, more hit points or more rounds.

The round is taken as a matrix game. A layout pair that ends the match counts what it ends in; any other is worth what
the table says of a default match that stands alike. Regret matching then finds a mix that nobody can beat by much in
that game. It is as good as the estimate: with four rounds of a default match nearly exact, with odd hands a guess.

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
"""Of regret matching: the round then costs less than one match in a thousand, and less than a tenth of a second."""


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
    """A mix of rows. Both sides play against each other, each layout as often as it is missed (regret matching plus);
    the average over all turns, later ones counted more, draws near to optimal play."""
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
    """How much each row is missed after one more turn against this mix; what is not missed counts as 0."""
    worth = [sum(map(mul, row, met)) for row in matrix]
    got = sum(map(mul, _matched(missed), worth))
    return [max(0.0, so_far + each - got) for so_far, each in zip(missed, worth, strict=True)]


def _worth(then: MatchState | int) -> float:
    return shipped()[_alike(then)].value if isinstance(then, MatchState) else then


def _alike(state: MatchState) -> MatchState:
    """The state of a default match that is most like this one: the lead stays, a long way to go counts as three."""
    above = max(0, state.own - MAX_HP, state.other - MAX_HP)
    return MatchState(min(state.left, ROUNDS), max(1, state.own - above), max(1, state.other - above))
