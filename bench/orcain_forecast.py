"""A forecast: how a match between two ways to play ends, and when, computed rather than played.

Both play by what they see of the state alone, as every bot here does; so a match is a chain of states, whose
chances can be followed to the last digit.

Must not know: any particular way to play.
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import accumulate, product
from typing import Final, NamedTuple, TypeAlias

from ludoteca.bots.orcain.match_state import MatchState, follows
from ludoteca.bots.orcain.policy_table import MAX_HP, ROUNDS, START, Mix
from ludoteca.games.orcain.battle import Hp, resolve_steps
from ludoteca.games.orcain.layouts import with_grass

SUDDEN_DEATH_CAP: Final = 50

Way: TypeAlias = Callable[[MatchState], Mix]
"""A way to play: the mix for a state, in the eyes of the player."""


class Forecast(NamedTuple):
    won: float
    drawn: float
    lost: float
    lengths: tuple[float, ...]  # how likely the match is over after 1, 2, … rounds

    @property
    def mean_rounds(self) -> float:
        return sum(rounds * chance for rounds, chance in enumerate(self.lengths, start=1))

    def rounds_of(self, share: float) -> int:
        """After how many rounds this share of all matches is over."""
        return next(rounds for rounds, over in enumerate(accumulate(self.lengths), start=1) if over >= share)


Chances: TypeAlias = dict[MatchState | int, float]
"""What may come next, a state or a score, and how likely it is."""


def forecast(first: Way, second: Way) -> Forecast:
    """A default match, in the eyes of the first."""
    rounds = cache(lambda state: _round(state, first(state), second(state.turned)))
    scores: dict[MatchState | int, float] = {1: 0.0, 0: 0.0, -1: 0.0}
    lengths: list[float] = []
    here = {START: 1.0}
    while here and len(lengths) < ROUNDS + SUDDEN_DEATH_CAP:
        reached = _summed((then, so_far * chance) for at, so_far in here.items() for then, chance in rounds(at).items())
        here = {then: chance for then, chance in reached.items() if isinstance(then, MatchState)}
        scores = _summed([*scores.items(), *((then, reached[then]) for then in reached.keys() - here.keys())])
        lengths.append(sum(reached.values()) - sum(here.values()))
    undecided = sum(here.values())
    lengths[-1] += undecided
    return Forecast(scores[1], scores[0] + undecided, scores[-1], tuple(lengths))


def _round(state: MatchState, first: Mix, second: Mix) -> Chances:
    hp = Hp(state.own, state.other)
    return _summed(
        (follows(state.left, resolve_steps(hp, with_grass(own), with_grass(other), MAX_HP)[-1]), chance * met)
        for (own, chance), (other, met) in product(first.chances, second.chances)
    )


def _summed(parts: Iterable[tuple[MatchState | int, float]]) -> Chances:
    chances: Chances = {}
    for then, chance in parts:
        chances[then] = chances.get(then, 0.0) + chance
    return chances
