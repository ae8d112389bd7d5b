"""Games and bots of installed packages, named as Python entry points.

    [project.entry-points."ludoteca.games"]
    mygame = "my_package:GAME"              # the name is the game's own
    [project.entry-points."ludoteca.bots"]
    mygame = "my_package.bots:BOTS"         # names and bots, for the game of this name

Laws kept here:
- A package that fails costs a complaint that names it, and its own game; everything else starts.
- The names of shipped games are taken; of two packages with one name the first in the alphabet has it.
- What a package prints while it is loaded goes to stderr: stdout is for what a command answers.
- Bots are loaded when they are asked for, because they may be heavy.

To install a package is to trust it: its code runs in our process. These checks are for accidents, not for attacks.

Must not know: any particular game, any command.
"""

import re
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, TypeAlias

from . import bots
from .games import GAMES
from .kernel.contract import AnyGame, Game
from .kernel.values import build, schema, tree_of
from .rulebook import board, rulebook

GAMES_GROUP: Final = "ludoteca.games"
BOTS_GROUP: Final = "ludoteca.bots"
NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")

Complain: TypeAlias = Callable[[str], None]


class Unusable(Exception):
    """Why a game or a package's bots cannot be offered."""


def games(complain: Complain) -> Mapping[str, AnyGame]:
    """All games that can be played here, by name: the shipped ones and those of installed packages."""
    found = dict(GAMES)
    for entry in _offered(GAMES_GROUP):
        try:
            found[entry.name] = _game(entry, found)
        except Unusable as reason:
            complain(f"the game {entry.name!r} of the package {_package(entry)} is left out: {reason}")
    return found


def bots_for(game_name: str, complain: Complain) -> Mapping[str, bots.Bot]:
    """The bots that can play a game: `random`, the shipped ones, and for a game that is not shipped its package's."""
    found = dict(bots.bots_for(game_name))
    offered = () if game_name in GAMES else _offered(BOTS_GROUP)
    for entry in (entry for entry in offered if entry.name == game_name):
        try:
            found = {**found, **_bots(entry), **found}  # what is there stays, and stays first
        except Unusable as reason:
            complain(f"the bots for {game_name!r} of the package {_package(entry)} are left out: {reason}")
    return found


def _offered(group: str) -> list[EntryPoint]:
    return sorted(entry_points(group=group), key=_package)


def _package(entry: EntryPoint) -> str:
    return "?" if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"


def check(game: AnyGame, taken: Mapping[str, AnyGame]) -> None:
    """Raise Unusable unless the game can be listed and played beside these."""
    _check_name(game.name, taken)
    _try_out(game)


def _game(entry: EntryPoint, taken: Mapping[str, AnyGame]) -> AnyGame:
    _check_name(entry.name, taken)
    game = _loaded(entry)
    if not isinstance(game, Game):
        raise Unusable(f"{entry.value} is not a Game but a value of type {type(game).__name__}")
    if game.name != entry.name:
        raise Unusable(f"{entry.value} has the name {game.name!r}")
    _try_out(game)
    return game


def _check_name(name: str, taken: Mapping[str, AnyGame]) -> None:
    if NAME.fullmatch(name) is None:
        raise Unusable("a name is 1 to 32 of a-z, 0-9 and hyphens, a letter first")
    if name in taken:
        raise Unusable("the name is taken")


def _bots(entry: EntryPoint) -> Mapping[str, bots.Bot]:
    found = _loaded(entry)
    if not isinstance(found, Mapping) or not all(isinstance(name, str) and callable(found[name]) for name in found):
        raise Unusable(f"{entry.value} is not a mapping of names to bots")
    return found


def _loaded(entry: EntryPoint) -> Any:
    try:
        with redirect_stdout(sys.stderr):
            return entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # importing runs an author's code, which may fail in any way, or exit
        raise Unusable(_words(error)) from error


def _try_out(game: AnyGame) -> None:
    """Everything that listing all games asks of each: a game that failed there would fail for all of them."""
    try:
        default = tree_of(game.types.config())
        local = [{**default, **changed} for changed in game.hosting.defaults_by_language.values()]
        for tree in (default, *local, *map(tree_of, game.presets.values())):
            config: Any = build(tree, game.types.config)  # as it comes from outside
            game.setup(config)
            game.seats(config)
            game.hosting.stakes(config)
        schema({"config": game.types.config})
        rulebook(game)
        board(game)
    except Exception as error:
        raise Unusable(f"it cannot be set up: {_words(error)}") from error


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
