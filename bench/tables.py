"""The figures of tables under load: the server on one core, the load from another, every action stored before its
result.

python -m bench.tables                    all of them
python -m bench.tables embedded valkey    some of them
python -m bench.tables --runs 5 --seconds 10 embedded

Each figure is the median of several runs; figures that are compared are measured in alternation. The output says
whether each goal is met; the exit status is 1 if one is not.
"""

import argparse
import asyncio
import gc
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import uvloop

from ludoteca.runtime.redis.bus import RedisBus
from ludoteca.runtime.settings import EVENTS
from ludoteca.tokens import Tokens, for_observer

from .bridge_traffic import Hand
from .servers import LOAD_CORE, SECRET, Server, bare_relay, bridge, embedded, on_valkey, pin, split
from .traffic import Count, Idler, Pair, table_ids

Start = Callable[[], AbstractContextManager[Server]]
TOKENS = Tokens(SECRET)
READY_SECONDS = 60


@dataclass(frozen=True)
class Load:
    """What one run gave."""

    actions_per_second: float
    cpu_us: float  # of everything on the server's core, per action
    cores: float
    p50_ms: float
    p99_ms: float
    p999_ms: float
    rss_mb: float
    event_bytes: float
    refused: int


@dataclass(frozen=True)
class Asked:
    runs: int
    seconds: float


def measured(start: Start, tables: int, seconds: float, pace: float = 0.0) -> Load:
    gc.collect()  # by hand, between runs: what the last one left would keep its sockets open
    with start() as server:
        return uvloop.run(_loaded(server, tables, seconds, pace))


async def _loaded(server: Server, tables: int, seconds: float, pace: float) -> Load:
    count, ids = Count(), table_ids()
    pairs = [Pair(server.url, TOKENS, ids, count, pace, pace * number / tables) for number in range(tables)]
    playing = [asyncio.create_task(pair.play_for_ever()) for pair in pairs]
    async with asyncio.timeout(READY_SECONDS):
        await asyncio.gather(*(pair.running.wait() for pair in pairs))
    load = await _measured(server, count, seconds)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return load


async def _measured(server: Server, count: Count, seconds: float) -> Load:
    await asyncio.sleep(1.0)  # warm
    count.clear()
    cpu, began = server.cpu_seconds(), time.perf_counter()
    await asyncio.sleep(seconds)
    return _summed(count, time.perf_counter() - began, server.cpu_seconds() - cpu, server.rss_mb())


def _summed(count: Count, took: float, used: float, rss: float) -> Load:
    times = sorted(count.seconds) or [0.0]
    done = max(1, count.acknowledged)
    return Load(
        actions_per_second=count.acknowledged / took,
        cpu_us=used / done * 1e6,
        cores=used / took,
        p50_ms=_quantile(times, 0.5),
        p99_ms=_quantile(times, 0.99),
        p999_ms=_quantile(times, 0.999),
        rss_mb=rss,
        event_bytes=count.event_bytes / max(1, count.events),
        refused=count.refused,
    )


def _quantile(times: list[float], part: float) -> float:
    return 1000 * times[min(len(times) - 1, int(len(times) * part))]


# The figures


def throughput(name: str, start: Start, goal: float, asked: Asked) -> bool:
    """200 tables, two sockets each, closed loop; in turns with a server that does nothing but send."""
    loads, bare = [], []
    for _ in range(asked.runs):
        loads.append(measured(start, 200, asked.seconds))
        bare.append(measured(bare_relay, 200, asked.seconds).actions_per_second)
    speed = statistics.median(load.actions_per_second for load in loads)
    cpu = statistics.median(load.cpu_us for load in loads)
    p99 = statistics.median(load.p99_ms for load in loads)
    size = max(load.event_bytes for load in loads)
    assert not any(load.refused for load in loads), "the generator was refused something"
    part = speed / statistics.median(bare)
    detail = (
        f"{part:.0%} of a bare relay; {cpu:.1f} µs of the core an action, p99 {p99:.1f} ms, {size:.0f} bytes an event"
    )
    return _said(name, f"{speed:,.0f} actions/s", speed / goal, f"{goal:,.0f}/s", detail) & (size <= 250)


def steady(asked: Asked) -> bool:
    """1,000 tables, one action a second each."""
    loads = [measured(embedded, 1000, asked.seconds, pace=1.0) for _ in range(asked.runs)]
    p99 = statistics.median(load.p99_ms for load in loads)
    p999 = statistics.median(load.p999_ms for load in loads)
    cores = statistics.median(load.cores for load in loads)
    rss = statistics.median(load.rss_mb for load in loads)
    met = _said("steady p99", f"{p99:.2f} ms", 2.0 / p99, "2 ms at most", f"p99.9 {p999:.2f} ms")
    met &= _said("steady cores", f"{cores:.2f}", 0.3 / cores, "0.3 at most")
    return met & _said("steady memory", f"{rss:.0f} MB", 180 / rss, "180 MB at most")


def flat(asked: Asked) -> bool:
    """Cost per action at 50 and at 1,000 tables, measured in turns."""
    few, many = [], []
    for _ in range(asked.runs):
        few.append(measured(embedded, 50, asked.seconds).cpu_us)
        many.append(measured(embedded, 1000, asked.seconds).cpu_us)
    ratio = statistics.median(many) / statistics.median(few)
    detail = f"{statistics.median(few):.1f} µs at 50 tables, {statistics.median(many):.1f} at 1,000"
    return _said("flat", f"{ratio:.2f} times", 1.25 / ratio, "1.25 times at most", detail)


def idle(asked: Asked) -> bool:
    """10,000 sockets that only listen."""
    gc.collect()
    with embedded() as server:
        before, after = uvloop.run(_idled(server, 10_000))
    each = (after - before) * 1000 / 10_000
    return _said("idle sockets", f"{each:.1f} kB each", 20 / each, "20 kB at most", f"{after:.0f} MB in all")


async def _idled(server: Server, sockets: int) -> tuple[float, float]:
    count, ids = Count(), table_ids()
    pair = Pair(server.url, TOKENS, ids, count)
    playing = asyncio.create_task(pair.play_for_ever())
    await pair.running.wait()
    before = server.rss_mb()
    now = int(time.time())
    token = TOKENS.mint(for_observer(pair.game_id, "", now), now)
    playing.cancel()
    idlers = [Idler(f"127.0.0.{2 + number % 200}") for number in range(sockets)]
    for start in range(0, sockets, 100):
        await asyncio.gather(*(each.listen(server.url, pair.game_id, token) for each in idlers[start : start + 100]))
    await asyncio.sleep(1.0)
    return before, server.rss_mb()


def restore(asked: Asked) -> bool:
    """1,000 tables in mid-game, the process killed with −9; from its start until every table answers."""
    times = []
    for _ in range(asked.runs):
        with tempfile.TemporaryDirectory() as folder:
            times.append(_restored(Path(folder)))
    seconds = statistics.median(times)
    return _said("restore", f"{seconds:.2f} s", 5 / seconds, "5 s at most", "1,000 tables after kill −9")


def _restored(folder: Path) -> float:
    with embedded(folder) as server:
        uvloop.run(_loaded(server, 1000, 3.0, 0.0))
        server.processes[0].kill()
        server.processes[0].wait()
    began = time.perf_counter()
    with embedded(folder) as server:
        uvloop.run(_all_answer(server))
        return time.perf_counter() - began


async def _all_answer(server: Server) -> None:
    """Every table that was in play answers a `sync`."""
    ids = [game_id for game_id, _ in zip(table_ids(), range(1000), strict=False)]
    now = int(time.time())
    readers = [Idler("127.0.0.1") for _ in ids]
    for start in range(0, len(ids), 50):
        few = list(zip(readers, ids, strict=True))[start : start + 50]
        tokens = [TOKENS.mint(for_observer(game_id, "", now), now) for _, game_id in few]
        await asyncio.gather(
            *(each.listen(server.url, game_id, token) for (each, game_id), token in zip(few, tokens, strict=True))
        )
    async with asyncio.timeout(READY_SECONDS):
        await asyncio.gather(*(each.synced() for each in readers))


def state(asked: Asked) -> bool:
    """Briscola over the bridge, 200 tables, with `game:<id>:state` written by every action and without, in turns."""
    on, off = [], []
    for _ in range(asked.runs):
        on.append(_bridged(asked.seconds, state_per_action=True))
        off.append(_bridged(asked.seconds, state_per_action=False))
    assert not any(load.refused for load in (*on, *off)), "the generator was refused something"
    fast, slow = (statistics.median(load.actions_per_second for load in loads) for loads in (off, on))
    cheap, dear = (statistics.median(load.cpu_us for load in loads) for loads in (off, on))
    detail = f"{fast:,.0f} without; {dear:.1f} µs of the core an action, {cheap:.1f} without"
    return _said("state per action", f"{slow:,.0f} actions/s", slow / (0.85 * fast), "85 % of without", detail)


def _bridged(seconds: float, *, state_per_action: bool) -> Load:
    gc.collect()
    with bridge(state_per_action=state_per_action) as server:
        return uvloop.run(_bridge_loaded(server, seconds))


async def _bridge_loaded(server: Server, seconds: float) -> Load:
    count, ids, tables = Count(), table_ids(), dict[str, Hand]()
    bus = RedisBus(server.url)
    await bus.ready()

    def hear(channel: str, raw: bytes) -> None:
        if (table := tables.get(channel.split(".")[1])) is not None:  # else a hand that is over
            table.hear(json.loads(raw))

    await bus.subscribe(EVENTS.format("*"), hear, lambda: None)
    for _ in range(200):
        Hand(bus, ids, count, tables)
    load = await _measured(server, count, seconds)
    await bus.close()
    return load


def _said(name: str, figure: str, ratio: float, goal: str, detail: str = "") -> bool:
    met = ratio >= 1
    words = "met" if met else "MISSED"
    print(f"{name:16} {figure:>20}   goal {goal:16} {words:7} ({ratio:.2f})   {detail}", flush=True)
    return met


FIGURES: dict[str, Callable[[Asked], bool]] = {
    "embedded": lambda asked: throughput("embedded", embedded, 25_000, asked),
    "valkey": lambda asked: throughput("valkey", on_valkey, 20_000, asked),
    "state": state,
    "split": lambda asked: throughput("split", split, 6_000, asked),
    "steady": steady,
    "flat": flat,
    "idle": idle,
    "restore": restore,
}


def main(words: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures", nargs="*", choices=[*FIGURES, []], metavar="FIGURE", help=", ".join(FIGURES))
    parser.add_argument("--runs", type=int, default=3, help="runs of each; the median counts (default 3)")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds per run (default 5)")
    given = parser.parse_args(None if words is None else list(words))
    pin(LOAD_CORE)
    gc.disable()  # a pause of the generator would be taken for one of the server
    asked = Asked(given.runs, given.seconds)
    met = [FIGURES[name](asked) for name in given.figures or FIGURES]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
