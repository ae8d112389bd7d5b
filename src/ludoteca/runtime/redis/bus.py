"""The bus over Redis or Valkey, by its pub/sub: between processes, and for programs in any language.

Two connections: one publishes, one subscribes. The server closes a subscriber that is too slow, which must stop neither
publishing nor the store.

Laws kept here, beside those of `bus.py`:
- After every reconnect of the subscribing connection all channels are subscribed again, and then each subscriber is
  told that something may be lost. Nothing is received twice.
- What is published while the publishing connection is down is lost. When it is back, it says so to every process on the
  channel `LOST`, and each subscriber there is told too: it need not wait for a gap to show.
- However many subscribe to a channel in this process, Redis sends it once.

Must not know: games, envelopes.
"""

import asyncio
import contextlib
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from ..bus import OnMessage, Subscription
from ..settings import LOST
from ..store import Unavailable
from .client import DEADLINE, OnAnswer, RedisClient, ignore
from .connection import Answer

_LOST: Final = LOST.encode()
_MESSAGES: Final = (b"message", b"pmessage")
_SPECIAL: Final = re.compile(r"([\\?\[\]^])")
"""What Redis reads as a pattern, beside the star, which is meant."""


class _RedisSubscriber:
    """One subscriber."""

    def __init__(self, bus: "RedisBus", topic: bytes, hear: OnMessage, lost: Callable[[], None]) -> None:
        self._bus = bus
        self.topic = topic
        self.hear = hear
        self.lost = lost

    async def end(self) -> None:
        self._bus.forget(self)


class RedisBus:
    """Begins to connect when it is made, inside a running loop."""

    is_shared = True

    def __init__(self, url: str, deadline: float = DEADLINE, answered: OnAnswer = ignore) -> None:
        self._loop = asyncio.get_running_loop()
        self._subscribers: dict[bytes, list[_RedisSubscriber]] = {}  # by channel or pattern, as Redis names it
        self._has_published = self._has_subscribed = False
        self.publishing = RedisClient(url, up=self._on_publishing_up, answered=answered, deadline=deadline)
        self.subscribing = RedisClient(
            url, push=self._pushed, up=self._on_subscribing_up, answered=answered, deadline=deadline
        )

    async def ready(self, seconds: float = DEADLINE) -> None:
        """Wait for both connections; Unavailable if that takes longer."""
        await asyncio.gather(self.publishing.ready(seconds), self.subscribing.ready(seconds))

    @property
    def is_up(self) -> bool:
        return self.publishing.is_up and self.subscribing.is_up

    def wants(self, channel: str) -> bool:
        """Another process may be subscribed; asking would cost as much as publishing."""
        return True

    def publish(self, channel: str, messages: Sequence[bytes]) -> None:
        with contextlib.suppress(Unavailable):
            for message in messages:
                self.publishing.send("PUBLISH", channel, message)

    async def send(self, channel: str, message: bytes) -> int:
        heard: int = await self.publishing.call("PUBLISH", channel, message)
        return heard

    async def subscribe(self, channel: str, hear: OnMessage, lost: Callable[[], None]) -> Subscription:
        """Unavailable if the bus cannot be reached now."""
        topic = _topic(channel)
        subscriber = _RedisSubscriber(self, topic, hear, lost)
        sharing = self._subscribers.setdefault(topic, [])
        sharing.append(subscriber)
        try:
            if len(sharing) == 1:
                self.subscribing.tell(_verb("SUBSCRIBE", topic), topic)
            await self.subscribing.call("PING")  # answered after the subscription, even one that another call asked for
        except BaseException:
            self.forget(subscriber)
            raise
        return subscriber

    def forget(self, subscriber: _RedisSubscriber) -> None:
        """Remove a subscriber; the last one of a topic takes the subscription with it."""
        topic = subscriber.topic
        sharing = self._subscribers.get(topic, [])
        if subscriber not in sharing:
            return
        sharing.remove(subscriber)
        if not sharing:
            del self._subscribers[topic]
            with contextlib.suppress(Unavailable):  # then the subscription is gone with its connection
                self.subscribing.tell(_verb("UNSUBSCRIBE", topic), topic)

    async def close(self) -> None:
        self._subscribers.clear()
        await asyncio.gather(self.publishing.close(), self.subscribing.close())

    def _on_publishing_up(self) -> None:
        if self._has_published:
            self.publishing.send("PUBLISH", LOST, b"")
        self._has_published = True

    def _on_subscribing_up(self) -> None:
        """A new connection has no subscriptions: subscribe to everything again, then tell those who may have missed
        something."""
        self.subscribing.tell("SUBSCRIBE", LOST)
        for topic in self._subscribers:
            self.subscribing.tell(_verb("SUBSCRIBE", topic), topic)
        if self._has_subscribed:
            self.subscribing.call("PING").add_done_callback(self._resubscribed)
        self._has_subscribed = True

    def _resubscribed(self, pong: Answer) -> None:
        if not pong.cancelled() and pong.exception() is None:  # otherwise the next connection will do it
            self._tell_lost()

    def _tell_lost(self) -> None:
        for sharing in list(self._subscribers.values()):
            for each in list(sharing):
                self._safely(each.lost)

    def _pushed(self, push: list[Any]) -> None:
        if push[0] not in _MESSAGES:
            return
        topic, channel, message = push[1], push[-2], push[-1]
        if topic == _LOST:
            self._tell_lost()
        elif channel != _LOST:
            name = channel.decode(errors="replace")  # may be a stranger's: a pattern matches anything
            for each in tuple(self._subscribers.get(topic, ())):
                self._safely(each.hear, name, message)

    def _safely(self, tell: Callable[..., None], *what: Any) -> None:
        """A subscriber that raises, although it must not, does not affect the others."""
        try:
            tell(*what)
        except Exception as error:
            self._loop.call_exception_handler({"message": "a subscriber has failed", "exception": error})


def _topic(channel: str) -> bytes:
    """The channel for Redis: only the star is a pattern, other special characters are escaped."""
    return (_SPECIAL.sub(r"\\\1", channel) if "*" in channel else channel).encode()


def _verb(verb: str, topic: bytes) -> str:
    return f"P{verb}" if b"*" in topic else verb
