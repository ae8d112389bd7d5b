"""A game that is the same all day in one process, and another in the next: it depends on the hash of a string."""

from dataclasses import replace
from typing import Any

from ludoteca.games.gomoku import GAME as GOMOKU
from ludoteca.games.gomoku.types import GameEnded
from ludoteca.kernel import AnyGame, Event, Step


def setup(config: Any) -> Step[Any, Any]:
    return Step(GOMOKU.setup(config).state, (Event(GameEnded(None, "five", ((hash("black") % 10**9, 0),))),))


GAME: AnyGame = replace(GOMOKU, setup=setup)
