"""A table for the tests: opened with a known seed, everyone seated, and all it has kept, told and replied remembered.

Every action travels as bytes, so that what is tested is what a client could send.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

import pytest

from ludoteca.dealers import PyRandom, commitment, fair_deal
from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame, Elapsed, Move, canonical, plain, random_input
from ludoteca.kernel.values import decode, fields_of, replace
from ludoteca.table.effects import Effects, EncodedEvent, Now
from ludoteca.table.entries import LogEntry, SavedMatch, TableTerms
from ludoteca.table.match import Match
from ludoteca.table.saved_match import restored_match, saved_match
from ludoteca.table.table import Table
from ludoteca.table.wire import Who, encode, read_action
from tests.toys import TOYS

Json: TypeAlias = dict[str, Any]

GAME_ID: Final = "TABLE7"
SECRET: Final = bytes(range(32)).hex()
WALL: Final = 1_700_000_000_000
ALL_GAMES: Final = [*GAMES.values(), *TOYS.values()]
OBSERVER: Final = Who("observer", None, "wanda")
HOST: Final = Who("host", None, "olaf")
GENTLE: Final = {"grace_ms": 30_000}
GENTLY: Final[dict[str, Json]] = {"duel": GENTLE, "orcain": {"disconnect_grace_ms": 30_000}}
"""Of the games that a lost connection loses at once: how to play them so that it does not."""
IGNORING: Final = frozenset({"orcain"})
"""The games whose rules take what comes too late, or twice, for no fault, and ignore it."""

every_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)


def player(seat: int) -> Who:
    return Who("player", seat, f"p{seat}")


def envelope(message_type: str, payload: Json | None = None, **claims: Any) -> bytes:
    """An action as it comes in; `claims` are further keys of the envelope."""
    return json.dumps(
        {"message_type": message_type, "game_id": GAME_ID, "action_id": "a", "payload": payload or {}} | claims
    ).encode()


class Sitting:
    def __init__(
        self,
        game: AnyGame,
        config: Json | None = None,
        *,
        secret: str = SECRET,
        bots: tuple[str | None, ...] | None = None,
        clocks: bool = True,
    ) -> None:
        self.game = game
        self.seats = len(game.seats(decode(json.dumps(config or {}), game.types.config)))
        self.deal = fair_deal(game, GAME_ID, secret)
        self.now = Now(50_000, WALL)
        self.entries: list[LogEntry] = []
        self.told: list[EncodedEvent] = []
        self.replies: list[tuple[Who, bytes]] = []
        self._ids = 0
        terms = TableTerms(
            game.name,
            game.version,
            config or {},
            bots or (None,) * self.seats,
            commitment(GAME_ID, bytes.fromhex(secret)),
            secret,
            clocks,
        )
        self.table, effects = Table.opened(Match(game, GAME_ID), terms, self.deal, self.now)
        self.opened = self.take(effects)

    @classmethod
    def seated(
        cls, game: AnyGame, config: Json | None = None, *, secret: str = SECRET, clocks: bool = True
    ) -> "Sitting":
        """All have joined, the last seat first, so that order and seat do not coincide; the game has begun."""
        sitting = cls(game, config, secret=secret, clocks=clocks)
        for seat in reversed(range(sitting.seats)):
            sitting.submit(player(seat), "join", {"name": f"p{seat}", "client_seed": f"seed-{seat}"})
        return sitting

    # What is done

    def take(self, effects: Effects) -> Effects:
        self.entries += effects.persist
        self.told += effects.tell
        self.replies += [(reply.who, reply.frame) for reply in effects.reply]
        return effects

    def send(self, who: Who, data: bytes) -> Effects:
        return self.take(self.table.submit(who, read_action(data), self.now))

    def submit(self, who: Who, message_type: str, payload: Json | None = None, **claims: Any) -> list[Json]:
        """Under a new id if none is given; all replies as JSON, the result first."""
        effects = self.send(who, envelope(message_type, payload, **{"action_id": self.new_id(), **claims}))
        return [json.loads(reply.frame) for reply in effects.reply]

    def act(self, seat: int, action: Any, **more: Any) -> list[Json]:
        tree = fields_of(action)
        return self.submit(player(seat), str(action.__struct_config__.tag), tree | more)

    def lost(self, seat: int) -> Effects:
        return self.take(self.table.lost(seat, self.now))

    def tick(self, ms: int = 0) -> Effects:
        self.now = Now(self.now.mono + ms, self.now.wall + ms)
        return self.take(self.table.tick(self.now))

    def wait(self) -> Effects:
        """Until the next timer runs out."""
        due = self.table.timers.next()
        assert due is not None
        return self.tick(max(0, due - self.now.mono))

    def step(self, dealer: PyRandom) -> bool:
        """One random move, or a wait where nobody must act; False when the game is over."""
        match random_input(self.game, self.state, dealer):
            case None:
                return False
            case Move(seat=seat, action=action):
                assert is_ok(self.act(seat, action))
            case Elapsed():
                self.wait()
        return True

    def steps(self, seed: int, at_most: int = 60) -> Iterator[int]:
        """Random play, yielding after each step; a game that takes too long is given up by seat 0."""
        dealer = PyRandom(seed)
        for number in range(at_most):
            if not self.step(dealer):
                return
            self.now = Now(self.now.mono + 7, self.now.wall + 7)
            yield number
        if self.table.match.outcome is None:
            self.submit(player(0), "resign")
            yield at_most

    def play(self, seed: int, at_most: int = 60) -> "Sitting":
        for _ in self.steps(seed, at_most):
            pass
        return self

    # What can be read

    @property
    def state(self) -> Any:
        return self.table.match.state

    @property
    def readers(self) -> list[Who]:
        return [*(player(seat) for seat in range(self.seats)), OBSERVER, HOST]

    def new_id(self) -> str:
        self._ids += 1
        return f"id-{self._ids}"

    def view(self, who: Who) -> Json:
        """What a sync would show them, as JSON."""
        shown: Json = plain(self.table.snapshot_for(who, self.now))
        return shown

    def frames(self, who: Who) -> list[bytes]:
        """The events as they reach a reader."""
        return [told.bytes_for(who) for told in self.told]

    def sent_to(self, who: Who) -> list[bytes]:
        """Everything that ever left for a reader."""
        return self.frames(who) + [frame for reader, frame in self.replies if reader == who]

    def standing(self) -> Any:
        return standing(self.table, self.readers)

    def unchanged(self) -> tuple[int, int, Any]:
        """What no refusal may change: entries, numbers, state. What is taken and ignored is an entry; and in Orcain
        even a refused message shows that a player is there."""
        if self.game.name in IGNORING and self.state is not None:
            return 0, self.table.match.seq, replace(self.state, had_draft=(True, True))
        return self.table.match.entries, self.table.match.seq, self.state

    # A second table from what was kept

    def restored(self, entries: Iterable[LogEntry] | None = None) -> Table:
        kept = self.entries if entries is None else entries
        return Table.restored(Match(self.game, GAME_ID), through_bytes(kept), self.deal, self.now)[0]

    def restored_from(self, snapshot: bytes, tail: Iterable[LogEntry]) -> Table:
        match = restored_match(self.game, decode(snapshot, SavedMatch))
        return Table.restored(match, through_bytes(tail), self.deal, self.now)[0]


def through_bytes(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """As a store gives them back."""
    return [decode(encode(entry), LogEntry) for entry in entries]


def snapshot_bytes(table: Table) -> bytes:
    return encode(saved_match(table.match))


def standing(table: Table, readers: Iterable[Who]) -> Any:
    """All that a table is, but for its clocks, which start anew after a restart."""
    match = table.match
    now = Now(0, WALL)
    views = [canonical(replace(table.snapshot_for(who, now), timers=())) for who in readers]
    kept = canonical(match.results.accepted())
    counted = match.entries, match.seq, match.draws, tuple(match.decisions), tuple(match.undecided)
    return counted, views, kept, canonical(match.state)


def events_for(table: Table, who: Who) -> list[bytes]:
    return [told.bytes_for(who) for told in table.match.recent]


def is_ok(replies: list[Json]) -> bool:
    assert replies[0]["message_type"] == "action.result"
    return bool(replies[0]["payload"]["status"] == "ok")


def error(replies: list[Json]) -> Json:
    """The payload of the one result, which must be a refusal."""
    assert len(replies) == 1
    assert replies[0]["message_type"] == "action.result"
    payload: Json = replies[0]["payload"]
    assert payload["status"] == "error"
    return payload


def code(replies: list[Json]) -> str:
    return str(error(replies)["code"])


def first_move(sitting: Sitting) -> tuple[int, Any]:
    """A seat that must act, and an action it may choose."""
    seat = sitting.table.match.acting()[0]
    return seat, sitting.game.legal(sitting.state, seat)[0]
