"""Opens tables: for a `create`, or for a first `join` where the settings allow it.

Must not know: stores, buses; it makes terms, and refuses what makes no sense.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from ludoteca.dealers import commitment, fair_deal
from ludoteca.kernel import AnyGame, Illegal, Malformed
from ludoteca.kernel.values import build
from ludoteca.table.effects import Effects, Now
from ludoteca.table.entries import TableTerms
from ludoteca.table.match import Match
from ludoteca.table.messages import Create
from ludoteca.table.payload import NO_ACTION, ActionKey, action_key, without_repeats
from ludoteca.table.table import TABLE_KEYS, Table
from ludoteca.table.wire import Action, Refusal, UnsupportedVersion, Who, is_supported


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
        self._opens = opens

    def open(self, who: Who, action: Action, now: Now) -> tuple[Table, Effects]:
        """The table that this action opens; Refusal if it may not."""
        if not is_supported(action):
            raise UnsupportedVersion(action).refusal
        match action.message_type:
            case "create":
                if who.role != "host":
                    raise Refusal("forbidden", "only a host may open a table")
                return self._opened(action.game_id, _asked(who, action), action_key(who, action), now)
            case "join" if self._opens and who.role == "player":
                without_repeats(who, action, TABLE_KEYS["join"])  # one that will be refused opens nothing
                return self._opened(action.game_id, Create(game=self._opens), NO_ACTION, now)
            case _:
                raise Refusal("game_unavailable", "there is no such table", "noop", {"rule": "gone"})

    def _opened(self, game_id: str, asked: Create, by: ActionKey, now: Now) -> tuple[Table, Effects]:
        game = self._games.get(asked.game)
        if game is None:
            raise Refusal("invalid_action", f"there is no game {asked.game!r}", "noop")
        try:
            config: Any = build(asked.config, game.types.config, "$.config")
            self._check_switches(game, config)
            bots = asked.bots or (None,) * len(game.seats(config))
            self._check_bots(asked.game, bots)
            seed = self._seed()
            terms = TableTerms(game.name, game.version, asked.config, bots, commitment(game_id, seed), seed.hex())
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
