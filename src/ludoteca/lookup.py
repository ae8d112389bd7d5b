"""Finding what is named: a game, a bot, a config. `import ludoteca` and the command line both look here.

A game is named as it is registered, here or by an installed package, or as `package.module:GAME`. So is a bot. A config
is the default one or a preset, with single settings changed.

Laws kept here:
- One of our own games is found without a look at installed packages.
- Installed packages are loaded once per process, and what is wrong with one is told once.
- What is not found is `Unknown`, which says what is known, and which name was probably meant.

Must not know: any particular game, any command.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

from . import plugins
from .bots import Bot
from .games import GAMES
from .kernel.contract import AnyGame, Game
from .kernel.values import convert, tree_of
from .plugins import Complain


class Unknown(LookupError):
    """Nothing has this name; what it says is one sentence for a person."""


@cache
def games(complain: Complain) -> Mapping[str, AnyGame]:
    """Every game that can be played here, by name: ours, and those of installed packages."""
    return MappingProxyType(dict(plugins.games(complain)))


@cache
def bots_for(game_name: str, complain: Complain) -> Mapping[str, Bot]:
    """The bots that can play a game, by name."""
    return MappingProxyType(dict(plugins.bots_for(game_name, complain)))


def games_with(name: str, complain: Complain) -> Mapping[str, AnyGame]:
    """Games among which this one is, if there is one."""
    return GAMES if name in GAMES else games(complain)


def game(name: str, complain: Complain) -> AnyGame:
    if ":" in name:
        return _imported_game(name)
    known = games_with(name, complain)
    if name not in known:
        raise Unknown(f"no game {name!r}; {choices('the games are', sorted(known), name)}")
    return known[name]


def bot(game: AnyGame, name: str, complain: Complain) -> Bot:
    known = bots_for(game.name, complain)
    if name in known:
        return known[name]
    if ":" not in name:
        raise Unknown(f"no bot {name!r} plays {game.name}; {choices('there are', known, name)}")
    found: Bot = imported(name)
    if not callable(found):
        raise Unknown(f"{name} is no bot: a bot is a function of (view, legal, dealer)")
    return found


def imported(path: str) -> Any:
    """What `package.module:NAME` names."""
    module_name, _, name = path.partition(":")
    try:
        module = import_module(module_name)
    except Exception as error:  # importing runs an author's code, which may fail in any way
        raise Unknown(f"cannot import {module_name!r}: {type(error).__name__}: {error}") from error
    try:
        return getattr(module, name)
    except AttributeError:
        raise Unknown(f"{module_name} has no {name!r}; {_games_in(module)}") from None


def config(game: AnyGame, preset: str | None, settings: Mapping[str, Any]) -> Any:
    """The preset's config, or the default one, with these settings, which are as JSON would hold them.

    Unknown for a preset, Malformed for a setting, Illegal where the game refuses the whole.
    """
    if preset is not None and preset not in game.presets:
        raise Unknown(f"{game.name} has no preset {preset!r}; {choices('its presets are', game.presets, preset)}")
    chosen = game.types.config() if preset is None else game.presets[preset]
    made = convert({**tree_of(chosen), **settings}, game.types.config)
    game.setup(made)
    return made


def choices(which: str, known: Iterable[str], wrong: str = "") -> str:
    """`the games are: a, b (did you mean b?)`"""
    listed = list(known)
    close = get_close_matches(wrong, listed, n=1)
    return f"{which}: {', '.join(listed) or 'none'}" + (f" (did you mean {close[0]}?)" if close else "")


def _imported_game(path: str) -> AnyGame:
    found = imported(path)
    if not isinstance(found, Game):
        raise Unknown(f"{path} is no Game but a {type(found).__name__}")
    return found


def _games_in(module: object) -> str:
    return choices("its games are", [name for name, value in vars(module).items() if isinstance(value, Game)])
