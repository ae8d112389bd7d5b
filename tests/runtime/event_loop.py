"""Running async tests: in a loop of their own, within a limit, and with nothing that the loop would complain of."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import uvloop

from tests.times import PATIENCE

T = TypeVar("T")

LOOPS: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {
    "asyncio": asyncio.new_event_loop,
    "uvloop": uvloop.new_event_loop,
}


def run(main: Coroutine[Any, Any, T], loop: str = "asyncio") -> T:
    complaints: list[dict[str, Any]] = []

    async def within() -> T:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        async with asyncio.timeout(PATIENCE):
            return await main

    with asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
        result = runner.run(within())
    assert not complaints, complaints
    return result


async def until(condition: Callable[[], bool]) -> None:
    """Wait for what nobody announces; the limit of `run` ends a wait in vain."""
    while not condition():
        await asyncio.sleep(0.005)


async def turns(number: int = 5) -> None:
    """Let the loop do what is due: a connection is handed over, or cleared away, in a few turns."""
    for _ in range(number):
        await asyncio.sleep(0)
