"""The fault simulator on many more seeds than the tests have time for.

python -m bench.simulate --seeds 1000000 --first 2000 --workers 2
"""

import argparse
import logging
import sys
from concurrent.futures import ProcessPoolExecutor

import structlog
from tests.simulation.faults import Violation
from tests.simulation.promises import simulate
from tests.toys import TOYS

from ludoteca.games import GAMES

GAMES_AND_TOYS = [*GAMES.values(), *TOYS.values()]
CHUNK = 100


def run(first: int) -> str:
    """A chunk of seeds; the first violation found, or nothing."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    for seed in range(first, first + CHUNK):
        try:
            simulate(GAMES_AND_TOYS, seed)
        except Violation as violation:
            return str(violation)
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description="Simulate tables under faults.")
    parser.add_argument("--seeds", type=int, default=10_000, help="number of seeds (default 10000)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default 0)")
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    asked = parser.parse_args()
    starts = range(asked.first, asked.first + asked.seeds, CHUNK)
    with ProcessPoolExecutor(asked.workers) as pool:
        for number, found in enumerate(pool.map(run, starts), start=1):
            if found:
                print(found)
                return 1
            if sys.stderr.isatty():
                print(f"\r{number * CHUNK} of {len(starts) * CHUNK} seeds", end="", file=sys.stderr, flush=True)
    print(f"{len(starts) * CHUNK} seeds: every promise kept.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
