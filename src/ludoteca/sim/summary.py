"""The statistics of a batch: win rates, lengths of games, and the means of all facts.

Abandoned games are counted as such, and nowhere else.

Must not know: how it is displayed.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from math import sqrt
from statistics import fmean, median
from typing import Final, NamedTuple, TypeVar

from .game_facts import Histogram
from .game_run import SimulatedGame

NORMAL_95: Final = 1.959964
"""95 % of a normal distribution lie within this many standard deviations."""

K = TypeVar("K", bound=Hashable)


class Standing(NamedTuple):
    """The results of one bot or one seat."""

    played: int
    won: int
    drawn: int
    score: float  #: mean

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.won / self.played

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval for the rate."""
        return wilson(self.won, self.played)


class Spread(NamedTuple):
    """The mean, the median, the minimum and the maximum of some numbers."""

    mean: float
    median: float
    least: int
    most: int


def finished(results: Iterable[SimulatedGame]) -> list[SimulatedGame]:
    """The results of games that were not abandoned."""
    return [result for result in results if result.outcome is not None]


def by_bot(results: Iterable[SimulatedGame]) -> dict[str, Standing]:
    """Each bot's results, at any seat."""
    return _standings(results, lambda result, seat: result.bots[seat])


def by_seat(results: Iterable[SimulatedGame]) -> dict[int, Standing]:
    """Each seat's results, with any bot."""
    return _standings(results, lambda _, seat: seat)


def reasons(results: Iterable[SimulatedGame]) -> Counter[str]:
    """How games ended."""
    return Counter(result.outcome.reason for result in results if result.outcome is not None)


def spread(numbers: Sequence[int]) -> Spread:
    """The spread of at least one number."""
    return Spread(fmean(numbers), median(numbers), min(numbers), max(numbers))


def facts_by_bot(results: Iterable[SimulatedGame]) -> dict[str, dict[str, float]]:
    """Fact -> bot -> mean."""
    found: defaultdict[str, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        for fact, numbers in result.facts.of_seats.items():
            for bot, number in zip(result.bots, numbers, strict=True):
                found[fact][bot].append(number)
    return {fact: {bot: fmean(numbers) for bot, numbers in of_bots.items()} for fact, of_bots in found.items()}


def facts_of_games(results: Iterable[SimulatedGame]) -> dict[str, Spread]:
    """Fact -> its spread."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for result in results:
        for fact, number in result.facts.of_game.items():
            found[fact].append(number)
    return {fact: spread(numbers) for fact, numbers in found.items()}


def histograms(results: Iterable[SimulatedGame]) -> dict[str, Histogram]:
    """Each histogram, added up over all games."""
    found: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for result in results:
        for name, counts in result.facts.histograms.items():
            found[name].update(dict(counts))
    return {name: tuple(sorted(counts.items())) for name, counts in found.items()}


def wilson(won: int, of: int, z: float = NORMAL_95) -> tuple[float, float]:
    """Wilson's confidence interval for the true rate, 95 % by default, else `z` deviations. It stays within 0 and 1,
    and is valid near them too."""
    rate = won / of
    middle = rate + z * z / (2 * of)
    width = z * sqrt(rate * (1 - rate) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def _standings(results: Iterable[SimulatedGame], key: Callable[[SimulatedGame, int], K]) -> dict[K, Standing]:
    scores: defaultdict[K, list[int]] = defaultdict(list)
    for result in results:
        if result.outcome is not None:
            for seat, score in enumerate(result.outcome.scores):
                scores[key(result, seat)].append(score)
    return {
        who: Standing(len(each), sum(s > 0 for s in each), sum(s == 0 for s in each), fmean(each))
        for who, each in scores.items()
    }
