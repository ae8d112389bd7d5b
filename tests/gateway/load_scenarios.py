"""What a crowd may do to a place, and how one of the others fares meanwhile. Tests count that, in turns of the loop;
`bench.overload` times it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from ludoteca.runtime.settings import Settings
from tests.runtime.event_loop import until

from .lines import CONTINUATION, RSV1, Line, frame, handshake
from .places import GAME_ID, PAGE, Place, observer, place, player

MOVE: Final = {"choice": "guard"}
OTHER: Final = "OTHER1"
MIB: Final = 1 << 20

Measure: TypeAlias = Callable[[Line], Awaitable[float]]
"""What a round trip of an action takes."""


class Fared(NamedTuple):
    """Somebody's round trips."""

    before: list[float]
    during: list[float]


async def acted(line: Line) -> None:
    result = await line.ask("sketch", MOVE)
    assert result["status"] == "ok", result


async def round_trips(line: Line, measure: Measure, number: int) -> list[float]:
    took = []
    for _ in range(number):
        took.append(await measure(line))
        await asyncio.sleep(0.01)  # at a pace that credits allow
    return took


async def flooded(measure: Measure) -> Fared:
    """A client at another table sends as much as it can, until its socket is closed."""
    async with place() as here:
        await here.opens()
        await here.opens(game_id=OTHER)
        first, _ = await here.players()
        mallory, _ = await here.players(OTHER)
        before = await round_trips(first, measure, 30)
        flooding = asyncio.ensure_future(_flood(mallory))
        during = await round_trips(first, measure, 30)
        sent = await flooding
        assert await mallory.ended() == 1008
        assert sent >= Settings().rate_burst
        assert len([each for each in mallory.kinds() if each == "action.result"]) <= 400
        return Fared(before, during)


async def _flood(line: Line) -> int:
    """Message after message, until the other side has enough; how many that were."""
    sent = 0
    while not line.is_over:
        for _ in range(50):
            line.act("sketch", MOVE, game_id=OTHER)
            sent += 1
        await asyncio.sleep(0.005)
    return sent


async def stormed(measure: Measure) -> Fared:
    """As fast as they can: sockets that join, at a table that is not theirs, at none at all, or with no token."""
    async with place(Settings(origins=PAGE, sockets_per_address=10_000)) as here:
        await here.opens()
        await here.opens(game_id=OTHER)
        first, _ = await here.players()
        before = await round_trips(first, measure, 20)
        storm = asyncio.ensure_future(_join_storm(here))
        during = await round_trips(first, measure, 20)
        assert await storm == {"ok": 50, "join_failed": 50, "game_unavailable": 50, "401": 50}
        return Fared(before, during)


async def _join_storm(here: Place) -> dict[str, int]:
    """What became of all of them."""
    tally: dict[str, int] = {}
    knocks = [(OTHER, OTHER), (OTHER, GAME_ID), ("NOBODY", "NOBODY")]  # where, and what the join says
    for _ in range(50):
        for where, named in knocks:
            line = await Line.open(here.port, player(1, where), path=f"/table/{where}")
            result = await line.ask("join", game_id=named)
            what = str(result.get("code", result["status"]))
            tally[what] = tally.get(what, 0) + 1
            line.vanish()
        refused = await Line.dial(here.port, handshake(f"/table/{OTHER}", [("Authorization", "Bearer x")]))
        await refused.ended()
        status = refused.answer.split(b" ")[1].decode()
        tally[status] = tally.get(status, 0) + 1
    return tally


async def beside_slow_readers(measure: Measure) -> Fared:
    """Twenty who read nothing more watch a table at which much happens, until they are cut off."""
    settings = Settings(origins=PAGE, outgoing_bytes=65_536, rate_per_second=5_000, rate_burst=10_000)
    async with place(settings, send=4_096) as here:
        await here.opens()
        first, second = await here.players()
        before = await round_trips(first, measure, 20)
        slow = [await here.observer(receive=4_096) for _ in range(20)]
        for line in slow:
            line.transport.pause_reading()
        bursting = asyncio.ensure_future(_burst(here, second, lambda: here.cuts(1013) == 20))
        during = await round_trips(first, measure, 20)
        await bursting
        await until(lambda: here.sockets() == 2)
        for line in slow:
            line.vanish()
        assert first.told() == list(range(first.told()[0], here.seq() + 1))
        return Fared(before, during)


async def _burst(here: Place, line: Line, is_enough: Callable[[], bool]) -> None:
    """Events, one after another, and never more waiting for a reader than is allowed."""
    allowed = here.context.settings.outgoing_bytes + 4_096
    while not is_enough():
        await acted(line)
        waiting = [_waiting(reader) for reader in here.context.readers.of(GAME_ID)]
        assert max(waiting) <= allowed


def _waiting(reader: Any) -> int:
    """The bytes that the gateway holds for a reader."""
    size: int = reader._transport.underlying_transport.get_write_buffer_size()
    return size


async def come_back(sockets: int, measure: Callable[[Awaitable[Any]], Awaitable[Any]]) -> None:
    """After a restart all come at once. Half of them players with a seat, half of them observers; each has the events
    they missed, or a snapshot. `measure` waits for all of that."""
    async with place(Settings(origins=PAGE, sockets_per_address=sockets)) as here:
        ids = [f"T{number:05}" for number in range(sockets // 4)]
        await asyncio.gather(*(here.opens(game_id=game_id) for game_id in ids))
        before = await asyncio.gather(*(_all_sit_down(here, game_id) for game_id in ids))
        assert here.sockets() == sockets
        for line in [line for table in before for line in table]:
            line.vanish()
        await until(lambda: here.sockets() == 0)
        after: list[list[Line]] = await measure(
            asyncio.gather(*(_all_sit_down(here, game_id, here.seq(game_id)) for game_id in ids))
        )
        assert here.sockets() == sockets
        assert all(here.present(game_id) == [True, True] for game_id in ids)
        assert not any(line.is_over for table in after for line in table)


async def _all_sit_down(here: Place, game_id: str, last: int | None = None) -> list[Line]:
    """Both players and two observers, all at once."""
    known = {} if last is None else {"last_seq": last}

    async def sit_down(token: str, kind: str) -> Line:
        line = await Line.open(here.port, token, path=f"/table/{game_id}")
        result = await line.ask(kind, known, game_id=game_id)
        assert result["status"] == "ok", result
        return line

    tokens = [player(0, game_id), player(1, game_id), observer(game_id), observer(game_id)]
    return [*await asyncio.gather(*map(sit_down, tokens, ("join", "join", "sync", "sync")))]


# Messages that are too big, and under which code each is refused


def big(size: int) -> Iterator[bytes]:
    whole = frame(b"", claimed=size)
    yield whole
    for _ in range(0, size, 65_536):
        yield b"\0" * 65_536


def parts() -> Iterator[bytes]:
    yield frame(b" ", fin=False)
    for _ in range(100):
        yield frame(b" ", CONTINUATION, fin=False) * 100


def bomb() -> Iterator[bytes]:
    """Deflated noughts, a thousand to one, as an extension would send them that nobody agreed to."""
    yield frame(b"\xec\xc1\x01\x01\x00\x00\x00\x80\x90\xfe\xaf\xee\x08\x0a" + b"\0" * 1_000, rsv=RSV1)


ATTACKS: Final[dict[str, tuple[Callable[[], Iterator[bytes]], int]]] = {
    "4 097 bytes": (lambda: big(4_097), 1009),
    "64 KiB": (lambda: big(64 * 1024), 1009),
    "1 MiB": (lambda: big(MIB), 1009),
    "17 MiB": (lambda: big(17 * MIB), 1009),
    "10 000 parts": (parts, 1009),
    "a bomb": (bomb, 1002),
}


async def attacked(port: int, attack: Callable[[], Iterator[bytes]]) -> int:
    """The code with which a service closes the line."""
    line = await Line.open(port, observer())
    for chunk in attack():
        if line.is_over:
            break
        line.transport.write(chunk)
        await asyncio.sleep(0)
    return await line.ended()
