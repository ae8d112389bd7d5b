"""One player, one live socket; and their presence (E15)."""

import asyncio
from typing import Final

import pytest

from ludoteca.gateway import gateway
from ludoteca.kernel.values import encode
from ludoteca.runtime.settings import SHUT, Settings
from tests.runtime.event_loop import LOOPS, run, until
from tests.times import now

from .lines import PING, PONG, Line, Refused, frame
from .places import PAGE, place, player

every_loop = pytest.mark.parametrize("loop", LOOPS)
MOVE: Final = {"choice": "guard"}


async def live(*lines: Line) -> list[Line]:
    """Those that are left once all has been said: a pong comes after everything before it, or never."""
    for line in lines:
        if not line.is_over:
            line.say(b"", PING)
    await until(lambda: all(line.is_over or line.pongs for line in lines))
    return [line for line in lines if not line.is_over]


@every_loop
def test_the_second_tab_wins_and_the_first_is_told(loop: str) -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, _ = await here.players()
            again = await here.player(0)
            assert await first.ended() == 4409
            assert first.codes() == ["duplicate_connection_handled"]
            assert (await again.ask("seal", MOVE))["status"] == "ok"
            assert "player.leave" not in again.kinds()
            assert here.present() == [True, True]

    run(main(), loop)


def test_many_tabs_at_once_leave_exactly_one() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            lines = await asyncio.gather(*(Line.open(here.port, player(0)) for _ in range(20)))
            await until(lambda: here.sockets() == 1)
            [left] = await live(*lines)
            assert (await left.ask("join"))["status"] == "ok"
            assert {await line.ended() for line in lines if line is not left} == {4409}

    run(main())


def test_other_players_and_observers_are_no_duplicates() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, second = await here.players()
            watching = [await here.observer() for _ in range(3)]
            await here.opens(game_id="OTHER1")
            elsewhere = await here.player(0, "OTHER1")
            assert await live(first, second, elsewhere, *watching) == [first, second, elsewhere, *watching]

    run(main())


@pytest.mark.parametrize("tables", [True, False], ids=["both serve tables", "one serves sockets only"])
def test_a_tab_at_another_gateway_wins(tables: bool) -> None:
    async def main() -> None:
        async with place() as here, place(beside=here, tables=tables) as there:
            await here.opens()
            first, second = await here.players()
            for at in (there, here, there):
                again = await Line.open(at.port, player(0))
                assert await first.ended() == 4409
                assert first.codes()[-1:] == ["duplicate_connection_handled"]
                assert (await again.ask("join"))["status"] == "ok"
                first = again
            assert (await first.ask("seal", MOVE))["status"] == "ok"
            assert "player.leave" not in second.kinds()
            assert here.present() == [True, True]

    run(main())


def test_tabs_at_two_gateways_at_once_do_not_send_each_other_away() -> None:
    async def main() -> None:
        async with place() as here, place(beside=here, tables=False) as there:
            await here.opens()
            for _ in range(10):
                first, second = await asyncio.gather(*(Line.open(at.port, player(0)) for at in (here, there)))
                await until(lambda: here.sockets() + there.sockets() == 1)
                [left] = await live(first, second)
                assert (await left.ask("sync"))["status"] == "ok"
                await left.close()
                await until(lambda: here.sockets() + there.sockets() == 0)

    run(main())


# Presence


@every_loop
def test_a_cut_line_is_an_absence_and_a_new_one_a_return(loop: str) -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, second = await here.players()
            first.vanish()
            await second.when(lambda: "player.leave" in second.kinds() or None)
            await here.player(0)
            await second.when(lambda: "player.reconnect" in second.kinds() or None)

    run(main(), loop)


def test_a_seat_taken_over_and_then_lost_is_lost_though_nobody_joined_again() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, _ = await here.players()
            again = await Line.open(here.port, player(0))
            assert await first.ended() == 4409
            again.vanish()
            await until(lambda: here.present() == [False, True])

    run(main())


def test_whoever_never_joined_is_not_missed() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            watching = await here.observer()
            await watching.ask("sync")
            await (await Line.open(here.port, player(0))).close()
            await until(lambda: here.sockets() == 1)
            await watching.ask("sync")
            assert watching.told() == []

    run(main())


def test_a_seat_that_does_not_exist_hurts_no_table() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, _ = await here.players()
            for _ in range(5):
                line = await Line.open(here.port, player(9))
                assert (await line.ask("join"))["code"] == "join_failed"
                line.vanish()
                await until(lambda: here.sockets() == 2)
            assert (await first.ask("sync"))["status"] == "ok"
            assert here.metric("ludoteca_crashes_total") == 0

    run(main())


@every_loop
def test_a_socket_that_is_cut_off_and_reads_nothing_is_no_presence(loop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its last bytes may wait in vain for ever; its player is gone all the same, and in a while so is the socket."""
    monkeypatch.setattr(gateway, "LINGER_MS", 100)

    async def main() -> None:
        async with place(Settings(origins=PAGE, rate_burst=150, rate_per_second=1), send=4_096) as here:
            await here.opens("gomoku")
            first, second = await here.player(0, receive=4_096), await here.player(1)
            first.transport.pause_reading()
            for _ in range(10):
                first.act("sync")  # each is answered with a snapshot of many thousand bytes
            await second.ask("sync")
            await second.ask("sync")  # by now those have been answered
            first.transport.write(frame(b"", PONG) * 200)
            await second.when(lambda: "player.leave" in second.kinds() or None)
            assert here.cuts(1008) == 1
            assert here.sockets() == 2
            await until(lambda: here.sockets() == 1)
            assert here.present() == [False, True]

    run(main(), loop)


@every_loop
def test_a_shut_seat_loses_its_socket_and_its_tokens(loop: str) -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, second = await here.players()
            here.bus.publish(SHUT, [encode(gateway.SeatShut("TABLE7", 0, now() + 5400))])
            assert await first.ended() == 4401
            with pytest.raises(Refused):
                await Line.open(here.port, player(0))
            assert await live(second) == [second]
            later = await Line.open(here.port, player(0, minutes=120))
            assert (await later.ask("seal", MOVE))["status"] == "ok"

    run(main(), loop)
