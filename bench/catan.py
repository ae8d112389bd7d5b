"""Games of Catan per second: our engine, and catanatron's where it is installed.

    python -m bench.catan

Random players against each other, to 15 points with a discard limit of 9 cards, on a random island, without trades
between players (catanatron 3.2.1 has none), all on one core. Ours goes through the kernel as everything does: a dealer
answers every draw, every legal action is listed at every step, and one of them is chosen. catanatron plays its own
`Game.play` with its `RandomPlayer`. The two alternate, run by run; figures are medians, in seconds of CPU time.

catanatron stops after 1,000 turns, two of which are the setup's; ours stops at the same point. Stopped games count as
games. An action is what a player decides: one action here, such as a knight and where it goes, may be two there.
"""

import argparse
import importlib.util
import statistics
import sys
import time
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from ludoteca.dealers import PyRandom
from ludoteca.games.catan import GAME
from ludoteca.games.catan.types import Config
from ludoteca.kernel import advance, begin, random_input

RUNS, GAMES = 7, 30
AT_LEAST: Final = 0.5
TURNS: Final = 998
CONFIG: Final = Config(layout="random", offers_per_turn=0, turn_limit=TURNS, turn_ms=0)


class Run(NamedTuple):
    """Sums over some games."""

    games: int
    turns: int
    actions: int
    unfinished: int
    seconds: float


Engine: TypeAlias = Callable[[int, int], Run]  # so many games from this seed on


def ours(games: int, seed: int) -> Run:
    turns = actions = unfinished = 0
    started = time.process_time()
    for number in range(games):
        dealer = PyRandom(seed + number)
        state = begin(GAME, CONFIG, dealer).state
        while (given := random_input(GAME, state, dealer)) is not None:
            state = advance(GAME, state, given, dealer).state
            actions += 1
        turns += state.turn
        unfinished += state.result is not None and state.result.reason == "turn_limit"
    return Run(games, turns, actions, unfinished, time.process_time() - started)


def theirs(games: int, seed: int) -> Run:
    from catanatron.game import Game  # noqa: PLC0415 - it may not be there
    from catanatron.models.player import Color, RandomPlayer  # noqa: PLC0415

    turns = actions = unfinished = 0
    started = time.process_time()
    for number in range(games):
        players = [RandomPlayer(Color.BLUE), RandomPlayer(Color.ORANGE)]
        game = Game(players, seed + number, CONFIG.discard_threshold, CONFIG.vp_to_win)
        unfinished += game.play() is None
        turns += game.state.num_turns
        actions += len(game.state.actions)
    return Run(games, turns, actions, unfinished, time.process_time() - started)


ALONE: Final[dict[str, Engine]] = {"ludoteca": ours}
ENGINES: Final[dict[str, Engine]] = {**ALONE, "catanatron": theirs}


def measure(engines: dict[str, Engine], runs: int, games: int) -> dict[str, list[Run]]:
    """The engines take turns, so that a noisy machine is noisy to both of them."""
    found: dict[str, list[Run]] = {name: [] for name in engines}
    for number in range(runs):
        for name in list(engines)[:: 1 if number % 2 else -1]:
            found[name].append(engines[name](games, 1 + number * games))
    return found


def line(name: str, runs: list[Run]) -> str:
    games = sum(run.games for run in runs)
    per_second = statistics.median(run.games / run.seconds for run in runs)
    actions = statistics.median(run.actions / run.seconds for run in runs)
    a_game = f"{sum(run.turns for run in runs) / games:>12.0f}{sum(run.actions for run in runs) / games:>14.0f}"
    unfinished = sum(run.unfinished for run in runs) / games
    return f"{name:<12}{per_second:>9.1f}{actions:>12,.0f}{a_game}{unfinished:>12.1%}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Games of Catan per second, compared with catanatron.")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"how often each engine plays (default {RUNS})")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games in a run (default {GAMES})")
    asked = parser.parse_args()
    is_beside = importlib.util.find_spec("catanatron") is not None
    found = measure(ENGINES if is_beside else ALONE, asked.runs, asked.games)
    print(f"{'':<12}{'games/s':>9}{'actions/s':>12}{'turns/game':>12}{'actions/game':>14}{'unfinished':>12}")
    for name, runs in found.items():
        print(line(name, runs))
    if not is_beside:
        print("catanatron is not installed, so there is nothing to compare: pip install catanatron==3.2.1")
        return 0
    pairs = zip(found["ludoteca"], found["catanatron"], strict=True)
    ratio = statistics.median(other.seconds / own.seconds for own, other in pairs)
    print(f"{ratio:.2f} times catanatron's games a second; {AT_LEAST} are wanted.")
    return 0 if ratio >= AT_LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
