"""How long a replay of a long match takes: playing it again, and then each page of its steps.

    python -m bench.replays

A match of Catan between random players, in seconds of CPU time. Fails if a page of 100 steps takes 20 ms or more.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Final

from ludoteca.dealers import Fair, PyRandom, rules_label
from ludoteca.games.catan import GAME
from ludoteca.games.catan.types import Config
from ludoteca.kernel import advance, begin, random_input
from ludoteca.kernel.record import Scribe
from ludoteca.replay_pages import ReplayPages, ReplayQuery

SECONDS_AT_MOST: Final = 0.02
PAGE: Final = 100
SECRET: Final = bytes(range(32))


def record(seed: int) -> str:
    dealer, scribe, choosing = Fair(SECRET, "ABC123", rules_label(GAME), ("tulip", "")), Scribe(), PyRandom(seed)
    begun = begin(GAME, Config(), dealer)
    lines, state = [scribe.open(GAME, Config(), dealer.source, begun, 1_000)], begun.state
    while (given := random_input(GAME, state, choosing)) is not None:
        made = advance(GAME, state, given, dealer)
        lines.append(scribe.entry(given, made, 2_000))
        state = made.state
    return b"".join([*lines, scribe.end(GAME.outcome(state), SECRET.hex())]).decode()


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def main() -> int:
    parser = argparse.ArgumentParser(description="How long a replay of a long match takes.")
    parser.add_argument("--seed", type=int, default=1, help="of the match (default 1)")
    text = record(parser.parse_args().seed)
    firsts = list(islice(range(0, text.count("\n"), PAGE), 1, None))
    pages = ReplayPages({GAME.name: GAME}.__getitem__)
    again = seconds(lambda: pages.page("ABC123", ReplayQuery("all", 0, PAGE, False), text.encode()))
    queries = [ReplayQuery("all", at, PAGE, False) for at in firsts]
    took = [seconds(partial(pages.page, "ABC123", query)) for query in queries]
    print(f"{text.count(chr(10)):,} steps: played again, with the first page, in {again:.2f} s")
    print(f"a page of {PAGE} steps: {statistics.median(took):.3f} s at the median, {max(took):.3f} s at most", end="")
    print(f"  (goal: under {SECONDS_AT_MOST} s)")
    return 0 if max(took) < SECONDS_AT_MOST else 1


if __name__ == "__main__":
    sys.exit(main())
