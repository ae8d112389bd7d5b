"""`ludoteca games`: what there is to play.

Must not know: any particular game.
"""

from collections.abc import Iterator
from typing import Any

from rich.table import Table
from rich.text import Text

from ..bots import bots_for
from ..games import GAMES
from ..kernel.contract import AnyGame
from ..kernel.values import Malformed, convert
from .rules import rules_text
from .screen import console, is_terminal

LINE = 200  # wide enough for one game a line, where a program reads


def games() -> None:
    """List the games, with their seats, presets and bots."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("game", "version", "seats", "presets", "bots", "about"):
        table.add_column(heading, overflow="fold")
    for name, game in sorted(GAMES.items()):
        cells = (name, game.version, _seats(game), ", ".join(game.presets), ", ".join(bots_for(name)), summary(game))
        table.add_row(*map(Text, cells))
    console(None if is_terminal() else LINE).print(table)


def summary(game: AnyGame) -> str:
    """The first line of the rules that is neither empty nor a heading."""
    lines = (line.strip() for line in (rules_text(game) or "").splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")


def _seats(game: AnyGame) -> str:
    """The seats' names, or how many there can be where that depends on the config."""
    kinds = {game.seats(config) for config in _configs(game)}
    counts = sorted({len(names) for names in kinds})
    if len(kinds) == 1:
        return ", ".join(next(iter(kinds)))
    return "–".join(str(count) for count in dict.fromkeys((counts[0], counts[-1]))) if counts else "?"


def _configs(game: AnyGame) -> Iterator[Any]:
    yield from game.presets.values()
    try:
        yield convert({}, game.types.config)
    except Malformed:
        return  # a config without defaults: the presets must do
