"""What the generator needs of every server that is measured: how it is started, and how two players sit down and talk.

A `Peer` knows one server's protocol and nothing of the load; the load knows tables and moves, and nothing of protocols.
"""

import asyncio
import json
from contextlib import AbstractContextManager
from typing import Any, Protocol

from picows import WSCloseCode, WSListener, WSTransport, ws_connect

from .processes import HOST, Server


class Table(Protocol):
    """Receives what comes in on a line."""

    def heard(self, seat: int) -> None:
        """The player in this seat has seen one more stone, their own or the other's."""

    def over(self, seat: int) -> None:
        """They have learned that the game is over."""

    def refused(self, seat: int, words: str) -> None:
        """A move of theirs was refused; or their socket was closed, and not by us."""


class Line(WSListener):
    """One player's socket."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()  # once they get all messages
        self._transport: WSTransport | None = None

    def place(self, number: int, x: int, y: int) -> None:
        """Send the move of this number, from 0, of the game."""
        raise NotImplementedError

    async def connect(self, url: str, **headers: str) -> None:
        await ws_connect(lambda: self, url, extra_headers=headers, websocket_handshake_timeout=30)

    @property
    def transport(self) -> WSTransport:
        assert self._transport is not None
        return self._transport

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if self._transport is not None:
            self.is_refused("the socket was closed")

    def is_ready(self) -> None:
        if not self.ready.done():
            self.ready.set_result(None)

    def is_refused(self, words: str) -> None:
        if self.ready.done():
            self.table.refused(self.seat, words)
        else:
            self.ready.set_exception(RuntimeError(f"no seat: {words}"))

    def close(self) -> None:
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()


class Peer(Protocol):
    """A server that is measured."""

    name: str
    about: str  # which one, and what it keeps

    def start(self) -> AbstractContextManager[Server]: ...

    async def sit(self, port: int, table: Table) -> tuple[Line, Line]:
        """Open a table that was never used and seat two players, seat 0 to move; both are ready."""
        ...


async def both_ready(first: Line, second: Line) -> tuple[Line, Line]:
    async with asyncio.timeout(60):
        await asyncio.gather(first.ready, second.ready)
    return first, second


async def post(port: int, path: str, **body: object) -> Any:
    """The JSON that a server answers. Only to open tables: one connection each is good enough."""
    content = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nConnection: close\r\nContent-Type: application/json\r\n"
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        answer = await reader.read()
    finally:
        writer.close()
    told, _, content = answer.partition(b"\r\n\r\n")
    if b" 200 " not in told.split(b"\r\n", 1)[0]:
        raise RuntimeError(f"{path}: {answer[:300]!r}")
    return json.loads(content)
