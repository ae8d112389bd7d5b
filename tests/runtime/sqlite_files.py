"""Files of SQLite stores for tests: opened, filled, looked into, refused."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from ludoteca.runtime.sqlite.store import SqliteStore
from ludoteca.runtime.store import Holder, StoredSnapshot, Write

from .commit_writer import entry

ME = Holder("me")
ONE, TWO = "GAME01", "GAME02"
SAMPLE = {ONE: (b"a", b"bc", b"", b"def"), TWO: (b"uvw", b"x", b"yz")}


@asynccontextmanager
async def opened(path: Path, ended_ttl_seconds: float = 0) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(path, ended_ttl_seconds=ended_ttl_seconds)
    try:
        yield store
    finally:
        await store.close()


async def commit(store: SqliteStore, game_id: str, first: int, last: int, epoch: int = 1) -> list[bool]:
    return await store.commit([Write(game_id, epoch, first, entries(game_id, first, last))])


def entries(game_id: str, first: int, last: int) -> tuple[bytes, ...]:
    return tuple(entry(game_id, n) for n in range(first, last + 1))


async def whole(store: SqliteStore, game_id: str = ONE) -> Sequence[bytes]:
    return (await store.load(game_id, whole=True)).entries


def ask(path: Path, query: str, values: Sequence[Any] = ()) -> list[Any]:
    with closing(sqlite3.connect(path)) as db, db:
        return db.execute(query, values).fetchall()


def refused(path: Path, kind: type[Exception]) -> None:
    """It cannot be opened, and is left as it is."""
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(kind):
        asyncio.run(SqliteStore.open(path))
    assert before == (path.read_bytes() if path.is_file() else b"")


async def make_store(path: Path) -> None:
    """A store with three rows in its journal; the last one has something of both tables."""
    async with opened(path) as store:
        await store.create(ONE, ME, SAMPLE[ONE][:2])
        await store.create(TWO, ME, SAMPLE[TWO][:1])
        await store.commit([Write(ONE, 1, 3, SAMPLE[ONE][2:]), Write(TWO, 1, 2, SAMPLE[TWO][1:])])
        await store.snapshot([StoredSnapshot(ONE, 1, 2, b"two"), StoredSnapshot(TWO, 1, 3, b"three")])
        for suffix in ("", "-wal"):  # as a kill would leave it: nothing is folded
            shutil.copy(f"{path}{suffix}", f"{path}.killed{suffix}")


def make(path: Path) -> None:
    asyncio.run(make_store(path))
