"""A game that breaks a law: every action is written alike."""

from dataclasses import replace

from ludoteca.kernel import AnyGame
from tests.cli import nim

GAME: AnyGame = replace(nim.GAME, text=replace(nim.GAME.text, write=lambda *_: "take"))
