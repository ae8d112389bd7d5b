"""Buses: pub/sub channels that carry envelopes between processes, at most once. Below: a bus within one process.

Laws every bus keeps:
- What one publisher publishes on one channel arrives in order or not at all; nothing here is a copy of the truth.
- A subscriber is told when something may have been lost (`lost`), so that it can resync.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeAlias

ANSWERS_AT_MOST: Final = 20_000

OnMessage: TypeAlias = Callable[[str, bytes], None]
"""(channel, message): must not block and must not raise."""


class Subscription(Protocol):
    async def end(self) -> None: ...


class Bus(Protocol):
    @property
    def is_shared(self) -> bool:
        """Whether other processes may be on it."""

    @property
    def is_up(self) -> bool:
        """Whether it can be reached, as far as known."""

    def wants(self, channel: str) -> bool:
        """Whether anybody may be subscribed: if not, publishing can be skipped."""

    def publish(self, channel: str, messages: Sequence[bytes]) -> None:
        """Send and forget."""

    async def send(self, channel: str, message: bytes) -> int:
        """Publish; the number of subscribers who got it. Unavailable if the bus cannot be reached."""

    async def subscribe(self, channel: str, hear: OnMessage, lost: Callable[[], None]) -> Subscription:
        """Receive a channel from now on. Its name may contain one `*`, which matches anything."""

    async def close(self) -> None: ...


class _Subscriber:
    def __init__(self, bus: "MemoryBus", channel: str, hear: OnMessage) -> None:
        self._bus = bus
        self._before, self._star, self._after = channel.partition("*")
        self.hear = hear

    def hears(self, channel: str) -> bool:
        if not self._star:
            return channel == self._before
        middle = len(channel) - len(self._before) - len(self._after)  # below zero the two parts would overlap
        return middle >= 0 and channel.startswith(self._before) and channel.endswith(self._after)

    async def end(self) -> None:
        self._bus.listening.remove(self)
        self._bus.wanted.clear()


class MemoryBus:
    is_shared = False
    is_up = True

    def __init__(self) -> None:
        self.listening: list[_Subscriber] = []
        self.wanted: dict[str, bool] = {}  # cache of `wants`, which is asked for every event

    def wants(self, channel: str) -> bool:
        known = self.wanted.get(channel)
        if known is None:
            if len(self.wanted) >= ANSWERS_AT_MOST:
                self.wanted.clear()
            known = self.wanted[channel] = any(each.hears(channel) for each in self.listening)
        return known

    def publish(self, channel: str, messages: Sequence[bytes]) -> None:
        loop = asyncio.get_running_loop()
        for each in self.listening:
            if each.hears(channel):
                for message in messages:
                    loop.call_soon(each.hear, channel, message)

    async def send(self, channel: str, message: bytes) -> int:
        self.publish(channel, [message])
        return sum(each.hears(channel) for each in self.listening)

    async def subscribe(self, channel: str, hear: OnMessage, lost: Callable[[], None]) -> Subscription:
        listening = _Subscriber(self, channel, hear)
        self.listening.append(listening)
        self.wanted.clear()
        return listening

    async def close(self) -> None:
        self.listening.clear()
        self.wanted.clear()
