"""How long a test waits and how much it plays; what it tells as the time. No other test reads a clock that runs by
itself, and `tests/tidy` says so.
"""

import os
import time
from collections.abc import Iterator
from typing import Final

TIMES: Final = int(os.environ.get("LUDOTECA_TEST_TIMES", "1"))
"""How much to play where more is better: `LUDOTECA_TEST_TIMES=4` plays four times the default."""

PATIENCE: Final = 120
"""Seconds that a test waits for what must come: more than any busy machine needs; only a failure takes it all."""


def within(seconds: float = PATIENCE) -> Iterator[None]:
    """Repeats until time is up: for what sends no signal, and for faults that must end."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        yield


def now() -> int:
    """Seconds since 1970, as in a token."""
    return int(time.time())
