"""What a simulated process touches: its way to the store and its way to the bus. Both fail as the dice say, and
both are where a process may crash.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from ludoteca.runtime.bus import OnMessage, Subscription
from ludoteca.runtime.silences import Others
from ludoteca.runtime.store import (
    Absent,
    Claimed,
    HeldElsewhere,
    Holder,
    ListedTable,
    Remains,
    StoredSnapshot,
    StoredTable,
    Unavailable,
    Write,
)

if TYPE_CHECKING:
    from .process import Process

T = TypeVar("T")


class Disk:
    """The store, as one process reaches it."""

    def __init__(self, process: "Process") -> None:
        self.wants_state = process.world.wants_state
        self._process = process
        self._truth = process.world.truth

    async def create(self, game_id: str, holder: Holder, entries: Sequence[bytes]) -> Claimed | None:
        return await self._trip(lambda: self._truth.create(game_id, holder, entries))

    async def claim(self, game_id: str, holder: Holder) -> Claimed | HeldElsewhere | Absent:
        return await self._trip(lambda: self._truth.claim(game_id, holder))

    async def load(self, game_id: str, *, whole: bool = False) -> StoredTable:
        return await self._trip(lambda: self._truth.load(game_id, whole=whole))

    async def commit(self, writes: Sequence[Write]) -> list[bool]:
        if self._process.world.safeguards.commit_first:
            return await self._trip(lambda: self._truth.commit(writes))
        asyncio.get_running_loop().create_task(self._some_time(writes))
        return [True] * len(writes)

    async def snapshot(self, snapshots: Sequence[StoredSnapshot]) -> None:
        await self._trip(lambda: self._truth.snapshot(snapshots))

    async def beat(self, held: Sequence[tuple[str, int]], holder: Holder) -> list[bool]:
        return await self._trip(lambda: self._truth.beat(held, holder))

    async def keep_alive(self, holder: Holder) -> Others:
        return await self._trip(lambda: self._truth.keep_alive(holder))

    async def leave(self, holder: Holder) -> None:
        await self._trip(lambda: self._truth.leave(holder))

    async def answers(self, game_id: str, holder: Holder) -> bool:
        return await self._trip(lambda: self._truth.answers(game_id, holder))

    async def release(self, held: Sequence[tuple[str, int]], *, resting: bool = False) -> None:
        await self._trip(lambda: self._truth.release(held, resting=resting))

    async def end(self, game_id: str) -> None:
        await self._trip(lambda: self._truth.end(game_id))

    async def missing(self, game_ids: Sequence[str]) -> frozenset[str]:
        return await self._trip(lambda: self._truth.missing(game_ids))

    async def probe(self) -> bool:
        return await self._trip(self._truth.probe)

    async def weaknesses(self) -> list[str]:
        return await self._trip(self._truth.weaknesses)

    async def unheld(self) -> list[str]:
        return await self._trip(self._truth.unheld)

    async def tables(self) -> list[ListedTable]:
        return await self._trip(self._truth.tables)

    async def remains(self, game_id: str) -> Remains:
        return await self._trip(lambda: self._truth.remains(game_id))

    async def rebuild(self, game_id: str, epoch: int, entries: Sequence[bytes], at: str) -> str | None:
        return await self._trip(lambda: self._truth.rebuild(game_id, epoch, entries, at))

    async def close(self) -> None:
        return None

    async def _some_time(self, writes: Sequence[Write]) -> None:
        """Said before it is written: what a careless server does."""
        await self._process.world.moment()
        if not self._process.dead:
            await self._truth.commit(writes)

    async def _trip(self, act: Callable[[], Awaitable[T]]) -> T:
        process, world = self._process, self._process.world
        await process.may_crash()
        await world.moment()
        await process.awake()
        fails = world.chance(world.faults.disk)
        if process.cut_off_from_store or (fails and world.chance(0.5)):
            raise Unavailable("simulated: not written")
        world.truth.at(asyncio.get_running_loop().time())
        done = await act()
        await world.moment()
        await process.may_crash()
        await process.awake()
        if fails or process.cut_off_from_store:  # which may have become so while it was on its way
            raise Unavailable("simulated: written, but nobody knows")
        return done


class _Subscriber:
    def __init__(self, radio: "Radio", channel: str, hear: OnMessage, lost: Callable[[], None]) -> None:
        self.radio = radio
        self.before, self.star, self.after = channel.partition("*")
        self.hear = hear
        self.lost = lost

    def hears(self, channel: str) -> bool:
        if not self.star:
            return channel == self.before
        return channel.startswith(self.before) and channel.endswith(self.after)

    async def end(self) -> None:
        if self in self.radio.world.air:
            self.radio.world.air.remove(self)


class Radio:
    """The bus, as one process reaches it."""

    is_shared = True

    def __init__(self, process: "Process") -> None:
        self._process = process
        self.world = process.world

    @property
    def is_up(self) -> bool:
        return not self._process.cut_off_from_bus

    def wants(self, channel: str) -> bool:
        return True

    def publish(self, channel: str, messages: Sequence[bytes]) -> None:
        for message in messages:
            if self.world.chance(self.world.faults.crash):
                self._process.crash()
            if not self._process.dead and not self._process.cut_off_from_bus:
                self._broadcast(channel, message)

    async def send(self, channel: str, message: bytes) -> int:
        await self.world.moment()
        await self._process.awake()
        if self._process.cut_off_from_bus:
            raise Unavailable("simulated: no bus")
        return self._broadcast(channel, message)

    async def subscribe(self, channel: str, hear: OnMessage, lost: Callable[[], None]) -> Subscription:
        await self.world.moment()
        if self._process.cut_off_from_bus:
            raise Unavailable("simulated: no bus")
        listening = _Subscriber(self, channel, hear, lost)
        self.world.air.append(listening)
        return listening

    async def close(self) -> None:
        return None

    def hear(self, listening: "_Subscriber", channel: str, message: bytes) -> None:
        """A message arrives, if the process can hear it."""
        if listening in self.world.air and not self._process.cut_off_from_bus:
            self._process.when_awake(lambda: listening.hear(channel, message))

    def reconnected(self) -> None:
        for listening in [each for each in self.world.air if each.radio is self]:
            listening.lost()

    def gone(self) -> None:
        self.world.air[:] = [each for each in self.world.air if each.radio is not self]

    def _broadcast(self, channel: str, message: bytes) -> int:
        heard = [each for each in self.world.air if each.hears(channel)]
        for each in heard:
            self.world.over_the_air(lambda each=each: each.radio.hear(each, channel, message))  # type: ignore[misc]
        return len(heard)


Air = list[_Subscriber]
