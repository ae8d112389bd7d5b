"""The client: play at a table, watch one, or host one, over a socket or directly over Redis.

    async with connect("ws://127.0.0.1:8700", "ABC123", token=token) as seat:
        await seat.join(name="Ada")
        while not (snapshot := await seat.turn()).is_over:
            await seat.act(snapshot.legal[0])

It asks again for what is lost on the way, reconnects, and has every action carried out once. docs/protocol.md is the
manual of the wire.

May know: the table's wire, the runtime's buses. Must not know: any game, secrets.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from ludoteca.runtime.bus import Bus
from ludoteca.runtime.redis.bus import RedisBus
from ludoteca.runtime.settings import is_game_id
from ludoteca.runtime.store import Unavailable
from ludoteca.table.wire import Role, Who

from .bus_transport import BusTransport
from .messages import Event, Result, SeatTaken, Snapshot, TimeLeft
from .outbox import Pace
from .seat import NoAnswer, Seat
from .socket_transport import SocketTransport
from .transport import Ended, Transport, Unreachable

SOCKETS: Final = ("ws://", "wss://")
REDIS: Final = ("redis://", "rediss://", "unix://")
REDIS_SECONDS = 5.0  # how long Redis may take to answer

__all__ = [
    "Ended",
    "Event",
    "NoAnswer",
    "Pace",
    "Result",
    "Seat",
    "SeatTaken",
    "Snapshot",
    "TimeLeft",
    "Unreachable",
    "at_bus",
    "connect",
    "create",
    "seated",
]


@asynccontextmanager
async def connect(
    url: str,
    game_id: str,
    *,
    token: str = "",
    seat: int | None = None,
    role: Role | None = None,
    since: int | None = None,
) -> AsyncIterator[Seat]:
    """A connection to a table. `ws://` and `wss://` need a token; over `redis://` say who you are by `seat` (a player)
    or `role`; you watch if you give neither. `since` asks for the events after this number (0: for all).

    Unreachable if there is no server; Ended if you are not admitted."""
    if not is_game_id(game_id):
        raise ValueError(f"{game_id!r} is not a table id: six of A-Z and 0-9")
    if url.startswith(SOCKETS):
        async with seated(game_id, SocketTransport(url, game_id, token), since) as line:
            yield line
    elif url.startswith(REDIS):
        async with _redis(url) as bus, at_bus(bus, game_id, _who(seat, role), since) as line:
            yield line
    else:
        raise ValueError(f"{url!r} is not an address: use ws://, wss:// or redis://")


@asynccontextmanager
async def at_bus(bus: Bus, game_id: str, who: Who, since: int | None = None) -> AsyncIterator[Seat]:
    """The same over any bus."""
    async with seated(game_id, BusTransport(bus, game_id, who), since) as line:
        yield line


@asynccontextmanager
async def seated(
    game_id: str, transport: Transport, since: int | None = None, pace: Pace | None = None
) -> AsyncIterator[Seat]:
    """The same over any transport."""
    line = Seat(game_id, transport, since, pace)
    try:
        await line.open()
        yield line
    finally:
        await line.close()


async def create(
    url: str, game_id: str, game: str, *, config: Any = None, bots: Sequence[str | None] = (), token: str = ""
) -> Result:
    """Open a table, as a host; over a socket with a host's token."""
    async with connect(url, game_id, token=token, role="host") as host:
        return await host.create(game, config, bots)


@asynccontextmanager
async def _redis(url: str) -> AsyncIterator[Bus]:
    bus = RedisBus(url)
    try:
        await bus.ready(REDIS_SECONDS)
        yield bus
    except Unavailable as error:
        raise Unreachable(str(error)) from None
    finally:
        await bus.close()


def _who(seat: int | None, role: Role | None) -> Who:
    return Who(role or ("observer" if seat is None else "player"), seat)
