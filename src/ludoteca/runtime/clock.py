"""Time for a host: two clocks, and a detector of pauses of the process itself."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, TypeAlias

from ludoteca.table.effects import Now

Clock: TypeAlias = Callable[[], Now]

PULSE_SECONDS: Final = 0.5
"""How often a host checks for a pause even when nothing happens."""


def system_clock() -> Now:
    return Now(time.monotonic_ns() // 1_000_000, time.time_ns() // 1_000_000)


class TurnClock:
    """A clock that is read once per loop iteration: all inputs of one iteration have the same time. Under load that is
    one reading for many actions, off by one iteration at most."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._now: Now | None = None

    def __call__(self) -> Now:
        if self._now is None:
            self._now = self._clock()
            asyncio.get_running_loop().call_soon(self._forget)
        return self._now

    def _forget(self) -> None:
        self._now = None


class PauseDetector:
    """Asked at every input. A gap that idleness does not explain was a pause of the process (a stopped container, a
    sleeping laptop), which is charged to nobody."""

    def __init__(self, now: Now, pause_ms: int) -> None:
        self._last = now.mono
        self._pause_ms = pause_ms + round(PULSE_SECONDS * 1000)

    def pause(self, now: Now) -> int:
        """How many milliseconds the process was paused just before (0: it was not)."""
        gap, self._last = now.mono - self._last, now.mono
        return gap if gap > self._pause_ms else 0
