"""Stores: where the logs of tables are kept, and who may write them. Below: a store in memory, for tests only.

Laws every store keeps:
- Only the holder of a table's newest epoch may write it; the store checks every write, even an empty one.
- Entries of a table are numbered from 1 without gaps. What `commit` has confirmed survives any crash.
- An id that was ever used is never free again.
- A snapshot is a cache of the entries: if it is missing, old or damaged, nothing is lost.

A store sees bytes: `checksum.py` says what they are. A snapshot is a JSON object whose first member, `n`, is the number
of the last entry it contains: a program that reads the store needs nothing of ours.

Must not know: games, tables, clocks of players.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, Protocol

from .silences import NOBODY, Others

ANSWER_SECONDS: Final = 10.0  # by so much may one process hear of an action later than another


class Unavailable(Exception):
    """The store cannot be reached or cannot write; whether the last write was done is unknown."""


class Holder(NamedTuple):
    """A process that hosts tables: its name, and the URL of its sockets."""

    name: str
    url: str = ""


class Write(NamedTuple):
    """One table's write: entries from number `first` on, and the snapshot after them (empty: none). Without entries it
    asks: is this still my table, and is `first` still the number of its next entry?"""

    game_id: str
    epoch: int
    first: int
    entries: tuple[bytes, ...]
    state: bytes = b""

    @property
    def last(self) -> int:
        """The number of its last entry, after which the snapshot is taken."""
        return self.first + len(self.entries) - 1


class StoredSnapshot(NamedTuple):
    """A snapshot: the table after entry `n`."""

    game_id: str
    epoch: int
    n: int
    body: bytes


class Claimed(NamedTuple):
    """The table is ours now, under this epoch."""

    epoch: int


class HeldElsewhere(NamedTuple):
    """Another process holds it, and is alive."""

    holder: Holder


class Absent(NamedTuple):
    """There never was such a table; or its entries are gone for good (`expired`)."""

    expired: bool = False


class StoredTable(NamedTuple):
    """What a store has of a table: the snapshot after entry `n` (n = 0: none), and the entries after it."""

    n: int
    snapshot: bytes
    entries: tuple[bytes, ...]


class Remains(NamedTuple):
    """What there is of a table, to recover it from: nothing of it has been checked. `last` is the number of the last
    entry; those that cannot be told apart are missing. `ended`: whether `end` has been called for it."""

    last: int
    entries: Mapping[int, bytes]
    snapshots: tuple[tuple[int, bytes], ...]  # the newest first, each after its number
    ended: bool = False


class TableCopy(NamedTuple):
    """All there is of a table, to be put into another store. `entries`: none if they have expired. `n`: the number of
    the last entry in the snapshot; 0 if there is none."""

    game_id: str
    epoch: int
    state: Literal["ended", "live", "resting"]
    entries: tuple[bytes, ...]
    n: int = 0
    snapshot: bytes = b""


class ListedTable(NamedTuple):
    """A table in a list."""

    game_id: str
    epoch: int
    entries: int
    live: bool
    holder: Holder | None


class Store(Protocol):
    @property
    def wants_state(self) -> bool:
        """Whether every write should come with the snapshot after it, because other programs read it."""

    async def create(self, game_id: str, holder: Holder, entries: Sequence[bytes]) -> Claimed | None:
        """Create a table with its first entries, and claim it; None if the id was ever used."""

    async def claim(self, game_id: str, holder: Holder) -> Claimed | HeldElsewhere | Absent:
        """Take a table over under a new epoch, unless another holder is alive. The same holder may claim again."""

    async def load(self, game_id: str, *, whole: bool = False) -> StoredTable:
        """The stored table; `whole` ignores the snapshot and reads every entry."""

    async def commit(self, writes: Sequence[Write]) -> list[bool]:
        """Write everything durably at once; per write, whether it was accepted. Refused: another epoch owns the table
        or has written these numbers. Unavailable: unknown."""

    async def snapshot(self, snapshots: Sequence[StoredSnapshot]) -> None:
        """Store these snapshots, except those of older epochs or of more entries than there are."""

    async def beat(self, held: Sequence[tuple[str, int]], holder: Holder) -> list[bool]:
        """Renew the holder's claim to these (table, epoch); per table, whether it still owns it."""

    async def keep_alive(self, holder: Holder) -> Others:
        """Say that this process is alive, and hear of the others; the tables of those that are gone may be claimed."""

    async def leave(self, holder: Holder) -> None:
        """Say that this process is going: from now on it is not among those that are alive."""

    async def answers(self, game_id: str, holder: Holder) -> bool:
        """Whether this process should answer for a table that nobody serves. The first that asks should, until it has
        not asked for `ANSWER_SECONDS`, or is silent, or has left."""

    async def release(self, held: Sequence[tuple[str, int]], *, resting: bool = False) -> None:
        """Release these tables: anybody may claim them at once. Resting ones need no process until somebody asks."""

    async def end(self, game_id: str) -> None:
        """Mark the table as over: no process need host it, and in time its entries may expire."""

    async def unheld(self) -> list[str]:
        """Live tables that nobody serves, and that do not rest."""

    async def tables(self) -> list[ListedTable]:
        """Every table there is, in order of id."""

    async def missing(self, game_ids: Sequence[str]) -> frozenset[str]:
        """Those of these tables of which there is not one entry: the store has lost them."""

    async def probe(self) -> bool:
        """Write something that nobody reads; Unavailable if nothing can be written. Whether what was written before is
        still there: if not, the store is new, or has lost everything."""

    async def weaknesses(self) -> list[str]:
        """How the store, as it is configured, may lose what it has acknowledged."""

    async def remains(self, game_id: str) -> Remains:
        """What there is of a table, damaged or not; KeyError if there is no such table."""

    async def rebuild(self, game_id: str, epoch: int, entries: Sequence[bytes], at: str) -> str | None:
        """Put these entries in the place of everything there is of the table, which is kept under another name that
        ends in `at`; where it lies now. The table is live, even if it had ended: its end may be lost. None: another
        epoch owns the table, and nothing has changed."""

    async def close(self) -> None: ...


class _Row:
    def __init__(self, holder: Holder) -> None:
        self.epoch = 1
        self.holder: Holder | None = holder
        self.entries: list[bytes] = []
        self.snapshot: StoredSnapshot | None = None
        self.live = True
        self.resting = False


class MemoryStore:
    """Everything in a dict. A holder counts as alive until it releases or `expire` is called for it."""

    wants_state = False

    def __init__(self) -> None:
        self.rows: dict[str, _Row] = {}
        self.answerers: dict[str, str] = {}
        self.probed = False
        self.aside: dict[str, Remains] = {}

    async def create(self, game_id: str, holder: Holder, entries: Sequence[bytes]) -> Claimed | None:
        if game_id in self.rows:
            return None
        row = self.rows[game_id] = _Row(holder)
        row.entries += entries
        return Claimed(row.epoch)

    async def claim(self, game_id: str, holder: Holder) -> Claimed | HeldElsewhere | Absent:
        row = self.rows.get(game_id)
        if row is None:
            return Absent()
        if row.holder is not None and row.holder.name != holder.name:
            return HeldElsewhere(row.holder)
        row.epoch += 1
        row.holder, row.resting = holder, False
        return Claimed(row.epoch)

    async def load(self, game_id: str, *, whole: bool = False) -> StoredTable:
        row = self.rows[game_id]
        if row.snapshot is None or whole:
            return StoredTable(0, b"", tuple(row.entries))
        return StoredTable(row.snapshot.n, row.snapshot.body, tuple(row.entries[row.snapshot.n :]))

    async def commit(self, writes: Sequence[Write]) -> list[bool]:
        return [self._write(write) for write in writes]

    def _write(self, write: Write) -> bool:
        row = self.rows.get(write.game_id)
        if row is None or row.epoch != write.epoch or write.first != len(row.entries) + 1:
            return False
        row.entries += write.entries
        if write.state:
            row.snapshot = StoredSnapshot(write.game_id, write.epoch, write.last, write.state)
        return True

    async def snapshot(self, snapshots: Sequence[StoredSnapshot]) -> None:
        for snapshot in snapshots:
            row = self.rows[snapshot.game_id]
            if row.epoch == snapshot.epoch and snapshot.n <= len(row.entries):
                row.snapshot = snapshot

    async def beat(self, held: Sequence[tuple[str, int]], holder: Holder) -> list[bool]:
        return [(row := self.rows.get(game_id)) is not None and row.epoch == epoch for game_id, epoch in held]

    async def release(self, held: Sequence[tuple[str, int]], *, resting: bool = False) -> None:
        for game_id, epoch in held:
            row = self.rows[game_id]
            if row.epoch == epoch:
                row.holder, row.resting = None, resting

    async def keep_alive(self, holder: Holder) -> Others:
        return NOBODY

    async def leave(self, holder: Holder) -> None:
        return None

    async def answers(self, game_id: str, holder: Holder) -> bool:
        return self.answerers.setdefault(game_id, holder.name) == holder.name

    def expire(self, name: str) -> None:
        """The claims of the holder with this name have expired."""
        self.answerers = {game_id: answerer for game_id, answerer in self.answerers.items() if answerer != name}
        for row in self.rows.values():
            if row.holder is not None and row.holder.name == name:
                row.holder = None

    async def end(self, game_id: str) -> None:
        self.rows[game_id].live = False

    async def unheld(self) -> list[str]:
        rows = sorted(self.rows.items())
        return [game_id for game_id, row in rows if row.live and row.holder is None and not row.resting]

    async def missing(self, game_ids: Sequence[str]) -> frozenset[str]:
        return frozenset(game_id for game_id in game_ids if game_id not in self.rows)

    async def probe(self) -> bool:
        probed, self.probed = self.probed, True
        return probed

    async def weaknesses(self) -> list[str]:
        return []

    async def tables(self) -> list[ListedTable]:
        return [
            ListedTable(game_id, row.epoch, len(row.entries), row.live, row.holder)
            for game_id, row in sorted(self.rows.items())
        ]

    async def remains(self, game_id: str) -> Remains:
        row = self.rows[game_id]
        snapshots = () if row.snapshot is None else ((row.snapshot.n, row.snapshot.body),)
        return Remains(len(row.entries), dict(enumerate(row.entries, 1)), snapshots, not row.live)

    async def rebuild(self, game_id: str, epoch: int, entries: Sequence[bytes], at: str) -> str | None:
        row = self.rows[game_id]
        if row.epoch != epoch:
            return None
        name = f"{game_id}:damaged:{at}"
        self.aside[name] = await self.remains(game_id)
        row.entries, row.snapshot, row.live = list(entries), None, True
        return name

    async def close(self) -> None:
        return None
