"""How long a test waits and how much it plays; what it tells as the time. No other test reads a clock that runs by
itself, and `tests/tidy` says so.
"""

import os
import time
from collections.abc import Iterator
from typing import Final

TIMES: Final = int(os.environ.get("LUDOTECA_TEST_TIMES", "1"))
"""How much is played where more is better: `LUDOTECA_TEST_TIMES=4` gives four times what all tests have time for."""

PATIENCE: Final = 120
"""How many seconds a test waits for what must come: longer than any busy machine needs, for only a failure takes it."""


def within(seconds: float = PATIENCE) -> Iterator[None]:
    """Again and again, as long as there is time: for what nobody announces, and for trouble that has to end."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        yield


def now() -> int:
    """Seconds since 1970, as a token carries them."""
    return int(time.time())
