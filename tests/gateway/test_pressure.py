"""Too much, too fast, too slow, or not there at all: such a client is disconnected, the others notice nothing
(E11-E13, E16)."""

import asyncio
import os
import statistics
from collections.abc import Awaitable
from typing import Any, Final

import psutil
import pytest

from ludoteca.gateway.connection import Connection
from ludoteca.runtime.settings import Settings
from tests.runtime.event_loop import LOOPS, run, until

from .lines import NO_CODE, PING, Line, frame
from .load_scenarios import MOVE, Fared, acted, beside_slow_readers, come_back, flooded, stormed
from .places import GAME_ID, PAGE, Shifted, place

STORM: Final = int(os.environ.get("LUDOTECA_TEST_STORM", "200"))
"""How many clients come back at once; 2000 is what a server must bear."""

every_loop = pytest.mark.parametrize("loop", LOOPS)


class Turns:
    """Of the loop, counted from now on."""

    def __init__(self) -> None:
        self.count = 0
        self._loop = asyncio.get_running_loop()
        self._turn()

    def _turn(self) -> None:
        self.count += 1
        self._next = self._loop.call_soon(self._turn)

    def stop(self) -> None:
        self._next.cancel()


async def turns(line: Line) -> float:
    """How many pass between an action and its result: as many on a busy machine as on an idle one."""
    passing = Turns()
    await acted(line)
    passing.stop()
    return passing.count


def notices_nothing(fared: Fared) -> None:
    """Nobody's action waits for another's to be done first."""
    assert statistics.median(fared.during) <= statistics.median(fared.before) + 1, fared


# E11


@every_loop
def test_whoever_sends_without_a_pause_is_cut_off_and_the_others_notice_nothing(loop: str) -> None:
    notices_nothing(run(flooded(turns), loop))


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
    notices_nothing(run(stormed(turns), loop))


# E12


@every_loop
def test_whoever_reads_too_slowly_is_cut_off_and_the_others_notice_nothing(loop: str) -> None:
    size = psutil.Process().memory_info().rss
    notices_nothing(run(beside_slow_readers(turns), loop))
    assert psutil.Process().memory_info().rss - size < 20_000_000


# E13


@every_loop
def test_a_line_that_is_dead_at_the_other_end_is_found_out(loop: str) -> None:
    """Nothing comes from there, not even an answer to a ping, and no end either."""

    async def main() -> None:
        async with place(Settings(origins=PAGE, ping_seconds=0.2)) as here:
            await here.opens()
            first, second = await here.players()
            first.answers_pings = False
            await second.when(lambda: "player.leave" in second.kinds() or None)
            assert first.pings == 1
            assert here.cuts(1001) == 1
            assert (await second.ask("sync"))["status"] == "ok"  # a client that answers pings stays

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
        async with place(Settings(origins=PAGE, sockets_per_address=6)) as here:
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
    async def all_of_it(back: Awaitable[Any]) -> Any:
        return await back

    run(come_back(STORM, all_of_it), loop)


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
def test_a_socket_that_cannot_be_written_to_is_dropped_and_others_get_everything(loop: str) -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, second = await here.players()
            watching = [await here.observer() for _ in range(5)]
            for line in (second, *watching):
                await line.ask("sync")
            connections = {
                each.number: each for each in here.context.readers.of(GAME_ID) if isinstance(each, Connection)
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
    """Answers wait for the reader in memory, as anything else does."""

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


def test_sockets_of_an_address_share_its_messages_whenever_they_were_opened() -> None:
    """Though one that has been idle for so long that its address was forgotten is still open."""

    async def main() -> None:
        settings = Settings(origins=PAGE, address_rate_per_second=1, address_burst=4, proxies=1)
        async with place(settings) as here:
            lines = []
            for number in range(3):
                lines.append(await here.observer(headers=[("X-Forwarded-For", "192.0.2.1")]))
                await here.observer(headers=[("X-Forwarded-For", f"198.51.100.{number}")])
            await here.opens()
            answers = [await line.ask("sync") for line in lines]
            assert [each["status"] for each in answers] == ["ok", "error", "error"]

    run(main())


def test_an_address_has_so_many_messages_and_snapshots_count_more() -> None:
    async def main() -> None:
        settings = Settings(origins=PAGE, address_rate_per_second=1, address_burst=40)
        async with place(settings) as here:
            await here.opens()
            lines = [await here.observer() for _ in range(3)]
            answers = [await line.ask("sync", {"words": words}) for words in (True, False) for line in lines]
            assert [each["status"] for each in answers] == ["ok", "ok", "error", "ok", "error", "error"]
            assert (answers[-1]["code"], answers[-1]["recovery"]) == ("game_unavailable", "retry")

    run(main())
