"""A place to play at: a gateway that listens, with or without tables of its own, over a store and a bus in memory."""

import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Final

from ludoteca.games import GAMES
from ludoteca.gateway.gateway import Gateway
from ludoteca.gateway.port_multiplexer import PortMultiplexer
from ludoteca.runtime.bus import Bus, MemoryBus
from ludoteca.runtime.bus_service import BusService
from ludoteca.runtime.clock import Clock, system_clock
from ludoteca.runtime.host import Host
from ludoteca.runtime.host_context import HostContext
from ludoteca.runtime.maintenance import Maintenance
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.store import Absent, Claimed, HeldElsewhere, Holder, MemoryStore
from ludoteca.table.effects import Now
from ludoteca.tokens import Claims, Tokens, for_host, for_observer, for_player
from tests.host.stand import Thinkers
from tests.times import now
from tests.toys import TOYS

from .lines import Json, Line, hang_up

SECRET: Final = "a secret of the tests, 0123456789"
TOKENS: Final = Tokens(SECRET)
GAME_ID: Final = "TABLE7"
PAGE: Final = "https://play.example:8443"
PATIENT: Final[Json] = {"deadline_ms": 3_600_000, "grace_ms": 3_600_000}
"""A duel that waits for everybody: nothing happens in it by itself."""


class Watched(MemoryStore):
    """A store that knows which tables somebody has asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.touched: list[str] = []

    async def create(self, game_id: str, holder: Holder, entries: Sequence[bytes]) -> Claimed | None:
        self.touched.append(game_id)
        return await super().create(game_id, holder, entries)

    async def claim(self, game_id: str, holder: Holder) -> Claimed | HeldElsewhere | Absent:
        self.touched.append(game_id)
        return await super().claim(game_id, holder)


class Shifted:
    """A clock that can be set, or stopped on the wall, and a process that can be away."""

    def __init__(self) -> None:
        self.ahead_ms = self.away_ms = 0
        self.stopped_at: int | None = None

    def __call__(self) -> Now:
        now = system_clock()
        wall = now.wall + self.ahead_ms + self.away_ms if self.stopped_at is None else self.stopped_at
        return Now(now.mono + self.away_ms, wall)


class Place:
    def __init__(self, settings: Settings, store: MemoryStore, bus: Bus, name: str, clock: Clock) -> None:
        seeds = count(1)
        self.store = store
        self.bus = bus
        self.context = HostContext(
            games={**GAMES, **TOYS},
            store=store,
            bus=bus,
            bot_runner=Thinkers({}),
            clock=clock,
            seed=lambda: next(seeds).to_bytes(32, "big"),
            holder=Holder(name),
            settings=settings,
        )
        self.host: Host | None = None
        self.gateway: Gateway
        self.port = 0
        self._upkeep: Maintenance
        self._service: BusService
        self._multiplexer: PortMultiplexer

    async def start(self, *, tables: bool, send: int) -> None:
        if tables:
            self.host = Host(self.context)
            self._upkeep, self._service = Maintenance(self.host), BusService(self.host)
            self._upkeep.start()
            await self._service.start()
        self.gateway = Gateway(self.context, TOKENS, self.host)
        listening = socket.create_server(("127.0.0.1", 0))
        if send:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send)
        await self.gateway.start()
        self._multiplexer = PortMultiplexer(self.gateway)
        self.port = await self._multiplexer.open(listening)

    async def leave(self) -> None:
        if self.host is not None:
            await self._service.stop()
            await self._upkeep.leave()
        self._multiplexer.close()
        await self.gateway.leave()

    # Who comes

    async def opens(self, game: str = "duel", config: Json | None = None, game_id: str = GAME_ID) -> None:
        """A table, opened by a host over a socket."""
        line = await Line.open(self.port, host(), path=f"/table/{game_id}")
        asked = {"game": game, "config": PATIENT if config is None and game == "duel" else config or {}}
        result = await line.ask("create", asked, game_id=game_id)
        assert result["status"] == "ok", result
        await line.close()

    async def player(self, seat: int, game_id: str = GAME_ID, **more: Any) -> Line:
        """At their seat."""
        line = await Line.open(self.port, player(seat, game_id), path=f"/table/{game_id}", **more)
        result = await line.ask("join", game_id=game_id)
        assert result["status"] == "ok", result
        return line

    async def players(self, game_id: str = GAME_ID) -> tuple[Line, Line]:
        """Both, and the game has begun."""
        first, second = await self.player(0, game_id), await self.player(1, game_id)
        await first.when(lambda: "game.start" in first.kinds() or None)
        return first, second

    async def observer(self, game_id: str = GAME_ID, **more: Any) -> Line:
        return await Line.open(self.port, observer(game_id), path=f"/table/{game_id}", **more)

    # How things stand

    def seq(self, game_id: str = GAME_ID) -> int:
        assert self.host is not None
        return self.host.hosted[game_id].table.match.seq

    def present(self, game_id: str = GAME_ID) -> list[bool]:
        assert self.host is not None
        return list(self.host.hosted[game_id].table.match.present)

    def entries(self, game_id: str = GAME_ID) -> int:
        return len(self.store.rows[game_id].entries)

    def sockets(self) -> int:
        return round(self.metric("ludoteca_sockets"))

    def metric(self, name: str, **labels: str) -> float:
        return self.context.metrics.registry.get_sample_value(name, labels) or 0.0

    def cuts(self, code: int) -> float:
        """How many sockets the gateway has closed with this code."""
        return self.metric("ludoteca_cut_total", code=str(code))


@asynccontextmanager
async def place(
    settings: Settings | None = None,
    *,
    beside: Place | None = None,
    tables: bool = True,
    clock: Clock = system_clock,
    send: int = 0,
) -> AsyncIterator[Place]:
    """`beside`: another place, whose store and bus are shared. `send`: the kernel's buffer for what goes out."""
    store, bus = (Watched(), MemoryBus()) if beside is None else (beside.store, beside.bus)
    opened = Place(settings or Settings(origins=PAGE), store, bus, "here" if beside is None else "beside", clock)
    await opened.start(tables=tables, send=send)
    try:
        yield opened
    finally:
        await opened.leave()
        await hang_up()


def player(seat: int, game_id: str = GAME_ID, minutes: int = 60) -> str:
    return minted(for_player(game_id, seat, now(), minutes))


def observer(game_id: str = GAME_ID) -> str:
    return minted(for_observer(game_id, "wanda", now()))


def host(game_id: str | None = None) -> str:
    return minted(for_host(game_id, now()))


def minted(claims: Claims) -> str:
    return TOKENS.mint(claims, now())
