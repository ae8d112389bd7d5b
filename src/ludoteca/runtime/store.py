"""Stores: where entries of tables are kept, and who may write them. Below: in memory, for tests and for nothing else.

Laws every store keeps:
- A table is written by the holder of its newest epoch only; every write is checked by the store, an empty one too.
- Entries of a table are numbered from 1 without gaps. What `commit` has confirmed is there after any crash.
- An id that was ever used is never free again.
- A snapshot is a cache of the entries: it may be missing, old or damaged, and nothing is lost.

A store sees bytes: `checksum.py` says what they are. Must not know: games, tables, clocks of players.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Unavailable(Exception):
    """The store cannot be reached or cannot write; whether the last write was done is not known."""


class Holder(NamedTuple):
    """A process that serves tables: its own name, and where its sockets are."""

    name: str
    url: str = ""


class Write(NamedTuple):
    """What one table wants written: entries from number `first` on. Without entries it asks: is this still my table,
    and is `first` still the number of its next entry?"""

    game_id: str
    epoch: int
    first: int
    entries: tuple[bytes, ...]


class Shot(NamedTuple):
    """A snapshot: how the table stands after entry `n`."""

    game_id: str
    epoch: int
    n: int
    body: bytes


class Held(NamedTuple):
    """The table is ours now, under this epoch."""

    epoch: int


class Busy(NamedTuple):
    """Somebody else holds it, and is alive."""

    holder: Holder


class Absent(NamedTuple):
    """There is no such table, and never was; or its entries are gone for good (`expired`)."""

    expired: bool = False


class Kept(NamedTuple):
    """What a store has of a table: a snapshot after entry `n` (n = 0: none), and the entries after it."""

    n: int
    snapshot: bytes
    entries: tuple[bytes, ...]


class Listed(NamedTuple):
    """A table in a list."""

    game_id: str
    epoch: int
    entries: int
    live: bool
    holder: Holder | None


class Store(Protocol):
    async def create(self, game_id: str, holder: Holder, entries: Sequence[bytes]) -> Held | None:
        """A new table with its first entries, held at once; None if the id was ever used."""

    async def claim(self, game_id: str, holder: Holder) -> Held | Busy | Absent:
        """Take a table over under a new epoch, unless another holder is alive. From the same holder it works always."""

    async def load(self, game_id: str, *, whole: bool = False) -> Kept:
        """What there is of a table; `whole` leaves the snapshot aside and reads every entry."""

    async def commit(self, writes: Sequence[Write]) -> list[bool]:
        """Write all of it durably in one go; per table whether it was taken. Not taken: another epoch owns the table,
        or has written these numbers. Unavailable: nobody knows."""

    async def snapshot(self, shots: Sequence[Shot]) -> None:
        """Keep these snapshots; those of older epochs, or of more entries than there are, are dropped."""

    async def beat(self, held: Sequence[tuple[str, int]], holder: Holder) -> list[bool]:
        """Say that the holder of these (table, epoch) is alive; per table whether it still owns it."""

    async def release(self, held: Sequence[tuple[str, int]], *, resting: bool = False) -> None:
        """Give these tables back: anybody may claim them at once. Those that rest need nobody until then."""

    async def end(self, game_id: str) -> None:
        """The table is over: nobody need serve it, and in time its entries may go."""

    async def unheld(self) -> list[str]:
        """Live tables that nobody serves, and that do not rest."""

    async def tables(self) -> list[Listed]:
        """Every table there is, in order of id."""

    async def close(self) -> None: ...


class _Row:
    def __init__(self, holder: Holder) -> None:
        self.epoch = 1
        self.holder: Holder | None = holder
        self.entries: list[bytes] = []
        self.shot: Shot | None = None
        self.live = True
        self.resting = False


class MemoryStore:
    """Everything in a dict. A holder counts as alive until it releases or `expire` is called for it."""

    def __init__(self) -> None:
        self.rows: dict[str, _Row] = {}

    async def create(self, game_id: str, holder: Holder, entries: Sequence[bytes]) -> Held | None:
        if game_id in self.rows:
            return None
        row = self.rows[game_id] = _Row(holder)
        row.entries += entries
        return Held(row.epoch)

    async def claim(self, game_id: str, holder: Holder) -> Held | Busy | Absent:
        row = self.rows.get(game_id)
        if row is None:
            return Absent()
        if row.holder is not None and row.holder.name != holder.name:
            return Busy(row.holder)
        row.epoch += 1
        row.holder, row.resting = holder, False
        return Held(row.epoch)

    async def load(self, game_id: str, *, whole: bool = False) -> Kept:
        row = self.rows[game_id]
        if row.shot is None or whole:
            return Kept(0, b"", tuple(row.entries))
        return Kept(row.shot.n, row.shot.body, tuple(row.entries[row.shot.n :]))

    async def commit(self, writes: Sequence[Write]) -> list[bool]:
        return [self._write(write) for write in writes]

    def _write(self, write: Write) -> bool:
        row = self.rows[write.game_id]
        if row.epoch != write.epoch or write.first != len(row.entries) + 1:
            return False
        row.entries += write.entries
        return True

    async def snapshot(self, shots: Sequence[Shot]) -> None:
        for shot in shots:
            row = self.rows[shot.game_id]
            if row.epoch == shot.epoch and shot.n <= len(row.entries):
                row.shot = shot

    async def beat(self, held: Sequence[tuple[str, int]], holder: Holder) -> list[bool]:
        return [self.rows[game_id].epoch == epoch for game_id, epoch in held]

    async def release(self, held: Sequence[tuple[str, int]], *, resting: bool = False) -> None:
        for game_id, epoch in held:
            row = self.rows[game_id]
            if row.epoch == epoch:
                row.holder, row.resting = None, resting

    def expire(self, name: str) -> None:
        """The holder of this name has been silent for too long."""
        for row in self.rows.values():
            if row.holder is not None and row.holder.name == name:
                row.holder = None

    async def end(self, game_id: str) -> None:
        self.rows[game_id].live = False

    async def unheld(self) -> list[str]:
        rows = sorted(self.rows.items())
        return [game_id for game_id, row in rows if row.live and row.holder is None and not row.resting]

    async def tables(self) -> list[Listed]:
        return [
            Listed(game_id, row.epoch, len(row.entries), row.live, row.holder)
            for game_id, row in sorted(self.rows.items())
        ]

    async def close(self) -> None:
        return None
