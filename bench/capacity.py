"""What a table, a request and a bot's choice cost: the figures behind docs/capacity.md.

python -m bench.capacity                          all of them
python -m bench.capacity idle --tables 1000 10000

It measures memory, bytes on disk and processor time, which other programs on the machine hardly change; how long
actions take is measured by `bench.tables`.
"""

import argparse
import asyncio
import gc
import logging
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import psutil
import structlog
import uvloop
from tests.abuse.servers import served

import ludoteca
from ludoteca.kernel.values import encode
from ludoteca.runtime.redis.bus import RedisBus
from ludoteca.runtime.settings import ACTIONS, EVENTS
from ludoteca.runtime.sqlite.store import SqliteStore

from .action import Room
from .servers import LOAD_CORE, SERVER_CORE, Server, embedded, on_bus, pin
from .tables import measured
from .traffic import RESULT, moves, table_ids

AT_ONCE: Final = 200
STONES: Final = 4
NO_LIMIT: Final = "1000000"
PATHS: Final = ("/", "/api/lobby", "/api/leaderboard/gomoku", "/health")
BOTS: Final = (
    ("gomoku", "greedy", 4),
    ("backgammon", "greedy", 4),
    ("orcain", "optimal", 20),
    ("catan", "greedy", 2),
    ("briscola", "greedy", 10),
    ("briscola", "pimc", 1),
)


# Idle tables


class Opener:
    """Opens tables over the bridge, so many at once: two players join, and put the first stones."""

    def __init__(self, bus: RedisBus, tables: int) -> None:
        self._bus = bus
        self._ids = islice(table_ids(), tables)
        self._missing = tables
        self._done = asyncio.Event()
        self._steps: dict[str, Iterator[tuple[int, str, dict[str, int]]]] = {}

    async def open(self) -> None:
        await self._bus.subscribe(EVENTS.format("*"), self._hear, lambda: None)
        for game_id in list(islice(self._ids, AT_ONCE)):
            self._begin(game_id)
        await self._done.wait()

    def _begin(self, game_id: str) -> None:
        self._steps[game_id] = _steps()
        self._go_on(game_id)

    def _hear(self, channel: str, raw: bytes) -> None:
        if raw.startswith(RESULT):
            self._go_on(channel.split(".")[1])

    def _go_on(self, game_id: str) -> None:
        step = next(self._steps[game_id], None)
        if step is not None:
            self._say(game_id, *step)
            return
        del self._steps[game_id]
        self._missing -= 1
        if not self._missing:
            self._done.set()
        for following in islice(self._ids, 1):
            self._begin(following)

    def _say(self, game_id: str, seat: int, kind: str, payload: dict[str, int]) -> None:
        action = {
            "message_type": kind,
            "game_id": game_id,
            "action_id": f"{kind}{payload}{seat}",
            "player_id": seat,
            "role": "player",
            "payload": payload,
        }
        self._bus.publish(ACTIONS.format(game_id), [encode(action)])


def _steps() -> Iterator[tuple[int, str, dict[str, int]]]:
    yield 0, "join", {}
    yield 1, "join", {}
    for number, (x, y) in enumerate(moves()[:STONES]):
        yield number % 2, "place", {"x": x, "y": y}


class Sizes(NamedTuple):
    service: int
    valkey: int
    log: int  # the append-only file

    @classmethod
    def of(cls, server: Server) -> "Sizes":
        service, store = server.processes
        return cls(service.memory_info().rss, store.memory_info().rss, _size(Path(store.cwd())))

    def over(self, before: "Sizes", tables: int) -> tuple[float, ...]:
        return tuple((after - first) / tables for after, first in zip(self, before, strict=True))


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def idle(tables: list[int]) -> None:
    print(f"idle tables of gomoku with {STONES} stones, bytes each")
    print(f"{'tables':>9}{'loaded':>10}{'unloaded':>10}{'Valkey':>10}{'its file':>10}{'tables.db':>11}")
    for number in tables:
        loaded, valkey, log = _on_valkey(number, idle_seconds=3600)
        unloaded, _, _ = _on_valkey(number, idle_seconds=1)
        disk = uvloop.run(_on_disk(number))
        print(f"{number:>9,}{loaded:>10,.0f}{unloaded:>10,.0f}{valkey:>10,.0f}{log:>10,.0f}{disk:>11,.0f}", flush=True)


def _on_valkey(tables: int, idle_seconds: int) -> tuple[float, ...]:
    with on_bus("gomoku", LUDOTECA_IDLE_SECONDS=str(idle_seconds)) as server:
        before = Sizes.of(server)
        uvloop.run(_opened(server, tables, until_unloaded=idle_seconds == 1))
        return Sizes.of(server).over(before, tables)


async def _opened(server: Server, tables: int, *, until_unloaded: bool) -> None:
    bus = RedisBus(server.url)
    await bus.ready()
    await Opener(bus, tables).open()
    await bus.close()
    while until_unloaded and server.tables_in_memory():
        await asyncio.sleep(1)


async def _on_disk(tables: int) -> float:
    """Of `tables.db` and what lies beside it, after the store was closed."""
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "tables.db")
        room = Room(store)
        await room.open()
        for _ in range(0, tables, 1000):
            await room.begin(min(tables, 1000), STONES)
        await room.close()
        await store.close()
        return _size(Path(folder)) / tables


# What is done


def playing(tables: list[int]) -> None:
    load = measured(embedded, 1000, 10, pace=1.0)
    print(f"1,000 tables at an action a second: {load.cores:.2f} cores, {load.rss_mb:.0f} MB", flush=True)


def http(tables: list[int]) -> None:
    limits = {"LUDOTECA_REQUESTS_PER_MINUTE": NO_LIMIT}
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), lambda: pin(SERVER_CORE), **limits) as running:
        port, process = running
        for path in PATHS:
            asyncio.run(_asked(port, path, 100))
            before = _cpu(process)
            asyncio.run(_asked(port, path, 1000))
            print(f"GET {path}: {1000 / (_cpu(process) - before):,.0f} requests per second of a core", flush=True)
        print(f"the server after that: {process.memory_info().rss / 1e6:.0f} MB")
        for worker in process.children():
            print(f"a worker for bots: {worker.memory_info().rss / 1e6:.0f} MB")


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


async def _asked(port: int, path: str, times: int) -> None:
    """Over four connections that are kept."""
    await asyncio.gather(*(_asked_over_one(port, path, times // 4) for _ in range(4)))


async def _asked_over_one(port: int, path: str, times: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(times):
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if b" 200 " not in head[:16]:
            sys.exit(f"GET {path}: {head[:60].decode()}")
        await reader.readexactly(int(head.partition(b"content-length: ")[2].split(b"\r\n")[0]))
    writer.close()


def bots(tables: list[int]) -> None:
    for game, bot, games in BOTS:
        began, actions = time.process_time(), 0
        for seed in range(games):
            actions += ludoteca.play(game, [bot], seed=seed).record.count(b'"move"')
        each = (time.process_time() - began) / max(1, actions)
        print(f"{game}, {bot}: {1000 * each:.1f} ms per action, rules included", flush=True)


FIGURES: Final[dict[str, Callable[[list[int]], None]]] = {"idle": idle, "playing": playing, "http": http, "bots": bots}


def main(words: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures", nargs="*", choices=[*FIGURES, []], metavar="FIGURE", help=", ".join(FIGURES))
    parser.add_argument("--tables", type=int, nargs="+", default=[1000, 10_000, 100_000], help="idle tables")
    given = parser.parse_args(None if words is None else list(words))
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    pin(LOAD_CORE)
    for name in given.figures or FIGURES:
        gc.collect()
        FIGURES[name](given.tables)
    return 0


if __name__ == "__main__":
    sys.exit(main())
