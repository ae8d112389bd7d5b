"""HTTP connections of the web: uvicorn's protocol, with one thing added.

A proxy that keeps its connections may send a table's handshake down one that has carried pages before; then it is here,
and not at the door, that the connection changes hands.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ludoteca.gateway.gateway import PATH
from ludoteca.gateway.port_multiplexer import hand_over


def http_for(tables: Callable[[], Any]) -> type[HttpToolsProtocol]:
    """The protocol of a process whose tables' sockets `tables` reads and writes."""

    class Http(HttpToolsProtocol):
        def handle_websocket_upgrade(self) -> None:
            if not self.url.startswith(PATH.encode()):
                super().handle_websocket_upgrade()
                return
            self.connections.discard(self)
            lines = [b"%s %s HTTP/1.1" % (self.scope["method"].encode(), self.url)]
            lines += [b"%s: %s" % (name, value) for name, value in self.scope["headers"]]
            hand_over(self.transport, tables(), b"\r\n".join([*lines, b"", b""]))

    return Http
