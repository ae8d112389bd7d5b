"""A game whose rules crash once five stones have been taken, and a bot that always does."""

from dataclasses import replace
from typing import Any

from ludoteca.kernel import AnyGame, AnyInput, Step
from tests.cli import nim


def apply(state: nim.State, given: AnyInput) -> Step[nim.State, str]:
    made = nim.apply(state, given)
    assert made.state.stones > 5, "fewer than six"
    return made


def bot(*_: object) -> Any:
    raise KeyError("oops")


GAME: AnyGame = replace(nim.GAME, name="crashing", apply=apply)
