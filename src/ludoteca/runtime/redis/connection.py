"""One connection to Redis or Valkey, from its first byte to its end: commands in, replies matched to them in order.

It is an asyncio protocol on hiredis's parser, and no client library. Measured, that is five to ten times as fast as
redis-py; and redis-py resubscribes silently after a lost connection, which hides the loss that a bus must report.

Laws kept here:
- Commands go out in the order of the calls, those of one loop iteration in one write; reply n belongs to call n.
- A call ends: with its reply, with `RedisError`, or with `Unavailable` when the connection is lost, when the server
  cannot write now, or when the deadline has passed. Then the connection is closed: late replies could not be matched.
- The deadline is counted in ticks of our own loop, so that a process that was stopped does not blame the server.
- Memory is bounded: a connection with too many unsent bytes is closed.
- An idle connection is pinged, so that one that is open on our side only is detected.

It speaks RESP3 (Redis 6 and later, Valkey), where published messages come as pushes beside the replies. Must not know:
who connects and connects again (`client.py`), what the commands mean.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

import hiredis

from ..store import Unavailable

Push: TypeAlias = Callable[[list[Any]], None]
Answer: TypeAlias = "asyncio.Future[Any]"
Word: TypeAlias = str | bytes | int

TICKS: Final = 10
"""So many ticks are one deadline."""
QUIET: Final = 4
"""After so many ticks without a byte the server is asked for a sign of life."""

CANNOT_NOW: Final = frozenset(
    {"OOM", "READONLY", "LOADING", "MISCONF", "NOREPLICAS", "MASTERDOWN", "BUSY", "CLUSTERDOWN", "TRYAGAIN"}
)
"""Errors that say: not now, or not here. A later call may succeed."""

_NOTHING: Final = object()


class RedisError(Unavailable):
    """The server answered with an error; `code` is its first word. For a store or a bus it is then as good as
    unreachable, hence the base class."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.code = text.partition(" ")[0]


class RedisConnection(asyncio.Protocol):
    """A connection. `over` is called when it fails; `gone` is done when it is closed."""

    def __init__(self, push: Push, over: Callable[[str], None], deadline: float, unsent_at_most: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._push, self._over = push, over
        self._tick = deadline / TICKS
        self._unsent_at_most = unsent_at_most
        self._reader = hiredis.Reader(notEnoughData=_NOTHING)
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._waiting: deque[Answer | None] = deque()  # None: the reply is not wanted
        self._out: list[bytes] = []
        self._unsent = 0  # bytes in `_out`
        self._asked = 0
        self._asked_by: deque[int] = deque(maxlen=TICKS + 1)  # how much had been asked at each of the last ticks
        self._quiet = 0
        self._reason = ""
        self.gone: asyncio.Future[None] = self._loop.create_future()

    def call(self, words: tuple[Word, ...]) -> Answer:
        """Send a command; its answer, which may fail. Never raises."""
        answer = self._loop.create_future()
        if self._reason or self._transport is None:
            fail(answer, Unavailable(self._reason or "not connected"))
            return answer
        self._waiting.append(answer)
        self._asked += 1
        self._write(words)
        return answer

    def send(self, words: tuple[Word, ...]) -> None:
        """Send a command and drop the reply."""
        self._check()
        self._waiting.append(None)
        self._asked += 1
        self._write(words)

    def tell(self, words: tuple[Word, ...]) -> None:
        """Send a command that is answered by pushes only: in RESP3, those about subscriptions."""
        self._check()
        self._write(words)

    @property
    def is_over(self) -> bool:
        return bool(self._reason)

    def cut(self, reason: str) -> None:
        """Close at once: unsent commands are dropped."""
        if self._reason:
            return
        self._reason = reason
        self._over(reason)
        if self._transport is not None:
            self._transport.abort()

    def _check(self) -> None:
        if self._reason or self._transport is None:
            raise Unavailable(self._reason or "not connected")

    def _write(self, words: tuple[Word, ...]) -> None:
        if not self._out:
            self._loop.call_soon(self._flush)
        packed: bytes = hiredis.pack_command(words)  # type: ignore[arg-type] # its stub means a tuple of any length
        self._out.append(packed)
        self._unsent += len(packed)
        if self._unsent > self._unsent_at_most and len(self._out) > 1:  # one big command alone may pass
            self.cut("too much to send at once")

    def _flush(self) -> None:
        out, self._out, self._unsent = self._out, [], 0
        if self._reason or self._transport is None:
            return
        if self._transport.get_write_buffer_size() > self._unsent_at_most:
            self.cut("the server does not take what is sent")
            return
        self._transport.write(b"".join(out))

    def _on_tick(self) -> None:
        """Check the deadline of the oldest command, and ping an idle server."""
        self._timer = self._loop.call_later(self._tick, self._on_tick)
        self._asked_by.append(self._asked)
        answered = self._asked - len(self._waiting)
        if len(self._asked_by) > TICKS and answered < self._asked_by[0]:
            self.cut("the server does not answer")
            return
        self._quiet += 1
        if self._quiet >= QUIET and not self._waiting and not self._reason:
            self.send(("PING",))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's have another class
        self._timer = self._loop.call_later(self._tick, self._on_tick)

    def data_received(self, data: bytes) -> None:
        self._quiet = 0
        try:
            self._reader.feed(data)
            while not self._reason and (reply := self._reader.gets()) is not _NOTHING:
                self._received(reply)
        except hiredis.ProtocolError as error:
            self.cut(f"not RESP: {error}")

    def _received(self, reply: Any) -> None:
        if isinstance(reply, hiredis.PushNotification):
            self._push(reply)
        elif not self._waiting:
            self.cut("a reply that nobody asked for")
        elif (answer := self._waiting.popleft()) is None or answer.done():
            return
        elif isinstance(reply, hiredis.ReplyError):
            answer.set_exception(_problem(str(reply)))
        else:
            answer.set_result(reply)

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        self.cut(str(error) if error else "the server has closed the connection")
        if self._timer is not None:
            self._timer.cancel()
        while self._waiting:
            if (answer := self._waiting.popleft()) is not None and not answer.done():
                fail(answer, Unavailable(self._reason))
        if not self.gone.done():
            self.gone.set_result(None)


def fail(answer: Answer, problem: Exception) -> None:
    """Fail an answer that perhaps nobody awaits any more, without a warning."""
    answer.set_exception(problem)
    answer.exception()


def _problem(text: str) -> Exception:
    refused = RedisError(text)
    return Unavailable(text) if refused.code in CANNOT_NOW else refused
