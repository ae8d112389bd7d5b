"""A process put together as it is run: how it leaves, and what it says of itself."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludoteca.bots import bots_for
from ludoteca.games import GAMES
from ludoteca.process import ListenAddress, Process, ProcessConfig
from ludoteca.runtime.settings import Settings
from tests.runtime.event_loop import LOOPS, run, until
from tests.runtime.valkey import valkey

from .lines import Line, Refused, hang_up
from .places import GAME_ID, PAGE, TOKENS, host, observer, player

every_loop = pytest.mark.parametrize("loop", LOOPS)
HERE = ListenAddress("127.0.0.1", 0)


def config(
    data: Path | None = None, redis: str = "", sockets: ListenAddress = HERE, *, tables: bool = True
) -> ProcessConfig:
    settings = Settings(origins=PAGE, supervise_seconds=0.05)
    return ProcessConfig(GAMES, bots_for, settings, TOKENS, redis=redis, data=data, sockets=sockets, tables=tables)


@asynccontextmanager
async def running(planned: ProcessConfig) -> AsyncIterator[Process]:
    process = await Process.start(planned)
    try:
        yield process
    finally:
        await process.leave()
        await hang_up()


async def opened(process: Process) -> None:
    line = await Line.open(process.port, host())
    assert (await line.ask("create", {"game": "gomoku"}))["status"] == "ok"
    await line.close()


@every_loop
def test_a_gateway_that_shuts_down_admits_nobody_and_closes_its_sockets(loop: str, tmp_path: Path) -> None:
    async def main() -> None:
        process = await Process.start(config(tmp_path / "tables.db"))
        await opened(process)
        first, watching = await Line.open(process.port, player(0)), await Line.open(process.port, observer())
        assert (await first.ask("join"))["status"] == (await watching.ask("sync"))["status"] == "ok"
        release, giving_back, go_on = process.store.release, asyncio.Event(), asyncio.Event()

        async def slowly(held: Sequence[tuple[str, int]], *, resting: bool = False) -> None:
            giving_back.set()
            await go_on.wait()
            await release(held, resting=resting)

        process.store.release = slowly  # type: ignore[method-assign]
        leaving = asyncio.ensure_future(process.leave())
        await giving_back.wait()
        with pytest.raises((Refused, OSError)):
            await Line.open(process.port, observer())
        assert not first.is_over
        go_on.set()
        await leaving
        assert [await first.ended(), await watching.ended()] == [1001, 1001]
        assert first.codes() == watching.codes() == []

    run(main(), loop)


def test_a_process_whose_upkeep_has_ended_does_not_say_that_it_is_well(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(config(tmp_path / "tables.db")) as process:
            assert process.health() == {"status": "ok", "tables": 0}
            assert process._maintenance is not None
            task = process._maintenance.tasks()[-1]
            task.cancel()
            await asyncio.wait([task])
            assert process.health()["status"] == "stopped"

    run(main())


def test_sockets_alone_without_redis_are_not_well() -> None:
    async def main() -> None:
        with valkey() as redis:
            async with running(config(redis=redis.url, tables=False)) as process:
                assert process.health()["status"] == "ok"
                redis.kill()
                await until(lambda: process.health()["status"] == "store unavailable")
                redis.start()
                await until(lambda: process.health()["status"] == "ok")

    run(main())


@pytest.mark.parametrize(("address", "is_told"), [("0.0.0.0", False), ("127.0.0.1", True)])
def test_whoever_listens_everywhere_tells_nobody_to_come_there(address: str, is_told: bool) -> None:
    async def main() -> None:
        with valkey() as redis:
            async with running(config(redis=redis.url, sockets=ListenAddress(address, 0))) as process:
                await opened(process)
                assert process.host is not None
                assert process.host.context.holder.url == (f"ws://{address}:{process.port}" if is_told else "")
                listed = await process.store.tables()
                assert [each.holder for each in listed if each.game_id == GAME_ID] == [process.host.context.holder]

    run(main())
