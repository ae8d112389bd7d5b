"""CPU time per action without sockets: gateway, host, table and store, driven in one process.

    python -m bench.action
    python -m bench.action --store memory --profile

It plays gomoku at many tables at once, like `bench.tables`, but passes the frames to the gateway directly and discards
what the gateway writes. It measures CPU time, all threads together, so a busy machine hardly matters; the kernel's part
of the work (receiving, sending) is not included. To compare two versions, alternate their runs.
"""

import argparse
import asyncio
import cProfile
import logging
import pstats
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import structlog
import uvloop
from picows import WSMsgType
from tests.host.stand import Thinkers

from ludoteca.games import GAMES
from ludoteca.gateway.connection import Connection
from ludoteca.gateway.gateway import Gateway
from ludoteca.process import calm_collector
from ludoteca.runtime.bus import MemoryBus
from ludoteca.runtime.bus_service import BusService
from ludoteca.runtime.clock import TurnClock, system_clock
from ludoteca.runtime.host import Host
from ludoteca.runtime.host_context import HostContext
from ludoteca.runtime.maintenance import Maintenance
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.sqlite.store import SqliteStore
from ludoteca.runtime.store import Holder, MemoryStore, Store
from ludoteca.table.wire import Who
from ludoteca.tokens import Tokens, for_player

from .servers import SECRET
from .traffic import OK, RESULT, moves, table_ids

PLENTY = 1_000_000
SETTINGS = Settings(
    opens="gomoku:casual",
    rate_per_second=PLENTY,
    rate_burst=PLENTY,
    address_rate_per_second=PLENTY,
    address_burst=PLENTY,
    sockets_per_address=PLENTY,
)
SHOWN = 45


class Frame:
    """A frame as picows hands it over."""

    msg_type = WSMsgType.TEXT
    fin = True
    rsv1 = rsv2 = rsv3 = 0

    def __init__(self, text: bytes) -> None:
        self._text = text

    def get_payload_as_bytes(self) -> bytes:
        return self._text


class Wire:
    """A socket that takes everything, and the transport that picows puts around it."""

    def __init__(self, results: "Results") -> None:
        self.underlying_transport = self
        self._results = results

    def write(self, data: bytes) -> None:
        if RESULT in data:
            self._results.add(OK in data)

    def get_write_buffer_size(self) -> int:
        return 0

    def get_extra_info(self, name: str) -> Any:
        return ("127.0.0.1", 0) if name == "peername" else self

    def fileno(self) -> int:
        return id(self)


class Results:
    """Counts the results that have come, until all that are waited for are there."""

    def __init__(self) -> None:
        self._missing = 0
        self._all = asyncio.Event()

    def add(self, is_ok: bool) -> None:
        assert is_ok, "an action was refused"
        self._missing -= 1
        if not self._missing:
            self._all.set()

    def expect(self, number: int) -> None:
        self._missing = number
        self._all.clear()

    async def all(self) -> None:
        await self._all.wait()


class Pair:
    """Two players at one table."""

    def __init__(self, gateway: Gateway, game_id: str, number: int, wire: Any) -> None:
        self._game_id = game_id
        self._wire = wire
        self._players = [Connection(gateway, game_id, 2 * number + seat) for seat in (0, 1)]
        now = int(time.time())
        for seat, player in enumerate(self._players):
            player.who, player.claims = Who("player", seat), for_player(game_id, seat, now)
            player.on_ws_connected(wire)

    def say(self, seat: int, kind: str, action_id: str, payload: str) -> None:
        head = f'{{"message_type":"{kind}","game_id":"{self._game_id}","action_id":"{action_id}"'
        frame: Any = Frame(f'{head},"payload":{payload}}}'.encode())
        self._players[seat].on_ws_frame(self._wire, frame)


class Room:
    """Everything but the sockets, as `process.py` puts it together."""

    def __init__(self, store: Store) -> None:
        context = HostContext(
            games=GAMES,
            store=store,
            bus=MemoryBus(),
            bot_runner=Thinkers({}),
            clock=TurnClock(system_clock),
            seed=lambda: bytes(32),
            holder=Holder("bench"),
            settings=SETTINGS,
        )
        self._host = Host(context)
        self._upkeep, self._service = Maintenance(self._host), BusService(self._host)
        self._gateway = Gateway(context, Tokens(SECRET), self._host)
        self._results = Results()
        self._ids = table_ids()

    async def open(self) -> None:
        self._upkeep.start()
        await self._service.start()

    async def close(self) -> None:
        await self._service.stop()
        await self._upkeep.leave()

    async def games(self, tables: int, profile: cProfile.Profile | None) -> float:
        """A whole game at so many new tables; microseconds of processor time an action."""
        pairs = await self._joined(tables)
        calm_collector()
        if profile is not None:
            profile.enable()
        began = time.process_time()
        await self._place(pairs, len(moves()))
        took = time.process_time() - began
        if profile is not None:
            profile.disable()
        return took / (len(moves()) * tables) * 1e6

    async def begin(self, tables: int, stones: int) -> None:
        """So many new tables, with so many stones at each."""
        await self._place(await self._joined(tables), stones)

    async def _joined(self, tables: int) -> list[Pair]:
        taken = self._taken(tables)
        pairs = [Pair(self._gateway, game_id, number, Wire(self._results)) for number, game_id in taken]
        for seat in (0, 1):
            await self._all_say(pairs, seat, "join", "j", "{}")
        return pairs

    async def _place(self, pairs: list[Pair], stones: int) -> None:
        for number, (x, y) in enumerate(moves()[:stones]):
            await self._all_say(pairs, number % 2, "place", f"m{number}", f'{{"x":{x},"y":{y}}}')

    def _taken(self, tables: int) -> Iterator[tuple[int, str]]:
        return enumerate(islice(self._ids, tables))

    async def _all_say(self, pairs: list[Pair], seat: int, kind: str, action_id: str, payload: str) -> None:
        self._results.expect(len(pairs))
        for pair in pairs:
            pair.say(seat, kind, action_id, payload)
        await self._results.all()


async def measured(store: str, tables: int, rounds: int, profile: cProfile.Profile | None) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        kept = MemoryStore() if store == "memory" else await SqliteStore.open(Path(folder) / "tables.db")
        room = Room(kept)
        await room.open()
        costs = [await room.games(tables, profile) for _ in range(rounds)]
        await room.close()
        await kept.close()
    return costs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", choices=("sqlite", "memory"), default="sqlite", help="default: sqlite")
    parser.add_argument("--tables", type=int, default=100, help="tables in play at once (default 100)")
    parser.add_argument("--rounds", type=int, default=3, help="games at each table (default 3)")
    parser.add_argument("--profile", action="store_true", help="print where the time goes")
    asked = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    profile = cProfile.Profile() if asked.profile else None
    costs = uvloop.run(measured(asked.store, asked.tables, asked.rounds, profile))
    if profile is not None:
        pstats.Stats(profile).sort_stats("tottime").print_stats(SHOWN)
    print(f"{min(costs):.1f} µs an action, at best of {asked.rounds}; {statistics.median(costs):.1f} in the middle")
    return 0


if __name__ == "__main__":
    sys.exit(main())
