"""A whole server in one process: a host with its upkeep, the bridge and a gateway, over a store and a bus in memory."""

import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from typing import Any, Final

from ludoteca.games import GAMES
from ludoteca.gateway.gateway import Gateway
from ludoteca.gateway.port_multiplexer import PortMultiplexer
from ludoteca.kernel import AnyGame
from ludoteca.runtime.bus import Bus, MemoryBus
from ludoteca.runtime.bus_service import BusService
from ludoteca.runtime.clock import system_clock
from ludoteca.runtime.host import Host
from ludoteca.runtime.host_context import HostContext
from ludoteca.runtime.maintenance import Maintenance
from ludoteca.runtime.readers import Readers
from ludoteca.runtime.redis.bus import RedisBus
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.store import Holder, MemoryStore
from ludoteca.tokens import Claims, Tokens, for_host, for_observer, for_player
from tests.host.stand import Thinkers
from tests.times import now
from tests.toys import TOYS

TOKENS: Final = Tokens("a secret of the tests, 0123456789")
ALL: Final[Mapping[str, AnyGame]] = {**GAMES, **TOYS}


class Server:
    def __init__(self, settings: Settings, bus: Bus) -> None:
        seeds = count(1)
        self.bus = bus
        self.store = MemoryStore()
        self.context = HostContext(
            games=ALL,
            store=self.store,
            bus=self.bus,
            bot_runner=Thinkers({}),
            clock=system_clock,
            seed=lambda: next(seeds).to_bytes(32, "big"),
            holder=Holder("server"),
            settings=settings,
        )
        self.host = Host(self.context)
        self._upkeep = Maintenance(self.host)
        self._service = BusService(self.host)
        self.gateway: Gateway
        self.multiplexer: PortMultiplexer
        self._second: Gateway | None = None
        self._second_multiplexer: PortMultiplexer
        self.port = 0

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    async def open(self) -> None:
        self._upkeep.start()
        await self._service.start()
        await self.listen()

    async def listen(self) -> None:
        """At the same port as before, if there was one."""
        listening = socket.create_server(("127.0.0.1", self.port))
        self.gateway = Gateway(self.context, TOKENS, self.host)
        await self.gateway.start()
        self.multiplexer = PortMultiplexer(self.gateway)
        self.port = await self.multiplexer.open(listening)

    async def cut(self) -> None:
        """Everybody is sent away, and nobody let in, until `listen`."""
        self.multiplexer.close()
        await self.gateway.leave()

    async def elsewhere(self) -> str:
        """The address of a second gateway, which has no tables: all it knows comes over the bus."""
        self._second = Gateway(replace(self.context, readers=Readers()), TOKENS)
        await self._second.start()
        self._second_multiplexer = PortMultiplexer(self._second)
        return f"ws://127.0.0.1:{await self._second_multiplexer.open(socket.create_server(('127.0.0.1', 0)))}"

    async def close(self) -> None:
        if self._second is not None:
            self._second_multiplexer.close()
            await self._second.leave()
        await self._service.stop()
        await self._upkeep.leave()
        await self.cut()
        await self.bus.close()


@asynccontextmanager
async def server(redis: str = "", **settings: Any) -> AsyncIterator[Server]:
    bus: Bus = MemoryBus()
    if redis:
        bus = reached = RedisBus(redis)
        await reached.ready()
    opened = Server(Settings(**settings), bus)
    await opened.open()
    try:
        yield opened
    finally:
        await opened.close()


def player(game_id: str, seat: int) -> str:
    return _minted(for_player(game_id, seat, now()))


def observer(game_id: str, name: str = "wanda") -> str:
    return _minted(for_observer(game_id, name, now()))


def host(game_id: str | None = None) -> str:
    return _minted(for_host(game_id, now()))


def _minted(claims: Claims) -> str:
    return TOKENS.mint(claims, now())
