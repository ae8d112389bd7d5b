"""A game whose rules ask for randomness and use the answer, though only after some moves."""

import random
from dataclasses import replace
from typing import Any

from ludoteca.games.gomoku import GAME as GOMOKU
from ludoteca.games.gomoku.types import GameEnded
from ludoteca.kernel import AnyGame, Event, Step


def setup(config: Any) -> Step[Any, Any]:
    return GOMOKU.setup(config)


def apply(state: Any, given: Any) -> Step[Any, Any]:
    made = GOMOKU.apply(state, given)
    if len(made.state.moves) < 3:
        return made
    return Step(made.state, (*made.events, Event(GameEnded(None, "five", ((int(random.random() * 10**9), 0),)))))


GAME: AnyGame = replace(GOMOKU, setup=setup, apply=apply)
