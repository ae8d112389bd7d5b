"""Opens tables: for a `create`, or for a first `join` where the settings allow it.

Must not know: stores, buses; it makes terms, and refuses what makes no sense.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from ludoteca.dealers import commitment, fair_deal
from ludoteca.kernel import AnyGame, Illegal, Malformed, Value
from ludoteca.kernel.values import build, decode, field, tree_of
from ludoteca.table.effects import Effects, Now
from ludoteca.table.entries import TableTerms
from ludoteca.table.match import Match
from ludoteca.table.messages import Create
from ludoteca.table.payload import NO_ACTION, ActionKey, action_key, without_repeats
from ludoteca.table.table import TABLE_KEYS, Table
from ludoteca.table.wire import Action, FaultyAction, Refusal, Who

DURATION: Final = "_ms"
"""What the names of durations in a config end with."""


class FirstJoin(Value, frozen=True):
    """What the first `join` at an id never used opens, as its operator has said."""

    game: str = ""
    preset: str = ""
    options: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> "FirstJoin":
        """From `GAME`, `GAME:PRESET`, or either with options as JSON after a space; Malformed if those are none."""
        named, _, options = text.partition(" ")
        game, _, preset = named.partition(":")
        return cls(game, preset, decode(options, dict[str, Any]) if options.strip() else {})

    @property
    def has_clocks(self) -> bool:
        """Nobody waits by a clock that nobody has asked for: by a preset, or by the length of a time."""
        return bool(self.preset) or any(option.endswith(DURATION) for option in self.options)


class TableOpener:
    def __init__(
        self,
        games: Mapping[str, AnyGame],
        bots: Callable[[str], Collection[str]],
        seed: Callable[[], bytes],
        opens: str,
    ) -> None:
        self._games = games
        self._bots = bots
        self._seed = seed
        self._first_join = FirstJoin.read(opens)

    def open(self, who: Who, action: Action, now: Now) -> tuple[Table, Effects]:
        """The table that this action opens; Refusal if it may not."""
        if isinstance(action, FaultyAction):
            raise action.refusal
        match action.message_type:
            case "create":
                if who.role != "host":
                    raise Refusal("forbidden", "only a host may open a table")
                return self._opened(action.game_id, _asked(who, action), action_key(who, action), now)
            case "join" if self._first_join.game and who.role == "player":
                without_repeats(who, action, TABLE_KEYS["join"])  # one that will be refused opens nothing
                return self._opened(
                    action.game_id, self._first_asked(), NO_ACTION, now, clocks=self._first_join.has_clocks
                )
            case _:
                raise Refusal("game_unavailable", "there is no such table", "noop", {"rule": "gone"})

    def _first_asked(self) -> Create:
        first = self._first_join
        presets = {"": {}} if (game := self._games.get(first.game)) is None else {"": {}, **game.presets}
        if first.preset not in presets:
            raise Refusal("invalid_action", f"{first.game} has no preset {first.preset!r}", "noop")
        return Create(game=first.game, config=tree_of(presets[first.preset]) | first.options)

    def _opened(
        self, game_id: str, asked: Create, by: ActionKey, now: Now, *, clocks: bool = True
    ) -> tuple[Table, Effects]:
        game = self._games.get(asked.game)
        if game is None:
            raise Refusal("invalid_action", f"there is no game {asked.game!r}", "noop")
        try:
            config: Any = build(asked.config, game.types.config, "$.config")
            self._check_switches(game, config)
            bots = asked.bots or (None,) * len(game.seats(config))
            self._check_bots(asked.game, bots)
            seed = self._seed()
            promise = commitment(game_id, seed)
            terms = TableTerms(game.name, game.version, asked.config, bots, promise, seed.hex(), clocks, asked.owner)
            return Table.opened(Match(game, game_id), terms, fair_deal(game, game_id, seed.hex()), now, by)
        except Malformed as error:
            raise Refusal("invalid_action", f"{error.reason} at {error.where}", "noop") from None
        except Illegal as error:
            facts = {"rule": error.code, **error.facts}
            raise Refusal("invalid_action", error.reason, "noop", facts) from None

    def _check_switches(self, game: AnyGame, config: Any) -> None:
        for switch in sorted(game.hosting.test_only):
            if getattr(config, switch):
                raise Refusal("invalid_action", f"{switch} is for tests and replays, not for a table", "noop")

    def _check_bots(self, game: str, bots: tuple[str | None, ...]) -> None:
        known = self._bots(game)
        for bot in bots:
            if bot is not None and bot not in known:
                raise Refusal("invalid_action", f"{game} has no bot {bot!r}", "noop", {"bots": sorted(known)})


def _asked(who: Who, action: Action) -> Create:
    try:
        asked: Create = build(without_repeats(who, action, TABLE_KEYS["create"]).payload, Create, "$.payload")
    except Malformed as error:
        raise Refusal("invalid_action", f"{error.reason} at {error.where}", "noop") from None
    return asked
