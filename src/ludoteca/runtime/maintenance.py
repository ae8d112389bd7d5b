"""Upkeep of a host's tables: heartbeats, snapshots, putting idle ones away, finding those that nobody serves, leaving.

Each runs from a timer, not from traffic. None of it decides who owns a table: the store does, at every write.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final

import structlog

from .clock import PULSE_SECONDS
from .crashes import found
from .host import Host
from .hosted_table import Served
from .store import Shot, Unavailable

AT_ONCE: Final = 20
"""How many snapshots are taken before the loop gets its turn."""

log: Any = structlog.get_logger("ludoteca.maintenance")


class Upkeep:
    def __init__(self, host: Host) -> None:
        self._host = host
        self._around = host.around
        self._running: list[asyncio.Task[None]] = []
        self.reachable = True  # whether the store answered the last time somebody looked

    def start(self) -> None:
        settings = self._around.settings
        loop = asyncio.get_running_loop()
        self._running = [
            loop.create_task(self._host.turns.run()),
            loop.create_task(_every(PULSE_SECONDS, self._pulse)),
            loop.create_task(_every(settings.heartbeat_seconds, self.beat)),
            loop.create_task(_every(settings.supervise_seconds, self.adopt)),
            loop.create_task(_every(settings.snapshot_seconds, self.look_after)),
        ]

    async def leave(self) -> None:
        """Finish what was taken in, keep a snapshot of everything, and give all tables back."""
        self._host.fetching.stopped = True
        await self._host.settle()
        for task in self._running[1:]:
            task.cancel()
        served = list(self._host.served.values())
        shots = self._shots([each for each in served if _changed(each)])
        try:
            await self._keep(shots)
            await self._around.store.release([(each.game_id, each.epoch) for each in served])
        except Unavailable as error:
            log.warning("left_in_a_hurry", error=str(error))
        for each in served:
            self._host.forget(each)
        self._running[0].cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    @property
    def is_alive(self) -> bool:
        """Whether everything that must run for ever does."""
        return not any(task.done() for task in self._running)

    def tasks(self) -> list[asyncio.Task[None]]:
        return list(self._running)

    async def beat(self) -> None:
        served = list(self._host.served.values())
        alive = await self._around.store.beat([(each.game_id, each.epoch) for each in served], self._around.holder)
        for each, is_ours in zip(served, alive, strict=True):
            if not is_ours and not each.gone:
                self._around.metrics.fenced.inc()
                log.warning("fenced", game_id=each.game_id, epoch=each.epoch)
                self._host.forget(each)

    async def adopt(self) -> None:
        try:
            unheld = await self._around.store.unheld()
        except Unavailable:
            self.reachable = False
            raise
        self.reachable = True
        for game_id in unheld:
            self._host.fetching.adopt(game_id)

    async def look_after(self) -> None:
        """Snapshots of what has changed, a few at a time; tables that nobody needs are put away."""
        served = list(self._host.served.values())
        for start in range(0, len(served), AT_ONCE):
            few = served[start : start + AT_ONCE]
            due = [each for each in few if each.wants_snapshot(self._around.settings.snapshot_entries)]
            await self._keep(self._shots(due))
            for each in few:
                if self._is_idle(each):
                    await self._put_away(each)
            await asyncio.sleep(0)

    def _shots(self, due: Iterable[Served]) -> list[tuple[Served, Shot]]:
        """Their snapshots. A table that cannot give one has crashed, and the others have theirs."""
        shots: list[tuple[Served, Shot]] = []
        for each in due:
            try:
                shots.append((each, each.shot()))
            except Exception as error:
                self._host.crashed(each, error)
        return shots

    async def _keep(self, shots: Sequence[tuple[Served, Shot]]) -> None:
        if shots:
            await self._around.store.snapshot([shot for _, shot in shots])
        for served, shot in shots:
            served.shot_at = shot.n

    async def _pulse(self) -> None:
        self._host.now()

    def _is_idle(self, served: Served) -> bool:
        quiet = self._around.clock().mono - served.used > self._around.settings.idle_seconds * 1000
        needed = served.unsaid or served.gone or self._around.readers.of(served.game_id)
        return quiet and not needed and served.table.clocks.next() is None and not served.table.bot_turns()

    async def _put_away(self, served: Served) -> None:
        self._host.forget(served)
        over = served.table.match.is_over()  # what is over and still live has not ended, and must be looked at again
        await self._around.store.release([(served.game_id, served.epoch)], resting=not over)
        log.info("put_away", game_id=served.game_id)


def _changed(served: Served) -> bool:
    return served.table.match.entries > served.shot_at and served.unsaid == 0 and not served.gone


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """For ever; what the store cannot do now is tried again the next time."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Unavailable as error:
            log.warning("store_unavailable", work=getattr(work, "__name__", ""), error=str(error))
        except Exception as error:  # one bad round must not end the upkeep of all tables
            log.error("upkeep_failed", work=getattr(work, "__name__", ""), **found(error))
