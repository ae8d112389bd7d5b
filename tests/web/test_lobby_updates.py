"""When the lobby is told to those who look at it: no change is lost by readings under way, however long that
takes. `rooms` stands for the database: the number of rooms is told as the number of people in a queue."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, cast

import pytest
import uvloop
from django.db import OperationalError

from ludoteca.kernel.values import encode
from ludoteca.web import schemas
from ludoteca.web.live import consumer, serializers
from ludoteca.web.live import lobby as lobby_cache
from ludoteca.web.live.lobby import PAUSE_SECONDS
from ludoteca.web.notifications import CHANNEL, News
from tests.times import PATIENCE

from .apps import APP

CHANGED = encode(News(lobby=True))


class Reader(consumer.LiveConsumer):
    """A watcher of the lobby. `last` is the last update."""

    def __init__(self, hub: consumer.Hub) -> None:
        super().__init__(hub)
        self.told = 0
        self.last = ""
        self.closed_with: int | bool | None = None

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        self.closed_with = code

    def tell(self, kind: str, text: str) -> None:
        self.told += 1
        self.last = text


class Lobby:
    """A hub, the rooms it reads, and who looks."""

    def __init__(self) -> None:
        self.hub = consumer.Hub(cast("Any", None), APP.limits, lambda client: None)
        self.rooms = 0
        self.readings = 0
        self.slowly: list[threading.Event] = []  # what a reading waits for, once it has read

    def read(self, online: int, after: int = 0) -> schemas.Lobby:
        self.readings += 1
        read = schemas.Lobby((), (schemas.QueueInfo("gomoku", False, self.rooms),), online, None)
        if self.slowly:
            assert self.slowly.pop(0).wait(PATIENCE)
        return read

    def reader(self) -> Reader:
        reader = Reader(self.hub)
        assert self.hub.came(reader)
        return reader

    def change(self) -> None:
        self.rooms += 1
        self.hub._hear(CHANNEL, CHANGED)

    async def told(self, reader: Reader) -> None:
        """Waits for the first update, which may never come: that is what is tried here."""
        while not self.is_known_to(reader):
            await asyncio.sleep(0.001)

    def is_known_to(self, reader: Reader) -> bool:
        return f'"players":{self.rooms}}}' in reader.last


def looked_at(monkeypatch: pytest.MonkeyPatch, main: Callable[[Lobby], Coroutine[Any, Any, None]]) -> None:
    """On the loop that serves people: its clock has whole milliseconds."""

    async def all_of_it() -> None:
        lobby = Lobby()
        monkeypatch.setattr(serializers, "lobby", lobby.read)
        async with asyncio.timeout(PATIENCE):
            await main(lobby)

    uvloop.run(all_of_it())


def test_a_change_after_somebody_returns_to_the_lobby_reaches_all_its_watchers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main(lobby: Lobby) -> None:
        reader, coming = lobby.reader(), lobby.reader()
        lobby.change()
        await lobby.hub.tell_lobby(coming)
        lobby.change()
        await lobby.told(reader)

    looked_at(monkeypatch, main)


def test_however_often_it_changes_the_lobby_is_told_once_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumer, "PAUSE_SECONDS", 3600)

    async def main(lobby: Lobby) -> None:
        reader = lobby.reader()
        due = lobby.hub._lobby_due
        for _ in range(100):
            lobby.change()
            await asyncio.sleep(0)
        assert lobby.hub._lobby_due is due is not None
        assert reader.told == 0
        due.cancel()
        lobby.hub._tell_lobby()
        await lobby.told(reader)
        assert reader.told == 1

    looked_at(monkeypatch, main)


def test_what_changes_as_the_lobby_begins_to_be_read_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next telling is due just as long after as a reading is good for: by the clock that may be a trifle less."""
    monkeypatch.setattr(consumer, "PAUSE_SECONDS", 0.03)
    monkeypatch.setattr(lobby_cache, "PAUSE_SECONDS", 0.03)

    async def main(lobby: Lobby) -> None:
        reader = lobby.reader()
        for _ in range(20):
            told = reader.told
            lobby.change()
            while reader.told == told:
                await asyncio.sleep(0)
            lobby.change()
            await asyncio.sleep(0.002)
            lobby.change()
            await lobby.told(reader)

    looked_at(monkeypatch, main)


def test_a_reading_that_began_before_a_change_is_not_what_is_told_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(lobby: Lobby) -> None:
        reader, asking = lobby.reader(), lobby.reader()
        late = threading.Event()
        lobby.slowly = [late]
        slow = asyncio.ensure_future(lobby.hub.tell_lobby(asking))
        while lobby.slowly:
            await asyncio.sleep(0.001)
        lobby.change()
        after = asyncio.ensure_future(lobby.hub.tell_lobby(reader))
        late.set()
        await slow
        await after
        assert lobby.is_known_to(reader)

    looked_at(monkeypatch, main)


def test_however_many_ask_the_lobby_is_read_once_for_each_change(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(lobby: Lobby) -> None:
        for _ in range(3):
            lobby.change()
            bodies = await asyncio.gather(*(lobby.hub.lobby.body() for _ in range(100)))
            assert len(set(bodies)) == 1
        assert lobby.readings == 3

    looked_at(monkeypatch, main)


def test_who_comes_and_goes_is_counted_without_reading_the_lobby_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(lobby: Lobby) -> None:
        for here in range(1, 4):
            lobby.reader()
            assert f'"online":{here}'.encode() in await lobby.hub.lobby.body()
        assert lobby.readings == 1

    looked_at(monkeypatch, main)


def test_what_changes_while_nobody_looks_is_told_to_whoever_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the lobby was read a moment ago, for somebody who only passed through."""

    async def main(lobby: Lobby) -> None:
        passing = lobby.reader()
        lobby.change()
        await asyncio.sleep(PAUSE_SECONDS / 2)
        await lobby.hub.tell_lobby(passing)
        passing.room = "ABC123"
        lobby.change()
        while lobby.hub._lobby_due is not None:
            await asyncio.sleep(0.001)
        passing.room = None
        await lobby.hub.tell_lobby(passing)
        assert lobby.is_known_to(passing)

    looked_at(monkeypatch, main)


def test_whoever_comes_while_the_others_are_counted_is_no_trouble() -> None:
    """They are counted in threads, and come and go in the loop."""

    class Arriving(Reader):
        @property
        def player_id(self) -> int | None:
            self.hub._here.add(Reader(self.hub))
            return None

        @player_id.setter
        def player_id(self, value: int | None) -> None:
            pass

    async def main() -> None:
        hub = Lobby().hub
        hub._here.update((Arriving(hub), Arriving(hub)))
        assert hub.online == 2

    asyncio.run(main())


def away(*_: Any) -> None:
    raise OperationalError("the database is away")


def test_what_cannot_be_read_keeps_nobody_from_being_told_where_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serializers, "me", away)

    async def main(lobby: Lobby) -> None:
        reader = lobby.reader()
        reader.player_id = 7
        lobby.hub._hear(CHANNEL, encode(News(players=(7,), go="ABC123")))
        while reader.last != '{"type":"go","room":"ABC123"}':
            await asyncio.sleep(0.001)

    looked_at(monkeypatch, main)


def test_whoever_cannot_be_told_what_he_came_for_comes_back_later(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(lobby: Lobby) -> None:
        reader = lobby.reader()
        monkeypatch.setattr(serializers, "lobby", away)
        await reader.receive(text_data='{"type": "watch", "room": null}')
        assert reader.closed_with == consumer.TRY_LATER

    looked_at(monkeypatch, main)
