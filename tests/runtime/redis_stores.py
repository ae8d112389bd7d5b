"""Stores over one Redis, as several processes have them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from ludoteca.runtime.redis.client import RedisClient
from ludoteca.runtime.redis.store import RedisStore
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.store import Claimed, Holder

ADA, BO = Holder("ada", "ws://ada/"), Holder('bo"\\', "")
ID = "ABC123"


@asynccontextmanager
async def stores(
    url: str, number: int = 1, settings: Settings | None = None, deadline: float = 5.0
) -> AsyncIterator[list[RedisStore]]:
    """So many stores over an empty database, as so many processes have them."""
    opened = [RedisStore(RedisClient(url, deadline=deadline), settings or Settings()) for _ in range(number)]
    try:
        for store in opened:
            await store.client.ready()
        await opened[0].client.call("FLUSHDB")
        yield opened
    finally:
        for store in opened:
            await store.close()


async def created(store: RedisStore, game_id: str = ID, entries: Sequence[bytes] = (b"1",), by: Holder = ADA) -> int:
    held = await store.create(game_id, by, entries)
    assert isinstance(held, Claimed)
    return held.epoch


async def claimed(store: RedisStore, game_id: str = ID, by: Holder = BO) -> int:
    held = await store.claim(game_id, by)
    assert isinstance(held, Claimed)
    return held.epoch
