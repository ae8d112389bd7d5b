"""Too much, too fast, too slow, or not there at all: whoever overdoes it is cut off, the others notice nothing
(E11-E13, E16)."""

import asyncio
import os
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import psutil
import pytest

from ludoteca.gateway.connection import Connection
from ludoteca.runtime.settings import Settings
from tests.runtime.waiting import LOOPS, run, until

from .lines import NO_CODE, PING, Line, frame, handshake
from .places import GAME_ID, PAGE, Place, Shifted, observer, place, player

MOVE: Final = {"choice": "guard"}
STORM: Final = int(os.environ.get("LUDOTECA_TEST_STORM", "200"))
"""How many clients come back at once; 2000 is what a server must bear."""

SLACK: Final = 0.01
"""Seconds that a busy machine may add to a round trip at any time."""

every_loop = pytest.mark.parametrize("loop", LOOPS)


async def round_trips(line: Line, number: int) -> list[float]:
    """How long an action and its result take, so many times over."""
    took = []
    for _ in range(number):
        began = time.perf_counter()
        result = await line.ask("sketch", MOVE)
        assert result["status"] == "ok", result
        took.append(time.perf_counter() - began)
        await asyncio.sleep(0.01)  # at a pace that credits allow
    return took


def unaffected(before: list[float], during: list[float]) -> bool:
    """At the median less than twice, and in (almost) the worst case 100 ms."""
    worst = sorted(during)[-1 - len(during) // 50]
    return statistics.median(during) < 2 * statistics.median(before) + SLACK and worst <= 0.1


async def others_notice_nothing(trial: Callable[[], Awaitable[tuple[list[float], list[float]]]]) -> None:
    """Measured again if need be: on a busy machine a pause may be anybody's."""
    seen = []
    for _ in range(3):
        before, during = await trial()
        if unaffected(before, during):
            return
        seen.append([f"{1000 * statistics.median(each):.1f}/{1000 * max(each):.1f} ms" for each in (before, during)])
    pytest.fail(f"others wait too long (median/worst, before and during): {seen}")


# E11


@every_loop
def test_whoever_sends_a_thousand_messages_a_second_is_cut_off_and_the_others_notice_nothing(loop: str) -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            await here.opens(game_id="OTHER1")
            await here.players()
            await here.players("OTHER1")

            async def trial() -> tuple[list[float], list[float]]:
                first = await here.player(0)  # a new socket has all its credits
                before = await round_trips(first, 30)
                mallory = await here.player(0, "OTHER1")
                flooding = asyncio.ensure_future(_flood(mallory))
                during = await round_trips(first, 30)
                sent = await flooding
                assert await mallory.ended() == 1008
                assert sent >= Settings().rate_burst
                assert len([each for each in mallory.kinds() if each == "action.result"]) <= 400
                return before, during

            await others_notice_nothing(trial)

    run(main(), loop)


async def _flood(line: Line) -> int:
    """A thousand messages a second, until the other side has enough; how many that were."""
    sent, began = 0, time.perf_counter()
    while not line.is_over:
        while sent < 1_000 * (time.perf_counter() - began):
            line.act("sketch", MOVE, game_id="OTHER1")
            sent += 1
        await asyncio.sleep(0.005)
    return sent


def test_one_address_gets_so_many_sockets_and_no_more() -> None:
    async def main() -> None:
        async with place(Settings(origins=PAGE, sockets_per_address=20)) as here:
            lines = [await here.observer() for _ in range(20)]
            surplus = [await here.observer() for _ in range(5)]
            assert [await line.ended() for line in surplus] == [1008] * 5
            assert not any(line.is_over for line in lines)
            await lines.pop().close()
            await until(lambda: here.sockets() == 19)
            another = await here.observer()
            another.say(b"", PING)
            await another.when(lambda: another.pongs or None)

    run(main())


@every_loop
def test_a_storm_of_joins_disturbs_nobody(loop: str) -> None:
    """As fast as they can: sockets that join, at a table that is not theirs, at none at all, or with no token."""

    async def main() -> None:
        async with place(Settings(origins=PAGE, sockets_per_address=10_000)) as here:
            await here.opens()
            await here.opens(game_id="OTHER1")
            await here.players()

            async def trial() -> tuple[list[float], list[float]]:
                first = await here.player(0)  # a new socket has all its credits
                before = await round_trips(first, 20)
                storm = asyncio.ensure_future(_join_storm(here))
                during = await round_trips(first, 20)
                assert await storm == {"ok": 50, "join_failed": 50, "game_unavailable": 50, "401": 50}
                return before, during

            await others_notice_nothing(trial)

    run(main(), loop)


async def _join_storm(here: Place) -> dict[str, int]:
    """What became of all of them."""
    tally: dict[str, int] = {}
    knocks = [("OTHER1", "OTHER1"), ("OTHER1", GAME_ID), ("NOBODY", "NOBODY")]  # where, and what the join says
    for _ in range(50):
        for where, named in knocks:
            line = await Line.open(here.port, player(1, where), path=f"/table/{where}")
            result = await line.ask("join", game_id=named)
            what = str(result.get("code", result["status"]))
            tally[what] = tally.get(what, 0) + 1
            line.vanish()
        refused = await Line.dial(here.port, handshake("/table/OTHER1", [("Authorization", "Bearer x")]))
        await refused.ended()
        status = refused.answer.split(b" ")[1].decode()
        tally[status] = tally.get(status, 0) + 1
    return tally


# E12


@every_loop
def test_whoever_reads_too_slowly_is_cut_off_and_the_others_notice_nothing(loop: str) -> None:
    async def main() -> None:
        settings = Settings(origins=PAGE, outgoing_bytes=65_536, rate_per_second=5_000, rate_burst=10_000)
        async with place(settings, send=4_096) as here:
            await here.opens()
            first, second = await here.players()
            size = psutil.Process().memory_info().rss

            async def trial() -> tuple[list[float], list[float]]:
                before = await round_trips(first, 20)
                slow = [await here.observer(receive=4_096) for _ in range(20)]
                for line in slow:
                    line.transport.pause_reading()
                cut = here.cuts(1013)
                bursting = asyncio.ensure_future(_burst(here, second, lambda: here.cuts(1013) == cut + 20))
                during = await round_trips(first, 20)
                await bursting
                await until(lambda: here.sockets() == 2)
                for line in slow:
                    line.vanish()
                return before, during

            await others_notice_nothing(trial)
            assert psutil.Process().memory_info().rss - size < 20_000_000
            assert first.told() == list(range(first.told()[0], here.seq() + 1))

    run(main(), loop)


async def _burst(here: Place, line: Line, is_enough: Callable[[], bool]) -> None:
    """Events, one after another, and never more waiting for a reader than is allowed."""
    allowed = here.around.settings.outgoing_bytes + 4_096
    while not is_enough():
        assert (await line.ask("sketch", MOVE))["status"] == "ok"
        waiting = [_waiting(reader) for reader in here.around.readers.of(GAME_ID)]
        assert max(waiting) <= allowed


def _waiting(reader: Any) -> int:
    """The bytes that the gateway holds for a reader."""
    size: int = reader._transport.underlying_transport.get_write_buffer_size()
    return size


# E13


@every_loop
def test_a_line_that_is_dead_at_the_other_end_is_found_out(loop: str) -> None:
    """Nothing comes from there, not even an answer to a ping, and no end either."""

    async def main() -> None:
        async with place(Settings(origins=PAGE, ping_seconds=0.2)) as here:
            await here.opens()
            first, second = await here.players()
            first.answers_pings = False
            began = time.monotonic()
            await second.when(lambda: "player.leave" in second.kinds() or None)
            assert time.monotonic() - began < 10  # twice the interval, and a look a second
            assert here.cuts(1001) == 1
            assert (await second.ask("sync"))["status"] == "ok"  # whoever answers pings stays

    run(main(), loop)


def test_after_a_pause_of_the_server_nobody_is_taken_for_dead() -> None:
    """Nobody could answer meanwhile: all are asked first."""

    async def main() -> None:
        clock = Shifted()
        async with place(clock=clock) as here:
            await here.opens()
            first, second = await here.players()
            clock.away_ms = 600_000
            await first.when(lambda: first.pings or None)
            await second.when(lambda: second.pings or None)
            assert (await first.ask("sync"))["status"] == (await second.ask("sync"))["status"] == "ok"
            assert here.cuts(1001) == 0

    run(main())


def test_with_the_settings_as_they_are_a_dead_line_lives_45_seconds_at_most() -> None:
    assert 2 * Settings().ping_seconds + 2 <= 45


@pytest.mark.parametrize("sent", [b"", b"GET /table/TABLE7 HTTP/1.1\r\n"])
def test_a_handshake_that_is_never_finished_takes_no_place(sent: bytes) -> None:
    async def main() -> None:
        async with place(Settings(origins=PAGE, sockets_per_address=1)) as here:
            for _ in range(5):
                await Line.dial(here.port, sent)
            line = await here.observer()
            line.say(b"", PING)
            await line.when(lambda: line.pongs or None)
            assert here.sockets() == 1

    run(main())


# E16


@every_loop
def test_after_a_restart_everybody_comes_back_at_once(loop: str) -> None:
    """Half of them players with a seat, half of them observers; each has the events he missed, or how things stand."""

    async def main() -> None:
        async with place(Settings(origins=PAGE, sockets_per_address=STORM)) as here:
            ids = [f"T{number:05}" for number in range(STORM // 4)]
            await asyncio.gather(*(here.opens(game_id=game_id) for game_id in ids))
            before = await asyncio.gather(*(_all_sit_down(here, game_id) for game_id in ids))
            lines = [line for table in before for line in table]
            assert here.sockets() == STORM
            for line in lines:
                line.vanish()
            await until(lambda: here.sockets() == 0)
            began = time.monotonic()
            after = await asyncio.gather(*(_all_sit_down(here, game_id, here.seq(game_id)) for game_id in ids))
            took = time.monotonic() - began
            assert took <= 10 * max(1, STORM / 2_000)
            assert here.sockets() == STORM
            assert all(here.present(game_id) == [True, True] for game_id in ids)
            assert not any(line.is_over for table in after for line in table)

    run(main(), loop)


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


def test_a_flood_that_is_cut_off_is_not_read_to_its_end() -> None:
    async def main() -> None:
        async with place() as here:
            line = await here.observer()
            line.transport.write(frame(b"x" * 100, PING) * 50_000)
            assert await line.ended() == 1008
            assert line.pongs <= 400

    run(main())


class Broken:
    """A transport that can be written to no more."""

    def write(self, data: bytes) -> None:
        raise RuntimeError("no")


@every_loop
def test_a_socket_that_cannot_be_written_to_is_dropped_and_the_others_of_the_same_turn_hear_all(loop: str) -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, second = await here.players()
            watching = [await here.observer() for _ in range(5)]
            for line in (second, *watching):
                await line.ask("sync")
            connections = {
                each.number: each for each in here.around.readers.of(GAME_ID) if isinstance(each, Connection)
            }
            mute = sorted(number for number, each in connections.items() if each.who.role == "observer")[2]
            setattr(connections[mute], "_out", Broken())  # noqa: B010
            last = here.seq()
            assert (await first.ask("seal", MOVE))["status"] == "ok"
            heard = [second, *watching[:2], *watching[3:]]
            for line in heard:
                await line.event(last + 1)
            assert await watching[2].ended() == NO_CODE
            assert (await second.ask("seal", MOVE))["status"] == "ok"
            for line in heard:
                await line.event(last + 2)
                assert not line.is_over

    run(main(), loop)


@every_loop
def test_whoever_pings_and_does_not_read_is_cut_off(loop: str) -> None:
    """What he is answered waits for him in memory, as anything else does."""

    async def main() -> None:
        settings = Settings(origins=PAGE, rate_per_second=1_000_000, rate_burst=1_000_000, outgoing_bytes=50_000)
        async with place(settings, send=4_096) as here:
            await here.opens()
            first, second = await here.player(0, receive=4_096), await here.player(1)
            first.transport.pause_reading()
            pings = frame(b"x" * 125, PING) * 200
            while not here.cuts(1013):
                first.transport.write(pings)
                await asyncio.sleep(0.001)
            await second.when(lambda: "player.leave" in second.kinds() or None)
            await until(lambda: here.sockets() == 1)

    run(main(), loop)


ADDRESSES: Final[dict[str, tuple[int, list[str], list[str], bool]]] = {
    "no proxy, and nobody is believed": (0, ["1.1.1.1"], ["2.2.2.2"], False),
    "one proxy": (1, ["1.1.1.1"], ["2.2.2.2"], True),
    "one proxy, the same address": (1, ["1.1.1.1"], ["1.1.1.1"], False),
    "one proxy, and what was written before it": (1, ["7.7.7.7, 1.1.1.1"], ["8.8.8.8, 1.1.1.1"], False),
    "one proxy, and a line of somebody's own": (1, ["7.7.7.7", "1.1.1.1"], ["8.8.8.8", "1.1.1.1"], False),
    "one proxy, with lines of their own": (1, ["7.7.7.7", "1.1.1.1"], ["7.7.7.7", "2.2.2.2"], True),
    "two proxies": (2, ["1.1.1.1, 9.9.9.9"], ["2.2.2.2, 9.9.9.9"], True),
    "two proxies, the same address": (2, ["1.1.1.1, 9.9.9.9"], ["1.1.1.1, 9.9.9.8"], False),
    "two proxies, and one was gone around": (2, ["1.1.1.1"], ["2.2.2.2"], False),
    "one proxy, and it was gone around": (1, [], [], False),
}


@pytest.mark.parametrize("name", ADDRESSES)
def test_where_a_socket_comes_from_is_believed_of_so_many_proxies_and_no_more(name: str) -> None:
    proxies, one, other, are_two = ADDRESSES[name]

    async def main() -> None:
        async with place(Settings(origins=PAGE, sockets_per_address=1, proxies=proxies)) as here:
            lines = [
                await here.observer(headers=[("X-Forwarded-For", each) for each in headers]) for headers in (one, other)
            ]
            for line in lines if are_two else lines[:1]:
                line.say(b"", PING)
                await line.when(lambda line=line: line.pongs or None)  # type: ignore[misc]
            if not are_two:
                assert await lines[1].ended() == 1008

    run(main())
