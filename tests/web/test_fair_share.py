"""How requests share what answers them: nobody waits for the many requests of somebody else."""

import asyncio
import select
import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from ludoteca.web.server.fair_share import AT_ONCE, AT_ONCE_PER_ADDRESS, WAITING_PER_ADDRESS, FairShare, TooManyWaiting
from tests.times import PATIENCE

from .deployments import Deployment


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


def half_a_body(port: int, address: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
    head = b"POST /api/me/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    connection.sendall(head + b"Content-Length: 100\r\n\r\n{")
    return connection


def test_a_body_that_does_not_come_takes_nobodys_turn(deployment: Deployment) -> None:
    """As many as are answered at once, from several addresses."""
    port = urlsplit(deployment.url).port or 0
    with ExitStack() as open_ones:
        halves = [
            open_ones.enter_context(half_a_body(port, f"127.0.0.{40 + number // AT_ONCE_PER_ADDRESS}"))
            for number in range(AT_ONCE)
        ]
        assert deployment.browser().get("me")["player"] is None
        assert select.select(halves, [], [], 0)[0] == [], "these still wait for the rest of their bodies"
