"""The embedded store: one process, one SQLite file, everything acknowledged is on disk.

How it works: a commit is one row in a journal, written and synced by one thread. Every few seconds or megabytes that
thread folds the journal into chunks per table, and a second thread checkpoints SQLite's WAL. In memory are
only the tables that are held or were written since the last fold, and what has not been folded yet.

Laws kept here, beside those of every store: who holds a table is known in memory only, since no other process can hold
one; so `claim` never fails, and after a restart nobody holds anything. Epochs are kept and checked all the same.

Must not know: games, tables, clocks of players.
"""

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar

from ..silences import NOBODY, Others
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
from .database import InUse, NotAStore
from .table_index import TableIndex
from .threads import Worker

__all__ = ["InUse", "NotAStore", "SqliteStore"]

P = ParamSpec("P")
T = TypeVar("T")


class SqliteStore:
    """A `Store` over one file. Open it with `open`, close it with `close`."""

    wants_state = False  # nobody else reads the file while it is open

    def __init__(self, ended_ttl_seconds: float) -> None:
        self._ledger = TableIndex(ended_ttl_seconds)
        self._worker = Worker(self._ledger.chores)
        self._closed = False

    @classmethod
    async def open(cls, path: str | Path, lock: int | None = None, ended_ttl_seconds: float = 0) -> "SqliteStore":
        """The store in this file, a new one if there is none; or InUse, NotAStore, Damaged, Unavailable.

        `lock`: what `database.locked` has returned, if the caller has locked the file; the store owns it now.
        `ended_ttl_seconds`: for how long the entries of a table are kept once it has ended; 0: for ever."""
        store = cls(ended_ttl_seconds)
        try:
            await store._call(store._ledger.open, Path(path).resolve(), store._checkpointed, lock)
        except BaseException:
            await store.close()
            raise
        return store

    @property
    def dropped(self) -> list[str]:
        """The torn write that was dropped from the end of the journal when the store was opened."""
        return self._ledger.file.dropped

    async def create(self, game_id: str, holder: Holder, entries: Sequence[bytes]) -> Claimed | None:
        return await self._call(self._ledger.create, game_id, holder, tuple(entries))

    async def claim(self, game_id: str, holder: Holder) -> Claimed | HeldElsewhere | Absent:
        return await self._call(self._ledger.claim, game_id, holder)

    async def load(self, game_id: str, *, whole: bool = False) -> StoredTable:
        """Damaged if entries are not what was kept; KeyError if there is no such table."""
        return await self._call(self._ledger.load, game_id, whole=whole)

    async def commit(self, writes: Sequence[Write]) -> list[bool]:
        return await self._call(self._ledger.commit, writes)

    async def snapshot(self, snapshots: Sequence[StoredSnapshot]) -> None:
        await self._call(self._ledger.snapshot, snapshots)

    async def beat(self, held: Sequence[tuple[str, int]], holder: Holder) -> list[bool]:
        return await self._call(self._ledger.owned, held)

    async def keep_alive(self, holder: Holder) -> Others:
        return NOBODY  # one process alone

    async def leave(self, holder: Holder) -> None:
        return None

    async def answers(self, game_id: str, holder: Holder) -> bool:
        return True

    async def release(self, held: Sequence[tuple[str, int]], *, resting: bool = False) -> None:
        await self._call(self._ledger.release, held, resting=resting)

    async def end(self, game_id: str) -> None:
        await self._call(self._ledger.end, game_id)

    async def missing(self, game_ids: Sequence[str]) -> frozenset[str]:
        return await self._call(self._ledger.missing, game_ids)

    async def probe(self) -> bool:
        await self._call(self._ledger.probe)
        return True  # the file is ours alone

    async def weaknesses(self) -> list[str]:
        return []  # every commit waits for the disk

    async def unheld(self) -> list[str]:
        return await self._call(self._ledger.unheld)

    async def tables(self) -> list[ListedTable]:
        return await self._call(self._ledger.tables)

    async def remains(self, game_id: str) -> Remains:
        return await self._call(self._ledger.remains, game_id)

    async def rebuild(self, game_id: str, epoch: int, entries: Sequence[bytes], at: str) -> str | None:
        return await self._call(self._ledger.rebuild, game_id, epoch, tuple(entries), at)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        try:
            await self._worker.call(self._ledger.close)
        finally:
            self._worker.stop()

    async def _call(self, act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._closed:
            raise Unavailable("the store is closed")
        return await self._worker.call(act, *args, **kwargs)

    def _checkpointed(self, error: sqlite3.Error | None) -> None:
        self._worker.post(partial(self._ledger.checkpointed, error))
