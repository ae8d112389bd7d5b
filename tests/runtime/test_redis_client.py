"""The link to Redis: replies find their calls, and whatever happens to the server or the network, every call ends."""

import asyncio
import gc
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import pytest

from ludoteca.runtime.redis.client import Address, RedisClient
from ludoteca.runtime.redis.connection import RedisConnection, RedisError
from ludoteca.runtime.settings import BadSetting
from ludoteca.runtime.store import Unavailable

from .event_loop import LOOPS, run, turns, until
from .proxy import Proxy
from .valkey import Valkey, free_port, valkey

Run: TypeAlias = Callable[[Coroutine[Any, Any, None]], None]


@pytest.fixture(params=LOOPS)
def in_loop(request: pytest.FixtureRequest) -> Run:
    return lambda main: run(main, request.param)


@pytest.fixture(scope="module")
def server() -> Iterator[Valkey]:
    with valkey() as server:
        yield server


@asynccontextmanager
async def linked(url: str, **options: Any) -> Any:
    client = RedisClient(url, **options)
    try:
        await client.ready()
        yield client
    finally:
        await client.close()


def test_replies_find_their_calls(server: Valkey, in_loop: Run) -> None:
    async def main() -> None:
        async with linked(server.url) as client:
            answers = [client.call("ECHO", str(n)) for n in range(2000)]
            assert [await answer for answer in answers] == [str(n).encode() for n in range(2000)]

    in_loop(main())


def test_what_is_asked_in_one_turn_goes_out_in_one_write() -> None:
    class Paper(asyncio.Transport):
        def __init__(self) -> None:
            super().__init__()
            self.written: list[bytes | bytearray | memoryview] = []

        def write(self, data: bytes | bytearray | memoryview) -> None:
            self.written.append(data)

        def get_write_buffer_size(self) -> int:
            return 0

    async def main() -> None:
        connection, paper = RedisConnection(print, print, 5.0, 1 << 20), Paper()
        connection.connection_made(paper)
        for n in range(3):
            connection.call(("ECHO", n))
        connection.send(("PING",))
        await turns()
        assert len(paper.written) == 1
        assert bytes(paper.written[0]).count(b"ECHO") == 3
        connection.connection_lost(None)

    run(main())


def test_a_dropped_reply_is_nobody_elses(server: Valkey) -> None:
    async def main() -> None:
        async with linked(server.url) as client:
            client.send("ECHO", "not wanted")
            given_up = client.call("ECHO", "given up")
            wanted = client.call("ECHO", "wanted")
            given_up.cancel()
            client.send("NO SUCH COMMAND")
            assert await wanted == b"wanted"
            assert await client.call("PING") == b"PONG"

    run(main())


def test_an_error_is_its_own_calls_alone(server: Valkey) -> None:
    async def main() -> None:
        async with linked(server.url) as client:
            wrong, right = client.call("NOSUCHCOMMAND"), client.call("PING")
            with pytest.raises(RedisError) as refused:
                await wrong
            assert refused.value.code == "ERR"
            assert await right == b"PONG"

    run(main())


@pytest.mark.parametrize("code", ["OOM", "READONLY", "LOADING", "MISCONF", "NOREPLICAS"])
def test_a_server_that_cannot_now_is_unavailable(server: Valkey, code: str) -> None:
    async def main() -> None:
        async with linked(server.url) as client:
            with pytest.raises(Unavailable, match=code) as unavailable:
                await client.call("EVAL", f"return redis.error_reply('{code} not now')", 0)
            assert not isinstance(unavailable.value, RedisError)

    run(main())


def test_without_a_connection_calls_fail_at_once() -> None:
    async def main() -> None:
        client = RedisClient(f"redis://127.0.0.1:{free_port()}")
        with pytest.raises(Unavailable):
            await client.call("PING")
        with pytest.raises(Unavailable):
            client.send("PING")
        with pytest.raises(Unavailable):
            client.tell("SUBSCRIBE", "x")
        with pytest.raises(Unavailable, match=r"127\.0\.0\.1"):
            await client.ready(0.2)
        await client.close()

    run(main())


def test_a_killed_server_fails_what_waits_and_is_found_again(in_loop: Run) -> None:
    async def main() -> None:
        told: list[str] = []
        with valkey() as server:
            async with linked(server.url, up=lambda: told.append("up")) as client:
                waiting = [client.call("BLPOP", "nothing", 0), client.call("PING")]
                await asyncio.sleep(0)
                server.kill()
                for answer in waiting:
                    with pytest.raises(Unavailable):
                        await answer
                assert not client.is_up
                with pytest.raises(Unavailable):
                    await client.call("PING")
                server.start()
                await client.ready()
                assert await client.call("PING") == b"PONG"
                assert told == ["up", "up"]

    in_loop(main())


def test_a_server_that_hangs_is_given_up_after_the_deadline(in_loop: Run) -> None:
    async def main() -> None:
        with valkey() as server:
            async with linked(server.url, deadline=0.3) as client, linked(server.url, deadline=600) as patient:
                server.pause()
                waiting = patient.call("PING")
                with pytest.raises(Unavailable, match="does not answer"):
                    await client.call("PING")
                assert not waiting.done()
                server.resume()
                assert await waiting == b"PONG"
                await client.ready()
                assert await client.call("PING") == b"PONG"

    in_loop(main())


def test_a_process_that_was_stopped_does_not_blame_the_server(server: Valkey, in_loop: Run) -> None:
    async def main() -> None:
        async with linked(server.url, deadline=0.2) as client:
            for _ in range(3):
                answer = client.call("PING")
                await asyncio.sleep(0)
                time.sleep(0.4)  # the whole process stands still
                assert await answer == b"PONG"

    in_loop(main())


@pytest.mark.parametrize("way", ["out", "back"])
@pytest.mark.parametrize("fault", ["hold", "swallow"])
def test_a_broken_direction_is_noticed_though_nothing_is_asked(server: Valkey, way: str, fault: str) -> None:
    async def main() -> None:
        async with Proxy(server.port) as proxy, linked(proxy.url, deadline=0.3) as client:
            direction = getattr(proxy, way)
            if fault == "hold":
                direction.hold()
            else:
                direction.swallows = True
            await until(lambda: not client.is_up)
            proxy.heal()
            proxy.cut()
            await client.ready()
            assert await client.call("PING") == b"PONG"

    run(main())


def test_a_connection_that_is_lost_as_it_answers_is_held_for_none(
    server: Valkey, in_loop: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    greet = RedisClient._greet
    wires: list[RedisConnection] = []

    async def greeted_and_lost(client: RedisClient, connection: RedisConnection) -> None:
        await greet(client, connection)
        wires.append(connection)
        if len(wires) == 1:
            connection.cut("lost")

    async def main() -> None:
        ups: list[int] = []
        async with linked(server.url, up=lambda: ups.append(len(wires))) as client:
            assert await client.call("PING") == b"PONG"
        assert ups == [2]

    monkeypatch.setattr(RedisClient, "_greet", greeted_and_lost)
    in_loop(main())


async def signs_of_life(looking: RedisClient) -> int:
    """How many the server has been asked for, by any client."""
    return int((await looking.call("INFO", "commandstats")).split(b"cmdstat_ping:calls=")[1].split(b",")[0])


def test_an_idle_connection_that_answers_is_kept(server: Valkey) -> None:
    async def main() -> None:
        async with Proxy(server.port) as proxy, linked(server.url) as looking, linked(proxy.url, deadline=1.0) as idle:
            before = await signs_of_life(looking)
            while await signs_of_life(looking) < before + 3:
                await asyncio.sleep(0.01)
            assert await idle.call("ECHO", "still here") == b"still here"
            assert proxy.connections == 1

    run(main())


def test_delay_is_only_delay(server: Valkey) -> None:
    async def main() -> None:
        async with Proxy(server.port) as proxy, linked(proxy.url) as client:
            proxy.out.delay = proxy.back.delay = 0.1
            assert await client.call("PING") == b"PONG"
            assert proxy.connections == 1

    run(main())


def test_what_cannot_be_sent_does_not_pile_up(in_loop: Run) -> None:
    async def main() -> None:
        limit, message = 1 << 20, b"x" * 10_000
        with valkey() as server:
            async with linked(server.url, unsent_at_most=limit) as client:
                server.pause()
                sent = 0

                async def flood() -> None:
                    nonlocal sent
                    for _ in range(10_000):
                        client.send("PUBLISH", "x", message)
                        sent += len(message)
                        await asyncio.sleep(0)

                with pytest.raises(Unavailable, match="does not take"):
                    await flood()
                assert sent < limit + (16 << 20)  # the system's own buffers take some
                server.resume()
                await client.ready()

    in_loop(main())


def test_too_much_in_one_turn_does_not_pile_up(server: Valkey) -> None:
    async def main() -> None:
        async with linked(server.url, unsent_at_most=1 << 20) as client:
            assert await client.call("ECHO", b"x" * (2 << 20)) == b"x" * (2 << 20)
            answers = [client.call("ECHO", b"x" * 10_000) for _ in range(1000)]
            with pytest.raises(Unavailable, match="too much"):
                await answers[-1]
            with pytest.raises(Unavailable, match="too much"):
                await answers[0]
            await client.ready()

    run(main())


def test_passwords_users_and_databases() -> None:
    async def main() -> None:
        with valkey("--requirepass", "a/secret") as server:
            at = f"127.0.0.1:{server.port}"
            async with linked(f"redis://:a%2Fsecret@{at}/3") as client:
                assert b" db=3 " in await client.call("CLIENT", "INFO")
                await client.call("ACL", "SETUSER", "ada", "on", ">word", "+@all", "~*")
            async with linked(f"redis://ada:word@{at}") as client:
                assert await client.call("ACL", "WHOAMI") == b"ada"
            async with linked(f"unix://:a%2Fsecret@{server.socket}?db=2") as client:
                assert b" db=2 " in await client.call("CLIENT", "INFO")
            wrong = RedisClient(f"redis://ada:wrong@{at}")
            with pytest.raises(Unavailable, match="WRONGPASS") as unavailable:
                await wrong.ready(0.3)
            assert "wrong@" not in str(unavailable.value)
            assert "wrong" not in repr(wrong.address)
            await wrong.close()
            gc.collect()  # an answer that nobody has looked at complains when it goes

    run(main())


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://", Address()),
        ("redis://h", Address("h")),
        ("redis://h:1/2", Address("h", 1, db=2)),
        ("rediss://u:p%40@h:1/", Address("h", 1, tls=True, user="u", password="p@")),
        ("redis://:p@[::1]:7", Address("::1", 7, password="p")),
        ("unix:///run/a.sock?db=4", Address(path="/run/a.sock", db=4)),
    ],
)
def test_addresses(url: str, address: Address) -> None:
    assert Address.read(url) == address


@pytest.mark.parametrize(
    "url",
    ["", "http://:secret@h", "redis://:secret@h:port", "redis://:secret@h/x", "unix://", "redis://:secret@h:99999"],
)
def test_no_addresses(url: str) -> None:
    with pytest.raises(BadSetting) as bad:
        Address.read(url)
    assert "secret" not in str(bad.value)


class Impostor(asyncio.Protocol):
    """Answers everything with the same."""

    def __init__(self, reply: bytes, open_ones: set[asyncio.Transport]) -> None:
        self._reply, self._open_ones = reply, open_ones

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._open_ones.add(transport)

    def data_received(self, data: bytes) -> None:
        self._transport.write(self._reply)
        if not self._reply:
            self._transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        self._open_ones.discard(self._transport)


@pytest.mark.parametrize(
    ("reply", "last_error"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "not RESP"),
        (b"+OK\r\n+PONG\r\n+MORE\r\n", "nobody asked"),
        (b"-ERR max number of clients reached\r\n", "max number"),
        (b"", "closed the connection"),
    ],
)
def test_another_kind_of_server_is_no_server(reply: bytes, last_error: str) -> None:
    async def main() -> None:
        open_ones: set[asyncio.Transport] = set()
        server = await asyncio.get_running_loop().create_server(lambda: Impostor(reply, open_ones), "127.0.0.1", 0)
        client = RedisClient(f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        await until(lambda: last_error in client.last_error)
        with pytest.raises(Unavailable):
            await client.call("PING")
        await client.close()
        server.close()
        await until(lambda: not open_ones)
        await turns()

    run(main())


def test_a_callback_that_fails_does_not_end_the_link(server: Valkey) -> None:
    async def main() -> None:
        complaints: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context["exception"]))
        left = iter((1, 0, 1))
        async with Proxy(server.port) as proxy, linked(proxy.url, up=lambda: 1 // next(left)) as client:
            proxy.cut()
            await until(lambda: bool(complaints))
            await client.ready()
            assert await client.call("PING") == b"PONG"
            assert [type(each) for each in complaints] == [ZeroDivisionError]

    run(main())


def test_closing(server: Valkey, in_loop: Run) -> None:
    async def main() -> None:
        client = RedisClient(server.url)
        await client.close()
        client = RedisClient(server.url)
        await client.ready()
        answer = client.call("BLPOP", "nothing", 0)
        await client.close()
        await client.close()
        with pytest.raises(Unavailable, match="closed"):
            await answer
        with pytest.raises(Unavailable, match="closed"):
            await client.call("PING")

    in_loop(main())
