"""Group commit: whatever all tables of a process have done since the last commit is stored in one go, and only then
said.

Laws kept here:
- Nothing is said before the store has confirmed it, and that this process still owns the table: refusals too.
- While one commit is under way tables work on; what they do waits for the next one. If a commit is not taken, what the
  table has done since is never said either.
- What a table says, it says in the order it happened.

Must not know: games, sockets.
"""

import asyncio
from collections.abc import Callable
from itertools import zip_longest

from ludoteca.kernel import Value
from ludoteca.table.effects import Effects

from .calls import Call
from .hosted_table import HostedTable
from .store import Store, Write


class PendingEffects(Value, frozen=True):
    """What came of one input, to be said once it is stored."""

    hosted: HostedTable
    effects: Effects
    bodies: list[bytes]  # its entries, as the store keeps them
    call: Call | None


class GroupCommit:
    def __init__(
        self,
        store: Store,
        speak: Callable[[PendingEffects], None],
        lose: Callable[[HostedTable, Exception | None], None],
        fail: Callable[[Call, str], None],
        count: Callable[[int, float], None],
    ) -> None:
        self._store = store
        self._speak = speak
        self._lose = lose
        self._fail = fail
        self._count = count
        self._waiting: list[PendingEffects] = []
        self._wake = asyncio.Event()
        self._busy = False

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def idle(self) -> bool:
        return not self._waiting and not self._busy

    def add(self, pending: PendingEffects) -> None:
        pending.hosted.uncommitted += 1
        if not self._waiting:  # or somebody has woken it already
            self._wake.set()
        self._waiting.append(pending)

    async def run(self) -> None:
        """Commit for ever. Between two commits the loop has turned, so that all that came meanwhile goes together."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            if batch:
                self._busy = True
                began = asyncio.get_running_loop().time()
                await self._commit(batch)
                self._count(len(batch), asyncio.get_running_loop().time() - began)
                self._busy = False
                if self._waiting:
                    self._wake.set()

    async def _commit(self, batch: list[PendingEffects]) -> None:
        writes = _writes([pending for pending in batch if not pending.hosted.gone])
        failure: Exception | None = None
        try:
            taken = await self._store.commit(list(writes.values()))
        except Exception as error:  # not only Unavailable: whatever went wrong, nothing may be said
            taken, failure = [], error
        for hosted, was_taken in zip_longest(writes, taken[: len(writes)], fillvalue=False):
            if not was_taken and isinstance(hosted, HostedTable) and not hosted.gone:
                self._lose(hosted, failure)
        for pending in batch:
            pending.hosted.uncommitted -= 1
            if not pending.hosted.gone:
                self._speak(pending)
            elif pending.call is not None:
                self._fail(pending.call, "the table could not be written")


def _writes(batch: list[PendingEffects]) -> dict[HostedTable, Write]:
    """One write a table; one that has nothing to keep still asks whether it is owned, and stands where it is thought
    to. Whatever a table has done by now is stored, or in this turn."""
    entries: dict[HostedTable, list[bytes]] = {}
    for pending in batch:
        if pending.hosted in entries:
            entries[pending.hosted] += pending.bodies
        else:
            entries[pending.hosted] = list(pending.bodies)
    return {
        hosted: Write(hosted.game_id, hosted.epoch, hosted.table.match.entries + 1 - len(bodies), tuple(bodies))
        for hosted, bodies in entries.items()
    }
