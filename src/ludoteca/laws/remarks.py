"""Remarks: what the laws cannot decide, but an author should hear.

The laws take `resample` at its word: what it never varies counts as known to everybody.
"""

from typing import Any

from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame, Chance, Deal, Shuffle, canonical

from .walks import Plan, Walk, presets, walk

WALKS = 12


def remarks(game: AnyGame) -> list[str]:
    walks = [walk(game, Plan(name, seed, 20, ())) for name in presets(game) for seed in range(WALKS)]
    if any(_has_secrets(made) for made in walks) and not any(_varies(game, made) for made in walks):
        return [
            "Cards were dealt or events told in private, yet resample never changed anything: "
            "the laws of belief and secrecy have nothing to say about this game. See docs/add-a-game.md."
        ]
    return []


def _has_secrets(made: Walk) -> bool:
    dealt = any(isinstance(stop.given, Chance) and _is_deal(made.game, stop.before) for stop in made.stops)
    return dealt or any(event.to is not None for stop in made.stops for event in stop.events)


def _is_deal(game: AnyGame, state: Any) -> bool:
    return isinstance(game.draw(state), Deal | Shuffle)


def _varies(game: AnyGame, made: Walk) -> bool:
    return any(
        canonical(game.resample(state, reader, PyRandom(1))) != canonical(state)
        for state in (made.first, made.last)
        for reader in (0, None)
    )
