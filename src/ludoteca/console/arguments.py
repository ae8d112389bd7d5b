"""What the user names on the command line: a game, a bot, a config, a record; found by `lookup`, or a `Failure`.

A game or a bot of the user's own is `package.module:NAME`, also in the current directory, or `file.py`.

Must not know: any particular game, any rule.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import typer

from .. import lookup
from ..bots import Bot
from ..kernel.contract import AnyGame
from ..kernel.illegal import Illegal
from ..kernel.values import Malformed, schema
from ..lookup import UnknownName, choices
from ..record_clock import RecordClock, record_clock
from .errors import Failure, complain

GameName: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's name, or one of your own: FILE.py, or package.module:GAME.")
]
Preset: TypeAlias = Annotated[str | None, typer.Option(metavar="NAME", help="Start from one of the game's presets.")]
Settings: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change one field of the config; can be repeated."),
]
LogFile: TypeAlias = Annotated[Path, typer.Argument(metavar="LOG", help="A game's record, as `play` writes it.")]
RecordedGame: TypeAlias = Annotated[
    str | None,
    typer.Option("--game", metavar="FILE", help="The game, if it is your own: FILE.py or package.module:GAME."),
]

Timestamp: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="TIME",
        help="Date the record with this time (2025-10-17T20:41:00Z), so that the same seed gives the same bytes."
        "  [default: the time of each line]",
    ),
]

LOG_AT_MOST: Final = 1 << 26
"""Bytes of a record; those of the longest games have a few million."""


def find_game(name: str) -> AnyGame:
    with looked_up(name):
        return lookup.game(name, complain)


def find_bot(game: AnyGame, name: str) -> Bot:
    """One of the game's bots, or one of the user's own: file.py:NAME or package.module:NAME."""
    with looked_up(name):
        return lookup.bot(game, name, complain)


def known_games(own: Sequence[str] = ()) -> Mapping[str, AnyGame]:
    """The shipped games, those of installed packages, and these of the user's own."""
    games = lookup.games(complain)
    for name in own:
        with looked_up(name):
            games = lookup.added(games, name, complain)
    return games


def known_bots(game_name: str) -> Mapping[str, Bot]:
    return lookup.bots_for(game_name, complain)


@contextmanager
def looked_up(name: str) -> Iterator[None]:
    """Look in the current directory too; what is unknown is the user's mistake."""
    try:
        with lookup.first_on_path(Path.cwd()) if ":" in name else nullcontext():
            yield
    except UnknownName as error:
        raise Failure(str(error)) from error


def find_config(game: AnyGame, preset: str | None, settings: Sequence[str]) -> Any:
    """The preset's config (or the default one) with the settings put in; checked by the game itself."""
    return checked_config(game, preset, changes(settings))


def changes(settings: Sequence[str]) -> dict[str, Any]:
    """What `--set KEY=VALUE` asks for, as JSON would hold it."""
    return dict(map(_setting, settings))


def checked_config(game: AnyGame, preset: str | None, changed: Mapping[str, Any]) -> Any:
    try:
        return lookup.config(game, preset, changed)
    except UnknownName as error:
        raise Failure(str(error)) from None
    except Malformed as error:
        raise Failure(_misfit(game, error, changed)) from None
    except Illegal as refusal:
        raise Failure(f"{game.name} cannot be set up like this: {refusal.reason}") from None


def find_clock(timestamp: str | None) -> RecordClock:
    """The clock of a record; it stands at the timestamp if there is one."""
    try:
        return record_clock(None if timestamp is None else datetime.fromisoformat(timestamp))
    except ValueError as error:
        raise Failure(f"--timestamp: {error}; write it as 2025-10-17T20:41:00Z") from None


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


def _setting(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise Failure(f"--set {text}: write it as KEY=VALUE")
    return key, _parsed(value)


def _parsed(value: str) -> Any:
    try:
        return json.loads(value, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return value


def _no_constant(text: str) -> None:
    raise ValueError(text)  # NaN and Infinity are Python's, not JSON's: plain words here


def _misfit(game: AnyGame, error: Malformed, changed: Mapping[str, Any]) -> str:
    """Which key does not fit, and what would: a decoder speaks of paths, a user of keys."""
    fields = list(getattr(game.types.config, "__struct_fields__", ()))
    unknown = next((key for key in changed if key not in fields), None)
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
