"""Time as a host sees it: two clocks, and a watch that notices when the process itself was away."""

import time
from collections.abc import Callable
from typing import Final, TypeAlias

from ludoteca.table.effects import Now

Clock: TypeAlias = Callable[[], Now]

PULSE_SECONDS: Final = 0.5
"""How often a host looks at its watch even when nothing happens."""


def system_clock() -> Now:
    return Now(time.monotonic_ns() // 1_000_000, time.time_ns() // 1_000_000)


class Watch:
    """Looked at by everything that happens. A gap between two looks that no quiet explains was a pause of the process
    (a stopped container, a laptop asleep): it is nobody's time."""

    def __init__(self, clock: Clock, pause_ms: int) -> None:
        self._clock = clock
        self._last = clock().mono
        self._pause_ms = pause_ms + round(PULSE_SECONDS * 1000)

    def look(self) -> tuple[Now, int]:
        """The time, and for how many milliseconds the process was away just before (0: it was not)."""
        now = self._clock()
        gap, self._last = now.mono - self._last, now.mono
        return now, gap if gap > self._pause_ms else 0
