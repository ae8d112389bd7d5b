"""A store that fails, waits, or gives back what it was not given."""

import asyncio
from collections.abc import Sequence

from ludoteca.runtime.store import (
    Absent,
    Claimed,
    HeldElsewhere,
    Holder,
    MemoryStore,
    StoredSnapshot,
    StoredTable,
    Unavailable,
    Write,
)


class FrailStore(MemoryStore):
    def __init__(self) -> None:
        super().__init__()
        self.is_down = False
        self.seconds = 0.0  # how long every answer takes

    async def claim(self, game_id: str, holder: Holder) -> Claimed | HeldElsewhere | Absent:
        await self._trip()
        return await super().claim(game_id, holder)

    async def load(self, game_id: str, *, whole: bool = False) -> StoredTable:
        await self._trip()
        return await super().load(game_id, whole=whole)

    async def commit(self, writes: Sequence[Write]) -> list[bool]:
        await self._trip()
        return await super().commit(writes)

    async def missing(self, game_ids: Sequence[str]) -> frozenset[str]:
        await self._trip()
        return await super().missing(game_ids)

    async def snapshot(self, snapshots: Sequence[StoredSnapshot]) -> None:
        await self._trip()
        await super().snapshot(snapshots)

    async def _trip(self) -> None:
        if self.seconds:
            await asyncio.sleep(self.seconds)
        if self.is_down:
            raise Unavailable("out of order")
