"""What only the store in Redis can suffer: leases that run out, restarts, a full, a read-only, a hanging server."""

import asyncio
import json
from collections.abc import Iterator
from typing import Final

import pytest

from ludoteca.runtime.redis.client import RedisClient
from ludoteca.runtime.redis.store import RedisStore
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.store import (
    Absent,
    Claimed,
    HeldElsewhere,
    Holder,
    StoredSnapshot,
    StoredTable,
    Unavailable,
    Write,
)
from tests.times import PATIENCE

from .event_loop import run, until
from .proxy import Proxy
from .redis_stores import ADA, BO, ID, claimed, created, stores
from .stores import state
from .valkey import Valkey, shared, valkey

LONG: Final = 2.0 * PATIENCE
"""Seconds that something is kept: longer than a test may take, so that nobody has to be quick while it is there."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with shared() as url:
        yield url


async def run_out(store: RedisStore, key: str) -> None:
    """What is kept for LONG is kept for a moment: it runs out as it would have then."""
    assert 500 * LONG < await store.client.call("PTTL", key) <= 1000 * LONG
    await store.client.call("PEXPIRE", key, 1)


def test_keys_are_as_the_bridge_names_them(server: str) -> None:
    async def main() -> None:
        async with stores(server, 1, Settings(heartbeat_ttl_seconds=LONG)) as (store,):
            call = store.client.call
            epoch = await created(store, entries=[b"1", b"2"])
            assert await store.commit([Write(ID, epoch, 3, (b"3",))]) == [True]
            await store.snapshot([StoredSnapshot(ID, epoch, 3, state(3))])
            assert await call("LRANGE", f"game:{ID}:log", 0, -1) == [b"1", b"2", b"3"]
            assert await call("GET", f"game:{ID}:state") == state(3)
            beat = json.loads(await call("GET", f"game:{ID}:heartbeat"))
            assert beat == {"owner": "ada", "epoch": epoch, "ws_url": "ws://ada/"}
            assert 1_800_000 < await call("PTTL", f"game:{ID}:state") <= 3_600_000
            assert 500 * LONG < await call("PTTL", f"game:{ID}:heartbeat") <= 1000 * LONG
            assert await call("PTTL", f"game:{ID}:log") == await call("PTTL", f"game:{ID}:epoch") == -1

    run(main())


def test_a_lease_that_runs_out_frees_the_table(server: str) -> None:
    async def main() -> None:
        async with stores(server, 2, Settings(heartbeat_ttl_seconds=LONG)) as (mine, other):
            epoch = await created(mine)
            assert await other.claim(ID, BO) == HeldElsewhere(ADA)
            assert await other.unheld() == []
            assert await mine.beat([(ID, epoch)], ADA) == [True]
            await run_out(mine, f"game:{ID}:heartbeat")
            while await other.claim(ID, BO) == HeldElsewhere(ADA):
                await asyncio.sleep(0.02)
            assert await mine.claim(ID, ADA) == HeldElsewhere(BO)
            assert await mine.beat([(ID, epoch)], ADA) == [False]
            assert await mine.commit([Write(ID, epoch, 2, (b"stale",)), Write(ID, epoch, 2, ())]) == [False, False]
            assert (await mine.load(ID)).entries == (b"1",)
            await run_out(other, f"game:{ID}:heartbeat")
            while await mine.unheld() != [ID]:
                await asyncio.sleep(0.02)

    run(main())


def test_two_holders_race_for_two_hundred_tables(server: str) -> None:
    ids = [f"T{n:05}" for n in range(200)]

    async def writes(store: RedisStore, game_id: str, by: Holder) -> int:
        """Claim it, write to it, give it back, as often as it takes to have written twice; how often it was refused."""
        written = refused = 0
        while written < 2:
            if isinstance(held := await store.claim(game_id, by), Claimed):
                first = len((await store.load(game_id)).entries) + 1
                entry = f"{by.name} {held.epoch}".encode()
                written += (await store.commit([Write(game_id, held.epoch, first, (entry,))])) == [True]
                await store.release([(game_id, held.epoch)])
            else:
                refused += 1
        return refused

    async def writes_all(store: RedisStore, by: Holder) -> list[int]:
        return await asyncio.gather(*(writes(store, game_id, by) for game_id in ids))

    async def main() -> None:
        async with stores(server, 2) as (one, two):
            for game_id in ids:
                await one.release([(game_id, await created(one, game_id))])
            assert sorted(await two.unheld()) == ids
            to_ada, to_bo = await asyncio.gather(writes_all(one, ADA), writes_all(two, BO))
            for game_id in ids:
                entries = (await one.load(game_id)).entries
                assert len(entries) == 1 + 2 + 2
                epochs = [int(entry.split()[1]) for entry in entries[1:]]
                assert epochs == sorted(set(epochs)), "two have written under one epoch, or an old one after a new one"
            assert [each.game_id for each in await one.tables()] == ids
            assert sum(to_ada) + sum(to_bo) > 0, "nobody was ever in the other's way: this was no race"

    run(main())


def test_a_snapshot_that_expires_costs_nothing(server: str) -> None:
    async def main() -> None:
        async with stores(server, 1, Settings(game_state_ttl_seconds=LONG)) as (store,):
            epoch = await created(store)
            await store.snapshot([StoredSnapshot(ID, epoch, 1, state(1))])
            assert await store.load(ID) == StoredTable(1, state(1), ())
            await run_out(store, f"game:{ID}:state")
            while (kept := await store.load(ID)).n:
                await asyncio.sleep(0.01)
            assert kept == StoredTable(0, b"", (b"1",))
            assert isinstance(await store.claim(ID, ADA), Claimed)

    run(main())


def test_every_action_keeps_the_snapshot_alive(server: str) -> None:
    async def main() -> None:
        async with stores(server) as (store,):
            epoch = await created(store)
            await store.snapshot([StoredSnapshot(ID, epoch, 1, state(1))])
            await store.client.call("PEXPIRE", f"game:{ID}:state", 60_000)
            assert await store.commit([Write(ID, epoch, 2, ())]) == [True]
            assert await store.client.call("PTTL", f"game:{ID}:state") > 60_000
            await store.client.call("PEXPIRE", f"game:{ID}:state", 60_000)
            assert await store.commit([Write(ID, epoch + 1, 2, (b"2",))]) == [False]
            assert await store.client.call("PTTL", f"game:{ID}:state") <= 60_000
            assert await store.commit([Write(ID, epoch, 2, (b"2",))]) == [True]
            assert await store.client.call("PTTL", f"game:{ID}:state") > 60_000

    run(main())


ODD: Final = (
    b"",
    b"x",
    state(7),
    b'{"n":',
    b'{"n":-1}',
    b'{"n":1e0}',
    b'{"n":"1"}',
    b'{"of":1,"n":1}',
    b"1:as 0.1.0 wrote it",
)


@pytest.mark.parametrize("odd", ODD)
def test_a_snapshot_that_makes_no_sense_is_left_aside(server: str, odd: bytes) -> None:
    async def main() -> None:
        async with stores(server) as (store,):
            await created(store, entries=[b"1", b"2"])
            await store.client.call("SET", f"game:{ID}:state", odd)
            assert await store.load(ID) == StoredTable(0, b"", (b"1", b"2"))

    run(main())


def test_entries_that_are_gone_are_gone_for_good(server: str) -> None:
    async def main() -> None:
        async with stores(server, 1, Settings(ended_ttl_seconds=0.05)) as (store,):
            epoch = await created(store)
            await store.snapshot([StoredSnapshot(ID, epoch, 1, state(1))])
            await store.end(ID)
            assert await store.unheld() == []
            while await store.tables():
                await asyncio.sleep(0.01)
            assert await store.claim(ID, ADA) == Absent(expired=True)
            assert await store.create(ID, ADA, [b"1"]) is None
            assert await store.commit([Write(ID, epoch, 2, (b"2",))]) == [False]
            assert await store.load(ID) == StoredTable(0, b"", ())
            assert await store.client.call("SCARD", "games:ended") == 0

    run(main())


@pytest.mark.parametrize("seconds", [0.0, 1000.0])
def test_how_long_an_ended_table_stays(server: str, seconds: float) -> None:
    async def main() -> None:
        async with stores(server, 1, Settings(ended_ttl_seconds=seconds)) as (store,):
            epoch = await created(store)
            await store.snapshot([StoredSnapshot(ID, epoch, 1, state(1))])
            await store.end(ID)
            ttl = await store.client.call("PTTL", f"game:{ID}:log")
            assert ttl == -1 if not seconds else 500_000 < ttl <= 1_000_000
            assert await store.client.call("PTTL", f"game:{ID}:state") <= (1_000_000 if seconds else 3_600_000)
            await store.end(ID)
            assert [each.live for each in await store.tables()] == [False]
            assert isinstance(await store.claim(ID, ADA), Claimed)

    run(main())


def test_a_heartbeat_of_a_stranger_is_somebody(server: str) -> None:
    async def main() -> None:
        async with stores(server) as (store,):
            await created(store)
            await store.client.call("SET", f"game:{ID}:heartbeat", b"\xff{", "PX", round(1000 * LONG))
            assert await store.claim(ID, BO) == HeldElsewhere(Holder(""))
            assert (await store.tables())[0].holder == Holder("")
            await run_out(store, f"game:{ID}:heartbeat")
            while isinstance(await store.claim(ID, BO), HeldElsewhere):
                await asyncio.sleep(0.01)

    run(main())


def test_keys_of_a_wrong_kind_harm_their_own_table_alone(server: str) -> None:
    async def main() -> None:
        async with stores(server) as (store,):
            first, second, third = [await created(store, game_id) for game_id in ("AAAAAA", "BBBBBB", "CCCCCC")]
            await store.client.call("SET", "game:AAAAAA:log", "text")
            await store.client.call("DEL", "game:BBBBBB:epoch")
            await store.client.call("RPUSH", "game:BBBBBB:epoch", "list")
            writes = [Write("AAAAAA", first, 2, (b"2",)), Write("BBBBBB", second, 2, (b"2",))]
            assert await store.commit([*writes, Write("CCCCCC", third, 2, (b"2",))]) == [False, False, True]
            with pytest.raises(Unavailable):
                await store.load("AAAAAA")

    run(main())


def test_a_key_of_a_wrong_kind_spoils_no_beat_snapshot_or_release_of_another_table(server: str) -> None:
    async def main() -> None:
        async with stores(server) as (store,):
            ids = ["AAAAAA", "BBBBBB", "CCCCCC"]
            held = [(game_id, await created(store, game_id)) for game_id in ids]
            await store.client.call("DEL", "game:AAAAAA:epoch")
            await store.client.call("RPUSH", "game:AAAAAA:epoch", "list")
            await store.client.call("SET", "game:BBBBBB:log", "text")
            await store.client.call("PEXPIRE", "game:CCCCCC:heartbeat", 1000)
            assert await store.beat(held, ADA) == [False, True, True]
            assert await store.client.call("PTTL", "game:CCCCCC:heartbeat") > 1000
            await store.snapshot([StoredSnapshot(game_id, epoch, 1, state(1)) for game_id, epoch in held])
            assert await store.load("CCCCCC") == StoredTable(1, state(1), ())
            assert await store.client.call("EXISTS", "game:AAAAAA:state", "game:BBBBBB:state") == 0
            await store.release(held)
            assert await store.client.call("EXISTS", "game:CCCCCC:heartbeat") == 0
            assert isinstance(await store.claim("CCCCCC", BO), Claimed)

    run(main())


def test_after_a_lossy_restart_a_last_seq_beyond_the_log_gets_a_snapshot(server: str) -> None:
    """The last entries are gone and the epoch is not: what the old owner says or keeps would be of a future that was
    lost, and a snapshot of it would swallow the entries that take its place."""

    async def main() -> None:
        async with stores(server) as (store,):
            epoch = await created(store, entries=[b"1", b"2", b"3", b"4"])
            await store.snapshot([StoredSnapshot(ID, epoch, 1, state(1))])
            await store.client.call("LTRIM", f"game:{ID}:log", 0, 1)
            assert await store.commit([Write(ID, epoch, 5, ())]) == [False]
            await store.snapshot([StoredSnapshot(ID, epoch, 4, state(4))])
            assert await store.load(ID) == StoredTable(1, state(1), (b"2",))
            again = await claimed(store, by=ADA)
            assert await store.commit([Write(ID, again, 3, (b"other 3", b"other 4", b"other 5"))]) == [True]
            assert await store.load(ID) == StoredTable(1, state(1), (b"2", b"other 3", b"other 4", b"other 5"))

    run(main())


def test_many_and_big_things(server: str) -> None:
    async def main() -> None:
        async with stores(server) as (store,):
            many = tuple(b"%d" % n for n in range(1, 20_001))
            epoch = await created(store, entries=many)
            assert await store.commit([Write(ID, epoch, 20_001, many)]) == [True]
            assert (await store.load(ID)).entries == many + many
            ids = [f"T{n:05}" for n in range(1200)]
            epochs = [await created(store, game_id) for game_id in ids]
            held = list(zip(ids, epochs, strict=True))
            assert await store.beat([*held, ("NOBODY", 1)], ADA) == [True] * 1200 + [False]
            long = b'{"n":1,"of":"%b"}' % (b"x" * 3000)
            await store.snapshot([StoredSnapshot(game_id, epoch, 1, long) for game_id, epoch in held])
            assert await store.load(ids[-1]) == StoredTable(1, long, ())
            assert await store.unheld() == []
            await store.release([*held, ("NOBODY", 1)])
            assert await store.unheld() == ids
            assert len(await store.tables()) == 1201

    run(main())


def test_a_server_that_has_forgotten_the_scripts_learns_them_again(server: str) -> None:
    async def main() -> None:
        async with stores(server) as (store,):
            epoch = await created(store)
            await store.client.call("SCRIPT", "FLUSH")
            assert await store.commit([Write(ID, epoch, 2, (b"2",))]) == [True]
            await store.client.call("SCRIPT", "FLUSH")
            taken = await asyncio.gather(*(store.commit([Write(ID, epoch, 3, (b"3",))]) for _ in range(10)))
            assert sum(each == [True] for each in taken) == 1
            assert (await store.load(ID)).entries == (b"1", b"2", b"3")

    run(main())


def test_a_killed_server_with_its_journal_has_lost_nothing() -> None:
    async def main() -> None:
        confirmed = 1
        with valkey(aof=True) as server:
            async with stores(server.url) as (store,):
                epoch = await created(store)
                for _ in range(3):
                    flight = [
                        asyncio.ensure_future(
                            store.commit([Write(ID, epoch, confirmed + n, (b"%d" % (confirmed + n),))])
                        )
                        for n in range(1, 60)
                    ]
                    await flight[20]
                    server.kill()
                    results = await asyncio.gather(*flight, return_exceptions=True)
                    confirmed += sum(result == [True] for result in results)
                    with pytest.raises(Unavailable):  # even if all had been answered before the kill
                        await store.commit([Write(ID, epoch, 1, ())])
                    server.start()
                    await store.client.ready()
                    entries = (await store.load(ID)).entries
                    assert len(entries) >= confirmed, "something confirmed was lost"
                    assert entries == tuple(b"%d" % n for n in range(1, len(entries) + 1))
                    confirmed = len(entries)
                assert await store.create(ID, ADA, [b"again"]) is None
                assert await claimed(store, by=ADA) > epoch

    run(main())


def test_a_server_that_comes_back_empty_refuses_old_owners() -> None:
    """Without a journal all is lost; then nobody goes on as if nothing had happened, and no epoch comes twice."""

    async def main() -> None:
        with valkey() as server:
            async with stores(server.url) as (store,):
                epoch = await created(store)
                server.restart()
                with pytest.raises(Unavailable):
                    await store.commit([Write(ID, epoch, 2, (b"2",))])
                await store.client.ready()
                assert await store.commit([Write(ID, epoch, 2, (b"2",)), Write(ID, epoch, 2, ())]) == [False, False]
                assert await store.claim(ID, ADA) == Absent()
                assert await created(store, by=BO) > epoch
                assert await store.commit([Write(ID, epoch, 2, (b"2",))]) == [False]

    run(main())


def test_a_full_server_takes_nothing_by_halves() -> None:
    async def main() -> None:
        with valkey() as server:
            async with stores(server.url) as (store,):
                ids = [f"T{n:05}" for n in range(20)]
                held = [(game_id, await created(store, game_id)) for game_id in ids]
                before = [await store.load(game_id) for game_id in ids]
                await store.client.call("CONFIG", "SET", "maxmemory", 1)
                writes = [Write(game_id, epoch, 2, (b"2", b"3")) for game_id, epoch in held]
                for refused in (
                    store.commit(writes),
                    store.create(ID, ADA, [b"1"]),
                    store.claim(ids[0], ADA),
                    store.snapshot([StoredSnapshot(ids[0], held[0][1], 1, state(1))]),
                ):
                    with pytest.raises(Unavailable, match="OOM"):
                        await refused
                assert await store.beat(held, ADA) == [True] * 20
                assert [await store.load(game_id) for game_id in ids] == before
                await store.client.call("CONFIG", "SET", "maxmemory", 0)
                assert await store.commit(writes) == [True] * 20
                assert await created(store)

    run(main())


def test_a_replica_takes_nothing() -> None:
    async def main() -> None:
        with valkey() as server:
            async with stores(server.url) as (store,):
                epoch = await created(store)
                await store.client.call(
                    "REPLICAOF", "127.0.0.1", server.port
                )  # of itself: never in step, always read-only
                for refused in (store.commit([Write(ID, epoch, 2, (b"2",))]), store.beat([(ID, epoch)], ADA)):
                    with pytest.raises(Unavailable, match="READONLY"):
                        await refused
                await store.client.call("REPLICAOF", "NO", "ONE")
                assert await store.commit([Write(ID, epoch, 2, (b"2",))]) == [True]

    run(main())


def test_a_slow_server_is_only_slow() -> None:
    async def main() -> None:
        with valkey() as server:
            async with stores(server.url, deadline=LONG) as (store,):
                epoch = await created(store)
                hasty = RedisClient(server.url, deadline=0.1)
                await hasty.ready()
                server.pause()
                flight = asyncio.ensure_future(store.commit([Write(ID, epoch, 2, (b"2",))]))
                with pytest.raises(Unavailable, match="does not answer"):
                    await hasty.call("PING")
                assert not flight.done()
                server.resume()
                assert await flight == [True]
                await hasty.close()

    run(main())


def test_in_a_partition_writes_are_refused_and_not_kept_for_later() -> None:
    async def main(server: Valkey) -> None:
        async with Proxy(server.port) as proxy, stores(proxy.url, deadline=0.3) as (store,):
            epoch = await created(store)
            proxy.partition()
            body = b"x" * 1000
            refused = 0
            for n in range(2000):
                flight = asyncio.ensure_future(store.commit([Write(ID, epoch, 2 + n, (body,) * 10)]))
                await asyncio.sleep(0)
                if flight.done():
                    assert isinstance(flight.exception(), Unavailable)
                    refused += 1
                else:
                    flight.add_done_callback(lambda done: done.exception())
                    await asyncio.sleep(0.001)
            assert refused > 0
            proxy.cut()
            proxy.heal()
            await store.client.ready()
            entries = (await store.load(ID)).entries
            assert entries == (b"1",) or set(entries[1:]) == {body}
            await until(lambda: proxy.connections >= 2)
            first = len(entries) + 1
            assert await store.commit([Write(ID, epoch, first, (b"after",))]) == [True]

    with valkey() as server:
        run(main(server))


def test_when_only_the_answers_are_lost_the_write_may_be_there() -> None:
    """Unavailable means that nobody knows; who asks again by number finds out."""

    async def main(server: Valkey) -> None:
        async with Proxy(server.port) as proxy, stores(proxy.url, deadline=0.3) as (store,):
            epoch = await created(store)
            assert await store.commit([Write(ID, epoch, 2, (b"2",))]) == [True]  # from here on the script is known
            proxy.back.swallows = True
            with pytest.raises(Unavailable):
                await store.commit([Write(ID, epoch, 3, (b"3",))])
            proxy.heal()
            proxy.cut()
            await store.client.ready()
            assert (await store.load(ID)).entries == (b"1", b"2", b"3")
            assert await store.commit([Write(ID, epoch, 3, (b"3",))]) == [False]

    with valkey() as server:
        run(main(server))


def test_a_server_that_may_lose_entries_says_how() -> None:
    async def main(url: str) -> None:
        store = RedisStore(RedisClient(url), Settings())
        await store.client.ready()
        assert await store.weaknesses() == []
        await store.client.call("CONFIG", "SET", "appendonly", "no")
        await store.client.call("CONFIG", "SET", "maxmemory-policy", "volatile-lru")
        weaknesses = await store.weaknesses()
        assert [weakness.split(",")[0] for weakness in weaknesses] == [
            "appendonly is no",
            "maxmemory-policy is volatile-lru",
        ]
        assert await store.probe() is False
        assert await store.probe() is True
        await store.client.call("FLUSHALL")
        assert await store.probe() is False
        await store.close()

    with valkey(aof=True) as server:
        asyncio.run(main(server.url))
