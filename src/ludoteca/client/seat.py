"""A seat at a remote table: a follower driven over a transport, with an asyncio interface.

Laws kept here:
- Every wait ends: with its result, with `Ended` when nothing more can come, or after `patience`.
- Unread events are bounded: the oldest are dropped first. The snapshot is always the newest.

Must not know: any game, which transport it uses.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from typing import Any, Final
from uuid import uuid4

from ludoteca.kernel import Value
from ludoteca.kernel.values import tree_of

from .follower import Answer, Follower
from .messages import Event, Result, Snapshot
from .outbox import Pace
from .transport import Ended, Transport

EVENTS_AT_MOST: Final = 4096
PATIENCE: Final = 30.0
TYPE: Final = "type"


class NoAnswer(Exception):
    """No result came in time. Whether the action was carried out is unknown; a snapshot will tell."""


class Seat:
    """Made by `connect`, for players, spectators and hosts; one task reads its events."""

    def __init__(self, game_id: str, transport: Transport, since: int | None = None, pace: Pace | None = None) -> None:
        self.patience = PATIENCE  # seconds that an action may take, retries included
        self.connected = False
        self._transport = transport
        self._follower = Follower(game_id, lambda: str(uuid4()), pace, since)
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[str, asyncio.Future[Result]] = {}
        self._events: deque[Event] = deque(maxlen=EVENTS_AT_MOST)
        self._pulse = asyncio.Event()
        self._ended: Ended | None = None
        self._alarm: asyncio.TimerHandle | None = None

    async def open(self) -> None:
        await self._transport.open(self)

    async def close(self) -> None:
        """Close the connection. The seat stays the player's."""
        self.end(Ended("", "closed"))
        if self._alarm is not None:
            self._alarm.cancel()
        await self._transport.close()

    # Acting

    async def join(self, name: str = "", client_seed: str = "") -> Result:
        """Take the seat, or come back to it; a spectator begins to follow. It is repeated after a reconnect."""
        return await self._answer(self._follower.join(self._now(), name, client_seed))

    async def act(self, action: Mapping[str, Any] | Value) -> Result:
        """Send an action of the game, as `{"type": "place", "x": 7, "y": 7}` or as a value of its type. It answers the
        decision of the current snapshot, if one is open. ValueError if no table could read it."""
        tree: Any = tree_of(action)
        if not isinstance(tree, dict) or not isinstance(tree.get(TYPE), str):
            raise ValueError(f"an action needs a {TYPE!r}")
        snapshot = self.snapshot
        if snapshot is not None and snapshot.is_mine:
            tree.setdefault("decision", snapshot.decision)
        return await self.say(str(tree.pop(TYPE)), tree)

    async def resign(self) -> Result:
        """Resign, if the game allows it."""
        return await self.say("resign", {})

    async def leave(self) -> Result:
        """Leave for now; the seat stays yours, and the rules say what it costs."""
        return await self.say("leave", {})

    async def create(self, game: str, config: Any = None, bots: Sequence[str | None] = (), owner: str = "") -> Result:
        """As a host: open this table. `config` as JSON has it; `bots` per seat a name, or None for a person. `owner`
        is who wants it, in words of yours: bots of one owner's tables wait for each other."""
        wanted: dict[str, Any] = {"game": game}
        if config is not None:
            wanted["config"] = tree_of(config)
        if bots:
            wanted["bots"] = list(bots)
        return await self.say("create", wanted | ({"owner": owner} if owner else {}))

    async def delete(self) -> Result:
        """As a host: close this table for good."""
        return await self.say("delete", {})

    async def say(self, message_type: str, payload: dict[str, Any]) -> Result:
        """Send any action. It is repeated until a result comes; NoAnswer if none comes in time."""
        return await self._answer(self._follower.say(message_type, payload, self._now()))

    # Following

    @property
    def snapshot(self) -> Snapshot | None:
        """The last one; None before the first."""
        return self._follower.snapshot

    @property
    def is_fresh(self) -> bool:
        """Whether the snapshot is the newest, as far as is known."""
        return self._follower.is_fresh

    @property
    def seconds_old(self) -> float:
        """The age of the snapshot: its timers have run on by this much."""
        return max(0, self._now() - self._follower.snapshot_at) / 1000

    async def sync(self) -> Snapshot:
        """Ask for a new snapshot."""
        self._follower.refresh(self._now())
        self._settle()
        return await self.fresh()

    async def fresh(self) -> Snapshot:
        """The snapshot, as soon as it is the newest."""
        while True:
            self.check()
            if self.is_fresh and self.snapshot is not None:
                return self.snapshot
            await self.changed()

    async def turn(self) -> Snapshot:
        """Wait until it is our turn, or the game is over."""
        while True:
            snapshot = await self.fresh()
            if snapshot.is_mine or snapshot.is_over:
                return snapshot
            await self.changed()

    async def events(self) -> AsyncIterator[Event]:
        """Unread events and every event from now on; ends when the game has."""
        while True:
            for event in self.take_events():
                yield event
            self.check()
            if self.is_fresh and self._follower.is_over and not self._events:
                return
            if not self._events:
                await self.changed()

    def check(self) -> None:
        """Raise Ended if nothing more can come."""
        if self._ended is not None:
            raise self._ended

    def take_events(self) -> list[Event]:
        """The unread events, which are then read."""
        taken = list(self._events)
        self._events.clear()
        return taken

    def changed(self) -> Coroutine[Any, Any, object]:
        """Await this for any change: of the connection, the snapshot or the events."""
        return self._pulse.wait()

    # Called by the transport

    @property
    def wants_more(self) -> bool:
        return self._ended is None

    def up(self) -> None:
        self.connected = True
        self._follower.connected(self._now())
        self._settle()

    def down(self) -> None:
        self.connected = False
        self._follower.disconnected()
        self._settle()

    def receive(self, raw: bytes) -> None:
        self._follower.receive(raw, self._now())
        self._settle()

    def events_lost(self) -> None:
        self._follower.events_lost(self._now())
        self._settle()

    def end(self, ended: Ended) -> None:
        self._ended = self._ended or ended
        self._settle()

    # The rest

    def _now(self) -> int:
        return int(self._loop.time() * 1000)

    async def _answer(self, ticket: str) -> Result:
        waiting: asyncio.Future[Result] = self._loop.create_future()
        self._waiting[ticket] = waiting
        try:
            self._settle()
            async with asyncio.timeout(self.patience):
                return await waiting
        except TimeoutError:
            undelivered = self._follower.forget(ticket)
            if undelivered is None:
                raise NoAnswer(f"no answer within {self.patience:g} seconds") from None
            return undelivered
        finally:
            del self._waiting[ticket]
            self._follower.forget(ticket)

    def _settle(self) -> None:
        """After any input: send, publish news, and set the alarm."""
        follower = self._follower
        if follower.ended is not None and self._ended is None:
            self._ended = Ended(follower.ended.code, follower.ended.reason)
        to_send, follower.to_send = follower.to_send, []
        for raw in to_send:
            self._transport.send(raw)
        self._tell()
        self._arm()
        self._pulse.set()
        self._pulse = asyncio.Event()

    def _tell(self) -> None:
        news, self._follower.news = self._follower.news, []
        for each in news:
            if not isinstance(each, Answer):
                self._events.append(each)
            elif (waiting := self._waiting.get(each.ticket)) is not None and not waiting.done():
                waiting.set_result(each.result)
        if self._ended is not None:
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(self._ended)

    def _arm(self) -> None:
        at = None if self._ended is not None else self._follower.next()
        if at is None:
            return
        if self._alarm is not None:
            if self._alarm.when() * 1000 <= at and not self._alarm.cancelled():
                return
            self._alarm.cancel()
        self._alarm = self._loop.call_at((at + 1) / 1000, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._follower.tick(self._now())
        self._settle()
