"""Time as a host sees it: two clocks, and a watch that notices when the process itself was away."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, TypeAlias

from ludoteca.table.effects import Now

Clock: TypeAlias = Callable[[], Now]

PULSE_SECONDS: Final = 0.5
"""How often a host looks at its watch even when nothing happens."""


def system_clock() -> Now:
    return Now(time.monotonic_ns() // 1_000_000, time.time_ns() // 1_000_000)


class TurnClock:
    """A clock that is read once a turn of the loop: whatever comes in one turn comes at one time. Under load that is
    once for many actions, and off by a turn at most."""

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
    """Looked at by everything that happens. A gap between two looks that no quiet explains was a pause of the process
    (a stopped container, a laptop asleep): it is nobody's time."""

    def __init__(self, now: Now, pause_ms: int) -> None:
        self._last = now.mono
        self._pause_ms = pause_ms + round(PULSE_SECONDS * 1000)

    def pause(self, now: Now) -> int:
        """For how many milliseconds the process was away just before (0: it was not)."""
        gap, self._last = now.mono - self._last, now.mono
        return gap if gap > self._pause_ms else 0
