"""The catalogue: the games for which tables can be opened, by name and through the contract only.

Law kept here: a game that cannot be shown is left out of the list, and the others are listed all the same.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import structlog

from ludoteca.kernel import AnyGame, Illegal, Malformed, schema
from ludoteca.kernel.values import build, tree_of
from ludoteca.rulebook import board, summary, title
from ludoteca.runtime.crashes import exc_fields

from . import schemas
from .errors import ApiError, not_found

RANKED: Final = "ranked"
CASUAL: Final = "casual"
"""Presets with a meaning: a game that has them can be played in the queue of that name."""

BOARD: Final = "/boards/{}.js"
"""Where the page finds the board that a game's package brings along."""

log: Any = structlog.get_logger("ludoteca.web.catalogue")


@dataclass(frozen=True)
class Catalogue:
    games: Mapping[str, AnyGame]
    bots_for: Callable[[str], Mapping[str, Any]]

    def find(self, name: str) -> AnyGame:
        game = self.games.get(name)
        if game is None:
            raise not_found("game")
        return game

    def bots(self, name: str) -> tuple[str, ...]:
        return tuple(self.bots_for(name))

    def public_config(self, name: str, config: dict[str, Any]) -> dict[str, Any]:
        """A config as everyone may know it."""
        game = self.games.get(name)
        hidden = frozenset() if game is None else game.hosting.hidden_config
        return {field: value for field, value in config.items() if field not in hidden}

    @cached_property
    def listed(self) -> tuple[schemas.GameInfo, ...]:
        """All games that can be shown, by name. The log says once which cannot."""
        return tuple(self._described())

    def _described(self) -> Iterator[schemas.GameInfo]:
        for name, game in sorted(self.games.items()):
            try:
                yield self.described(game)
            except Exception as error:  # an author's code, which may fail in any way
                log.error("game_left_out", game=name, **exc_fields(error))

    def described(self, game: AnyGame) -> schemas.GameInfo:
        default = game.types.config()
        document = _offered(game)
        return schemas.GameInfo(
            name=game.name,
            title=title(game),
            about=summary(game),
            seats=game.seats(default),
            bots=self.bots(game.name),
            # Ranked games come from the queue only: a friend's table would give points for nothing.
            presets={name: tree_of(preset) for name, preset in game.presets.items() if name != RANKED},
            config={**document["properties"]["config"], "$defs": document["$defs"]},
            defaults=tree_of(default),
            defaults_by_language={
                language: dict(defaults) for language, defaults in game.hosting.defaults_by_language.items()
            },
            ranked=RANKED in game.presets,
            stake=stake(game, queued(game, ranked=False)),
            board=None if board(game) is None else BOARD.format(game.name),
        )


def configured(game: AnyGame, preset: str | None, given: dict[str, Any] | None) -> Any:
    """A game's config out of a preset and what is changed in it; ApiError with what is wrong."""
    base: Any = {}
    if preset is not None:
        if preset not in game.presets:
            raise ApiError("bad_config", f"{game.name} has no preset {preset!r}", 400)
        base = tree_of(game.presets[preset])
    try:
        config: Any = build({**base, **(given or {})}, game.types.config)
        game.setup(config)
    except Malformed as error:
        raise ApiError("bad_config", str(error), 400, where=error.where.removeprefix("$.")) from None
    except Illegal as error:
        raise ApiError("bad_config", error.reason, 400, **{"rule": error.code, **error.facts}) from None
    for switch in sorted(game.hosting.test_only):
        if getattr(config, switch):
            raise ApiError("bad_config", f"{switch} is for tests and replays, not for a table", 400, where=switch)
    return config


def queued(game: AnyGame, *, ranked: bool, wishes: dict[str, Any] | None = None) -> Any:
    """The config of the games that a queue leads to: the preset of its name, or what the game has by default."""
    preset = RANKED if ranked else CASUAL
    if ranked and preset not in game.presets:
        raise ApiError("not_ranked", f"there are no ranked games of {game.name}")
    return configured(game, preset if preset in game.presets else None, wishes)


def shared_defaults(game: AnyGame, config: Any, languages: Iterable[str]) -> dict[str, Any]:
    """The defaults that pages in all of these languages have, for the fields that a config leaves at the game's own."""
    each = [game.hosting.defaults_by_language.get(language, {}) for language in languages]
    chosen, default = tree_of(config), tree_of(game.types.config())
    return {
        field: value
        for field, value in each[0].items()
        if chosen[field] == default[field] and all(other.get(field) == value for other in each)
    }


def stakes(game: AnyGame, config: Any, bots: Iterable[str] = ()) -> tuple[int, ...]:
    """What each seat puts into the pot of a table with these bots; empty: nothing. Practice with a bot is free."""
    asked = () if any(bots) else game.hosting.stakes(config)
    return asked if any(asked) else ()


def stake(game: AnyGame, config: Any, bots: Iterable[str] = ()) -> int:
    """What a seat must be able to pay at such a table, whichever it is: with a rematch everybody moves on."""
    return max(stakes(game, config, bots), default=0)


def _offered(game: AnyGame) -> dict[str, Any]:
    """The schema of its config. What cannot be asked for is not offered."""
    document = schema({"config": game.types.config})
    for each in document["$defs"].values():
        properties = each.get("properties", {})
        for switch in game.hosting.test_only & properties.keys():
            del properties[switch]
        mode = properties.get("mode", {})
        if "enum" in mode:
            mode["enum"] = [word for word in mode["enum"] if word != RANKED]
    return document
