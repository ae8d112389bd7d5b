"""The relay: actions for tables in another process go over the bus, and its events come back to the readers here.

Laws kept here:
- The relay writes on the envelope who acts, from a token; what the sender wrote there is overwritten.
- A frame with addressees reaches nobody else: others get the empty frame of the same number.
- A payload on the bus repeats names of its envelope; readers here get it without.
- On the bus all spectators are one, so their actions get other ids there: no two of them collide.
- Every action is answered: by the table, or by `game_unavailable` at once when nobody is subscribed, or by
  `routing_failed` when no answer comes in time. Then the same action may be sent again.
"""

import asyncio
import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

import structlog

from ludoteca.kernel import Malformed, decode
from ludoteca.table.bus_frames import lean, unaddressed, with_sender
from ludoteca.table.effects import received_event
from ludoteca.table.wire import Action, Frame, Refusal, Who, encode, replace

from .bus import Bus, Subscription
from .calls import Call, refuse, unavailable
from .clock import Clock
from .crashes import exc_fields
from .readers import Readers
from .settings import ACTIONS, EVENTS, Settings, game_of
from .store import Unavailable

SWEEP_SECONDS: Final = 0.5
WAITING_AT_MOST: Final = 256

log: Any = structlog.get_logger("ludoteca.relay")

Key: TypeAlias = tuple[str, str, str, int | None]


class _RelayedCall:
    """An action on its way. It is kept for a while after its result, because a snapshot may follow."""

    __slots__ = ("answered", "at", "call")

    def __init__(self, call: Call, at: int) -> None:
        self.call = call
        self.at = at
        self.answered = False


class _EventFeed:
    """The subscription to one table's events, and the calls that wait for it."""

    __slots__ = ("subscription", "waiting")

    def __init__(self) -> None:
        self.subscription: Subscription | None = None
        self.waiting: list[Call] = []


class Relay:
    def __init__(
        self, bus: Bus, readers: Readers, clock: Clock, settings: Settings, is_here: Callable[[str], bool]
    ) -> None:
        self._bus = bus
        self._readers = readers
        self._clock = clock
        self._ms = round(settings.relay_seconds * 1000)
        self._is_here = is_here
        self._feeds: dict[str, _EventFeed] = {}
        self._sent: dict[Key, _RelayedCall] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeping: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._sweeping = asyncio.get_running_loop().create_task(self._sweep_forever())

    async def stop(self) -> None:
        tasks = self.tasks()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def tasks(self) -> list[asyncio.Task[None]]:
        return [*self._tasks, *([] if self._sweeping is None else [self._sweeping])]

    def take(self, call: Call) -> None:
        """Send an action to the process that has its table."""
        feed = self.listen(call.action.game_id)
        if feed.subscription is not None:
            self._send(call)
        elif len(feed.waiting) < WAITING_AT_MOST:
            feed.waiting.append(call)
        else:
            refuse(call, unavailable("too many are waiting for this table"), self._clock().wall)

    def listen(self, game_id: str) -> _EventFeed:
        """Subscribe to a table's events, until nobody here reads them."""
        feed = self._feeds.get(game_id)
        if feed is None:
            feed = self._feeds[game_id] = _EventFeed()
            self._spawn(self._subscribe(game_id, feed))
        return feed

    def listens(self, game_id: str) -> bool:
        return game_id in self._feeds

    def say(self, game_id: str, who: Who, action: Action) -> None:
        """Send an action of the gateway itself, whose result nobody awaits."""
        self._bus.publish(ACTIONS.format(game_id), [with_sender(action, who)])

    async def _subscribe(self, game_id: str, feed: _EventFeed) -> None:
        try:
            feed.subscription = await self._bus.subscribe(
                EVENTS.format(game_id), self._hear, partial(self._readers.events_lost, game_id)
            )
        except Unavailable as error:
            log.warning("bus_unavailable", error=str(error))
            del self._feeds[game_id]
        waiting, feed.waiting = feed.waiting, []
        for call in waiting:
            if feed.subscription is not None:
                self._send(call)
            else:
                refuse(call, unavailable("the bus cannot be reached"), self._clock().wall)

    def _send(self, call: Call) -> None:
        who, action = call.who, _renamed(call.action, _id_on_bus(call.who, call.action))
        key = (action.game_id, action.action_id, who.role, who.seat)
        self._sent[key] = sent = _RelayedCall(call, self._clock().mono)
        self._spawn(self._published(key, sent, with_sender(action, who)))

    async def _published(self, key: Key, sent: _RelayedCall, message: bytes) -> None:
        try:
            heard = await self._bus.send(ACTIONS.format(key[0]), message)
            reason = "no server is running tables now" if heard == 0 else ""
        except Unavailable:
            reason = "the bus cannot be reached"
        if reason and self._sent.get(key) is sent:
            del self._sent[key]
            refuse(sent.call, unavailable(reason), self._clock().wall)

    def _hear(self, channel: str, raw: bytes) -> None:
        game_id = game_of(channel)
        if game_id is None or self._is_here(game_id):
            return
        raw = lean(raw)
        try:
            frame: Frame = decode(raw, Frame)
            if frame.action_id is not None:
                self._answered(frame, raw)
            elif frame.seq is not None:
                self._readers.tell(game_id, [received_event(frame, raw)])
        except Malformed as malformed:
            log.warning("unreadable_event", channel=channel, error=malformed.where)

    def _answered(self, frame: Frame, raw: bytes) -> None:
        """A result, a snapshot or an event sent again, for the reader who asked."""
        sent = self._sent.get((frame.game_id, frame.action_id or "", frame.role, frame.player_id))
        if sent is None:
            return
        if frame.message_type == "action.result":
            if sent.answered:
                return  # its table's process has died since, and another did not know that it had answered
            sent.answered = True
            own = sent.call.action.action_id
            sent.call.answer(raw if frame.action_id == own else encode(replace(frame, action_id=own)))
        else:
            sent.call.answer(encode(unaddressed(frame)))

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self._sweep()
            except Exception as error:  # one failure must not end the sweep
                log.error("sweep_failed", **exc_fields(error))

    async def _sweep(self) -> None:
        now = self._clock()
        for key, sent in [(key, sent) for key, sent in self._sent.items() if now.mono - sent.at > self._ms]:
            del self._sent[key]
            if not sent.answered:
                refuse(sent.call, Refusal("routing_failed", "no answer from the table"), now.wall)
        busy = {key[0] for key in self._sent}
        for game_id, feed in list(self._feeds.items()):
            unneeded = self._is_here(game_id) or (game_id not in busy and not self._readers.of(game_id))
            if unneeded and feed.subscription is not None:
                del self._feeds[game_id]
                await feed.subscription.end()

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _renamed(action: Action, action_id: str) -> Action:
    """Under this id, also where the payload repeats it."""
    if action.payload.get("action_id") == action.action_id:
        return replace(action, action_id=action_id, payload={**action.payload, "action_id": action_id})
    return replace(action, action_id=action_id)


def _id_on_bus(who: Who, action: Action) -> str:
    """The same for the same action of the same reader, so that a repeat is recognised."""
    if who.role != "observer":
        return action.action_id
    return hashlib.blake2b(f"{who.name}/{action.action_id}".encode(), digest_size=16).hexdigest()
