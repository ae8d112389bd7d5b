"""One port for sockets and pages: a request for a table goes to the gateway, any other to the pages, if there are any.

Laws kept here:
- The first bytes decide, and none of them is lost: the protocol that takes over reads them too.
- A connection that stays silent, or takes too long over the head of its first request, is closed; a head that is too
  large is refused before more of it is read.
- One address has so many connections and no more, while they are here or with the pages. Sockets of tables are counted
  by the gateway. Behind a proxy every connection is the proxy's, so nothing is counted here.

Must not know: what either protocol does.
"""

import asyncio
import socket
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, TypeAlias, cast

from .address_counter import AddressCounter
from .gateway import PATH, Gateway
from .handshake import understandable
from .http_limits import HEAD_BYTES, HEAD_SECONDS, HEADERS, refuse

TABLES: Final = b"GET " + PATH.encode()
END_OF_HEAD: Final = b"\r\n\r\n"
LINE_END: Final = b"\r\n"
BACKLOG: Final = 4096  # all clients reconnect at once after a restart

MakeProtocol: TypeAlias = Callable[[], asyncio.BaseProtocol]
MakePages: TypeAlias = Callable[[Callable[[], None]], asyncio.BaseProtocol]
"""Makes the protocol of one connection of the pages. It calls what it is given once, when it has the connection no
longer."""


class PortMultiplexer:
    def __init__(self, gateway: Gateway, pages: MakePages | None = None) -> None:
        self._tables: MakeProtocol = gateway.protocol
        self._pages = pages
        settings = gateway.settings
        self._addresses = None if settings.proxies else AddressCounter(settings.sockets_per_address)
        self._server: asyncio.Server | None = None

    async def open(self, listening: socket.socket) -> int:
        """Accept connections; the port."""
        self._server = await asyncio.get_running_loop().create_server(
            lambda: _NewConnection(self._tables, self._pages, self._addresses), sock=listening, backlog=BACKLOG
        )
        port: int = listening.getsockname()[1]
        return port

    def close(self) -> None:
        if self._server is not None:
            self._server.close()


class _NewConnection(asyncio.Protocol):
    """A connection whose first request has not arrived yet."""

    def __init__(self, tables: MakeProtocol, pages: MakePages | None, addresses: AddressCounter | None) -> None:
        self._tables = tables
        self._pages = pages
        self._addresses = addresses
        self._address = ""
        self._is_counted = False
        self._received = b""
        self._transport: asyncio.Transport
        self._deadline: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._deadline = asyncio.get_running_loop().call_later(HEAD_SECONDS, self._transport.abort)
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if peer else ""
        self._is_counted = self._addresses is not None
        if self._addresses is not None and not self._addresses.add(self._address):
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        self._left()

    def data_received(self, data: bytes) -> None:
        self._received += data
        end = self._received.find(END_OF_HEAD)
        size = len(self._received) if end < 0 else end
        if size > HEAD_BYTES or self._received.count(LINE_END, 0, size) > HEADERS:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif end >= 0:
            self._hand_over()

    def _hand_over(self) -> None:
        self._deadline.cancel()
        if self._pages is None or self._received.startswith(TABLES):
            self._left()
            hand_over_to_tables(self._transport, self._tables, self._received)
        else:
            hand_over(self._transport, self._pages(self._left), self._received)

    def _refuse(self, status: HTTPStatus) -> None:
        self._deadline.cancel()
        self._received = b""
        refuse(self._transport, status)

    def _left(self) -> None:
        if self._addresses is not None and self._is_counted:
            self._addresses.remove(self._address)
            self._is_counted = False


def hand_over_to_tables(transport: asyncio.Transport, tables: MakeProtocol, received: bytes) -> None:
    head = understandable(received)
    if head is None:
        refuse(transport, HTTPStatus.BAD_REQUEST)
    else:
        hand_over(transport, tables(), head)


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
