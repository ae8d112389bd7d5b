"""HTTP connections of the web: uvicorn's protocol, with limits on what one connection may cost, and a way to the
tables.

Laws kept here:
- A head and a body are bounded in size and time as soon as they begin, on every request of a connection.
- A client that does not read its answer is closed.
- When a connection is over, each of its requests knows it: uvicorn tells the newest alone.
- A proxy that keeps its connections may send a table's handshake down one that has carried pages before; then it is
  here, and not at the front door, that the connection changes hands.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, TypeAlias

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from ludoteca.gateway.gateway import PATH
from ludoteca.gateway.http_limits import (
    BODY_BYTES,
    BODY_SECONDS,
    HEAD_BYTES,
    HEAD_SECONDS,
    HEADERS,
    PIPELINED,
    UNREAD_SECONDS,
    refuse,
)
from ludoteca.gateway.port_multiplexer import hand_over_to_tables

PIECE: Final = 4096
"""How much the parser is fed at once: so much a head may be longer than allowed until it is noticed."""

Tables: TypeAlias = Callable[[], Any]


class Http(HttpToolsProtocol):
    def __init__(self, *args: Any, tables: Tables, left: Callable[[], None], **kwargs: Any) -> None:
        """`tables` makes what reads and writes the socket of a table; `left` is called when the connection is ours no
        longer."""
        super().__init__(*args, **kwargs)
        self._tables = tables
        self._left = left
        self._size = 0  # of the head or body that is being read
        self._in_head = False
        self._refused = False
        self._cycles: list[RequestResponseCycle] = []  # not answered yet; at most as many as may be pipelined
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait()
        self.resume_writing()
        super().connection_lost(exc)
        for cycle in self._cycles:
            cycle.disconnected = True
            cycle.message_event.set()
        self._left()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        if self.flow is not None:
            super().resume_writing()

    # Reading

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if self._refused or self.transport.get_protocol() is not self:
                return
            self._read(data[start : start + PIECE])

    def _read(self, piece: bytes) -> None:
        if self._deadline is None:
            self._wait(HEAD_SECONDS)  # whatever this is the beginning of
        was_in_head = self._in_head
        super().data_received(piece)
        if was_in_head and self._in_head:
            self._size += len(piece)
            if self._size > HEAD_BYTES:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._size = True, 0
        self._wait(HEAD_SECONDS)

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= HEADERS:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        else:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if self._stated_length() > BODY_BYTES:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        elif len(self.pipeline) >= PIPELINED:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
        self._in_head, self._size = False, 0
        if not self._refused:
            self._wait(BODY_SECONDS)
            super().on_headers_complete()
            if self.cycle is not None:  # an upgrade has none
                self._cycles = [each for each in {*self._cycles, self.cycle} if not each.response_complete]

    def on_body(self, body: bytes) -> None:
        if self._refused:
            return
        self._size += len(body)
        if self._size > BODY_BYTES:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._wait()
        if not self._refused:
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._wait()
        self._left()
        if not self.url.startswith(PATH.encode()):
            super().handle_websocket_upgrade()
            return
        self.connections.discard(self)
        lines = [b"%s %s HTTP/1.1" % (self.scope["method"].encode(), self.url)]
        lines += [b"%s: %s" % (name, value) for name, value in self.scope["headers"]]
        hand_over_to_tables(self.transport, self._tables, b"\r\n".join([*lines, b"", b""]))

    def _stated_length(self) -> int:
        return next((int(value) for name, value in self.headers if name == b"content-length" and value.isdigit()), 0)

    # Refusing

    def _wait(self, seconds: float | None = None) -> None:
        """Wait for the rest of what is being read for so long, and no longer; None: nothing is awaited."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _refuse(self, status: HTTPStatus) -> None:
        if self._refused:
            return
        self._refused = True
        self._wait()
        if not self._is_answering():
            refuse(self.transport, status)
        elif self._in_head or self.pipeline or self.cycle.response_started:
            self.transport.abort()  # our words would stand in the middle of another answer
        else:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            refuse(self.transport, status)

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete
