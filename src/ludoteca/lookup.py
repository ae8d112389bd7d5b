"""Finds games, bots and configs by name, for `import ludoteca` and for the command line.

A game is named as it is registered, here or by an installed package, as `package.module:GAME`, or by its file:
`folder/file.py`, with `:GAME` where the file has several. So is a bot. A config is the default one or a preset, with
single settings changed.

Laws kept here:
- A shipped game is found without a look at installed packages.
- Installed packages are loaded once per process, and what is wrong with one is reported once.
- What is not found is `UnknownName`, which lists the known names and the one that was probably meant.
- A folder that a name leads into comes first only while it is looked into: what lies beside a game shadows no package
  that is imported later.

Must not know: any particular game, any command.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Final

from . import plugins
from .bots import Bot
from .crash_site import crash_words
from .games import GAMES
from .kernel.contract import AnyGame, Game
from .kernel.values import convert, tree_of
from .plugins import Complain

FILE: Final = ".py"


class UnknownName(LookupError):
    """Nothing has this name; the message is one sentence for a person."""


@cache
def games(complain: Complain) -> Mapping[str, AnyGame]:
    """Every game that can be played here, by name: the shipped ones and those of installed packages."""
    return MappingProxyType(dict(plugins.games(complain)))


@cache
def bots_for(game_name: str, complain: Complain) -> Mapping[str, Bot]:
    """The bots that can play a game, by name."""
    return MappingProxyType(dict(plugins.bots_for(game_name, complain)))


def games_with(name: str, complain: Complain) -> Mapping[str, AnyGame]:
    """Games that include the one of this name, if there is one."""
    return GAMES if name in GAMES else games(complain)


def game(name: str, complain: Complain) -> AnyGame:
    if name.endswith(FILE):
        return _only_game(name)
    if ":" in name:
        return _imported_game(name)
    known = games_with(name, complain)
    if name not in known:
        here = _package_here(name)
        own = f"; {here} lies in the current folder: install it, or write {here}:GAME" if here else ""
        raise UnknownName(f"no game {name!r}; {choices('the games are', sorted(known), name)}{own}")
    return known[name]


def added(games: Mapping[str, AnyGame], name: str, complain: Complain) -> Mapping[str, AnyGame]:
    """These games and the one that is named; UnknownName if it cannot be played beside them."""
    more = game(name, complain)
    if games.get(more.name) is more:  # the package that has it is installed, or it is named twice
        return games
    try:
        plugins.check(more, games)
    except plugins.Unusable as reason:
        raise UnknownName(f"the game {more.name!r} of {name} cannot be served: {reason}") from None
    return {**games, more.name: more}


def bot(game: AnyGame, name: str, complain: Complain) -> Bot:
    known = bots_for(game.name, complain)
    if name in known:
        return known[name]
    if ":" not in name:
        listed = choices("there are", known, name)
        raise UnknownName(f"no bot {name!r} plays {game.name}; {listed}; write one of your own as package.module:NAME")
    found: Bot = imported(name, "functions", _functions_in)
    if not callable(found):
        raise UnknownName(f"{name} is not a bot: a bot is a function of (view, legal, dealer)")
    return found


def imported(path: str, kind: str, known_in: Callable[[ModuleType], list[str]]) -> Any:
    """What `package.module:NAME` or `file.py:NAME` names; UnknownName lists the names of this kind that are there."""
    module_name, _, name = path.partition(":")
    module = _module_in(module_name) if module_name.endswith(FILE) else _module(module_name)
    try:
        return getattr(module, name)
    except AttributeError:
        known = choices(f"its {kind} are", known_in(module), name)
        raise UnknownName(f"{module_name} has no {name!r}; {known}") from None


def _module(name: str) -> ModuleType:
    try:
        return import_module(name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # importing runs an author's code, which may fail in any way, or exit
        missing = isinstance(error, ModuleNotFoundError) and error.name == name.partition(".")[0]
        advice = "; run this in the folder that holds it, or install it" if missing else ""
        raise UnknownName(f"cannot import {name!r}: {crash_words(error)}{advice}") from error


def _module_in(file: str) -> ModuleType:
    """The module that a file holds. What lies beside it can be imported too, as for a script."""
    path = Path(file).resolve()
    if not path.is_file():
        raise UnknownName(f"there is no file {file}")
    if "." in path.stem:
        raise UnknownName(f"{file} cannot be imported: a module's name has no dots; rename the file")
    with first_on_path(path.parent):
        module = _module(path.stem)
    if module.__file__ is None or Path(module.__file__).resolve() != path:
        raise UnknownName(f"{file} cannot be imported: another module is called {path.stem!r}; rename the file")
    return module


@contextmanager
def first_on_path(folder: Path) -> Iterator[None]:
    """Import from this folder before all others; afterwards after all others, for what its modules import later."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        with suppress(ValueError):  # what was imported may have changed the path
            sys.path.remove(str(folder))
        if str(folder) not in sys.path:
            sys.path.append(str(folder))


def config(game: AnyGame, preset: str | None, settings: Mapping[str, Any]) -> Any:
    """The preset's config, or the default one, with these settings, which are as JSON would hold them.

    UnknownName for a preset, Malformed for a setting, Illegal where the game refuses the whole.
    """
    if preset is not None and preset not in game.presets:
        raise UnknownName(f"{game.name} has no preset {preset!r}; {choices('its presets are', game.presets, preset)}")
    chosen = game.types.config() if preset is None else game.presets[preset]
    made = convert({**tree_of(chosen), **settings}, game.types.config)
    game.setup(made)
    return made


def choices(which: str, known: Iterable[str], wrong: str = "") -> str:
    """`the games are: a, b (did you mean b?)`"""
    listed = list(known)
    close = get_close_matches(wrong, listed, n=1)
    return f"{which}: {', '.join(listed) or 'none'}" + (f" (did you mean {close[0]}?)" if close else "")


def _package_here(game_name: str) -> str:
    """The package in the current folder that a game of this name would have; empty if there is none."""
    package = game_name.replace("-", "_")
    return package if package.isidentifier() and Path(package, "__init__.py").is_file() else ""


def _imported_game(path: str) -> AnyGame:
    found = imported(path, "games", _games_in)
    if not isinstance(found, Game):
        raise UnknownName(f"{path} is not a Game but a value of type {type(found).__name__}")
    return found


def _only_game(file: str) -> AnyGame:
    names = _games_in(module := _module_in(file))
    if len(names) != 1:
        raise UnknownName(f"{file} has {len(names)} games; name one as {file}:NAME; {choices('its games are', names)}")
    found: AnyGame = getattr(module, names[0])
    return found


def _games_in(module: ModuleType) -> list[str]:
    return [name for name, value in vars(module).items() if isinstance(value, Game)]


def _functions_in(module: ModuleType) -> list[str]:
    """Those that the module itself defines, for others to use."""
    functions = [(name, value) for name, value in vars(module).items() if isinstance(value, FunctionType)]
    return [name for name, value in functions if value.__module__ == module.__name__ and not name.startswith("_")]
