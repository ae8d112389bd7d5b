"""A client of Redis or Valkey: one shared connection, and another one after it whenever it is lost.

Laws kept here:
- While there is no connection, every call fails at once with `Unavailable`: nothing is queued, so nothing grows, and no
  write that was never sent is confirmed.
- `up` is called for each new connection, before anybody else can use it.
- It reconnects for ever, at growing and random intervals, so that many processes do not come back at once.
- A password is never part of a message.

Redis Cluster is out of scope: one address, one server. Must not know: scripts, channels.
"""

import asyncio
import contextlib
import random
import ssl
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple, Protocol
from urllib.parse import parse_qs, unquote, urlsplit

from ..settings import BadSetting
from ..store import Unavailable
from .connection import Answer, Push, RedisConnection, RedisError, Word, fail

DEADLINE: Final = 5.0
UNSENT_AT_MOST: Final = 8 << 20
SOONEST, LATEST = 0.05, 2.0
"""Seconds to wait before connecting again: at first, and at most."""
NAME: Final = "ludoteca"
NO_SCRIPT: Final = "NOSCRIPT"
"""The server does not have a script yet: it is sent, and nothing has failed."""


class Address(NamedTuple):
    """The address and credentials of a server. `path` is that of a Unix socket."""

    host: str = "127.0.0.1"
    port: int = 6379
    path: str = ""
    tls: bool = False
    user: str = "default"
    password: str = ""
    db: int = 0

    def __str__(self) -> str:
        return self.path or f"{self.host}:{self.port}"

    def __repr__(self) -> str:
        return f"<{self}>"

    @classmethod
    def read(cls, url: str) -> "Address":
        """From `redis://[user:password@]host[:port][/db]`, `rediss://…` for TLS, `unix://[…@]/path[?db=n]`."""
        try:
            parts = urlsplit(url)
            is_path = parts.scheme == "unix"
            db = parse_qs(parts.query).get("db", ["0"])[0] if is_path else parts.path.strip("/")
            if parts.scheme not in ("redis", "rediss", "unix") or (is_path and not parts.path):
                raise ValueError
            return cls(
                host=parts.hostname or cls().host,
                port=parts.port or cls().port,
                path=unquote(parts.path) if is_path else "",
                tls=parts.scheme == "rediss",
                user=unquote(parts.username or "") or cls().user,
                password=unquote(parts.password or ""),
                db=int(db or 0),
            )
        except ValueError:  # its text would contain the password
            raise BadSetting("invalid Redis URL: use redis://[user:password@]host:port/db") from None


class OnAnswer(Protocol):
    def __call__(self, command: str, seconds: float, *, failed: bool) -> None:
        """A call was answered, or failed, after so many seconds."""


def ignore(*_: Any, **__: Any) -> None:
    return None


class RedisClient:
    """Begins to connect when it is made, inside a running loop; `ready` waits for it."""

    def __init__(
        self,
        url: str,
        *,
        push: Push = ignore,
        up: Callable[[], None] = ignore,
        answered: OnAnswer = ignore,
        deadline: float = DEADLINE,
        unsent_at_most: int = UNSENT_AT_MOST,
    ) -> None:
        self.address = Address.read(url)
        self.last_error = "not connected yet"  # why there was no connection, the last time there was none
        self._push, self._up, self._answered = push, up, answered
        self._deadline, self._unsent_at_most = deadline, unsent_at_most
        self._connection: RedisConnection | None = None
        self._is_up = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._stay_connected())

    async def ready(self, seconds: float = DEADLINE) -> None:
        """Wait for a connection; Unavailable if there is none after so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._is_up.wait()
        except TimeoutError:
            raise Unavailable(f"Redis at {self.address}: {self.last_error}") from None

    @property
    def is_up(self) -> bool:
        return self._connection is not None

    def call(self, *words: Word) -> Answer:
        """Send a command; Unavailable or RedisError comes from the answer, never from the call."""
        if self._connection is None:
            answer = self._loop.create_future()
            fail(answer, Unavailable(self.last_error))
        else:
            answer = self._connection.call(words)
        answer.add_done_callback(partial(self._measure, str(words[0]), time.monotonic()))
        return answer

    def send(self, *words: Word) -> None:
        """Send a command and drop the reply. Unavailable if it could not be sent."""
        self._connected().send(words)

    def tell(self, *words: Word) -> None:
        """Send a command that is answered by pushes only, such as SUBSCRIBE. Unavailable as in `send`."""
        self._connected().tell(words)

    async def close(self) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    def _measure(self, command: str, began: float, answer: Answer) -> None:
        if not answer.cancelled():
            error = answer.exception()
            failed = error is not None and not (isinstance(error, RedisError) and error.code == NO_SCRIPT)
            self._answered(command, time.monotonic() - began, failed=failed)

    def _connected(self) -> RedisConnection:
        if self._connection is None:
            raise Unavailable(self.last_error)
        return self._connection

    async def _stay_connected(self) -> None:
        wait = SOONEST
        while True:
            began = self._loop.time()
            try:
                await self._one_connection()
            except TimeoutError:
                self.last_error = "no answer"
            except (OSError, Unavailable) as problem:
                self.last_error = str(problem)
            except Exception as bug:  # ours or a library's: report it, and keep reconnecting
                self.last_error = repr(bug)
                self._loop.call_exception_handler({"message": "a connection to Redis has failed", "exception": bug})
            # Only a connection that held for a while resets the delay.
            wait = SOONEST if self._loop.time() - began > LATEST else min(2 * wait, LATEST)
            await asyncio.sleep(random.uniform(wait / 2, wait))  # noqa: S311 # spreads, hides nothing

    async def _one_connection(self) -> None:
        """Connect, greet, serve until it is lost."""
        async with asyncio.timeout(self._deadline):
            connection = await self._dial()
        try:
            await self._greet(connection)
            if connection.is_over:  # lost as it answered: `_over` has been called, and will not be again
                raise Unavailable(self.last_error)
            self._connection = connection
            self._is_up.set()
            self._up()  # before those who wait for `ready` wake
            await asyncio.shield(connection.gone)
        finally:
            connection.cut("closed")
            await connection.gone

    def _over(self, reason: str) -> None:
        """Known at once, not some iterations later: a caller that sees a failure and awaits `ready` must wait."""
        self._connection, self.last_error = None, reason
        self._is_up.clear()

    async def _dial(self) -> RedisConnection:
        def make() -> RedisConnection:
            return RedisConnection(self._push, self._over, self._deadline, self._unsent_at_most)

        at = self.address
        if at.path:
            return (await self._loop.create_unix_connection(make, at.path))[1]
        secure = ssl.create_default_context() if at.tls else None
        return (await self._loop.create_connection(make, at.host, at.port, ssl=secure))[1]

    async def _greet(self, connection: RedisConnection) -> None:
        """PING comes last: a server that still loads its data answers everything else."""
        at = self.address
        entry: tuple[Word, ...] = ("AUTH", at.user, at.password) if at.password else ()
        answers = [connection.call(("HELLO", 3, *entry, "SETNAME", NAME))]
        if at.db:
            answers.append(connection.call(("SELECT", at.db)))
        answers.append(connection.call(("PING",)))
        await asyncio.gather(*answers)  # all at once: of two errors one would never be retrieved
