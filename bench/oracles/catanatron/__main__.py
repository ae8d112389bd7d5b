"""`python -m bench.oracles.catanatron`: how many games, and what was compared in them."""

import argparse
import importlib.util
import sys
import time

MISSING = "catanatron is not installed: pip install catanatron==3.2.1"


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare Catan with catanatron's, action by action.")
    parser.add_argument("--games", type=int, default=500, help="how many (default 500)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default 1)")
    asked = parser.parse_args()
    if importlib.util.find_spec("catanatron") is None:
        print(MISSING, file=sys.stderr)
        return 2
    from .differences import DIFFERENCES  # noqa: PLC0415 - only where catanatron is
    from .lockstep import CUT, MOVED, TRIED, compare  # noqa: PLC0415

    started = time.perf_counter()
    found = compare(asked.games, asked.seed)
    seconds = time.perf_counter() - started
    known = {difference: found.pop(difference, 0) for difference in DIFFERENCES}
    games, unfinished = found.pop("games"), found.pop("unfinished", 0)
    sights = ", ".join(f"{found.pop(sight, 0)} {sight}" for sight in (CUT, MOVED, TRIED))
    kinds = ", ".join(f"{count} {kind}" for kind, count in found.most_common())
    print(f"{games} games ({unfinished} to the last turn), {found.total()} actions: {kinds};")
    print(f"{sights}. Positions, legal actions and refusals were equal throughout ({seconds:.0f} s).")
    print("Set right in catanatron:")
    for difference, count in known.items():
        print(f"{count:>8}  {difference}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
