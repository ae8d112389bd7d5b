"""The store of a simulated world: what it has accepted is never lost; who holds what, it forgets after a while."""

from collections.abc import Sequence

from ludoteca.runtime.store import Absent, Claimed, HeldElsewhere, Holder, MemoryStore, Write

LEASE_SECONDS = 3.0


class Truth(MemoryStore):
    def __init__(self, *, fencing: bool) -> None:
        super().__init__()
        self.fencing = fencing
        self.now = 0.0
        self.writers: dict[str, list[int]] = {}
        self._alive: dict[str, float] = {}

    def at(self, now: float) -> "Truth":
        """It is now so late: holders that have been silent for too long are holders no more."""
        self.now = now
        for name in [name for name, until in self._alive.items() if until < now]:
            del self._alive[name]
            self.expire(name)
        return self

    async def create(self, game_id: str, holder: Holder, entries: Sequence[bytes]) -> Claimed | None:
        self._alive.setdefault(holder.name, self.now + LEASE_SECONDS)
        held = await super().create(game_id, holder, entries)
        if held is not None:
            self.writers[game_id] = [held.epoch] * len(entries)
        return held

    async def claim(self, game_id: str, holder: Holder) -> Claimed | HeldElsewhere | Absent:
        self._alive.setdefault(holder.name, self.now + LEASE_SECONDS)
        return await super().claim(game_id, holder)

    async def beat(self, held: Sequence[tuple[str, int]], holder: Holder) -> list[bool]:
        self._alive[holder.name] = self.now + LEASE_SECONDS
        return await super().beat(held, holder)

    def _write(self, write: Write) -> bool:
        row = self.rows[write.game_id]
        if self.fencing:
            taken = super()._write(write)
        else:
            row.entries += write.entries
            taken = True
        if taken:
            self.writers[write.game_id] += [write.epoch] * len(write.entries)
        return taken
