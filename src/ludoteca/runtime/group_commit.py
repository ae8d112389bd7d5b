"""Group commit: everything that the tables of a process have done since the last commit is stored in one write, and
only then sent.

Laws kept here:
- Nothing is sent, not even a refusal, before the store has confirmed it and that this process still owns the table.
- While a commit is under way, tables go on; what they do waits for the next commit. If a table's write is refused,
  nothing it has done since is sent either.
- What a table sends, it sends in the order it happened.

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
    """The effects of one input, to be sent once its entries are stored."""

    hosted: HostedTable
    effects: Effects
    bodies: list[bytes]  # the entries, as stored
    state: bytes  # the table after them, as stored; empty if it is not stored with them
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
        if not self._waiting:  # else it is awake already
            self._wake.set()
        self._waiting.append(pending)

    async def run(self) -> None:
        """Commit for ever. The loop runs between two commits, so that what arrives meanwhile goes together."""
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
        except Exception as error:  # not only Unavailable: whatever went wrong, nothing may be sent
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
    """One write per table. A write without entries still asks whether the table is owned and has as many entries as
    assumed. Whatever a table has done by now is stored, or in this batch."""
    entries: dict[HostedTable, list[bytes]] = {}
    states: dict[HostedTable, bytes] = {}
    for pending in batch:
        if pending.state:
            states[pending.hosted] = pending.state
        if pending.hosted in entries:
            entries[pending.hosted] += pending.bodies
        else:
            entries[pending.hosted] = list(pending.bodies)
    return {
        hosted: Write(
            hosted.game_id,
            hosted.epoch,
            hosted.table.match.entries + 1 - len(bodies),
            tuple(bodies),
            states.get(hosted, b""),
        )
        for hosted, bodies in entries.items()
    }
