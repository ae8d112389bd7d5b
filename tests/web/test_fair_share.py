"""How requests share what answers them: nobody waits for the many requests of somebody else."""

import asyncio

import pytest

from ludoteca.web.server.fair_share import AT_ONCE, AT_ONCE_PER_ADDRESS, WAITING_PER_ADDRESS, FairShare, TooManyWaiting
from tests.times import PATIENCE


class Requests:
    """Requests that are answered when they are told."""

    def __init__(self) -> None:
        self.share = FairShare()
        self.answer = asyncio.Event()
        self.begun: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def _ask(self, address: str) -> None:
        async with self.share.turn(address):
            self.begun.append(address)
            await self.answer.wait()

    async def come(self, address: str, count: int) -> None:
        self.tasks += [asyncio.ensure_future(self._ask(address)) for _ in range(count)]
        for _ in range(5):
            await asyncio.sleep(0)

    async def all_answered(self) -> None:
        self.answer.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self.tasks)


def test_an_address_has_a_part_of_what_is_answered_at_once() -> None:
    async def main() -> None:
        requests = Requests()
        await requests.come("many", WAITING_PER_ADDRESS)
        await requests.come("one", 1)
        assert requests.begun == ["many"] * AT_ONCE_PER_ADDRESS + ["one"]
        await requests.all_answered()
        assert requests.begun.count("many") == WAITING_PER_ADDRESS

    asyncio.run(main())


def test_so_many_are_answered_at_once_and_the_others_after_them() -> None:
    async def main() -> None:
        requests = Requests()
        for number in range(AT_ONCE + 5):
            await requests.come(f"address {number}", 1)
        assert len(requests.begun) == AT_ONCE
        await requests.all_answered()
        assert len(requests.begun) == AT_ONCE + 5

    asyncio.run(main())


def test_too_many_of_one_address_are_refused_and_later_ones_are_not() -> None:
    async def main() -> None:
        requests = Requests()
        await requests.come("many", AT_ONCE_PER_ADDRESS + WAITING_PER_ADDRESS)
        with pytest.raises(TooManyWaiting):
            async with requests.share.turn("many"):
                pass
        await requests.come("one", 1)
        assert requests.begun[-1] == "one"
        await requests.all_answered()
        async with requests.share.turn("many"):
            pass

    asyncio.run(main())
