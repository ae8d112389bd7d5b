"""Tables are copied from one Redis into a file, and from it into another: nothing is lost, and no id is free again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.runtime.redis.copies import clear, copy_in, copy_out, has_tables, is_served
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.sqlite.store import SqliteStore
from ludoteca.runtime.store import Absent, Claimed, StoredSnapshot, Write
from tests.times import PATIENCE

from .event_loop import run
from .redis_stores import ADA, BO, claimed, created, stores
from .stores import state
from .valkey import shared

LIVE, RESTING, ENDED, EXPIRED = "LIVE01", "REST01", "ENDED1", "GONE01"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with shared() as url:
        yield url


def test_tables_come_back_with_everything_and_under_new_epochs(server: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with stores(server) as (store,):
            epochs = {
                game_id: await created(store, game_id, (b"1", b"2")) for game_id in (LIVE, RESTING, ENDED, EXPIRED)
            }
            await store.snapshot([StoredSnapshot(LIVE, epochs[LIVE], 1, state(1))])
            await store.release([(RESTING, epochs[RESTING])], resting=True)
            await store.end(ENDED)
            await store.end(EXPIRED)
            await store.client.call("DEL", f"game:{EXPIRED}:log")
            assert await copy_out(store.client, tmp_path / "tables.db") == 4
        async with stores(server) as (store,):
            assert not await has_tables(store.client)
            await copy_in(tmp_path / "tables.db", store.client, Settings())
            assert await has_tables(store.client)
            assert await store.unheld() == [LIVE]
            listed = {each.game_id: (each.entries, each.live) for each in await store.tables()}
            assert listed == {LIVE: (2, True), RESTING: (2, True), ENDED: (2, False)}
            assert (await store.load(LIVE)).n == 1
            assert await store.client.call("PTTL", f"game:{ENDED}:log") > 0
            assert await store.claim(EXPIRED, ADA) == Absent(expired=True)
            assert await store.create(EXPIRED, ADA, [b"1"]) is None
            assert await store.commit([Write(LIVE, epochs[LIVE], 3, (b"3",))]) == [False]
            assert await store.commit([Write(LIVE, await claimed(store, LIVE), 3, (b"3",))]) == [True]

    run(main())


def test_a_file_of_copied_tables_is_one_that_a_single_service_can_open(server: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with stores(server) as (store,):
            await created(store, LIVE, [b"%d" % n for n in range(3000)])
            await copy_out(store.client, tmp_path / "tables.db")
        embedded = await SqliteStore.open(tmp_path / "tables.db")
        assert isinstance(await embedded.claim(LIVE, BO), Claimed)
        assert len((await embedded.load(LIVE)).entries) == 3000
        await embedded.close()

    run(main())


def test_clearing_deletes_tables_and_nothing_else(server: str) -> None:
    async def main() -> None:
        async with stores(server) as (store,):
            await created(store, LIVE)
            await store.client.call("SET", "somebody:elses", 1)
            await clear(store.client)
            assert not await has_tables(store.client)
            assert await store.client.call("KEYS", "*") == [b"somebody:elses"]

    run(main())


def test_a_redis_is_served_while_a_process_says_that_it_is_alive(server: str) -> None:
    async def main() -> None:
        async with stores(server) as (store,):
            settings = Settings(takeover_seconds=PATIENCE)
            assert not await is_served(store.client, settings)
            await store.keep_alive(ADA)
            assert await is_served(store.client, settings)
            await store.leave(ADA)
            assert not await is_served(store.client, settings)

    run(main())
