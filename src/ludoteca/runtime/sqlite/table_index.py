"""The laws of the SQLite store, on its one thread: epochs, numbers, holders, and when the journal is folded.

Laws kept here, beside those of every store:
- Memory matches the disk: it changes after a write has succeeded, never before.
- Only tables that are held or were used since the last fold are in memory, and what is not folded yet.
- A fold that fails loses nothing and refuses nothing: the journal goes on, and it is tried again.

Must not know: SQL, event loops.
"""

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ..checksum import Damaged
from ..store import (
    Absent,
    Claimed,
    HeldElsewhere,
    Holder,
    ListedTable,
    Remains,
    StoredSnapshot,
    StoredTable,
    Unavailable,
    Write,
)
from .journal import File
from .rows import Part, runs_of
from .threads import Checkpointer

FOLD_SECONDS: Final = 8.0
FOLD_BYTES: Final = 2 << 20  # small, because a commit that comes meanwhile waits
CHECKPOINT_BYTES: Final = 16 << 20  # of the write-ahead log, about; with little to do a checkpoint follows each fold
EXPIRED_AT_MOST: Final = 16  # tables deleted whenever one ends: more than are added, and commits wait for few
ROW_BYTES: Final = 8192  # what a row costs in the log beside its own length: whole pages are written


@dataclass(slots=True)
class _Table:
    epoch: int
    last: int  # the number of the last entry that is on the disk
    holder: Holder | None = None
    unfolded: list[Part] = field(default_factory=list)
    snapshot: StoredSnapshot | None = None  # the newest, if it is not in the file yet
    is_expired: bool = False  # over, and its entries are deleted


class TableIndex:
    """The laws, on the writing thread: what is known of each table, and what waits to be folded."""

    file: File
    checkpoints: Checkpointer

    def __init__(self, ended_ttl_seconds: float) -> None:
        self._ended_ttl_seconds = ended_ttl_seconds
        self._is_open = False
        self._tables: dict[str, _Table] = {}
        self._unfolded = 0  # bytes
        self._logged = 0  # bytes in the write-ahead log, about
        self._fold_at: float | None = None

    def open(self, path: Path, checkpointed: Callable[[sqlite3.Error | None], None], lock: int | None) -> None:
        self.file = File(path, lock)
        self.checkpoints = Checkpointer(path, checkpointed)
        self._is_open = True

    def close(self) -> None:
        if not self._is_open:
            return
        with suppress(Unavailable):  # the journal has it all
            self.fold()
        self.checkpoints.stop()
        self.file.close()

    def create(self, game_id: str, holder: Holder, entries: tuple[bytes, ...]) -> Claimed | None:
        if self._known(game_id) is not None:
            return None
        write = Write(game_id, 1, 1, entries)
        self.file.create(write)
        table = self._tables[game_id] = _Table(1, 0, holder)
        if entries:
            self._waiting(self._written(table, write))
        return Claimed(1)

    def claim(self, game_id: str, holder: Holder) -> Claimed | HeldElsewhere | Absent:
        """There is one process, but it has another name where it recovers tables."""
        table = self._known(game_id)
        if table is None:
            return Absent()
        if table.is_expired:
            return Absent(expired=True)
        if table.holder is not None and table.holder.name != holder.name:
            return HeldElsewhere(table.holder)
        self.file.raise_epoch(game_id, table.epoch + 1)
        table.epoch += 1
        table.holder = holder
        return Claimed(table.epoch)

    def load(self, game_id: str, *, whole: bool) -> StoredTable:
        table = self._known(game_id)
        if table is None:
            raise KeyError(game_id)
        n, snapshot = (0, b"") if whole else self._newest(game_id, table)
        parts = self.file.parts(game_id, n) + [part for part in table.unfolded if part.last > n]
        return StoredTable(n, snapshot, _after(n, parts))

    def remains(self, game_id: str) -> Remains:
        table = self._known(game_id)
        if table is None or table.is_expired:
            raise KeyError(game_id)
        entries, snapshots, ended = self.file.remains(game_id)
        for part in table.unfolded:
            entries |= dict(zip(range(part.first, part.last + 1), part.entries, strict=True))
        if table.snapshot is not None:
            snapshots.insert(0, (table.snapshot.n, table.snapshot.body))
        return Remains(table.last, entries, tuple(snapshots), ended)

    def rebuild(self, game_id: str, epoch: int, entries: tuple[bytes, ...], at: str) -> str | None:
        """Everything is folded first, so that the file has all there is to keep."""
        self.fold()
        table = self._known(game_id)
        if table is None or table.epoch != epoch:
            return None
        aside = f"{game_id}:damaged:{at}"
        self.file.rebuild(game_id, entries, aside)
        table.last = len(entries)
        return f"{self.file.database.path}, as {aside}"

    def _newest(self, game_id: str, table: _Table) -> tuple[int, bytes]:
        return (table.snapshot.n, table.snapshot.body) if table.snapshot else self.file.snapshot(game_id)

    def commit(self, writes: Sequence[Write]) -> list[bool]:
        if self.file.database.stopped:
            raise Unavailable(self.file.database.stopped)
        ends: dict[str, int] = {}
        taken = [self._takes(write, ends) for write in writes]
        fresh = [write for write, took in zip(writes, taken, strict=True) if took and write.entries]
        if fresh:
            self.file.append(fresh)
            self._logged += ROW_BYTES
            self._waiting(sum(self._written(self._tables[write.game_id], write) for write in fresh))
        self.snapshot([_snapshot(write) for write, took in zip(writes, taken, strict=True) if took and write.state])
        return taken

    def _takes(self, write: Write, ends: dict[str, int]) -> bool:
        """Whether to accept this write, after those of the same commit, whose last numbers are in `ends`."""
        table = self._known(write.game_id)
        if table is None or table.is_expired or table.epoch != write.epoch:
            return False
        last = ends.get(write.game_id, table.last)
        if write.first != last + 1:
            return False
        ends[write.game_id] = last + len(write.entries)
        return True

    def _written(self, table: _Table, write: Write) -> int:
        """Record a write; its size in bytes."""
        table.last = write.last
        table.unfolded.append(Part(write.game_id, write.first, table.last, write.entries))
        return sum(map(len, write.entries))

    def snapshot(self, snapshots: Sequence[StoredSnapshot]) -> None:
        """A snapshot is written with the next fold: until then a crash loses it, and nothing else."""
        for snapshot in snapshots:
            table = self._known(snapshot.game_id)
            if table is not None and table.epoch == snapshot.epoch and snapshot.n <= table.last:
                table.snapshot = snapshot
                self._waiting(len(snapshot.body))

    def _waiting(self, size: int) -> None:
        self._unfolded += size
        self._logged += 2 * size  # in the journal, then in a chunk
        self._fold_at = self._fold_at or time.monotonic() + FOLD_SECONDS

    def owned(self, held: Sequence[tuple[str, int]]) -> list[bool]:
        tables = [(self._known(game_id), epoch) for game_id, epoch in held]
        return [table is not None and table.epoch == epoch for table, epoch in tables]

    def release(self, held: Sequence[tuple[str, int]], *, resting: bool) -> None:
        for game_id, epoch in held:
            table = self._tables.get(game_id)
            if table is not None and table.epoch == epoch:
                table.holder = None
                if resting:
                    self.file.rest(game_id)

    def end(self, game_id: str) -> None:
        self.file.end(game_id, time.time())
        if self._ended_ttl_seconds:
            self._expire()

    def _expire(self) -> None:
        """Not tables in memory: they are held, or have entries that are not folded yet."""
        old = self.file.ended_before(time.time() - self._ended_ttl_seconds, EXPIRED_AT_MOST + len(self._tables))
        self.file.expire([game_id for game_id in old if game_id not in self._tables][:EXPIRED_AT_MOST])

    def missing(self, game_ids: Sequence[str]) -> frozenset[str]:
        known = {game_id: self._known(game_id) for game_id in game_ids}
        return frozenset(game_id for game_id, table in known.items() if table is None or table.is_expired)

    def probe(self) -> None:
        self.file.database.probe()

    def unheld(self) -> list[str]:
        return [game_id for game_id in self.file.live() if self._holder(game_id) is None]

    def tables(self) -> list[ListedTable]:
        return [
            ListedTable(
                row.game_id, row.epoch, self._last(row.game_id, row.last), bool(row.live), self._holder(row.game_id)
            )
            for row in self.file.rows()
            if not row.is_expired
        ]

    def _holder(self, game_id: str) -> Holder | None:
        table = self._tables.get(game_id)
        return table.holder if table else None

    def _last(self, game_id: str, folded: int) -> int:
        table = self._tables.get(game_id)
        return table.last if table else folded

    def _known(self, game_id: str) -> _Table | None:
        table = self._tables.get(game_id)
        if table is None and (row := self.file.row(game_id)):
            table = self._tables[game_id] = _Table(row.epoch, row.last, is_expired=row.is_expired)
        return table

    def chores(self) -> float | None:
        """Fold if it is time, and checkpoint the WAL; in how many seconds it will be time again."""
        if self._logged >= CHECKPOINT_BYTES:
            self._wake()
        if self._fold_at is None:
            return None
        left = self._fold_at - time.monotonic()
        if left > 0 and self._unfolded < FOLD_BYTES:
            return left
        again = self._try_fold()
        if left <= 0 or again is not None:  # where the disk is full, it may be full of the log
            self._wake()
        return again

    def _wake(self) -> None:
        self._logged = 0
        self.checkpoints.wake()

    def _try_fold(self) -> float | None:
        """In how many seconds to try again; None if there is no need or no use."""
        try:
            self.fold()
        except Unavailable:  # nothing is lost, the journal has it all: try again, but not after every commit
            self._unfolded, self._fold_at = 0, time.monotonic() + FOLD_SECONDS
            return None if self.file.database.stopped else FOLD_SECONDS
        except Exception as error:  # a bug must not end the thread, or callers would wait for ever
            self.file.database.stop(repr(error))
        return None

    def checkpointed(self, error: sqlite3.Error | None) -> None:
        """The bulk of a checkpoint is done: do the rest, between two commits."""
        if error is not None:
            self.file.database.note(error)
            return
        with suppress(Unavailable):
            self.file.checkpoint()

    def fold(self) -> None:
        tables = self._tables.values()
        self.file.fold(
            [run for table in tables for run in runs_of(table.unfolded)],
            [table.snapshot for table in tables if table.snapshot],
        )
        self._tables = {game_id: table for game_id, table in self._tables.items() if table.holder}
        for table in self._tables.values():
            table.unfolded, table.snapshot = [], None
        self._unfolded, self._fold_at = 0, None


def _after(n: int, parts: Sequence[Part]) -> tuple[bytes, ...]:
    """The entries after number `n`; Damaged if one is missing."""
    entries: list[bytes] = []
    start = following = min(parts[0].first, n + 1) if parts else n + 1
    for part in parts:
        if part.first != following:
            raise Damaged(f"damaged: {part.game_id} {following}-{part.first - 1} is missing")
        entries += part.entries
        following = part.last + 1
    return tuple(entries[n + 1 - start :])


def _snapshot(write: Write) -> StoredSnapshot:
    return StoredSnapshot(write.game_id, write.epoch, write.last, write.state)
