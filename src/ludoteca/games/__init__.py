"""The registry: every game Ludoteca ships, by name. Adding one is its folder and a line here."""

from collections.abc import Mapping
from typing import Final

from ludoteca.kernel import AnyGame

from . import backgammon, briscola, catan, gomoku, orcain

GAMES: Final[Mapping[str, AnyGame]] = {
    game.name: game for game in (gomoku.GAME, backgammon.GAME, orcain.GAME, briscola.GAME, catan.GAME)
}
