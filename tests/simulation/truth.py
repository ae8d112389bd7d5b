"""The store of a simulated world: what it has accepted is never lost; who holds what, it forgets after a while."""

from collections.abc import Sequence

from ludoteca.runtime.silences import NOBODY, Others, Silences
from ludoteca.runtime.store import ANSWER_SECONDS, Absent, Claimed, HeldElsewhere, Holder, MemoryStore, Write

LEASE_SECONDS = 5.0
SUSPECT_MS, TAKEOVER_MS = 500, 1000


class Truth(MemoryStore):
    def __init__(self, *, fencing: bool) -> None:
        super().__init__()
        self.fencing = fencing
        self.now = 0.0
        self.writers: dict[str, list[int]] = {}
        self._alive: dict[str, float] = {}
        self._spoke: dict[str, int] = {}
        self._silences: dict[str, Silences] = {}
        self._others: dict[str, Others] = {}  # as each process has heard them
        self._answerers: dict[str, tuple[str, float]] = {}

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
        row = self.rows.get(game_id)
        if row is not None and row.holder is not None and row.holder.name in self._others.get(holder.name, NOBODY).gone:
            row.holder = None
        return await super().claim(game_id, holder)

    async def keep_alive(self, holder: Holder) -> Others:
        now = round(self.now * 1000)
        others = {name: at for name, at in self._spoke.items() if name != holder.name}
        silences = self._silences.setdefault(holder.name, Silences(SUSPECT_MS, TAKEOVER_MS))
        heard = silences.heard(now, self._spoke.get(holder.name, 0), others)
        self._spoke[holder.name] = now
        self._others[holder.name] = heard
        return heard

    async def leave(self, holder: Holder) -> None:
        self._spoke.pop(holder.name, None)

    async def answers(self, game_id: str, holder: Holder) -> bool:
        name, until = self._answerers.get(game_id, ("", 0.0))
        others = self._others.get(holder.name, NOBODY)
        if name != holder.name and until >= self.now and not others.answer_no_more(name):
            return False
        self._answerers[game_id] = holder.name, self.now + ANSWER_SECONDS
        return True

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
