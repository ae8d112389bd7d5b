"""Live updates: the lobby, a room and one's own account, pushed to the pages that show them. A Channels consumer
without a channel layer: notifications come over our own bus, and each process updates its own sockets. (The in-
memory layer scans all its channels for every message, and the Redis one drops messages over its capacity.)

Laws kept here:
- An update is the whole state of its subject, so a missed one is made good by the next. The last update pushed is the
  newest that was read, however long each read took.
- Lobby updates go to sockets that watch no room; the more there are, the less often.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from itertools import count
from typing import Any, Final, ParamSpec, TypeVar

import structlog
from channels.generic.websocket import AsyncWebsocketConsumer

from ludoteca.gateway.address_counter import AddressCounter
from ludoteca.kernel import Malformed, Value, decode
from ludoteca.kernel.values import encode
from ludoteca.runtime.bus import Bus, Subscription
from ludoteca.runtime.crashes import exc_fields
from ludoteca.runtime.token_bucket import TokenBucket

from .. import schemas
from ..database_threads import in_thread
from ..models import Player, Room
from ..notifications import CHANNEL, News, session_digest
from ..play import matchmaking
from ..request_limits import RequestLimits
from . import serializers
from .lobby import PAUSE_SECONDS, LobbyCache

READERS_A_SECOND: Final = 1000
BYTES_AT_MOST: Final = 512
BOX_AT_MOST: Final = 32
READING_SECONDS: Final = 10.0  # by when what is told must have been taken
SEEN_SECONDS: Final = 10.0
GOING_AWAY: Final = 1001  # reconnect, as the player you are now
POLICY: Final = 1008
TRY_LATER: Final = 1013
WATCHES_PER_SECOND: Final = 2
WATCHES_AT_ONCE: Final = 30

P = ParamSpec("P")
R = TypeVar("R")

log: Any = structlog.get_logger("ludoteca.web.live")


class Hub:
    """All live sockets of this process."""

    def __init__(self, bus: Bus, limits: RequestLimits, cut: Callable[[Any], None]) -> None:
        """`cut` ends the connection from an address at once."""
        self.cut = cut
        self.limits = limits
        self._bus = bus
        self._addresses = AddressCounter(limits.settings.sockets_per_address)
        self.lobby = LobbyCache(lambda: self.online)
        self._here: set[LiveConsumer] = set()
        self._subscription: Subscription | None = None
        self._lobby_due: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._seeing: asyncio.Task[None] | None = None
        self._count = count()
        self._readings: dict[str, int] = {}  # what is being read, and which reading of it is the newest

    async def start(self) -> None:
        self._seeing = asyncio.get_running_loop().create_task(self.see())
        self._subscription = await self._bus.subscribe(CHANNEL, self._hear, self._missed)

    async def stop(self) -> None:
        if self._lobby_due is not None:
            self._lobby_due.cancel()
        if self._subscription is not None:
            await self._subscription.end()
        tasks = [*self._tasks, *([] if self._seeing is None else [self._seeing])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def online(self) -> int:
        """People, as far as they can be told apart."""
        here = tuple(self._here)  # this may be called from another thread
        return len({id(watcher) if watcher.player_id is None else -watcher.player_id for watcher in here})

    def came(self, watcher: "LiveConsumer") -> bool:
        """Whether this address may have one more socket."""
        if not self._addresses.add(watcher.address):
            self._addresses.remove(watcher.address)
            return False
        self._here.add(watcher)
        self._tell_lobby_soon()
        return True

    def went(self, watcher: "LiveConsumer") -> None:
        if watcher in self._here:
            self._here.remove(watcher)
            self._addresses.remove(watcher.address)
            self._tell_lobby_soon()

    async def see(self) -> None:
        """Tells the queues which players are present."""
        while True:
            await asyncio.sleep(SEEN_SECONDS)
            await _logged(
                in_thread(matchmaking.seen, {each.player_id for each in self._here if each.player_id is not None})
            )

    def _missed(self) -> None:
        """The bus had a gap: everything shown is read again."""
        rooms = {each.room for each in self._here if each.room is not None}
        players = {each.player_id for each in self._here if each.player_id is not None}
        self._spawn(self._pass_on(News(rooms=tuple(rooms), players=tuple(players))))
        self.lobby.change()
        self._tell_lobby_soon()

    def _hear(self, channel: str, raw: bytes) -> None:
        try:
            news: News = decode(raw, News)
        except Malformed:
            log.warning("unreadable", channel=channel)
            return
        if news.lobby:
            self.lobby.change()
            self._tell_lobby_soon()
        self._spawn(self._pass_on(news))

    async def _pass_on(self, news: News) -> None:
        for code in news.rooms:
            await _logged(self.tell_room(code))
        for player_id in news.players:
            await _logged(self.tell_player(player_id))
        if news.go:
            _tell([each for each in self._here if each.player_id in news.players], schemas.Go(news.go))
        for watcher in [each for each in self._here if each.is_ended_by(news)]:
            await watcher.close(GOING_AWAY, "logged out")
        if news.said is not None:
            _tell([each for each in self._here if each.room == news.said.room], news.said)

    async def tell_room(self, code: str) -> None:
        if not any(watcher.room == code for watcher in self._here):
            return
        room = await self._newest(f"room {code}", _room, code)
        if room is not None:
            _tell([watcher for watcher in self._here if watcher.room == code], schemas.RoomNow(room))

    async def tell_player(self, player_id: int) -> None:
        theirs = [watcher for watcher in self._here if watcher.player_id == player_id]
        me = await self._newest(f"player {player_id}", _me, player_id) if theirs else None
        if me is not None:
            _tell(theirs, schemas.MeNow(me))

    async def _newest(self, what: str, read: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
        """What is read now; None if it was read again meanwhile, since the newer one may be out already."""
        reading = self._readings[what] = next(self._count)
        found = await in_thread(read, *args, **kwargs)
        if self._readings.get(what) != reading:
            return None
        del self._readings[what]
        return found

    def _tell_lobby_soon(self) -> None:
        if self._lobby_due is None:
            pause = max(PAUSE_SECONDS, len(self._here) / READERS_A_SECOND)
            self._lobby_due = asyncio.get_running_loop().call_later(pause, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._lobby_due = None
        if any(watcher.room is None for watcher in self._here):
            self._spawn(self._lobby_to_all())

    async def _lobby_to_all(self) -> None:
        text = await self._lobby_text()
        for watcher in self._here:
            if watcher.room is None:
                watcher.tell("lobby", text)

    async def tell_lobby(self, watcher: "LiveConsumer") -> None:
        watcher.tell("lobby", await self._lobby_text())

    async def _lobby_text(self) -> str:
        """A `LobbyNow`, made of bytes that are there already."""
        return f'{{"type":"lobby","lobby":{(await self.lobby.body()).decode()}}}'

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class LiveConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    """One live socket. Updates wait in a box, the newest of each kind, until they are written: a client that does
    not read delays nobody, and is disconnected."""

    def __init__(self, hub: Hub) -> None:
        super().__init__()
        self.hub = hub
        self.player_id: int | None = None
        self.address = ""
        self.session = ""
        self.room: str | None = None
        self._box: dict[str, str] = {}
        self._phrases = count()
        self._filled = asyncio.Event()
        self._writing: asyncio.Task[None] | None = None
        self._watch_budget = TokenBucket(WATCHES_PER_SECOND, WATCHES_AT_ONCE, _ms())

    async def connect(self) -> None:
        user = self.scope["user"]
        self.player_id = user.pk if user.is_authenticated else None
        self.address = self.hub.limits.address_in(self.scope)
        self.session = session_digest(self.scope["session"].session_key)
        await self.accept()
        if not self.hub.came(self):
            await self.close(POLICY, "too many connections from one address")
            return
        self._writing = asyncio.get_running_loop().create_task(self._write())
        if self.player_id is not None:
            await self._answer(self.hub.tell_player(self.player_id))

    def is_ended_by(self, news: News) -> bool:
        """Whether the session it was opened in is over."""
        return bool(news.out and self.session == news.out) or (
            news.out_player is not None and self.player_id == news.out_player
        )

    async def disconnect(self, code: int) -> None:
        self.hub.went(self)
        if self._writing is not None:
            self._writing.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            watch: schemas.WatchRoom = decode(text_data or "", schemas.WatchRoom, at_most=BYTES_AT_MOST)
        except Malformed:
            await self.close(POLICY, "watch, and nothing else")
            return
        if not self._watch_budget.spend(_ms()):
            await self.close(POLICY, "too many messages")
            return
        self.room = watch.room
        if watch.room is None:
            await self._answer(self.hub.tell_lobby(self))
        else:
            await self._answer(self.hub.tell_room(watch.room))

    async def _answer(self, work: Awaitable[None]) -> None:
        """On an error the client is told to reconnect. A consumer that raised would never learn that its socket has
        gone."""
        try:
            await work
        except Exception as error:
            log.error("live_failed", **exc_fields(error))
            await self.close(TRY_LATER, "try again later")

    def tell(self, kind: str, text: str) -> None:
        """Keeps every phrase, the newest of each other kind, and a bounded number of them."""
        if kind == schemas.PhraseSaid.__name__:
            kind = f"{kind} {next(self._phrases)}"
        self._box[kind] = text
        if len(self._box) > BOX_AT_MOST:
            del self._box[next(iter(self._box))]
        self._filled.set()

    async def _write(self) -> None:
        while True:
            await self._filled.wait()
            self._filled.clear()
            while self._box:
                text = self._box.pop(next(iter(self._box)))
                try:
                    async with asyncio.timeout(READING_SECONDS):
                        await self.send(text_data=text)
                except Exception as error:  # too slow a reader, or one that is gone
                    log.info("cut_off", **exc_fields(error))
                    self.hub.went(self)
                    self.hub.cut(self.scope["client"])
                    return


def _tell(watchers: Iterable[LiveConsumer], what: Value) -> None:
    """The same text to all of them. Every phrase is delivered; of everything else, the newest."""
    text = encode(what).decode()
    for watcher in watchers:
        watcher.tell(type(what).__name__, text)


def _ms() -> int:
    return int(asyncio.get_running_loop().time() * 1000)


async def _logged(work: Any) -> None:
    """One update that fails stops no other."""
    try:
        await work
    except Exception as error:
        log.error("live_failed", **exc_fields(error))


def _room(code: str) -> schemas.RoomInfo | None:
    row: Room | None = serializers.rooms().filter(code=code).first()
    return None if row is None else serializers.room(row)


def _me(player_id: int) -> schemas.Me:
    return serializers.me(Player.objects.filter(pk=player_id).first())
