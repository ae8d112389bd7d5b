"""A client that writes WebSocket frames by hand: it can say what no library would, and say nothing at all."""

import asyncio
import base64
import json
import os
import socket
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, Final, TypeVar, cast

T = TypeVar("T")
Json = dict[str, Any]

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
RSV1, RSV2, RSV3 = 0x40, 0x20, 0x10
NO_CODE: Final = 1006  # the connection ended without a word
MASK: Final = b"\x0f\xa5\x3c\x5a"


def frame(payload: bytes, opcode: int = TEXT, *, fin: bool = True, rsv: int = 0, claimed: int | None = None) -> bytes:
    """A masked frame; `claimed` is the length its header tells, if it is not the true one."""
    size = len(payload) if claimed is None else claimed
    head = bytes([(0x80 if fin else 0) | rsv | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65_536:
        head += bytes([0x80 | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([0x80 | 127]) + size.to_bytes(8, "big")
    return head + MASK + masked(payload)


def masked(payload: bytes) -> bytes:
    mask = int.from_bytes((MASK * (len(payload) // 4 + 1))[: len(payload)], "big")
    return (int.from_bytes(payload, "big") ^ mask).to_bytes(len(payload), "big")


def handshake(path: str, headers: Iterable[tuple[str, str]] = ()) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: here",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        *(f"{name}: {value}" for name, value in headers),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def envelope(kind: str, action_id: str, payload: Json | None = None, **more: Any) -> Json:
    return {"message_type": kind, "game_id": "TABLE7", "action_id": action_id, "payload": payload or {}, **more}


class Refused(Exception):
    """The handshake was answered with a page."""

    def __init__(self, status: int, page: str) -> None:
        super().__init__(f"{status} {page}")
        self.status = status
        self.page = page


_OPEN: "set[Line]" = set()
_NUMBERS = count(1)


async def hang_up() -> None:
    """End whatever a test has left open. What an earlier one left has ended with its loop."""
    loop = asyncio.get_running_loop()
    ours = {line for line in _OPEN if line.loop is loop}
    _OPEN.intersection_update(ours)
    for line in ours:
        line.vanish()
    while _OPEN:
        await asyncio.sleep(0)


class Line(asyncio.Protocol):
    """One connection. What comes in is kept in `heard`; `code` is the close code, once the connection is over."""

    def __init__(self) -> None:
        self.heard: list[Json] = []
        self.raw: list[bytes] = []
        self.pings = self.pongs = 0
        self.answer = b""
        self.code: int | None = None
        self.reason = ""
        self.answers_pings = True
        self._over = False
        self._bytes = b""
        self._changed = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.transport: asyncio.Transport

    @classmethod
    async def dial(cls, port: int, first: bytes, *, receive: int = 0) -> "Line":
        """Connect and send these bytes; `receive` is the size of the kernel's buffer for what comes in."""
        connection = socket.socket()
        if receive:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        connection.setblocking(False)
        loop = asyncio.get_running_loop()
        try:
            await loop.sock_connect(connection, ("127.0.0.1", port))
        except OSError:
            connection.close()
            raise
        _, line = await loop.create_connection(cls, sock=connection)
        line.transport.write(first)
        return line

    @classmethod
    async def open(
        cls,
        port: int,
        token: str = "",
        headers: Iterable[tuple[str, str]] = (),
        path: str = "/table/TABLE7",
        *,
        receive: int = 0,
    ) -> "Line":
        """A table socket; Refused if there is none, ConnectionError if nobody even said so."""
        bearer = [("Authorization", f"Bearer {token}")] if token else []
        line = await cls.dial(port, handshake(path, [*bearer, *headers]), receive=receive)
        await line.greeted()
        return line

    async def greeted(self) -> None:
        await self.when(lambda: self.answer or self._over or None)
        if not self.answer:
            raise ConnectionError
        status = int(self.answer.split(b" ", 2)[1])
        if status != 101:
            await self.ended()
            raise Refused(status, self._bytes.decode(errors="replace"))

    # What it says

    def say(self, message: Json | str | bytes, opcode: int = TEXT, *, fin: bool = True, rsv: int = 0) -> None:
        if isinstance(message, dict):
            message = json.dumps(message)
        payload = message.encode() if isinstance(message, str) else message
        self.transport.write(frame(payload, opcode, fin=fin, rsv=rsv))

    def act(self, kind: str, payload: Json | None = None, **more: Any) -> str:
        """Send an action; its id."""
        action_id = f"{kind}-{next(_NUMBERS)}"
        self.say(envelope(kind, action_id, payload, **more))
        return action_id

    async def ask(self, kind: str, payload: Json | None = None, **more: Any) -> Json:
        """Send an action and wait for what comes of it."""
        return await self.result(self.act(kind, payload, **more))

    # What it hears

    def results(self, action_id: str) -> list[Json]:
        return [each["payload"] for each in self.heard if each.get("action_id") == action_id]

    def told(self) -> list[int]:
        """The numbers of the events heard, in the order they came."""
        return [each["seq"] for each in self.heard if "seq" in each and each["message_type"] != "sync"]

    def kinds(self) -> list[str]:
        return [each["message_type"] for each in self.heard]

    def codes(self) -> list[str]:
        """Of the errors that answer no action."""
        return [each["payload"]["code"] for each in self.heard if each["message_type"] == "error"]

    async def result(self, action_id: str) -> Json:
        return (await self.when(lambda: self.results(action_id) or None))[0]

    async def event(self, seq: int) -> None:
        """Until this event, or a snapshot that holds it, has come."""
        await self.when(lambda: any(each.get("seq", 0) >= seq for each in self.heard) or None)

    async def when(self, find: Callable[[], T | None]) -> T:
        while (found := find()) is None:
            assert not self._over, f"the connection is over ({self.code} {self.reason})"
            self._changed.clear()
            await self._changed.wait()
        return found

    async def ended(self) -> int:
        """The close code, once it is over."""
        while not self._over:
            self._changed.clear()
            await self._changed.wait()
        return NO_CODE if self.code is None else self.code

    @property
    def is_over(self) -> bool:
        return self._over

    # How it ends

    def vanish(self) -> None:
        """End it without a word."""
        self.transport.abort()

    async def close(self) -> None:
        if not self._over:
            self.say((1000).to_bytes(2, "big"), CLOSE)
        await self.ended()

    # What the loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is none by name
        _OPEN.add(self)

    def data_received(self, data: bytes) -> None:
        self._bytes += data
        if not self.answer:
            head, found, rest = self._bytes.partition(b"\r\n\r\n")
            if not found:
                return
            self.answer, self._bytes = head, rest
        if self.answer.startswith(b"HTTP/1.1 101"):
            while self._take():
                pass
        self._changed.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self._over = True
        _OPEN.discard(self)
        self._changed.set()

    def _take(self) -> bool:
        """One whole frame from what has come in, if there is one."""
        data = self._bytes
        if len(data) < 2:
            return False
        start, size = 2, data[1]
        if size in (126, 127):
            start = 4 if size == 126 else 10
            size = int.from_bytes(data[2:start], "big")
        if len(data) < start + size:
            return False
        self._bytes = data[start + size :]
        self._got(data[0] & 0x0F, data[start : start + size])
        return True

    def _got(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self.raw.append(payload)
            self.heard.append(json.loads(payload))
        elif opcode == PING:
            self.pings += 1
            if self.answers_pings:
                self.say(payload, PONG)
        elif opcode == PONG:
            self.pongs += 1
        elif opcode == CLOSE and self.code is None:
            self.code, self.reason = int.from_bytes(payload[:2], "big"), payload[2:].decode()
