"""A rate limiter: messages beyond the rate wait, because a gateway closes a socket that sends more than it allows.

Must not know: what is in a message, where it goes.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from ludoteca.runtime.token_bucket import TokenBucket

WAITING_AT_MOST: Final = 4096


class Rate(NamedTuple):
    """How many messages may be sent, in the long run and at once."""

    per_second: float
    burst: int


DEFAULT_RATE: Final = Rate(per_second=15, burst=75)
"""Below a gateway's default limit."""


class RateLimiter:
    """For one connection; the next connection has a new one."""

    def __init__(self, rate: Rate, send: Callable[[bytes], None]) -> None:
        self._seconds = 1 / rate.per_second
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[bytes] = deque(maxlen=WAITING_AT_MOST)  # what falls out is sent again, as if lost
        self._bucket = TokenBucket(rate.per_second, rate.burst, self._now())
        self._alarm: asyncio.TimerHandle | None = None

    def send(self, raw: bytes) -> None:
        self._waiting.append(raw)
        if self._alarm is None:
            self._flow()

    def close(self) -> None:
        self._waiting.clear()
        if self._alarm is not None:
            self._alarm.cancel()

    def _flow(self) -> None:
        self._alarm = None
        while self._waiting and self._bucket.spend(self._now()):
            self._send(self._waiting.popleft())
        if self._waiting:
            self._alarm = self._loop.call_later(self._seconds, self._flow)

    def _now(self) -> float:
        return self._loop.time() * 1000
