"""Startup time of `import ludoteca` and `ludoteca --help`, compared with an empty Python process.

    python -m bench.imports

Each is a fresh process, as for a user who types it. They alternate, and the median counts; for the import, less that of
the empty process. Exits with 1 if a goal is missed.
"""

import argparse
import statistics
import subprocess
import sys
import time
from typing import Final, NamedTuple

ROUNDS: Final = 15


class Goal(NamedTuple):
    name: str
    command: tuple[str, ...]
    ms: float
    beside_nothing: bool  # whether Python's own start is taken off


GOALS: Final = (
    Goal("import ludoteca", ("-c", "import ludoteca"), 60, True),
    Goal("ludoteca --help", ("-m", "ludoteca", "--help"), 200, False),
)
NOTHING: Final = ("-c", "pass")


def milliseconds(command: tuple[str, ...]) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - begun) * 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="processes of each kind")
    rounds = parser.parse_args().rounds
    commands = (NOTHING, *(goal.command for goal in GOALS))
    taken: dict[tuple[str, ...], list[float]] = {command: [] for command in commands}
    for command in commands:
        milliseconds(command)  # so that everything is compiled
    for _ in range(rounds):
        for command in commands:
            taken[command].append(milliseconds(command))
    median = {command: statistics.median(times) for command, times in taken.items()}
    print(f"an empty process: {median[NOTHING]:.0f} ms")
    missed = 0
    for goal in GOALS:
        ms = median[goal.command] - (median[NOTHING] if goal.beside_nothing else 0)
        missed += ms > goal.ms
        print(f"{goal.name:<16}{ms:6.0f} ms, goal {goal.ms:.0f}: {'missed' if ms > goal.ms else 'met'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
