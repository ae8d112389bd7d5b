"""The front door: tables and pages on one port, whatever arrives when, under both loops."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from ludoteca.bots import bots_for
from ludoteca.games import GAMES
from ludoteca.gateway import port_multiplexer
from ludoteca.gateway.http_limits import HEAD_BYTES, HEADERS
from ludoteca.process import ListenAddress, Process, ProcessConfig
from ludoteca.runtime.settings import Settings
from tests.gateway.lines import Line, Refused, envelope, frame, handshake, hang_up
from tests.gateway.places import TOKENS, host, observer
from tests.runtime.event_loop import LOOPS, run, turns

every_loop = pytest.mark.parametrize("loop", LOOPS)
PAGE = b"GET /tabletop HTTP/1.1\r\nHost: here\r\n\r\n"


class Echo(asyncio.Protocol):
    """Pages that say back what they were asked, once it is whole."""

    def __init__(self, left: Callable[[], None]) -> None:
        self.left = left

    def connection_lost(self, exc: Exception | None) -> None:
        self.left()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport
        self.heard = b""

    def data_received(self, data: bytes) -> None:
        self.heard += data
        while b"\r\n\r\n" in self.heard:
            head, _, self.heard = self.heard.partition(b"\r\n\r\n")
            self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(head), head))


class Pages:
    def protocol(self, left: Callable[[], None]) -> Any:
        return Echo(left)

    async def leave(self) -> None:
        return None


async def pages(process: Process) -> Pages:
    return Pages()


@asynccontextmanager
async def opened(folder: Path, **settings: Any) -> AsyncIterator[int]:
    """A process with tables and pages; its port."""
    config = ProcessConfig(
        GAMES,
        bots_for,
        Settings(**settings),
        TOKENS,
        data=folder / "tables.db",
        sockets=ListenAddress("127.0.0.1", 0),
        pages=pages,
    )
    process = await Process.start(config)
    try:
        yield process.port
    finally:
        await process.leave()
        await hang_up()


async def asked(port: int, *parts: bytes, answers: int = 1) -> bytes:
    """What the pages say to these bytes, sent one part after the other."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for part in parts:
        writer.write(part)
        await writer.drain()
        await turns()
    heard = b""
    for _ in range(answers):
        head = await reader.readuntil(b"\r\n\r\n")
        heard += await reader.readexactly(int(head.rpartition(b": ")[2]))
    writer.close()
    await writer.wait_closed()
    return heard


def one_by_one(text: bytes) -> list[bytes]:
    return [bytes([each]) for each in text]


@every_loop
def test_tables_and_pages_are_on_one_port(loop: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as port:
            table = await Line.open(port, host())
            assert (await table.ask("create", {"game": "gomoku"}))["status"] == "ok"
            assert await asked(port, PAGE) == PAGE[:-4]
            assert (await table.ask("sync"))["status"] == "ok"

    run(main(), loop)


@every_loop
@pytest.mark.parametrize("line", ["GET /tabletop", "GET /tabl", "GET /", "POST /table/TABLE7", "HEAD /table/", "X"])
def test_whatever_is_no_table_comes_whole_to_the_pages_even_byte_by_byte(loop: str, line: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as port:
            request = f"{line} HTTP/1.1\r\nHost: here\r\n\r\n".encode()
            assert await asked(port, *one_by_one(request)) == request[:-4]

    run(main(), loop)


@every_loop
def test_a_table_is_found_byte_by_byte(loop: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as port:
            line = await Line.dial(port, b"")
            for each in one_by_one(handshake("/table/TABLE7", [("Authorization", f"Bearer {host()}")])):
                line.transport.write(each)
                await turns(2)
            await line.greeted()
            assert (await line.ask("create", {"game": "gomoku"}))["status"] == "ok"

    run(main(), loop)


@every_loop
def test_what_comes_with_the_first_bytes_is_not_lost(loop: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as port:
            assert await asked(port, PAGE * 3, answers=3) == PAGE[:-4] * 3
            first = handshake("/table/TABLE7", [("Authorization", f"Bearer {host()}")])
            spoken = b"".join(
                frame(str(envelope(kind, kind, payload)).replace("'", '"').encode())
                for kind, payload in (("create", {"game": "gomoku"}), ("sync", {}))
            )
            line = await Line.dial(port, first + spoken)
            await line.greeted()
            assert (await line.result("create"))["status"] == "ok"
            assert (await line.result("sync"))["status"] == "ok"

    run(main(), loop)


@every_loop
def test_a_handshake_longer_than_a_readers_buffer_is_read_whole(loop: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as port:
            line = await Line.open(port, host(), [("Cookie", "c=" + "A" * 6_000)])
            assert (await line.ask("create", {"game": "gomoku"}))["status"] == "ok"

    run(main(), loop)


@every_loop
@pytest.mark.parametrize("first", [b"", b"G", b"GET /tab", b"GET / HTTP/1.1\r\nHost: loc"])
def test_whoever_says_nothing_or_not_enough_is_not_waited_for(
    loop: str, first: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(port_multiplexer, "HEAD_SECONDS", 0.2)

    async def main() -> None:
        async with opened(tmp_path) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(first)
            assert await _to_the_end(reader) == b""
            writer.close()
            talking = await Line.open(port, host())
            await asyncio.sleep(0.4)  # longer than the silent were waited for
            assert (await talking.ask("create", {"game": "gomoku"}))["status"] == "ok"

    run(main(), loop)


@every_loop
@pytest.mark.parametrize("line", ["GET /", "GET /table/TABLE7"])
def test_a_head_without_end_is_refused_before_it_is_read(loop: str, line: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as port:
            playing = await Line.open(port, host())
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"{line} HTTP/1.1\r\nHost: here\r\nX: ".encode() + b"A" * HEAD_BYTES)
            assert (await reader.readuntil(b"\r\n")).split()[1] == b"431"
            await _to_the_end(reader)
            writer.close()
            assert (await playing.ask("create", {"game": "gomoku"}))["status"] == "ok"

    run(main(), loop)


def test_a_head_of_too_many_headers_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as port:
            for headers, begins in ((HEADERS, b"HTTP/1.1 200"), (HEADERS + 1, b"HTTP/1.1 431")):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET / HTTP/1.1\r\n" + b"X: 1\r\n" * headers + b"\r\n")
                assert (await reader.readuntil(b"\r\n")).startswith(begins)
                writer.write_eof()
                await _to_the_end(reader)
                writer.close()

    run(main())


@every_loop
def test_one_address_has_so_many_connections_and_others_have_theirs(loop: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, sockets_per_address=3) as port:
            mine = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            kept, keeping = await asyncio.open_connection("127.0.0.1", port)
            keeping.write(PAGE)  # with the pages, it counts as before
            await kept.readuntil(b"\r\n\r\n")
            refused, writer = await asyncio.open_connection("127.0.0.1", port)
            assert (await refused.readuntil(b"\r\n")).split()[1] == b"429"
            await _to_the_end(refused)
            writer.close()
            theirs, others = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
            others.write(PAGE)
            assert (await theirs.readuntil(b"\r\n")).split()[1] == b"200"
            for each in (others, keeping, *(writer for _, writer in mine)):
                each.close()
            await _until_answered(port)

    run(main(), loop)


async def _until_answered(port: int) -> None:
    """Ask until an answer comes: an end of a connection may be noticed a moment later."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(PAGE)
        line = await reader.readuntil(b"\r\n")
        writer.write_eof()
        await _to_the_end(reader)
        writer.close()
        if line.split()[1] == b"200":
            return


async def _to_the_end(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


@every_loop
def test_whoever_goes_before_he_has_said_what_he_wants_troubles_nobody(loop: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as port:
            for first in (b"", b"GET /ta", b"GET /table/"):
                line = await Line.dial(port, first)
                line.vanish()
                await line.ended()
            assert await asked(port, PAGE) == PAGE[:-4]

    run(main(), loop)


@every_loop
def test_many_at_once_each_get_what_they_came_for(loop: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as port:
            opener = await Line.open(port, host())
            await opener.ask("create", {"game": "gomoku"})

            async def table() -> str:
                line = await Line.open(port, observer())
                return str((await line.ask("sync"))["status"])

            came = await asyncio.gather(*(table() for _ in range(60)), *(asked(port, PAGE) for _ in range(60)))
            assert came == ["ok"] * 60 + [PAGE[:-4]] * 60

    run(main(), loop)


@every_loop
def test_a_table_that_refuses_does_so_through_the_door_too(loop: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as port:
            with pytest.raises(Refused, match="404"):
                await Line.open(port, host(), path="/table/none")
            with pytest.raises(Refused, match="403"):
                await Line.open(port)

    run(main(), loop)
