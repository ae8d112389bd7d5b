"""Requests share what answers them: so many are answered at once, and no address has more than a part of that.

Laws kept here:
- A request waits for its turn or is refused; it is never dropped. Those of one address wait for each other.
- The number of threads is bounded by the number of requests that are answered at once.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

AT_ONCE: Final = 32
AT_ONCE_PER_ADDRESS: Final = 8
WAITING_PER_ADDRESS: Final = 64


class TooManyWaiting(Exception):
    """So many requests of this address wait already."""


class _Address:
    def __init__(self) -> None:
        self.turns = asyncio.Semaphore(AT_ONCE_PER_ADDRESS)
        self.requests = 0


class FairShare:
    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._addresses: dict[str, _Address] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        mine = self._addresses.setdefault(address, _Address())
        if mine.requests >= AT_ONCE_PER_ADDRESS + WAITING_PER_ADDRESS:
            raise TooManyWaiting
        mine.requests += 1
        try:
            async with mine.turns, self._turns:
                yield
        finally:
            mine.requests -= 1
            if not mine.requests:
                del self._addresses[address]
