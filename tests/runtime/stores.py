"""Every kind of store, so that one suite of laws runs over all of them.

A new kind is one line in `KINDS`: how to open it, given an empty folder.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest

from ludoteca.runtime.redis.client import RedisClient
from ludoteca.runtime.redis.store import RedisStore
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.sqlite.store import SqliteStore
from ludoteca.runtime.store import MemoryStore, Store

from .valkey import shared

Opening: TypeAlias = Callable[[Path], AbstractAsyncContextManager[Store]]


@asynccontextmanager
async def memory(folder: Path) -> AsyncIterator[Store]:
    yield MemoryStore()


@asynccontextmanager
async def sqlite(folder: Path) -> AsyncIterator[Store]:
    store = await SqliteStore.open(folder / "store.db")
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def redis(folder: Path) -> AsyncIterator[Store]:
    with shared() as url:
        store = RedisStore(RedisClient(url), Settings())
        try:
            await store.client.ready()
            await store.client.call("FLUSHDB")
            yield store
        finally:
            await store.close()


def state(n: int) -> bytes:
    """A snapshot after entry `n`: of its content, a store reads the number only."""
    return b'{"n":%d,"of":"a game"}' % n


KINDS: dict[str, Opening] = {"memory": memory, "sqlite": sqlite, "redis": redis}


def law(test: Callable[[Store], Awaitable[None]]) -> Callable[..., None]:
    """A test of every kind of store."""
    return law_of(*KINDS)(test)


def law_of(*kinds: str) -> Callable[[Callable[[Store], Awaitable[None]]], Callable[..., None]]:
    """A test of these kinds of store."""

    def as_test(test: Callable[[Store], Awaitable[None]]) -> Callable[..., None]:
        async def run(kind: str, folder: Path) -> None:
            async with KINDS[kind](folder) as store:
                await test(store)

        @pytest.mark.parametrize("kind", kinds)
        def test_of_kind(kind: str, tmp_path: Path) -> None:
            asyncio.run(run(kind, tmp_path))

        return test_of_kind

    return as_test
