"""What one HTTP connection may cost: the size of a head and of a body, and the time for each.

Laws kept here: the front door and the pages refuse by the same numbers, in the same words.
"""

import asyncio
from http import HTTPStatus
from typing import Final

from .connection import PARTING_SECONDS

HEAD_BYTES: Final = 16 * 1024
HEADERS: Final = 100
HEAD_SECONDS: Final = 10.0  # from the first byte of a head, or from the connection, to the end of the head
BODY_BYTES: Final = 64 * 1024  # what is too long for its route, the route says
BODY_SECONDS: Final = 20.0  # for a whole body
IDLE_SECONDS: Final = 30  # between two requests of a connection
UNREAD_SECONDS: Final = 30.0  # how long an answer may wait for a client that does not read
PIPELINED: Final = 8  # requests that wait on one connection

_REASONS: Final = {
    HTTPStatus.BAD_REQUEST: "bad request",
    HTTPStatus.REQUEST_TIMEOUT: "the request took too long",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: f"a body must not be longer than {BODY_BYTES} bytes",
    HTTPStatus.TOO_MANY_REQUESTS: "too many connections from this address",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: f"at most {HEADERS} headers and {HEAD_BYTES} bytes of them",
}


def refuse(transport: asyncio.Transport, status: HTTPStatus) -> None:
    """Answer, read nothing more, and close. Not at once: closing a connection with unread bytes resets it, and the
    client may never learn why."""
    if transport.is_closing():
        return
    body = _REASONS[status].encode() + b"\n"
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: text/plain\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    transport.write(head.encode() + body)
    transport.pause_reading()
    asyncio.get_running_loop().call_later(PARTING_SECONDS, transport.abort)
