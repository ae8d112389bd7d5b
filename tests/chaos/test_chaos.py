"""Evenings on which everything breaks. `LUDOTECA_CHAOS_TABLES` and `LUDOTECA_CHAOS_SECONDS` make them longer."""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from ludoteca.client import create
from ludoteca.client.bus_transport import BusTransport
from ludoteca.client.socket_transport import SocketTransport
from ludoteca.client.transport import Transport
from ludoteca.games import GAMES
from ludoteca.runtime.redis.bus import RedisBus
from ludoteca.runtime.redis.client import RedisClient
from ludoteca.runtime.redis.store import RedisStore
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.sqlite.store import SqliteStore
from ludoteca.runtime.store import Store, Unavailable
from ludoteca.table.wire import Who
from ludoteca.tokens import Tokens, for_host, for_player
from tests.runtime.valkey import Valkey, valkey
from tests.times import now, within

from .audit import judge
from .players import Witness, play, sit_down
from .services import SECRET, Service, on_file, on_redis

TABLES = int(os.environ.get("LUDOTECA_CHAOS_TABLES", "200"))
TROUBLE_SECONDS = float(os.environ.get("LUDOTECA_CHAOS_SECONDS", "6"))
LEASE_SECONDS = 3.0
SEED = int(os.environ.get("LUDOTECA_CHAOS_SEED", "1"))


def test_nothing_is_lost_when_services_and_valkey_are_killed() -> None:
    with valkey("--appendfsync", "no", aof=True) as server:
        asyncio.run(_evening_on_redis(server))


def test_nothing_is_lost_when_the_one_process_on_a_file_is_killed(tmp_path: Path) -> None:
    asyncio.run(_evening_on_a_file(tmp_path / "tables.db"))


async def _evening_on_redis(server: Valkey) -> None:
    bus = RedisBus(server.url)
    await bus.ready()
    services = [on_redis(server.url) for _ in range(3)]

    def transport(game_id: str, seat: int) -> Transport:
        return BusTransport(bus, game_id, Who("player", seat))

    async def trouble() -> None:
        await _trouble_on_redis(server, services)

    try:
        async with _redis_store(server) as store:
            await _evening(transport, lambda game_id, game: create(server.url, game_id, game), trouble, store)
            listed = [each.game_id for each in await store.tables() if each.live]
            assert not listed, "tables that are over are still live"
    finally:
        await bus.close()
        for service in services:
            service.kill()


async def _evening_on_a_file(path: Path) -> None:
    service = on_file(path)
    tokens, url = Tokens(SECRET), f"ws://127.0.0.1:{service.port}"
    began = now()

    def transport(game_id: str, seat: int) -> Transport:
        return SocketTransport(url, game_id, tokens.mint(for_player(game_id, seat, began), began))

    async def trouble() -> None:
        dice = random.Random(SEED)
        for _ in within(TROUBLE_SECONDS):
            await asyncio.sleep(dice.uniform(0.3, 1.5))
            service.kill()
            await asyncio.to_thread(service.start)

    host = tokens.mint(for_host(None, began), began)
    try:
        witnesses = await _played(
            transport, lambda game_id, game: create(url, game_id, game, token=host), trouble, TABLES // 2
        )
        assert service.leave() == 0
        store = await SqliteStore.open(path)
        for game_id, seated in witnesses.items():
            await judge(store, game_id, seated)
        await store.close()
    finally:
        if service.is_running:
            service.kill()


async def _evening(
    transport: Callable[[str, int], Transport],
    opened: Callable[[str, str], Awaitable[object]],
    trouble: Callable[[], Awaitable[None]],
    store: Store,
) -> None:
    for game_id, seated in (await _played(transport, opened, trouble, TABLES)).items():
        await judge(store, game_id, seated)


async def _played(
    transport: Callable[[str, int], Transport],
    opened: Callable[[str, str], Awaitable[object]],
    trouble: Callable[[], Awaitable[None]],
    tables: int,
) -> dict[str, list[Witness]]:
    """Open all tables, let everybody play while the trouble lasts, and wait until every game has ended."""
    games = list(GAMES)
    evening = {f"CH{number:04}": games[number % len(games)] for number in range(tables)}
    for game_id, name in evening.items():
        await opened(game_id, name)
    seats = {game_id: len(GAMES[name].seats(GAMES[name].types.config())) for game_id, name in evening.items()}
    witnesses = {game_id: await sit_down(game_id, seats[game_id], transport) for game_id in evening}
    troubled = asyncio.ensure_future(trouble())
    await asyncio.gather(*(play(each, seat, SEED) for seated in witnesses.values() for seat, each in enumerate(seated)))
    await troubled
    return witnesses


async def _trouble_on_redis(server: Valkey, services: list[Service]) -> None:
    """Kills, a pause beyond the lease, a restart of Valkey, subscribers cut off; one thing after the other, and some
    at once."""
    dice = random.Random(SEED)
    sleeping: asyncio.Task[None] | None = None
    client = RedisClient(server.url)
    for _ in within(TROUBLE_SECONDS):
        await asyncio.sleep(dice.uniform(0.2, 1.2))
        match dice.choice(("kill", "kill", "pause", "valkey", "subscribers")):
            case "kill":
                service = dice.choice(services)
                service.kill()
                await asyncio.to_thread(service.start)
            case "pause" if sleeping is None or sleeping.done():
                sleeping = asyncio.create_task(_asleep(dice.choice(services)))
            case "valkey":
                await asyncio.to_thread(server.restart)
            case "subscribers":
                await _cut(client)
            case _:
                continue
    if sleeping is not None:
        await sleeping
    await client.close()


async def _asleep(service: Service) -> None:
    """Longer than its lease: another takes its tables over; then it wakes and finds out."""
    service.pause()
    await asyncio.sleep(1.5 * LEASE_SECONDS)
    service.resume()


async def _cut(client: RedisClient) -> None:
    try:
        await client.call("CLIENT", "KILL", "TYPE", "pubsub")
    except Unavailable:
        return


@asynccontextmanager
async def _redis_store(server: Valkey) -> AsyncIterator[RedisStore]:
    client = RedisClient(server.url)
    await client.ready()
    store = RedisStore(client, Settings())
    try:
        yield store
    finally:
        await store.close()
