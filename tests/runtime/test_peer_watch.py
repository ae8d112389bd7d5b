"""Which actions a process answers in place of another that is silent."""

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludoteca.runtime.peer_watch import PeerWatch
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.silences import Silences
from ludoteca.runtime.store import Holder, MemoryStore
from ludoteca.table.effects import Now

OTHER = Holder("other")
SETTINGS = Settings()
BEAT = round(SETTINGS.liveness_seconds * 1000)
SUSPECT = round(SETTINGS.suspect_seconds * 1000)


class Heard(MemoryStore):
    """A store whose clock is the test's, and that knows when this process and the other spoke."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 100_000
        self.own = self.other = self.now
        self._silences = Silences(SUSPECT)

    async def keep_alive(self, holder: Holder) -> Mapping[str, int]:
        silences = self._silences.heard(self.now, self.own, {"other": self.other})
        self.own = self.now
        return silences


@pytest.mark.parametrize("away_ms", [BEAT, SUSPECT + BEAT])
def test_what_was_overheard_before_a_pause_is_answered_if_the_other_is_dead(away_ms: int) -> None:
    """A pause of this process hides when the other spoke last."""

    async def main() -> list[bytes]:
        store, refused = Heard(), list[bytes]()
        clock = cast("Any", lambda: Now(store.now, store.now))
        context = SimpleNamespace(store=store, settings=SETTINGS, clock=clock, holder=Holder("this"))
        watch = PeerWatch(cast("Any", context), asyncio.ensure_future)
        watch.refuse = lambda game_id, message: refused.append(message)
        for _ in range(10):
            store.now += BEAT
            store.other = store.now
            await watch.look()
        store.now += BEAT // 2
        watch.overhear("TABLE7", b"an action", OTHER)  # the other dies here
        store.now += away_ms
        for _ in range(10):
            await watch.look()
            store.now += BEAT
        return refused

    assert asyncio.run(main()) == [b"an action"]
