"""`ludoteca games`: what there is to play, and how a game can be set up.

Must not know: any particular game.
"""

from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from ..console.arguments import find_game, known_bots, known_games
from ..console.terminal import console, is_terminal, say
from ..kernel.contract import AnyGame
from ..kernel.values import plain, schema
from ..rulebook import summary

LINE = 200  # wide enough for one game a line, where a program reads


def games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Show one game: its seats, presets, settings and bots.")
    ] = None,
) -> None:
    """List the games, or show how one can be set up."""
    if game is None:
        _list()
    else:
        _show(find_game(game))


def _list() -> None:
    table = _table("game", "seats", "bots", "about")
    for name, game in sorted(known_games().items()):
        table.add_row(*map(Text, (name, _seat_count(game), ", ".join(known_bots(name)), summary(game))))
    console(None if is_terminal() else LINE).print(table)
    say("`ludoteca games GAME` shows seats, presets and settings.", "dim")


def _show(game: AnyGame) -> None:
    say(f"{game.name} {game.version}", "bold")
    say(summary(game))
    for names, configs in _seatings(game).items():
        say(f"Seats: {', '.join(names)}  ({', '.join(configs)})")
    say(f"Presets: {', '.join(game.presets)}")
    say(f"Bots: {', '.join(known_bots(game.name))}")
    table = _table("setting", "default", "can be")
    for name, default in plain(game.types.config()).items():
        table.add_row(*map(Text, (name, _json(default), _range(game, name))))
    say()
    console(None if is_terminal() else LINE).print(table)


def _seatings(game: AnyGame) -> dict[tuple[str, ...], list[str]]:
    """The seats' names, each with the presets that have them: names can depend on the config."""
    found: dict[tuple[str, ...], list[str]] = {}
    for preset, config in _configs(game):
        found.setdefault(game.seats(config), []).append(preset)
    return found


def _seat_count(game: AnyGame) -> str:
    counts = sorted({len(names) for names in _seatings(game)})
    return "–".join(str(count) for count in dict.fromkeys((counts[0], counts[-1])))


def _configs(game: AnyGame) -> Iterator[tuple[str, Any]]:
    yield "default", game.types.config()
    yield from game.presets.items()


def _range(game: AnyGame, setting: str) -> str:
    """What a setting can be, read off the config's schema."""
    document = schema({"config": game.types.config})
    fields = document["$defs"][game.types.config.__name__]["properties"]
    return " or ".join(_shape(shape) for shape in fields[setting].get("anyOf", [fields[setting]]))


def _shape(shape: dict[str, Any]) -> str:
    if "enum" in shape:
        return ", ".join(_json(value) for value in shape["enum"])
    bounds = [f"{word} {shape[key]}" for key, word in (("minimum", "from"), ("maximum", "to")) if key in shape]
    return " ".join([str(shape.get("type", "any")), *bounds])


def _json(value: Any) -> str:
    return value if isinstance(value, str) else str(value).lower() if value is not None else "null"


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table
