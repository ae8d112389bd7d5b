"""A sluice: messages pass at a rate, and what is too many waits. A gateway cuts off whoever sends more than it allows.

Must not know: what is in a message, where it goes.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

WAITING_AT_MOST: Final = 4096


class Rate(NamedTuple):
    """How many messages may be sent, for long and at once."""

    per_second: float
    burst: int


DEFAULT_RATE: Final = Rate(per_second=15, burst=75)
"""Below what a gateway allows unless it was told otherwise."""


class RateLimiter:
    """For one line; a new line has a new one."""

    def __init__(self, rate: Rate, send: Callable[[bytes], None]) -> None:
        self._rate = rate
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[bytes] = deque(maxlen=WAITING_AT_MOST)  # what falls out is sent again, as if lost
        self._free = float(rate.burst)
        self._at = self._loop.time()
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
        now = self._loop.time()
        self._free = min(self._rate.burst, self._free + (now - self._at) * self._rate.per_second)
        self._at, self._alarm = now, None
        while self._waiting and self._free >= 1:
            self._free -= 1
            self._send(self._waiting.popleft())
        if self._waiting:
            self._alarm = self._loop.call_later(1 / self._rate.per_second, self._flow)
