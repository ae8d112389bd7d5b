"""One process of Ludoteca: a store and a bus, tables, sockets; started, and shut down gracefully.

Embedded, it has a file and needs nothing else. Scaled out, it has Redis, and any number of such processes may run: all
serve tables and sockets, or some sockets only.

Must not know: any game; games and bots are handed in.
"""

import asyncio
import gc
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

import structlog

from .dealers import fresh_seed
from .gateway.gateway import Gateway
from .gateway.ops_endpoints import OpsEndpoints
from .gateway.port_multiplexer import PortMultiplexer
from .kernel import AnyGame
from .runtime.allocator import give_back_large_blocks
from .runtime.bot_runner import WorkerBotRunner
from .runtime.bus import Bus, MemoryBus
from .runtime.bus_service import BusService
from .runtime.clock import PULSE_SECONDS, Clock, TurnClock, system_clock
from .runtime.host import Host
from .runtime.host_context import HostContext
from .runtime.maintenance import Maintenance
from .runtime.metrics import Metrics
from .runtime.open_files import raise_open_files
from .runtime.redis.bus import RedisBus
from .runtime.redis.client import RedisClient
from .runtime.redis.store import RedisStore
from .runtime.settings import FINISHED, LOST_TABLES, Settings
from .runtime.sqlite.store import SqliteStore
from .runtime.store import Holder, Store, Unavailable
from .runtime.worker_pool import WorkerPool, default_workers
from .table.match import Match
from .tokens import Tokens

WORKER = "ludoteca.worker"  # the module that a worker process runs

log: Any = structlog.get_logger("ludoteca.process")


@dataclass(frozen=True)
class ListenAddress:
    """Where to listen; port 0: any that is free."""

    host: str
    port: int


class Pages(Protocol):
    """Whatever is served on the same port beside the tables."""

    def protocol(self, left: Callable[[], None]) -> Any:
        """Reads and writes a new connection, and calls `left` once when it has it no longer."""

    async def leave(self) -> None: ...


@dataclass(frozen=True)
class ProcessConfig:
    """What a process is to be."""

    games: Mapping[str, AnyGame]
    bots_for: Callable[[str], Mapping[str, Any]]
    settings: Settings = field(default_factory=Settings)
    tokens: Tokens | None = None  # without it there are no sockets
    redis: str = ""
    data: Path | None = None
    lock: int | None = None  # of `data`, where it was taken before
    sockets: ListenAddress | None = None
    ops: ListenAddress | None = None
    url: str = ""  # where the sockets are reached from outside; "": as they listen
    tables: bool = True  # whether tables are served here, or only sockets of tables elsewhere
    clock: Clock = system_clock
    own_games: Sequence[str] = ()  # those of `games` that no package has, as they were named
    pages: Callable[["Process"], Awaitable[Pages]] | None = None


class Process:
    """Running, from `start` to `leave`."""

    def __init__(self, config: ProcessConfig, store: Store, bus: Bus, metrics: Metrics | None = None) -> None:
        self.config = config
        self.store = store
        self.bus = bus
        self.port = 0
        self.host: Host | None = None
        self.gateway: Gateway | None = None
        self._maintenance: Maintenance | None = None
        self._service: BusService | None = None
        self._ops: OpsEndpoints | None = None
        self._multiplexer: PortMultiplexer | None = None
        self._pages: Pages | None = None
        self.metrics = metrics or Metrics()
        command, size = _worker_command(config), config.settings.workers or default_workers()
        self._bot_workers = WorkerPool("bots", command, size, self.metrics)
        self.replay_workers = WorkerPool("replays", command, 1, self.metrics)
        self._open_files = 0
        self._is_leaving = False
        self._pulse: asyncio.TimerHandle | None = None

    @classmethod
    async def start(cls, config: ProcessConfig) -> "Process":
        """Everything up; whatever is wrong with the config is raised here."""
        if config.redis:
            metrics = Metrics()
            client = RedisClient(config.redis, answered=metrics.redis_called)
            bus = RedisBus(config.redis, answered=metrics.redis_called)
            process = cls(config, RedisStore(client, config.settings), bus, metrics)
            await client.ready()
            await bus.ready()
        else:
            assert config.data is not None, "either a file or Redis"
            store = await SqliteStore.open(config.data, config.lock, config.settings.ended_ttl_seconds)
            for dropped in store.dropped:
                log.error("torn_off_at_the_end", what=dropped)
            process = cls(config, store, MemoryBus())
        await process._run()
        return process

    async def _run(self) -> None:
        config = self.config
        listening = (
            _bound(config.sockets, "--listen") if config.sockets is not None and config.tokens is not None else None
        )
        watched = None if config.ops is None else _bound(config.ops, "--ops")
        self._open_files = raise_open_files()
        give_back_large_blocks()
        holder = Holder(f"{socket.gethostname()}/{uuid4().hex[:12]}", config.url or _url(listening))
        context = HostContext(
            games=config.games,
            store=self.store,
            bus=self.bus,
            bot_runner=WorkerBotRunner(
                lambda game: config.bots_for(game).keys(), self._bot_workers, config.settings.bot_seconds
            ),
            clock=TurnClock(config.clock),
            seed=fresh_seed,
            holder=holder,
            settings=config.settings,
            metrics=self.metrics,
            finished=lambda game_id: self.bus.publish(FINISHED, [game_id.encode()]),
            lost=lambda: self.bus.publish(LOST_TABLES, [b"{}"]),
        )
        if config.tables:
            await self._serve_tables(context)
        if listening is not None:
            assert config.tokens is not None
            self.gateway = Gateway(context, config.tokens, self.host)
            await self.gateway.start()
            if config.pages is not None:
                self.replay_workers.start(warm=False)
                self._pages = await config.pages(self)
            self._multiplexer = PortMultiplexer(self.gateway, None if self._pages is None else self._pages.protocol)
            self.port = await self._multiplexer.open(listening)
        if watched is not None:
            self._ops = OpsEndpoints(self.metrics, self.health, self.tables)
            await self._ops.listen(watched)
        self._measure_delay(0.0)
        calm_collector()

    def _measure_delay(self, due: float) -> None:
        """How late the event loop is: everything it serves waits for so long."""
        loop = asyncio.get_running_loop()
        if due:
            self.metrics.loop_delay.observe(max(0.0, loop.time() - due))
        due = loop.time() + PULSE_SECONDS
        self._pulse = loop.call_at(due, self._measure_delay, due)

    async def _serve_tables(self, context: HostContext) -> None:
        self.host = Host(context)
        self._maintenance = Maintenance(self.host)
        await self._maintenance.watch()  # others know of this process before it has a table
        self._maintenance.start()
        await self._maintenance.adopt()
        self._service = BusService(self.host)
        await self._service.start()
        self._bot_workers.start()

    async def remark(self) -> None:
        """Say in the log what an operator should know about the store and the system."""
        log.info("open_files", limit=self._open_files)
        with suppress(Unavailable):
            for weakness in await self.store.weaknesses():
                log.warning("store_may_lose", weakness=weakness, see="docs/deployment.md")

    async def leave(self) -> None:
        """Graceful shutdown: every accepted action is answered, and every table can be claimed at once."""
        log.info("leaving")
        self._is_leaving = True
        if self._multiplexer is not None:
            await asyncio.sleep(self.config.settings.drain_seconds)  # load balancers look at `/ready` now and then
            self._multiplexer.close()
        if self.gateway is not None:
            self.gateway.stop_admitting()
        if self._pages is not None:
            await self._pages.leave()
        if self._service is not None:
            await self._service.stop()
        if self._maintenance is not None:
            await self._maintenance.leave()
        if self.gateway is not None:
            await self.gateway.leave()
        if self._ops is not None:
            self._ops.close()
        self._bot_workers.close()
        self.replay_workers.close()
        await self.bus.close()
        await self.store.close()
        log.info("left")

    def tables(self) -> list[dict[str, Any]]:
        """The tables in hand, as everyone may know them, and those that are damaged."""
        if self.host is None:
            return []
        matches = [each.table.match for _, each in sorted(self.host.hosted.items())]
        damaged = sorted(self.host.loader.damaged.items())
        return [
            {
                "game_id": match.game_id,
                "game": match.game.name,
                "state": _state(match),
                "seq": match.seq,
                "seats": match.seats(),
            }
            for match in matches
        ] + [
            {"game_id": game_id, "game": "", "state": "damaged", "seq": 0, "seats": (), "damage": what}
            for game_id, what in damaged
        ]

    def health(self) -> dict[str, Any]:
        status = "ok"
        if self._maintenance is not None and not self._maintenance.is_alive:
            status = "stopped"
        elif self._is_leaving:
            status = "leaving"
        elif not self.bus.is_up or not (self._maintenance is None or self._maintenance.reachable):
            status = "store unavailable"
        elif not (self._maintenance is None or self._maintenance.writable):
            status = "store cannot write"
        return {"status": status, "tables": 0 if self.host is None else len(self.host.hosted)}


def _worker_command(config: ProcessConfig) -> list[str]:
    command = [sys.executable, "-P", "-m", WORKER, "--megabytes", str(config.settings.worker_megabytes)]
    for name in config.own_games:
        command += ["--game", name]
    return command


def _state(match: Match) -> str:
    if match.closed:
        return "closed"
    if match.outcome is not None:
        return "over"
    return "open" if match.state is None else "playing"


def _bound(address: ListenAddress, option: str) -> socket.socket:
    """Bound before anything else starts, so that a port in use is said before any table is taken, and our own address
    is known. `option` is what names another."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address.host, address.port))
    except OSError as error:
        listening.close()
        raise OSError(
            f"cannot listen on {address.host}:{address.port}: {error.strerror} ({option} names another)"
        ) from None
    return listening


def _url(listening: socket.socket | None) -> str:
    if listening is None:
        return ""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 - everywhere is no address that a client could be sent to
        return ""
    return f"ws://[{host}]:{port}" if ":" in host else f"ws://{host}:{port}"


def calm_collector() -> None:
    """Whatever is loaded now stays: the collector need not look at it again and again, which would be felt as a pause
    by everyone."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
