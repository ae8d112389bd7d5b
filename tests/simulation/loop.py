"""An event loop whose time is invented: it never waits, and what happens in it depends on nothing outside."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class VirtualLoop(asyncio.BaseEventLoop):
    """Instead of waiting for the next timer it moves the clock there."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._selector = self  # asyncio asks it to wait

    def time(self) -> float:
        return self._now

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("nothing is left that could ever happen")
        self._now += timeout
        return []

    def _process_events(self, events: list[Any]) -> None:
        return None

    def _write_to_self(self) -> None:
        return None


def run(main: Coroutine[Any, Any, T]) -> T:
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(main)
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
