"""A table as one process hosts it: under an epoch, restored from the store.

Laws kept here:
- What cannot be read is never guessed: a damaged snapshot is ignored in favour of the log; a damaged log stops the
  table.
- A snapshot is taken only of what the store has confirmed, or is written together with it.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import structlog

from ludoteca.dealers import commitment, fair_deal
from ludoteca.kernel import AnyGame, Illegal, decode
from ludoteca.kernel.values import build
from ludoteca.table.effects import Effects, Now
from ludoteca.table.entries import LogEntry, Opened, Recovered, SavedMatch, TableTerms
from ludoteca.table.match import Match
from ludoteca.table.match_record import record_of
from ludoteca.table.saved_match import encoded_match, restored_match
from ludoteca.table.table import Table
from ludoteca.table.wire import encode

from .checksum import Damaged, add_checksum, add_checksum_member, strip_checksum, strip_checksum_member
from .crashes import exc_fields
from .operator_log import OperatorLog
from .settings import EVENTS
from .store import Store, StoredSnapshot, StoredTable

QUIET_LOOKS: Final = 10
SNAPSHOT_BYTES_AT_MOST: Final = 1 << 26

log: Any = structlog.get_logger("ludoteca.table")


class UnknownGame(Exception):
    """The game of a table is not installed here, or cannot be loaded. Its log is intact and waits."""


class HostedTable:
    """One table in this process. `uncommitted` counts inputs not yet stored; a `gone` table sends nothing more."""

    def __init__(self, game_id: str, epoch: int, table: Table) -> None:
        self.game_id = game_id
        self.epoch = epoch
        self.table = table
        self.channel = EVENTS.format(game_id)
        self.gone = False
        self.uncommitted = 0
        self.used = 0  # when something last happened here (mono)
        self.snapshot_at = 0  # the entry of the last snapshot
        self.looked_at = 0  # the entry at the last look for one
        self.quiet_looks = 0  # for how many looks it has been the same
        self.alarm: asyncio.TimerHandle | None = None
        self.alarm_at: int | None = None
        self.asked: dict[int, int] = {}  # per bot's seat, the decision it was asked for
        self.operator_log = OperatorLog(game_id)

    def wants_snapshot(self, busy: int) -> bool:
        """Whether a snapshot is due: after `busy` entries, or when nothing has changed for several looks. Taking one at
        the first quiet look would mean one per move in a slow game."""
        entries = self.table.match.entries
        self.quiet_looks = self.quiet_looks + 1 if self.looked_at == entries else 0
        self.looked_at = entries
        due = entries > self.snapshot_at and (self.quiet_looks >= QUIET_LOOKS or entries - self.snapshot_at >= busy)
        return due and self.uncommitted == 0 and not self.gone

    def snapshot(self) -> StoredSnapshot:
        return StoredSnapshot(self.game_id, self.epoch, self.table.match.entries, self.encoded_state())

    def changed_state(self) -> bytes:
        """The state to be stored with the entries since the last one; empty if there are none."""
        if self.table.match.entries == self.snapshot_at:
            return b""
        self.snapshot_at = self.table.match.entries
        return self.encoded_state()

    def encoded_state(self) -> bytes:
        """The table as it is now, as plain JSON."""
        match = self.table.match
        return add_checksum_member(_label(self.game_id, "state", match.entries), encoded_match(match))


def encoded_entry(game_id: str, entry: LogEntry) -> bytes:
    return add_checksum(_label(game_id, "entry", entry.n), encode(entry))


async def restored(store: Store, games: Mapping[str, AnyGame], game_id: str, now: Now) -> tuple[Table, Effects, int]:
    """The stored table, what it must do first, and the entry of its snapshot. Damaged or Malformed if its log cannot be
    read, UnknownGame if its game is not installed."""
    kept = await store.load(game_id)
    match = _from_snapshot(games, game_id, kept)
    if match is None and kept.n > 0:
        kept = await store.load(game_id, whole=True)
    after = 0 if match is None else match.entries
    entries = [decoded_entry(game_id, number, body) for number, body in enumerate(kept.entries, after + 1)]
    if match is None:
        match = Match(_game(games, entries), game_id)
        match.take(entries.pop(0))
    deal = fair_deal(match.game, game_id, match.terms.secret)
    try:
        table, effects = Table.restored(match, entries, deal, now)
    except Illegal as refused:
        raise Damaged(f"entry {match.entries} of {game_id} is against the rules: {refused}") from None
    return table, effects, after


async def record(store: Store, games: Mapping[str, AnyGame], game_id: str) -> bytes:
    """The match as a record, for `ludoteca replay` and `ludoteca verify`. It replays every input in a thread, so that
    no other table waits for a long match."""
    kept = await store.load(game_id, whole=True)
    return await asyncio.to_thread(_written, games, game_id, kept)


def _written(games: Mapping[str, AnyGame], game_id: str, kept: StoredTable) -> bytes:
    entries = [decoded_entry(game_id, number, body) for number, body in enumerate(kept.entries, 1)]
    return record_of(_game(games, entries), game_id, entries)


def _from_snapshot(games: Mapping[str, AnyGame], game_id: str, kept: StoredTable) -> Match | None:
    """The match of a snapshot; None if there is none, or none that can be trusted."""
    if kept.n == 0:
        return None
    try:
        snapshot = decoded_snapshot(game_id, kept.n, kept.snapshot)
        return restored_match(games[snapshot.terms.game], snapshot)
    except Exception as error:  # damaged, of another version, or refused by its own rules: use the log
        log.warning("snapshot_left_aside", game_id=game_id, **exc_fields(error))
        return None


def decoded_snapshot(game_id: str, n: int, body: bytes) -> SavedMatch:
    """A snapshot as the store has it; Damaged or Malformed if it is not what was stored as this one."""
    label = _label(game_id, "state", n)
    snapshot: SavedMatch = decode(strip_checksum_member(label, body), SavedMatch, at_most=SNAPSHOT_BYTES_AT_MOST)
    if (snapshot.game_id, snapshot.n) != (game_id, n):
        raise Damaged(f"the snapshot of {snapshot.game_id} after {snapshot.n} is stored as {label}")
    _check_secret(game_id, snapshot.terms)
    return snapshot


def decoded_unchecked(body: bytes) -> SavedMatch:
    """A snapshot in spite of its checksum: for a recovery, where there is nothing better. Malformed if it is none."""
    tree: dict[str, Any] = decode(body, dict[str, Any], at_most=SNAPSHOT_BYTES_AT_MOST)
    snapshot: SavedMatch = build({key: tree[key] for key in tree if key != "checksum"}, SavedMatch)
    return snapshot


def decoded_entry(game_id: str, number: int, body: bytes) -> LogEntry:
    """An entry as the store has it; Damaged or Malformed if it is not what was stored as this one."""
    entry: LogEntry = decode(strip_checksum(_label(game_id, "entry", number), body), LogEntry)
    if entry.n != number:
        raise Damaged(f"entry {entry.n} of {game_id} is stored as {number}")
    match entry.what:
        case Opened(terms=terms) | Recovered(match=SavedMatch(terms=terms)):
            _check_secret(game_id, terms)
    return entry


def fits_commitment(game_id: str, terms: TableTerms) -> bool:
    """Whether the secret is the one that was committed to."""
    try:
        return commitment(game_id, bytes.fromhex(terms.secret)) == terms.commitment
    except ValueError:
        return False


def _check_secret(game_id: str, terms: TableTerms) -> None:
    """A checksum only says that nothing has changed since it was made."""
    if not fits_commitment(game_id, terms):
        raise Damaged(f"damaged: the dealer's secret of {game_id} does not fit its commitment")


def _game(games: Mapping[str, AnyGame], entries: list[LogEntry]) -> AnyGame:
    what: Any = entries[0].what if entries else None
    if not isinstance(what, Opened):
        raise Damaged("the log does not begin with the opening of a table")
    if what.terms.game not in games:
        raise UnknownGame(f"the game {what.terms.game!r} is not installed")
    return games[what.terms.game]


def _label(game_id: str, kind: str, number: int) -> str:
    return f"{game_id}/{kind}/{number}"
