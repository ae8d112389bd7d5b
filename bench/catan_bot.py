"""How long Catan's bot `greedy` takes per choice, in games against itself.

    python -m bench.catan_bot

In seconds of CPU time, garbage collection excluded. Fails if a choice takes longer than a player would notice.
"""

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Final

from ludoteca.bots import bots_for
from ludoteca.dealers import PyRandom, chooser
from ludoteca.games.catan import GAME
from ludoteca.games.catan.types import Config
from ludoteca.kernel import Move, advance, begin

MS_AT_MOST: Final = 50


def choices(seed: int) -> Iterator[float]:
    """What each took, in milliseconds, in one game."""
    greedy, dealer, dice = bots_for("catan")["greedy"], PyRandom(seed), chooser(seed)
    state = begin(GAME, Config(), dealer).state
    while GAME.outcome(state) is None:
        seat = min(GAME.to_act(state))
        view, legal = GAME.view(state, seat), GAME.legal(state, seat)
        started = time.process_time()
        action = greedy(view, legal, dice)
        yield 1000 * (time.process_time() - started)
        state = advance(GAME, state, Move(seat, action), dealer).state


def main() -> int:
    parser = argparse.ArgumentParser(description="How long Catan's bot takes per choice.")
    parser.add_argument("--games", type=int, default=40, help="against itself (default 40)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default 1)")
    asked = parser.parse_args()
    gc.disable()
    took = [each for seed in range(asked.seed, asked.seed + asked.games) for each in choices(seed)]
    print(f"{len(took)} choices: {statistics.fmean(took):.2f} ms in the mean, {max(took):.1f} ms at most", end="")
    print(f"  (goal: at most {MS_AT_MOST} ms)")
    return 0 if max(took) <= MS_AT_MOST else 1


if __name__ == "__main__":
    sys.exit(main())
