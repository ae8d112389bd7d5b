"""`python -m tests.day.moved_clock`: the `ludoteca` command on a clock that can be moved.

Two numbers on its standard input move the clock on by so many seconds, so many at a time: all that is due by then is
done on the way. The answer on standard output is the line `moved`. In between, time passes as it does. Worker
processes keep the time of the machine. With its standard input, the server ends.
"""

import asyncio
import os
import selectors
import sys
import threading
import time
from collections.abc import Coroutine
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from django.utils import timezone

QUIET_SECONDS: Final = 0.01
"""For so long nothing has happened when all that was due is taken for done."""

_time, _monotonic = time.time, time.monotonic


class MovedClock:
    def __init__(self) -> None:
        self.ahead = 0.0
        self._left = 0.0
        self._step = 0.0

    @property
    def is_moving(self) -> bool:
        return self._left > 0

    def move(self, seconds: float, step: float) -> None:
        self._left, self._step = seconds, step

    def step(self) -> None:
        seconds = min(self._step, self._left)
        self.ahead += seconds
        self._left -= seconds
        if not self.is_moving:
            print("moved", flush=True)

    def install(self) -> None:
        """What already has a function of `time` by its own name, as `threading` has, keeps the time of the machine."""
        time.time = lambda: _time() + self.ahead
        time.time_ns = lambda: round(1e9 * time.time())
        time.monotonic = lambda: _monotonic() + self.ahead
        time.monotonic_ns = lambda: round(1e9 * time.monotonic())
        timezone.now = lambda: datetime.fromtimestamp(time.time(), UTC)


class Selector(selectors.DefaultSelector):
    """While the clock is moved, nobody waits: when nothing more comes, it is later."""

    def __init__(self, clock: MovedClock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> Any:
        if not self._clock.is_moving or timeout == 0:
            return super().select(timeout)
        ready = super().select(min(QUIET_SECONDS, timeout or QUIET_SECONDS))
        if not ready:
            self._clock.step()
        return ready


def run(clock: MovedClock, main: Coroutine[Any, Any, None]) -> None:
    def loop() -> asyncio.AbstractEventLoop:
        made = asyncio.SelectorEventLoop(Selector(clock))
        threading.Thread(target=_obey, args=(clock, made), daemon=True).start()
        return made

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(main)


def _obey(clock: MovedClock, loop: asyncio.AbstractEventLoop) -> None:
    for line in sys.stdin:
        seconds, step = map(float, line.split())
        loop.call_soon_threadsafe(clock.move, seconds, step)
    os._exit(1)


def main() -> None:
    clock = MovedClock()
    clock.install()
    import uvloop  # noqa: PLC0415 - everything else is loaded with the clock in its place

    from ludoteca.cli import main as ludoteca  # noqa: PLC0415

    uvloop.run = partial(run, clock)  # type: ignore[assignment]  # it takes fewer options
    ludoteca()


if __name__ == "__main__":
    main()
