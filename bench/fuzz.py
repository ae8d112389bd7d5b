"""Coverage-guided fuzzing of everything that reads bytes from outside.

    python -m bench.fuzz TARGET --seconds 600
    python -m bench.fuzz --seconds 60

Without a target, every one in turn. What was tried with profit is kept in `build/fuzz`, so that the next run goes on
from there. The first input that raises anything unexpected, or takes longer than 20 seconds, ends the run of its target
and lies in `tests/fuzz/findings`; the tests replay it from then on. Needs atheris, on Linux: pip install atheris==3.0.0
"""

import argparse
import random
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
FINDINGS: Final = ROOT / "tests" / "fuzz" / "findings"
CORPUS: Final = ROOT / "build" / "fuzz"
MISSING: Final = "atheris is not installed: pip install atheris==3.0.0"
SECONDS_PER_INPUT: Final = 20
MEGABYTES: Final = 4096
LONGER: Final = 2  # than the longest seed


def main() -> int:
    parser = argparse.ArgumentParser(description="Fuzz everything that reads bytes from outside.")
    parser.add_argument("target", nargs="?", help="its name (default: every target in turn)")
    parser.add_argument("--seconds", type=int, default=600, help="how long, per target (default 600)")
    asked = parser.parse_args()
    try:
        atheris: Any = import_module("atheris")
    except ModuleNotFoundError:
        print(MISSING, file=sys.stderr)
        return 2
    with atheris.instrument_imports(include=["ludoteca"]):
        from tests.fuzz.targets import TARGETS  # noqa: PLC0415 - instrumented as they are imported
    if asked.target is None:
        return max(
            subprocess.call([sys.executable, "-m", "bench.fuzz", name, "--seconds", str(asked.seconds)])
            for name in TARGETS
        )
    if asked.target not in TARGETS:
        parser.error(f"no target {asked.target!r}; there are {', '.join(TARGETS)}")
    fuzz(atheris, asked.target, TARGETS[asked.target], asked.seconds)
    return 0


def fuzz(atheris: Any, name: str, target: Any, seconds: int) -> None:
    """It does not return: libFuzzer ends the process, with another code than 0 if it has found something."""
    from tests.fuzz.mutation import mutated  # noqa: PLC0415 - as above

    corpus, findings = CORPUS / name, FINDINGS / name
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    seeds = list(target.seeds())
    for number, seed in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(seed)

    def mutate(data: bytes, size: int, number: int) -> bytes:
        """Every other time by the structure of JSON, if there is any."""
        dice = random.Random(number)
        made = mutated(data, dice) if dice.random() < 0.5 else None
        changed: bytes = made if made is not None and len(made) <= size else atheris.Mutate(data, size)
        return changed

    options = {
        "max_total_time": seconds,
        "max_len": LONGER * max(map(len, seeds)),
        "timeout": SECONDS_PER_INPUT,
        "rss_limit_mb": MEGABYTES,
        "artifact_prefix": f"{findings}/",
        "print_final_stats": 1,
    }
    arguments = [sys.argv[0], *(f"-{option}={value}" for option, value in options.items()), str(corpus), str(findings)]
    print(f"{name}: {target.about}", flush=True)
    atheris.Setup(arguments, target.read, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
