"""Maintenance of a host's tables: heartbeats, snapshots, unloading idle tables, adopting orphaned ones, shutdown.

All of it runs from timers, not from traffic. None of it decides who owns a table: the store does, at every write.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final

import structlog

from .clock import PULSE_SECONDS
from .crashes import exc_fields
from .host import Host
from .hosted_table import HostedTable
from .store import StoredSnapshot, Unavailable

AT_ONCE: Final = 20
"""How many snapshots are taken before other tasks may run."""

log: Any = structlog.get_logger("ludoteca.maintenance")


class Maintenance:
    def __init__(self, host: Host) -> None:
        self._host = host
        self._context = host.context
        self._running: list[asyncio.Task[None]] = []
        self._gone: frozenset[str] = frozenset()  # the processes whose tables have been adopted
        self.reachable = True  # whether the store answered last time
        self.writable = True  # whether it could write last time

    def start(self) -> None:
        settings = self._context.settings
        loop = asyncio.get_running_loop()
        self._running = [
            loop.create_task(self._host.commits.run()),
            loop.create_task(_every(PULSE_SECONDS, self._pulse)),
            loop.create_task(_every(settings.heartbeat_seconds, self.beat)),
            loop.create_task(_every(settings.supervise_seconds, self.probe)),
            loop.create_task(_every(settings.liveness_seconds, self.watch)),
            loop.create_task(_every(settings.supervise_seconds, self.adopt)),
            loop.create_task(_every(settings.snapshot_seconds, self.look_after)),
        ]

    async def leave(self) -> None:
        """Shut down: finish what was received, store a snapshot of every table, and release them all."""
        self._host.loader.stopped = True
        await self._host.settle()
        for task in self._running[1:]:
            task.cancel()
        hosted = list(self._host.hosted.values())
        snapshots = self._snapshots([each for each in hosted if _changed(each)])
        try:
            await self._keep(snapshots)
            await self._context.store.release([(each.game_id, each.epoch) for each in hosted])
            await self._context.store.leave(self._context.holder)
        except Unavailable as error:
            log.warning("left_in_a_hurry", error=str(error))
        for each in hosted:
            self._host.forget(each)
        self._running[0].cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    @property
    def is_alive(self) -> bool:
        """Whether all tasks that must run for ever do."""
        return not any(task.done() for task in self._running)

    def tasks(self) -> list[asyncio.Task[None]]:
        return list(self._running)

    async def beat(self) -> None:
        hosted = list(self._host.hosted.values())
        alive = await self._context.store.beat([(each.game_id, each.epoch) for each in hosted], self._context.holder)
        for each, is_ours in zip(hosted, alive, strict=True):
            if not is_ours and not each.gone:
                self._host.forget(each)
                self._host.fenced.add(each)
        await self._host.fenced.explain()

    async def probe(self) -> None:
        """Find out whether the store can write, and has not lost everything, though nobody plays."""
        try:
            is_kept = await self._context.store.probe()
        except Unavailable:
            self.writable = False
            raise
        self.writable = True
        if not is_kept:  # tables that nobody has in memory are lost as well
            log.warning("store_empty", see="docs/deployment.md")
            self._context.lost()
            await self.beat()

    async def watch(self) -> None:
        """Say that this process is alive, and take over the tables of those that are not."""
        gone = await self._host.peers.look()
        self._host.loader.forget_holders(gone)
        if gone - self._gone:
            await self.adopt()
        self._gone = gone

    async def adopt(self) -> None:
        try:
            unheld = await self._context.store.unheld()
        except Unavailable:
            self.reachable = False
            raise
        self.reachable = True
        for game_id in unheld:
            self._host.loader.adopt(game_id)

    async def look_after(self) -> None:
        """Store snapshots of changed tables, a few at a time, and unload tables that nobody uses."""
        hosted = list(self._host.hosted.values())
        for start in range(0, len(hosted), AT_ONCE):
            few = hosted[start : start + AT_ONCE]
            due = [each for each in few if each.wants_snapshot(self._context.settings.snapshot_entries)]
            await self._keep(self._snapshots(due))
            for each in few:
                if self._is_idle(each):
                    await self._put_away(each)
            await asyncio.sleep(0)

    def _snapshots(self, due: Iterable[HostedTable]) -> list[tuple[HostedTable, StoredSnapshot]]:
        """Their snapshots. A table that fails to give one has crashed, which does not affect the others."""
        snapshots: list[tuple[HostedTable, StoredSnapshot]] = []
        for each in due:
            try:
                snapshots.append((each, each.snapshot()))
            except Exception as error:
                self._host.crashed(each, error)
        return snapshots

    async def _keep(self, snapshots: Sequence[tuple[HostedTable, StoredSnapshot]]) -> None:
        if snapshots:
            await self._context.store.snapshot([snapshot for _, snapshot in snapshots])
        for hosted, snapshot in snapshots:
            hosted.snapshot_at = snapshot.n

    async def _pulse(self) -> None:
        self._host.now()

    def _is_idle(self, hosted: HostedTable) -> bool:
        quiet = self._context.clock().mono - hosted.used > self._context.settings.idle_seconds * 1000
        needed = hosted.uncommitted or hosted.gone or self._context.readers.of(hosted.game_id)
        return quiet and not needed and hosted.table.timers.next() is None and not hosted.table.bot_turns()

    async def _put_away(self, hosted: HostedTable) -> None:
        self._host.forget(hosted)
        over = (
            hosted.table.match.is_over()
        )  # one that is over and still live is not marked yet, and must be loaded again
        await self._context.store.release([(hosted.game_id, hosted.epoch)], resting=not over)
        log.info("put_away", game_id=hosted.game_id)


def _changed(hosted: HostedTable) -> bool:
    return hosted.table.match.entries > hosted.snapshot_at and hosted.uncommitted == 0 and not hosted.gone


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Run for ever; what the store cannot do now is tried again next time."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Unavailable as error:
            log.warning("store_unavailable", work=getattr(work, "__name__", ""), error=str(error))
        except Exception as error:  # one failure must not end maintenance
            log.error("upkeep_failed", work=getattr(work, "__name__", ""), **exc_fields(error))
