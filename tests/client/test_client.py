"""The client at real tables: over sockets and over the bus, whole games, with lines that break."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

import pytest

from ludoteca.bots import Bot, random_bot
from ludoteca.client import Ended, NoAnswer, Seat, Unreachable, at_bus, connect, create, seated
from ludoteca.client.bot_player import BotRefused, play
from ludoteca.client.rate_limit import Rate
from ludoteca.client.socket_transport import SocketTransport
from ludoteca.dealers import chooser
from ludoteca.kernel import Dealer, Outcome
from ludoteca.table.wire import Who
from tests.runtime.event_loop import run, until
from tests.runtime.valkey import valkey

from . import server as at
from .server import ALL, Server, server

GAME_ID: Final = "TABLE7"
QUICK: Final[dict[str, dict[str, Any]]] = {
    "duel": {"reveal_ms": 1, "grace_ms": 30_000},
    "den": {"rounds": 4},
    "catan": {"turn_limit": 12},
    "orcain": {"first_reveal_ms": 1, "step_ms": 1, "disconnect_grace_ms": 30_000},
}
"""Games that are not to be waited for, and not to be lost by a cut."""

HURRIED: Final = Rate(per_second=10_000, burst=10_000)
ALLOWED: Final[dict[str, Any]] = {"rate_per_second": 20_000, "rate_burst": 20_000}
"""A server without a rate limit: at the default rate a long game would mostly be waiting."""

every_game = pytest.mark.parametrize("name", ALL)


def config(name: str) -> dict[str, Any]:
    return QUICK.get(name, {})


def seats(name: str) -> range:
    game = ALL[name]
    return range(len(game.seats(game.types.config())))


async def opened(at_server: Server, name: str, bots: Sequence[str | None] = ()) -> None:
    result = await create(at_server.url, GAME_ID, name, config=config(name), bots=bots, token=at.host())
    assert result.ok, result


@asynccontextmanager
async def joined(at_server: Server, seat: int) -> AsyncIterator[Seat]:
    async with connect(at_server.url, GAME_ID, token=at.player(GAME_ID, seat)) as line:
        result = await line.join(name=f"p{seat}")
        assert result.ok, result
        yield line


async def bot_plays(line: Seat, name: str, seat: int, bot: Bot) -> Outcome | None:
    result = await line.join(name=f"p{seat}")
    assert result.ok, result
    return await play(line, ALL[name], bot, chooser(7, seat))


async def all_play(name: str, lines: Sequence[Seat], bot: Bot = random_bot) -> Outcome:
    """Every seat is played to the end; all see the same one."""
    played = await asyncio.gather(*(bot_plays(line, name, seat, bot) for seat, line in enumerate(lines)))
    assert played[0] is not None
    assert all(each == played[0] for each in played)
    return played[0]


# Whole games


@every_game
def test_bots_play_over_sockets(name: str) -> None:
    async def main() -> None:
        async with server(**ALLOWED) as here, AsyncExitStack() as stack:
            await opened(here, name)
            lines = [await stack.enter_async_context(_line(here, seat)) for seat in seats(name)]
            await all_play(name, lines)

    run(main())


@every_game
def test_bots_play_over_the_bus_beside_one_at_a_socket(name: str) -> None:
    async def main() -> None:
        async with server(**ALLOWED) as here, AsyncExitStack() as stack:
            async with at_bus(here.bus, GAME_ID, Who("host")) as host:
                assert (await host.create(name, config(name))).ok
            lines = [await stack.enter_async_context(_line(here, 0))]
            for seat in seats(name)[1:]:
                lines.append(await stack.enter_async_context(at_bus(here.bus, GAME_ID, Who("player", seat))))
            await all_play(name, lines)

    run(main())


@pytest.mark.parametrize("relayed", [False, True], ids=["at its tables", "at a gateway elsewhere"])
@every_game
def test_lines_that_break_again_and_again(name: str, relayed: bool) -> None:
    async def main() -> None:
        async with server(**ALLOWED) as here, AsyncExitStack() as stack:
            await opened(here, name)
            url = await here.elsewhere() if relayed else here.url
            tokens = [at.player(GAME_ID, seat) for seat in seats(name)]
            carriers = [Breaking(url, GAME_ID, token, lambda: 0.0, HURRIED) for token in tokens]
            lines = [await stack.enter_async_context(seated(GAME_ID, transport)) for transport in carriers]
            watcher = await stack.enter_async_context(_watching(here))
            outcome = await all_play(name, lines, _cutting(carriers))
            seen = [event.seq async for event in watcher.events()]
            assert seen == list(range(1, len(seen) + 1))
            assert (await watcher.fresh()).outcome == outcome

    run(main())


def test_bots_play_over_redis() -> None:
    async def main(url: str) -> None:
        async with server(url), AsyncExitStack() as stack:
            assert (await create(url, GAME_ID, "duel", config=config("duel"))).ok
            watcher = await stack.enter_async_context(connect(url, GAME_ID, since=0))
            assert (await watcher.join()).ok
            lines = [await stack.enter_async_context(connect(url, GAME_ID, seat=seat)) for seat in seats("duel")]
            await all_play("duel", [*lines])
            seen = [event.seq async for event in watcher.events()]
            assert seen == list(range(1, len(seen) + 1))

    with valkey() as redis:
        run(main(redis.url))


@asynccontextmanager
async def _line(here: Server, seat: int) -> AsyncIterator[Seat]:
    async with seated(GAME_ID, SocketTransport(here.url, GAME_ID, at.player(GAME_ID, seat), rate=HURRIED)) as line:
        yield line


@asynccontextmanager
async def _watching(here: Server) -> AsyncIterator[Seat]:
    async with connect(here.url, GAME_ID, token=at.observer(GAME_ID), since=0) as line:
        assert (await line.join()).ok
        yield line


class Breaking(SocketTransport):
    def cut(self) -> None:
        """As a bad line would."""
        if self._transport is not None:
            self._transport.disconnect(graceful=False)


def _cutting(carriers: Sequence[Breaking]) -> Bot:
    """A bot that often cuts a line, its own or another's, just before its action goes out."""
    dice = random.Random(5)

    def bot(view: Any, legal: Sequence[Any], dealer: Dealer) -> Any:
        if dice.random() < 0.15:
            dice.choice(carriers).cut()
        return random_bot(view, legal, dealer)

    return bot


# One thing at a time


def test_a_seat_shows_how_things_stand_and_what_happens() -> None:
    async def main() -> None:
        async with server() as here:
            await opened(here, "duel")
            async with joined(here, 0) as left, joined(here, 1) as right:
                snapshot = await left.turn()
                assert snapshot.is_mine
                assert [seat.name for seat in snapshot.seats] == ["p0", "p1"]
                assert (await left.act(snapshot.legal[0])).ok
                assert not (await left.sync()).legal
                assert (await right.resign()).ok
                assert (await left.turn()).outcome is not None
                kinds = [event.kind async for event in left.events()]
                assert kinds[0] == "player.join"
                assert kinds[-1] == "match.end"

    run(main())


def test_a_refusal_is_a_result() -> None:
    async def main() -> None:
        async with server() as here:
            await opened(here, "duel")
            async with joined(here, 0) as left, joined(here, 1):
                await left.turn()
                result = await left.act({"type": "seal", "choice": "nothing"})
                assert (result.ok, result.code, result.recovery) == (False, "invalid_action", "retry")
                assert (await left.act({"type": "seal", "choice": "guard", "decision": 77})).code == "desync"
                with pytest.raises(ValueError, match="bytes"):
                    await left.act({"type": "seal", "choice": "x" * 5000})

    run(main())


def test_a_bot_that_breaks_the_rules_is_told() -> None:
    async def main() -> None:
        async with server() as here:
            await opened(here, "duel", bots=(None, "random"))
            async with joined(here, 0) as left:
                with pytest.raises(BotRefused, match="invalid_action"):
                    await play(left, ALL["duel"], lambda *_: {"type": "seal", "choice": 7}, chooser(1))

    run(main())


def test_an_observer_sees_and_may_not_act() -> None:
    async def main() -> None:
        async with server() as here:
            await opened(here, "duel")
            async with joined(here, 0), joined(here, 1), _watching(here) as watcher:
                snapshot = await watcher.sync()
                assert snapshot.you is None
                assert (await watcher.act({"type": "seal", "choice": "guard"})).code == "forbidden"

    run(main())


def test_a_closed_table_is_over() -> None:
    async def main() -> None:
        async with server() as here:
            await opened(here, "duel")
            async with joined(here, 0) as left, connect(here.url, GAME_ID, token=at.host()) as host:
                assert (await host.delete()).ok
                snapshot = await left.turn()
                assert snapshot.closed
                assert (await left.join()).code == "game_unavailable"

    run(main())


def test_a_host_opens_a_table_once() -> None:
    async def main() -> None:
        async with server() as here:
            await opened(here, "duel")
            again = await create(here.url, GAME_ID, "duel", token=at.host())
            assert again.code == "invalid_action"
            forbidden = await create(here.url, "TABLE8", "duel", token=at.player("TABLE8", 0))
            assert forbidden.code == "forbidden"

    run(main())


def test_there_is_no_such_table() -> None:
    async def main() -> None:
        async with server() as here, connect(here.url, "NOBODY", token=at.player("NOBODY", 0)) as line:
            assert (await line.join()).reason == "there is no such table"
            with pytest.raises(Ended, match="there is no such table"):
                await line.sync()

    run(main())


def test_a_token_that_is_not_accepted() -> None:
    async def main() -> None:
        async with server() as here:
            for token in ("", "x.y.z", at.player("OTHER7", 0)):
                with pytest.raises(Ended) as refused:
                    async with connect(here.url, GAME_ID, token=token):
                        pass
                assert refused.value.code == "unauthorized"
                assert refused.value.reason

    run(main())


def test_nobody_is_there() -> None:
    async def main() -> None:
        async with server() as here:
            port = here.port
        with pytest.raises(Unreachable):
            async with connect(f"ws://127.0.0.1:{port}", GAME_ID, token="x"):
                pass

    run(main())


@pytest.mark.parametrize(("url", "game_id"), [("http://127.0.0.1", GAME_ID), ("ws://127.0.0.1", "table/../x")])
def test_what_is_no_address(url: str, game_id: str) -> None:
    async def main() -> None:
        async with connect(url, game_id):
            pass

    with pytest.raises(ValueError, match="is no"):
        run(main())


def test_a_client_in_a_hurry_is_not_cut_off() -> None:
    async def main() -> None:
        async with server(rate_per_second=100, rate_burst=20) as here:
            await opened(here, "duel")
            transport = SocketTransport(here.url, GAME_ID, at.player(GAME_ID, 0), rate=Rate(80, 15))
            async with seated(GAME_ID, transport) as line:
                assert (await line.join()).ok
                asked = await asyncio.gather(*(line.say("sync", {}) for _ in range(50)))
                assert all(result.ok for result in asked)
                assert (await line.sync()).seq == 1  # one join: the line was never cut

    run(main())


def test_who_connects_anew_ends_the_old_line() -> None:
    async def main() -> None:
        async with server() as here:
            await opened(here, "duel")
            async with joined(here, 0) as old:
                waiting = asyncio.ensure_future(old.turn())
                async with joined(here, 0) as new:
                    with pytest.raises(Ended) as ended:
                        await waiting
                    assert ended.value.code == "duplicate_connection_handled"
                    with pytest.raises(Ended):
                        await old.resign()
                    assert (await new.sync()).seats[0].present

    run(main())


def test_a_server_that_comes_back_finds_its_readers() -> None:
    async def main() -> None:
        async with server() as here:
            await opened(here, "duel")
            async with joined(here, 0) as left, joined(here, 1) as right:
                await left.turn()
                await here.cut()
                await until(lambda: not left.connected and not right.connected)
                acting = asyncio.ensure_future(left.act({"type": "seal", "choice": "guard"}))
                await here.listen()
                assert (await acting).ok
                assert (await right.turn()).is_mine

    run(main())


def test_a_seat_on_the_bus_leaves_when_it_closes() -> None:
    async def main() -> None:
        async with server() as here:
            await opened(here, "duel")
            async with joined(here, 0) as left:
                async with at_bus(here.bus, GAME_ID, Who("player", 1)) as right:
                    assert (await right.join()).ok
                    await right.turn()
                snapshot = await left.fresh()
                while snapshot.seats[1].present:
                    await left.changed()
                    snapshot = await left.fresh()

    run(main())


def test_secrets_stay_secret_on_the_bus() -> None:
    async def main() -> None:
        async with server() as here:
            await opened(here, "den")
            readers = [Who("player", 0), Who("player", 1), Who("player", 2), Who("observer")]
            async with AsyncExitStack() as stack:
                lines = [await stack.enter_async_context(at_bus(here.bus, GAME_ID, who, 0)) for who in readers]
                for line in lines:
                    assert (await line.join()).ok
                snapshots = [await line.fresh() for line in lines]
                assert [snapshot.you for snapshot in snapshots] == [0, 1, 2, None]
                heard = [[event.kind for event in line.take_events()] for line in lines]
                assert len({len(kinds) for kinds in heard}) == 1  # the same numbers for all
                assert heard[0] != heard[3]
                assert "event.hidden" in heard[3]

    run(main())


def test_nobody_serves_tables() -> None:
    async def main() -> None:
        async with server() as here:
            bus = type(here.bus)()
            async with at_bus(bus, GAME_ID, Who("player", 0)) as line:
                line.patience = 0.05
                result = await line.join()
                assert (result.code, result.reason) == ("game_unavailable", "no server is running tables now")

    run(main())


def test_a_table_that_says_nothing() -> None:
    async def main() -> None:
        async with server() as here:
            deaf = type(here.bus)()
            await deaf.subscribe(f"game.{GAME_ID}.actions", lambda channel, raw: None, lambda: None)
            async with at_bus(deaf, GAME_ID, Who("player", 0)) as line:
                line.patience = 0.05
                with pytest.raises(NoAnswer):
                    await line.join()

    run(main())
