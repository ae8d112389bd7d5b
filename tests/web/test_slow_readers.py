"""Live sockets whose readers do not read: nobody else waits for them, and what is kept for them is bounded."""

import asyncio
from typing import Any, cast

import pytest

from ludoteca.web import schemas
from ludoteca.web.live import consumer
from tests.times import PATIENCE

from .apps import APP


class Deaf(consumer.LiveConsumer):
    """A reader whose socket takes nothing more."""

    async def send(self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False) -> None:
        await asyncio.Event().wait()


class Keen(consumer.LiveConsumer):
    def __init__(self, hub: consumer.Hub) -> None:
        super().__init__(hub)
        self.heard: list[str] = []

    async def send(self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False) -> None:
        self.heard.append(text_data or "")


def test_a_reader_who_does_not_read_holds_up_nobody_and_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumer, "READING_SECONDS", 0.05)

    async def main() -> None:
        cut: list[Any] = []
        hub = consumer.Hub(cast("Any", None), APP.limits, cut.append)
        deaf, keen = Deaf(hub), Keen(hub)
        writing = []
        for watcher in (deaf, keen):
            watcher.scope = {"client": ("somewhere", id(watcher))}
            writing.append(asyncio.ensure_future(watcher._write()))
        consumer._tell([deaf, keen], schemas.Go("ABC123"))
        while not (keen.heard and cut):
            await asyncio.sleep(0.01)
        assert cut == [deaf.scope["client"]]
        for task in writing:
            task.cancel()
        await asyncio.gather(*writing, return_exceptions=True)

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


def test_of_what_is_not_told_yet_the_newest_of_a_kind_is_kept_and_not_too_much() -> None:
    async def main() -> None:
        deaf = Deaf(consumer.Hub(cast("Any", None), APP.limits, lambda client: None))
        for number in range(100):
            consumer._tell([deaf], schemas.Go(f"ROOM{number:02}"))
            consumer._tell(
                [deaf],
                schemas.PhraseSaid(
                    "ABC123", schemas.PlayerInfo("1", "ada", "Ada", is_guest=False, is_staff=False), "hello"
                ),
            )
        assert len(deaf._box) == consumer.BOX_AT_MOST
        assert [text for text in deaf._box.values() if '"go"' in text] == ['{"type":"go","room":"ROOM99"}']

    asyncio.run(main())
