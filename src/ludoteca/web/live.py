"""Live updates: what changes in the lobby, in a room, and with oneself, pushed to whoever looks. A Channels consumer,
without a channel layer: news comes over our own bus, and each process tells its own readers. (A layer in memory looks
through all its channels at every message, and one in Redis drops what does not fit.)

Laws kept here:
- What is pushed is the whole of what it is about: whoever misses one is right again with the next. The last that is
  pushed of a thing is the newest that was read of it, however long each reading took.
- A change of the lobby is told to whoever watches no room, and the more they are the more seldom.
"""

import asyncio
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, Final, ParamSpec, TypeVar

import structlog
from channels.generic.websocket import AsyncWebsocketConsumer

from ludoteca.kernel import Malformed, Value, decode
from ludoteca.kernel.values import encode
from ludoteca.runtime.bus import Subscription
from ludoteca.runtime.crashes import found

from . import shapes, telling
from .desk import Desk
from .models import Player, Room
from .news import CHANNEL, News, session_digest
from .threads import in_thread

LOBBY_SECONDS: Final = 0.3
READERS_A_SECOND: Final = 1000
BYTES_AT_MOST: Final = 512
GOING_AWAY: Final = 1001  # come back, as whoever you are now
MESSAGES_AT_MOST: Final = 1000  # of one socket: it watches rooms, it does not chat

P = ParamSpec("P")
R = TypeVar("R")

log: Any = structlog.get_logger("ludoteca.web.live")


class Hub:
    """All live sockets of this process."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._here: set[Watcher] = set()
        self._subscription: Subscription | None = None
        self._lobby_due: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._count = count()
        self._readings: dict[str, int] = {}  # what is being read, and which reading of it is the newest

    async def start(self) -> None:
        self._subscription = await self._desk.process.bus.subscribe(CHANNEL, self._hear, self._lobby_changed)

    async def stop(self) -> None:
        if self._lobby_due is not None:
            self._lobby_due.cancel()
        if self._subscription is not None:
            await self._subscription.end()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def online(self) -> int:
        """People, as far as they can be told apart."""
        return len({id(watcher) if watcher.player_id is None else -watcher.player_id for watcher in self._here})

    def came(self, watcher: "Watcher") -> None:
        self._here.add(watcher)
        self._lobby_changed()

    def went(self, watcher: "Watcher") -> None:
        self._here.discard(watcher)
        self._lobby_changed()

    def _hear(self, channel: str, raw: bytes) -> None:
        try:
            news: News = decode(raw, News)
        except Malformed:
            log.warning("unreadable", channel=channel)
            return
        if news.lobby:
            self._lobby_changed()
        self._spawn(self._pass_on(news))

    async def _pass_on(self, news: News) -> None:
        for code in news.rooms:
            await self.tell_room(code)
        for player_id in news.players:
            await self.tell_player(player_id)
        if news.go:
            await _tell([each for each in self._here if each.player_id in news.players], shapes.Go(news.go))
        if news.out:
            for watcher in [each for each in self._here if each.session == news.out]:
                await watcher.close(GOING_AWAY, "logged out")
        if news.said is not None:
            await _tell([each for each in self._here if each.room == news.said.room], news.said)

    async def tell_room(self, code: str) -> None:
        if not any(watcher.room == code for watcher in self._here):
            return
        room = await self._newest(f"room {code}", _room, code)
        if room is not None:
            await _tell([watcher for watcher in self._here if watcher.room == code], shapes.RoomNow(room))

    async def tell_player(self, player_id: int) -> None:
        theirs = [watcher for watcher in self._here if watcher.player_id == player_id]
        me = await self._newest(f"player {player_id}", _me, player_id) if theirs else None
        if me is not None:
            await _tell(theirs, shapes.MeNow(me))

    async def _newest(self, what: str, read: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
        """What is read now; None if it was read again meanwhile, for that is newer and may have been told already."""
        reading = self._readings[what] = next(self._count)
        found = await in_thread(read, *args, **kwargs)
        if self._readings.get(what) != reading:
            return None
        del self._readings[what]
        return found

    def _lobby_changed(self) -> None:
        if self._lobby_due is None:
            pause = max(LOBBY_SECONDS, len(self._here) / READERS_A_SECOND)
            self._lobby_due = asyncio.get_running_loop().call_later(pause, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._lobby_due = None
        readers = [watcher for watcher in self._here if watcher.room is None]
        if readers:
            self._spawn(self.tell_lobby(readers))

    async def tell_lobby(self, readers: Iterable["Watcher"]) -> None:
        lobby = await in_thread(telling.lobby, self.online)
        await _tell(readers, shapes.LobbyNow(lobby))

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Watcher(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    """One live socket."""

    def __init__(self, hub: Hub) -> None:
        super().__init__()
        self.hub = hub
        self.player_id: int | None = None
        self.session = ""
        self.room: str | None = None
        self._left = MESSAGES_AT_MOST

    async def connect(self) -> None:
        user = self.scope["user"]
        self.player_id = user.pk if user.is_authenticated else None
        self.session = session_digest(self.scope["session"].session_key)
        await self.accept()
        self.hub.came(self)
        if self.player_id is not None:
            await self.hub.tell_player(self.player_id)

    async def disconnect(self, code: int) -> None:
        self.hub.went(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self._left -= 1
        try:
            watch: shapes.Watch = decode(text_data or "", shapes.Watch, at_most=BYTES_AT_MOST)
        except Malformed:
            await self.close(1008, "watch, and nothing else")
            return
        if self._left < 0:
            await self.close(1008, "too many messages")
            return
        self.room = watch.room
        if watch.room is None:
            await self.hub.tell_lobby([self])
        else:
            await self.hub.tell_room(watch.room)


async def _tell(watchers: Iterable[Watcher], what: Value) -> None:
    """The same words to all of them; one that is gone keeps nobody from hearing them."""
    text = encode(what).decode()
    for watcher in watchers:
        try:
            await watcher.send(text_data=text)
        except Exception as error:
            log.info("gone", **found(error))


async def _logged(work: Any) -> None:
    try:
        await work
    except Exception as error:
        log.error("live_failed", **found(error))


def _room(code: str) -> shapes.Room | None:
    row: Room | None = telling.rooms().filter(code=code).first()
    return None if row is None else telling.room(row)


def _me(player_id: int) -> shapes.Me:
    return telling.me(Player.objects.filter(pk=player_id).first())
