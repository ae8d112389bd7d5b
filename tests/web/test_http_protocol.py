"""HTTP connections of the pages: what one of them may cost, over real sockets and without Django."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from ludoteca.gateway.http_limits import BODY_BYTES, HEAD_BYTES, HEADERS, PIPELINED
from ludoteca.process import ListenAddress, Process, ProcessConfig
from ludoteca.runtime.settings import Settings
from ludoteca.web.server import http_protocol
from ludoteca.web.server.http_protocol import Http
from tests.gateway.places import TOKENS
from tests.runtime.event_loop import LOOPS, run, until
from tests.times import PATIENCE

every_loop = pytest.mark.parametrize("loop", LOOPS)
GET = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
LARGE = b"A" * (8 << 20)
WAITING: list[bytes] = []
"""Requests that end when their connection does."""


async def reading(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """An application that reads a body and says how long it was; at `/large` it says a lot, at `/waits` nothing."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message["more_body"]
    if scope["path"] == "/waits":
        WAITING.append(scope["query_string"])
        assert (await receive())["type"] == "http.disconnect"
        WAITING.remove(scope["query_string"])
        return
    body = LARGE if scope["path"] == "/large" else str(size).encode()
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Pages:
    def __init__(self, process: Process) -> None:
        assert process.gateway is not None
        self.tables = process.gateway.protocol
        self.config = Config(reading, http=Http, lifespan="off", log_config=None, timeout_keep_alive=PATIENCE)
        self.config.load()
        self.state = ServerState()

    def protocol(self, left: Any) -> Any:
        return Http(config=self.config, server_state=self.state, app_state={}, tables=self.tables, left=left)

    async def leave(self) -> None:
        for connection in list(self.state.connections):
            connection.shutdown()


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator["Open"]:
    """A process with these pages; opens connections, and closes them at the end."""

    async def pages(process: Process) -> Pages:
        return Pages(process)

    config = ProcessConfig(
        {},
        lambda game: {},
        Settings(),
        TOKENS,
        data=folder / "tables.db",
        sockets=ListenAddress("127.0.0.1", 0),
        pages=pages,
    )
    process = await Process.start(config)
    clients: list[Client] = []

    async def open_one() -> Client:
        clients.append(Client(*await asyncio.open_connection("127.0.0.1", process.port)))
        return clients[-1]

    try:
        yield open_one
    finally:
        for client in clients:
            client.writer.transport.abort()
        await process.leave()


class Client:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        self.writer.write(request)
        return await self.answer()

    async def answer(self) -> tuple[int, bytes]:
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = head.partition(b"content-length:")[2].split(b"\r\n")[0]
        return int(head.split()[1]), await self.reader.readexactly(int(length))

    async def is_closed(self) -> bool:
        try:
            while await self.reader.read(1 << 16):
                pass
        except ConnectionResetError:
            pass
        return True


Open: TypeAlias = Callable[[], Awaitable[Client]]


def post(size: int, body: bytes = b"") -> bytes:
    return b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: %d\r\n\r\n%b" % (size, body)


def chunked(body: bytes) -> bytes:
    head = b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)


@every_loop
@pytest.mark.parametrize("request_", [post(BODY_BYTES, b"A" * BODY_BYTES), chunked(b"A" * BODY_BYTES)])
def test_a_body_as_long_as_allowed_is_read(loop: str, request_: bytes, tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as connect:
            client = await connect()
            for _ in range(2):
                assert await client.ask(request_) == (200, str(BODY_BYTES).encode())

    run(main(), loop)


@every_loop
@pytest.mark.parametrize("request_", [post(BODY_BYTES + 1), chunked(b"A" * (BODY_BYTES + 1)), chunked(LARGE)])
def test_a_longer_body_is_refused_and_not_read_to_its_end(loop: str, request_: bytes, tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as connect:
            client = await connect()
            await client.ask(GET)
            assert (await client.ask(request_))[0] == 413
            assert await client.is_closed()

    run(main(), loop)


@every_loop
@pytest.mark.parametrize("kept", [False, True])
def test_a_head_without_end_is_refused_on_every_request_of_a_connection(loop: str, kept: bool, tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as connect:
            client = await connect()
            if kept:
                await client.ask(GET)
            status, _ = await client.ask(b"GET / HTTP/1.1\r\nX: " + b"A" * (2 * HEAD_BYTES))
            assert status == 431
            assert await client.is_closed()

    run(main(), loop)


def test_too_many_headers_are_refused_on_a_kept_connection(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as connect:
            client = await connect()
            await client.ask(GET)
            assert (await client.ask(b"GET / HTTP/1.1\r\n" + b"X: 1\r\n" * HEADERS + b"\r\n"))[0] == 200
            assert (await client.ask(b"GET / HTTP/1.1\r\n" + b"X: 1\r\n" * (HEADERS + 1) + b"\r\n"))[0] == 431
            assert await client.is_closed()

    run(main())


@every_loop
@pytest.mark.parametrize("begun", [b"\r\n", b"G", b"GET / HTTP/1.1\r\nHost: lo"])
def test_half_a_head_on_a_kept_connection_is_not_waited_for(
    loop: str, begun: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.2)

    async def main() -> None:
        async with served(tmp_path) as connect:
            client = await connect()
            await client.ask(GET)
            assert (await client.ask(begun))[0] == 408
            assert await client.is_closed()

    run(main(), loop)


@every_loop
def test_a_body_that_comes_byte_by_byte_has_one_deadline(
    loop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "BODY_SECONDS", 0.5)

    async def main() -> None:
        async with served(tmp_path) as connect:
            client = await connect()
            client.writer.write(post(1_000))
            answer = asyncio.ensure_future(client.answer())
            while not answer.done():
                client.writer.write(b"A")
                await asyncio.sleep(0.05)
            assert answer.result()[0] == 408
            assert await client.is_closed()

    run(main(), loop)


@every_loop
def test_a_client_that_does_not_read_its_answer_is_closed(
    loop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "UNREAD_SECONDS", 0.2)

    async def main() -> None:
        async with served(tmp_path) as connect:
            deaf, keen = await connect(), await connect()
            deaf.writer.write(b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n")
            transport: Any = deaf.writer.transport
            transport.pause_reading()
            assert await keen.ask(b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n") == (200, LARGE)
            while not transport.is_closing():  # only a write notices the end of a connection
                assert await keen.ask(GET) == (200, b"0")
                deaf.writer.write(b"A")
                await asyncio.sleep(0.05)

    run(main(), loop)


def test_requests_sent_ahead_are_answered_in_order_and_not_too_many(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as connect:
            client = await connect()
            client.writer.write(b"".join(post(size, b"A" * size) for size in range(PIPELINED)))
            assert [await client.answer() for _ in range(PIPELINED)] == [
                (200, str(size).encode()) for size in range(PIPELINED)
            ]
            client.writer.write(GET * 1_000)
            assert await client.is_closed()

    run(main())


@every_loop
def test_every_request_of_a_connection_hears_that_it_is_over(loop: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as connect:
            client = await connect()
            client.writer.write(b"GET /waits?first HTTP/1.1\r\nHost: here\r\n\r\n" + GET)
            await until(lambda: WAITING == [b"first"])
            client.writer.transport.abort()
            await until(lambda: not WAITING)

    run(main(), loop)
