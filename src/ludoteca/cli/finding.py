"""Finding what the user named: a game, a config, a record.

A game is named as registered, here or by an installed package, or as `package.module:GAME` for one that is not (yet):
the current directory can be imported from. A config is a preset, with single fields changed.

Must not know: any particular game, any rule.
"""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import typer

from .. import packages
from ..bots import Bot
from ..games import GAMES
from ..kernel.contract import AnyGame, Game, Illegal
from ..kernel.values import Malformed, convert, plain, schema
from .failing import Failure, complain

GameName: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's name, or package.module:GAME for one of your own.")
]
Preset: TypeAlias = Annotated[str | None, typer.Option(metavar="NAME", help="Start from one of the game's presets.")]
Settings: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change one field of the config; can be repeated."),
]
LogFile: TypeAlias = Annotated[Path, typer.Argument(metavar="LOG", help="A game's record, as `play` writes it.")]
RecordedGame: TypeAlias = Annotated[
    str | None, typer.Option("--game", metavar="MODULE:GAME", help="The game, if it is one of your own.")
]

LOG_AT_MOST: Final = 1 << 26
"""Bytes of a record; those of the longest games have a few million."""


def find_game(name: str) -> AnyGame:
    if ":" in name:
        return _imported_game(name)
    if name in GAMES:  # then nobody need wait for packages of others
        return GAMES[name]
    games = known_games()
    if name not in games:
        raise Failure(f"no game {name!r}; {choices('the games are', sorted(games), name)}")
    return games[name]


@cache
def known_games() -> Mapping[str, AnyGame]:
    """Ours and those of installed packages; what is wrong with a package is said once."""
    return packages.games(complain)


@cache
def known_bots(game_name: str) -> Mapping[str, Bot]:
    return packages.bots_for(game_name, complain)


def load(path: str) -> Any:
    """What `package.module:NAME` names."""
    module_name, _, name = path.partition(":")
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        module = import_module(module_name)
    except Exception as error:  # importing runs an author's code, which may fail in any way
        raise Failure(f"cannot import {module_name!r}: {type(error).__name__}: {error}") from error
    try:
        return getattr(module, name)
    except AttributeError:
        raise Failure(f"{module_name} has no {name!r}; {_games_in(module)}") from None


def find_config(game: AnyGame, preset: str | None, settings: Sequence[str]) -> Any:
    """The preset's config (or the default one) with the settings put in; checked by the game itself."""
    tree = {} if preset is None else plain(_preset(game, preset))
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key:
            raise Failure(f"--set {setting}: write it as KEY=VALUE")
        tree[key] = _parsed(value)
    try:
        config = convert(tree, game.types.config)
        game.setup(config)
    except Malformed as error:
        raise Failure(_misfit(game, error, tree)) from None
    except Illegal as refusal:
        raise Failure(f"{game.name} cannot be set up like this: {refusal.reason}") from None
    return config


def read_log(path: Path) -> bytes:
    return read_whole(path, LOG_AT_MOST)


def read_whole(path: Path, at_most: int) -> bytes:
    """A file that need not be what it is called, nor ever end."""
    try:
        with path.open("rb") as file:
            data = file.read(at_most + 1)
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from None
    if len(data) > at_most:
        raise Failure(f"cannot read {path}: it has more than {at_most} bytes")
    return data


def choices(which: str, known: Iterable[str], wrong: str = "") -> str:
    """`the games are: a, b (did you mean b?)`"""
    listed = list(known)
    close = get_close_matches(wrong, listed, n=1)
    return f"{which}: {', '.join(listed) or 'none'}" + (f" (did you mean {close[0]}?)" if close else "")


def _imported_game(path: str) -> AnyGame:
    game = load(path)
    if not isinstance(game, Game):
        raise Failure(f"{path} is no Game but a {type(game).__name__}")
    return game


def _games_in(module: object) -> str:
    return choices("its games are", [name for name, value in vars(module).items() if isinstance(value, Game)])


def _preset(game: AnyGame, name: str) -> Any:
    if name not in game.presets:
        raise Failure(f"{game.name} has no preset {name!r}; {choices('its presets are', game.presets, name)}")
    return game.presets[name]


def _parsed(value: str) -> Any:
    try:
        return json.loads(value, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return value


def _no_constant(text: str) -> None:
    raise ValueError(text)  # NaN and Infinity are Python's, not JSON's: plain words here


def _misfit(game: AnyGame, error: Malformed, tree: dict[str, Any]) -> str:
    """Which key does not fit, and what would: a decoder speaks of paths, a user of keys."""
    fields = list(getattr(game.types.config, "__struct_fields__", ()))
    unknown = next((key for key in tree if key not in fields), None)
    if fields and unknown is not None:
        return f"--set {unknown}: {game.name} has no such setting; {choices('its settings are', fields, unknown)}"
    key = error.where.removeprefix("$").removeprefix(".")
    reason = error.reason.replace("`", "")
    return f"--set {key}: {reason}{_choices_for(game, key)}" if key else f"the config of {game.name}: {reason}"


def _choices_for(game: AnyGame, key: str) -> str:
    """For a field with few possible values, which they are: the decoder does not say."""
    document = schema({"config": game.types.config})
    fields = [definition.get("properties", {}).get(key, {}) for definition in document["$defs"].values()]
    enum = next((field["enum"] for field in fields if "enum" in field), None)
    return "" if enum is None else f"; {choices('choose from', map(str, enum))}"
