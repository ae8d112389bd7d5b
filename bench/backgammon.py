"""How often one bot of backgammon beats another.

    python -m bench.backgammon --games 1000 greedy random

Seats are changed after every game; dice and the bots' own choices come from the seed.
"""

import argparse
import sys
import time
from collections import Counter

from ludoteca.bots import bots_for
from ludoteca.dealers import PyRandom, chooser
from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.types import Config
from ludoteca.kernel import Dealer, Outcome, advance, begin
from ludoteca.kernel.play import Player, turn

INPUTS_AT_MOST = 50_000


def one_game(names: tuple[str, str], seed: int, config: Config | None = None) -> Outcome:
    """A game of two bots, by seat."""
    players = {seat: _player(name, chooser(seed, seat)) for seat, name in enumerate(names)}
    dealer = PyRandom(seed)
    state = begin(GAME, config or Config(), dealer).state
    for _ in range(INPUTS_AT_MOST):
        given = turn(GAME, state, players)
        if given is None:
            break
        state = advance(GAME, state, given, dealer).state
    outcome = GAME.outcome(state)
    assert outcome is not None, "the game does not end"
    return outcome


def _player(name: str, dealer: Dealer) -> Player:
    bot = bots_for(GAME.name)[name]
    return lambda view, legal: bot(view, legal, dealer)


def meet(first: str, second: str, games: int, seed: int, config: Config | None = None) -> Counter[str]:
    """How many games the first has won, how many points it has won more than lost, and how many games there were."""
    found: Counter[str] = Counter()
    for number in range(games):
        seat = number % 2
        outcome = one_game((first, second) if seat == 0 else (second, first), seed + number, config)
        found["won"] += outcome.scores[seat] > 0
        found["points"] += outcome.scores[seat]
        found["games"] += 1
        found[outcome.reason] += 1
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Let two bots of backgammon play.")
    parser.add_argument("first", nargs="?", default="greedy")
    parser.add_argument("second", nargs="?", default="random")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cube", action="store_true")
    asked = parser.parse_args()
    started = time.perf_counter()
    found = meet(asked.first, asked.second, asked.games, asked.seed, Config(cube=asked.cube))
    seconds = time.perf_counter() - started
    share, points = found["won"] / found["games"], found["points"] / found["games"]
    print(f"{asked.first} won {found['won']} of {found['games']} games against {asked.second} ({share:.1%}),")
    print(f"{points:+.2f} points a game ({seconds:.0f} s).")
    return 0


if __name__ == "__main__":
    sys.exit(main())
