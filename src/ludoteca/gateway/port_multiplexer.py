"""One port for sockets and pages: a request for a table goes to the gateway, any other to the pages, if there are any.

Laws kept here:
- The first bytes decide, and none of them is lost: the protocol that takes over reads them too.
- A connection that stays silent, or takes too long over the head of its first request, is closed.

Must not know: what either protocol does.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

from .gateway import PATH, Gateway

TABLES: Final = b"GET " + PATH.encode()
END_OF_HEAD: Final = b"\r\n\r\n"
HEAD_AT_MOST: Final = 64 * 1024
SILENT_SECONDS: Final = 10.0
BACKLOG: Final = 4096  # all clients reconnect at once after a restart

MakeProtocol: TypeAlias = Callable[[], asyncio.BaseProtocol]


class PortMultiplexer:
    def __init__(self, gateway: Gateway, pages: MakeProtocol | None = None) -> None:
        self._gateway = gateway
        self._pages = pages
        self._server: asyncio.Server | None = None

    async def open(self, listening: socket.socket) -> int:
        """Accept connections; the port."""
        tables, pages = self._gateway.protocol, self._pages
        first: MakeProtocol = tables if pages is None else lambda: _NewConnection(tables, pages)
        # A server only needs the factory to return a protocol; the stubs ask for more.
        self._server = await asyncio.get_running_loop().create_server(first, sock=listening, backlog=BACKLOG)
        port: int = listening.getsockname()[1]
        return port

    def close(self) -> None:
        if self._server is not None:
            self._server.close()


class _NewConnection(asyncio.Protocol):
    """A connection whose first request has not arrived yet."""

    def __init__(self, tables: MakeProtocol, pages: MakeProtocol) -> None:
        self._tables = tables
        self._pages = pages
        self._received = b""
        self._transport: asyncio.Transport
        self._silence: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._silence = asyncio.get_running_loop().call_later(SILENT_SECONDS, self._transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._silence.cancel()

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self._is_whole():
            return
        is_for_tables = self._received.startswith(TABLES)
        self._hand_over(self._tables() if is_for_tables else self._pages())

    def _is_whole(self) -> bool:
        """Whether the head is complete; one that is too long is left to the next protocol to refuse."""
        return END_OF_HEAD in self._received or len(self._received) > HEAD_AT_MOST

    def _hand_over(self, protocol: asyncio.BaseProtocol) -> None:
        self._silence.cancel()
        hand_over(self._transport, protocol, self._received)


def hand_over(transport: asyncio.Transport, protocol: asyncio.BaseProtocol, received: bytes) -> None:
    """Hand the connection to this protocol, with what was received on it already."""
    # A transport decides how to read when it starts reading: it must stop before another kind of protocol takes over.
    transport.pause_reading()
    transport.set_protocol(protocol)
    protocol.connection_made(transport)
    if not transport.is_closing():
        transport.resume_reading()
        _feed(protocol, received)


def _feed(protocol: Any, data: bytes) -> None:
    """Feed data as a transport would: into the protocol's own buffer, if it has one."""
    if not isinstance(protocol, asyncio.BufferedProtocol):
        protocol.data_received(data)
        return
    while data:
        room = memoryview(protocol.get_buffer(len(data))).cast("B")
        size = min(len(room), len(data))
        room[:size] = data[:size]
        protocol.buffer_updated(size)
        data = data[size:]
