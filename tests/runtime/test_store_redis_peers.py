"""Who of those that share a store in Redis is alive, whose tables may be claimed, and who answers for nobody's."""

import asyncio
from collections.abc import Iterator

import pytest

from ludoteca.runtime.redis.store import RedisStore
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.store import Absent, HeldElsewhere, Holder, Write

from .event_loop import run
from .redis_stores import ADA, BO, ID, claimed, created, stores
from .valkey import shared

QUICK = Settings(liveness_seconds=0.25, suspect_seconds=0.5, takeover_seconds=0.75)
"""One that looks less often than it suspects others suspects nobody: a busy machine must be given time."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with shared() as url:
        yield url


async def silent(store: RedisStore, holder: Holder, name: str) -> None:
    """Keep alive until another holder has been silent for too long."""
    while name not in (await store.keep_alive(holder)).gone:
        await asyncio.sleep(0.02)


def test_a_holder_that_is_silent_for_too_long_keeps_nobody_out(server: str) -> None:
    async def main() -> None:
        async with stores(server, 2, QUICK) as (mine, other):
            epoch = await created(mine)
            assert (await mine.keep_alive(ADA)).spoke_ms_ago == {}
            assert (await other.keep_alive(BO)).spoke_ms_ago.keys() == {"ada"}
            assert await other.claim(ID, BO) == HeldElsewhere(ADA)
            await silent(other, BO, "ada")
            assert await other.unheld() == [ID]
            assert await claimed(other) > epoch
            assert await mine.commit([Write(ID, epoch, 2, (b"2",))]) == [False]
            assert (await other.keep_alive(BO)).spoke_ms_ago.keys() == {"ada"}
            assert await other.claim(ID, BO) != Absent()

    run(main())


def test_one_that_leaves_is_not_among_the_living(server: str) -> None:
    async def main() -> None:
        async with stores(server) as (store,):
            await store.keep_alive(ADA)
            assert (await store.keep_alive(BO)).spoke_ms_ago.keys() == {"ada"}
            await store.leave(ADA)
            assert (await store.keep_alive(BO)).spoke_ms_ago == {}

    run(main())


def test_a_holder_that_never_said_it_is_alive_keeps_its_lease(server: str) -> None:
    """One of an older release, or another program."""

    async def main() -> None:
        async with stores(server, 2, QUICK) as (mine, other):
            await created(mine)
            await mine.keep_alive(Holder("eve"))
            await silent(other, BO, "eve")
            assert await other.claim(ID, BO) == HeldElsewhere(ADA)
            assert await other.unheld() == []

    run(main())


def test_the_first_who_asks_answers_until_it_is_silent(server: str) -> None:
    async def main() -> None:
        async with stores(server, 2, QUICK) as (mine, other):
            await mine.keep_alive(ADA)
            assert await mine.answers(ID, ADA)
            assert not await other.answers(ID, BO)
            assert await mine.answers(ID, ADA)
            assert await other.answers("OTHER1", BO)
            await mine.client.call("PERSIST", f"game:{ID}:answerer")
            await silent(other, BO, "ada")
            assert await other.answers(ID, BO)
            assert not await mine.answers(ID, ADA)

    run(main())


def test_the_first_who_asks_answers_until_it_has_left(server: str) -> None:
    async def main() -> None:
        async with stores(server, 2) as (mine, other):
            await mine.keep_alive(ADA)
            await other.keep_alive(BO)
            assert await mine.answers(ID, ADA)
            assert not await other.answers(ID, BO)
            await mine.leave(ADA)
            await other.keep_alive(BO)
            assert await other.answers(ID, BO)

    run(main())
