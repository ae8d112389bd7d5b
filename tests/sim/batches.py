"""Batches for tests, and playing them in this process."""

from collections.abc import Iterable
from typing import Any

from ludoteca.console.arguments import find_bot, find_game
from ludoteca.kernel import plain
from ludoteca.sim.batch import FORMAT, Batch, seated
from ludoteca.sim.game_run import SimulatedGame
from ludoteca.sim.runner import Finder, run

NIM = "tests.cli.nim:GAME"
FINDER = Finder(find_game, find_bot)


def batch(name: str, *bots: str, seed: int = 1, rotate: bool = True, limit: int = 10_000, **settings: Any) -> Batch:
    game = find_game(name)
    config = game.types.config(**settings)
    names = seated(bots or ("random",), len(game.seats(config)))
    return Batch(FORMAT, name, game.version, plain(config), names, seed, rotate, limit)


def played(which: Batch, numbers: Iterable[int], workers: int = 1) -> list[SimulatedGame]:
    """In the order of their numbers."""
    return sorted(run(which, FINDER, numbers, workers), key=lambda result: result.n)
