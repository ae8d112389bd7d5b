"""The load on one server, and what was measured.

A load is one session or several. In a session all tables are opened, then all begin; the clock runs from when every
table has moved until the first game is over, or time is up. So it measures moves at so many tables in mid-game, and
nothing else: opening a table takes three requests over HTTP at one server and none at another.
"""

import asyncio
import itertools
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..servers import LOAD_CORE, SERVER_CORE
from .peer import Peer
from .players import Count, Pair
from .processes import Server, busy_seconds

AT_ONCE = 40  # tables that are being opened
NEARLY = 0.9  # of the time asked for is enough: no thousand tables are opened for the last tenth
OPEN_SECONDS = 120
STILL_SECONDS = 2  # a table that has not moved for so long has lost a move


@dataclass(frozen=True)
class Asked:
    tables: int
    is_paced: bool  # one move a second and table, whatever the server does; else as fast as answers come
    seconds: float
    warm: float


@dataclass
class Sums:
    """Of all sessions of a load."""

    took: float = 0.0
    server_cpu: float = 0.0
    server_core: float = 0.0  # how long it was busy, with whatever
    generator_cpu: float = 0.0
    generator_core: float = 0.0
    seconds: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Load:
    """What one run gave."""

    moves_per_second: float
    server_cores: float
    others_cores: float  # what other processes took of the server's core
    generator_cores: float
    generator_busy: float  # the whole core of the generator
    p50_ms: float
    p99_ms: float
    p999_ms: float
    late_ms: float  # p99 of how late the generator itself was with a move that was due; it is part of the three above
    rss_mb: float

    @property
    def moves_per_core_second(self) -> float:
        return self.moves_per_second / max(self.server_cores, 1e-6)  # so little that it could not be measured

    @property
    def cpu_us(self) -> float:
        return 1e6 / self.moves_per_core_second


def medians(loads: Sequence[Load]) -> Load:
    """Of each figure by itself."""
    names = Load.__dataclass_fields__
    return Load(**{name: statistics.median(getattr(load, name) for load in loads) for name in names})


async def loaded(peer: Peer, server: Server, asked: Asked) -> Load:
    warm, sums = Sums(), Sums()
    while warm.took < NEARLY * asked.warm:
        await _session(peer, server, asked, asked.warm - warm.took, warm)
    while sums.took < NEARLY * asked.seconds:
        await _session(peer, server, asked, asked.seconds - sums.took, sums)
    times, late = sorted(sums.seconds), sorted(sums.late)
    return Load(
        moves_per_second=len(times) / sums.took,
        server_cores=sums.server_cpu / sums.took,
        others_cores=max(0.0, sums.server_core - sums.server_cpu) / sums.took,
        generator_cores=sums.generator_cpu / sums.took,
        generator_busy=sums.generator_core / sums.took,
        p50_ms=_quantile(times, 0.5),
        p99_ms=_quantile(times, 0.99),
        p999_ms=_quantile(times, 0.999),
        late_ms=_quantile(late, 0.99),
        rss_mb=server.rss_mb(),
    )


def _quantile(times: Sequence[float], part: float) -> float:
    return 1000 * times[int(len(times) * part)] if times else 0.0


async def _session(peer: Peer, server: Server, asked: Asked, seconds: float, sums: Sums) -> None:
    count, stop = Count(), threading.Event()
    pairs = [Pair(count, asked.is_paced) for _ in range(asked.tables)]
    try:
        async with asyncio.timeout(OPEN_SECONDS):
            await _all_sit(peer, server, pairs)
        for pair in pairs:
            pair.begin()
        if asked.is_paced:
            threading.Thread(target=_beat, args=(asyncio.get_running_loop(), pairs, stop), daemon=True).start()
        async with asyncio.timeout(OPEN_SECONDS):
            while not count.ended.is_set() and not all(pair.heard_by_both for pair in pairs):
                await asyncio.sleep(0.01)
        with _still_ones_found(pairs), _clock(server, count, sums):
            await asyncio.wait([asyncio.create_task(count.ended.wait())], timeout=seconds)
        if count.failures:
            raise RuntimeError(f"{peer.name}: {count.failures[0]}")
    finally:
        stop.set()
        for pair in pairs:
            pair.leave()


async def _all_sit(peer: Peer, server: Server, pairs: Sequence[Pair]) -> None:
    for start in range(0, len(pairs), AT_ONCE):
        await asyncio.gather(*(pair.sit(peer, server.port) for pair in pairs[start : start + AT_ONCE]))


@contextmanager
def _clock(server: Server, count: Count, sums: Sums) -> Iterator[None]:
    count.clear()
    before = _times(server)
    yield
    took = [after - earlier for after, earlier in zip(_times(server), before, strict=True)]
    sums.took += took[0]
    sums.server_cpu += took[1]
    sums.server_core += took[2]
    sums.generator_cpu += took[3]
    sums.generator_core += took[4]
    sums.seconds += count.seconds
    sums.late += count.late


def _times(server: Server) -> tuple[float, ...]:
    cores = busy_seconds(SERVER_CORE), busy_seconds(LOAD_CORE)
    return time.perf_counter(), server.cpu_seconds(), cores[0], time.process_time(), cores[1]


@contextmanager
def _still_ones_found(pairs: Sequence[Pair]) -> Iterator[None]:
    before, began = [pair.heard_by_both for pair in pairs], time.perf_counter()
    yield
    still = sum(pair.heard_by_both == heard for pair, heard in zip(pairs, before, strict=True))
    if still and time.perf_counter() - began > STILL_SECONDS:
        raise RuntimeError(f"{still} of {len(pairs)} tables stood still")


def _beat(loop: asyncio.AbstractEventLoop, pairs: Sequence[Pair], stop: threading.Event) -> None:
    """Say when moves are due: one a second and pair, evenly spread. A thread: the loop's timers count milliseconds."""
    began = time.perf_counter()
    for number in itertools.count():
        due = began + number / len(pairs)
        time.sleep(max(0.0, due - time.perf_counter()))
        if stop.is_set():
            return
        loop.call_soon_threadsafe(pairs[number % len(pairs)].due, due)
