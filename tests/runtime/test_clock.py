"""The clock of a process: one time a turn of its loop."""

import asyncio
from itertools import count

import pytest

from ludoteca.runtime.clock import TurnClock
from ludoteca.table.effects import Now

from .event_loop import LOOPS, run


@pytest.mark.parametrize("loop", LOOPS)
def test_the_time_stands_within_a_turn_and_goes_on_in_the_next(loop: str) -> None:
    async def two_turns() -> list[int]:
        ticks = count()
        clock = TurnClock(lambda: Now(next(ticks), 0))
        first = [clock().mono, clock().mono]
        await asyncio.sleep(0)
        return [*first, clock().mono, clock().mono]

    assert run(two_turns(), loop) == [0, 0, 1, 1]
