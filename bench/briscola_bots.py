"""How much one bot of briscola gains over another in the same seats, on duplicate deals.

    python -m bench.briscola_bots --deals 1000 pimc greedy

In card points: the second bot, in all five seats, bids for a deal and calls a rank. That fixes the contract, and the
suit it would name fixes the caller's side. From there the hand is played four times: with the second bot in all
seats, with the first in the seats of the caller's side, with the first in those of the defenders, and with the first
in all. The gain is how much more a side takes with the first bot in its seats than with the second, against the
second.

In match points: the deal is played from the first bid, with the second bot in all seats, and again with the first bot
in one of them, a different one in each deal. The gain is that seat's.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from ludoteca.bots import bots_for
from ludoteca.dealers import PyRandom, chooser
from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.hand import caller
from ludoteca.games.briscola.hand import partner as partner_of
from ludoteca.games.briscola.types import PLAYERS, Config, HandResult, State
from ludoteca.kernel import Dealer, Seat, advance, begin, replace
from ludoteca.kernel.play import Player, turn

Names = tuple[str, ...]
"""A bot for each seat."""


class Contract(NamedTuple):
    """A deal that was bid for, and a rank called; who would be on the caller's side."""

    state: State
    side: frozenset[Seat]
    seed: int

    def result(self, calling: str, defending: str) -> HandResult:
        """With one bot in the caller's seats and one in the defenders'."""
        names = tuple(calling if seat in self.side else defending for seat in PLAYERS)
        return _play(self.state, names, PyRandom(self.seed), self.seed).results[-1]

    def taken(self, calling: str, defending: str) -> int:
        return self.result(calling, defending).taken


class Played(NamedTuple):
    """How a contract came out: both bots on both sides, the caller's named first."""

    second_second: HandResult
    first_second: HandResult
    second_first: HandResult
    first_first: HandResult

    @property
    def gain_calling(self) -> int:
        return self.first_second.taken - self.second_second.taken

    @property
    def gain_defending(self) -> int:
        return self.second_second.taken - self.second_first.taken

    @property
    def gain(self) -> float:
        return (self.gain_calling + self.gain_defending) / 2


class Mean(NamedTuple):
    value: float
    error: float  # standard

    @classmethod
    def of(cls, each: Iterable[float]) -> "Mean":
        found = list(each)
        return cls(statistics.fmean(found), statistics.stdev(found) / len(found) ** 0.5)

    def __str__(self) -> str:
        return f"{self.value:+.2f} ± {self.error:.2f}"


def bid_for(name: str, config: Config, seed: int) -> Contract:
    """By this bot in all seats."""
    dealer, names = PyRandom(seed), (name,) * len(PLAYERS)
    called = _play(begin(GAME, config, dealer).state, names, dealer, seed, until=_is_rank_called)
    named = _play(called, names, dealer, seed, until=_is_suit_named)
    side = frozenset(seat for seat in (caller(named), partner_of(named)) if seat is not None)
    return Contract(called, side, seed)


def in_card_points(first: str, second: str, config: Config, seed: int) -> Played:
    contract = bid_for(second, config, seed)
    lineups = ((second, second), (first, second), (second, first), (first, first))
    return Played(*(contract.result(*lineup) for lineup in lineups))


def in_match_points(first: str, second: str, config: Config, seed: int) -> int:
    """What the first bot gains in one seat."""
    changed = seed % len(PLAYERS)
    scores = []
    for name in (first, second):
        dealer, names = PyRandom(seed), tuple(name if seat == changed else second for seat in PLAYERS)
        over = _play(begin(GAME, config, dealer).state, names, dealer, seed)
        scores.append(over.results[-1].match_points[changed])
    return scores[0] - scores[1]


def _play(
    state: State, names: Names, dealer: Dealer, seed: int, *, until: Callable[[State], bool] | None = None
) -> State:
    """On, to the end or to some point before. Each bot has its own dealer, independent of the other bots."""
    players = {seat: _player(name, seat, seed) for seat, name in enumerate(names)}
    is_done = until or _is_over
    while not is_done(state):
        given = turn(GAME, state, players)
        assert given is not None
        state = advance(GAME, state, given, dealer).state
    return state


def _is_rank_called(state: State) -> bool:
    return state.rank is not None


def _is_suit_named(state: State) -> bool:
    return state.suit is not None


def _is_over(state: State) -> bool:
    return GAME.outcome(state) is not None


def _player(name: str, seat: Seat, seed: int) -> Player:
    bot, dice = bots_for(GAME.name)[name], chooser(seed, seat)
    return lambda view, legal: bot(view, legal, dice)


def _both(first: str, second: str, config: Config, seed: int) -> tuple[Played, int]:
    return in_card_points(first, second, config, seed), in_match_points(first, second, config, seed)


def _deals(first: str, second: str, config: Config, seeds: range, workers: int) -> Iterator[tuple[Played, int]]:
    with ProcessPoolExecutor(workers) as pool:
        for number, found in enumerate(pool.map(partial(_both, first, second, config), seeds), start=1):
            yield found
            if sys.stderr.isatty():
                print(f"\r{number} of {len(seeds)} deals", end="", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Let two bots of briscola play the same deals.")
    parser.add_argument("first", nargs="?", default="pimc", help="the bot whose gain is measured (default pimc)")
    parser.add_argument("second", nargs="?", default="greedy", help="the one it is compared with (default greedy)")
    parser.add_argument("--deals", type=int, default=1000, help="how many (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal (default 1)")
    parser.add_argument("--preset", choices=sorted(GAME.presets), default="casual", help="default: casual")
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    asked = parser.parse_args()
    config, seeds = replace(GAME.presets[asked.preset], hands=1), range(asked.seed, asked.seed + asked.deals)
    started = time.perf_counter()
    found = list(_deals(asked.first, asked.second, config, seeds, asked.workers))
    seconds = time.perf_counter() - started
    print(f"\r{asked.deals} deals, preset {asked.preset}, seeds from {asked.seed} on ({seconds:.0f} s)")
    _tell(asked.first, asked.second, [played for played, _ in found])
    gained = Mean.of(gain for _, gain in found)
    print(f"{asked.first} gains {gained} match points a deal in one seat, its own bids included")
    return 0


def _tell(first: str, second: str, deals: list[Played]) -> None:
    print(f"contract {statistics.fmean(deal.second_second.contract for deal in deals):.1f} on the average")
    print("caller's side  defenders  takes  makes it")
    lineups = ((second, second), (first, second), (second, first), (first, first))
    for (calling, defending), results in zip(lineups, zip(*deals, strict=True), strict=True):
        taken, made = (statistics.fmean(each) for each in zip(*((it.taken, it.made) for it in results), strict=True))
        print(f"{calling:13}  {defending:9}  {taken:5.1f}  {made:8.1%}")
    print(f"{first} gains {Mean.of(deal.gain_calling for deal in deals)} card points a deal in the caller's seats")
    print(f"{first} gains {Mean.of(deal.gain_defending for deal in deals)} card points a deal in the defenders' seats")
    print(f"{first} gains {Mean.of(deal.gain for deal in deals)} card points a deal, the mean of both")


if __name__ == "__main__":
    sys.exit(main())
