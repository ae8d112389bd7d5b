"""The same games in a second process, in which sets of strings have another order.

Python mixes a random number into the hash of every string, once per process. Rules that go through a set of strings
are the same all day in one process, and different tomorrow: then no record of theirs can be verified.
"""

import os
import subprocess
import sys
from functools import cache, partial
from importlib import import_module
from itertools import islice
from typing import Any, Final, NamedTuple

from ludoteca.kernel import AnyGame, digest
from ludoteca.kernel.values import canonical, decode

from .impurity import watched
from .walks import Stop, Walk, WalkPlan, describe, presets, walk

PROGRAM: Final = f"from {__name__} import main; main()"
PLANS_AT_MOST: Final = 6
STRETCH: Final = 40


class Difference(NamedTuple):
    """A game in words, up to the input that led elsewhere, and the line that asks for the time or for randomness."""

    steps: tuple[str, ...]
    line: str  #: empty: none was found


@cache
def differs_elsewhere(game: AnyGame) -> Difference | None:
    """The first game that came to another state in the other process; None if there was none, or it cannot be told.

    A game that no module offers by a name cannot be found by another process.
    """
    place = _place(game)
    theirs = None if place is None else _digests_elsewhere(*place)
    if theirs is None:
        return None
    for made, digests in zip(_walks(game), theirs, strict=True):
        for number, (ours, other) in enumerate(zip(_digests(made), digests, strict=False)):
            if ours != other:
                _, line = watched(partial(walk, game, made.plan))
                return Difference(tuple(describe(_until(made, number))), line)
    return None


def main() -> None:
    """What the other process runs."""
    _, module, name = sys.argv
    game: AnyGame = getattr(import_module(module), name)
    print(canonical([_digests(made) for made in _walks(game)]).decode())


def _walks(game: AnyGame) -> list[Walk]:
    plans = (WalkPlan(name, seed, STRETCH, ()) for seed in (1, 2) for name in presets(game))
    return [walk(game, plan) for plan in islice(plans, PLANS_AT_MOST)]


def _digests(made: Walk) -> list[str]:
    return [digest((made.first, made.first_events)), *(digest((stop.after, stop.events)) for stop in made.stops)]


def _until(made: Walk, number: int) -> Walk:
    stops: list[Stop] = made.stops[:number]
    return Walk(made.game, made.plan, made.config, made.first, made.first_events, stops)


def _place(game: AnyGame) -> tuple[str, str] | None:
    """The module and the name under which a game can be imported."""
    home = game.setup.__module__.partition(".")[0]
    for module, offers in list(sys.modules.items()):
        if module.partition(".")[0] == home and module != "__main__":
            for name, value in vars(offers).items():
                if value is game:
                    return module, name
    return None


def _digests_elsewhere(module: str, name: str) -> list[list[str]] | None:
    """None if the process could not import the game."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": _another_seed()}
    command = [sys.executable, "-c", PROGRAM, module, name]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)  # noqa: S603 - it is ours
    found: Any = decode(done.stdout.splitlines()[-1], list[list[str]]) if done.returncode == 0 else None
    return None if found is None else [list(digests) for digests in found]


def _another_seed() -> str:
    return "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
