"""Which actions a process answers in place of another that is silent."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludoteca.runtime.peer_watch import PeerWatch
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.silences import Others, Silences
from ludoteca.runtime.store import Holder, MemoryStore, Unavailable
from ludoteca.table.effects import Now

OTHER = Holder("other")
SETTINGS = Settings()
BEAT = round(SETTINGS.liveness_seconds * 1000)
SUSPECT = round(SETTINGS.suspect_seconds * 1000)
TAKEOVER = round(SETTINGS.takeover_seconds * 1000)


class World(MemoryStore):
    """A store, and a clock, that are the test's; it knows when this process and the other spoke."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 100_000
        self.own = self.other = self.now
        self.reply_ms = 0  # how long the store's reply takes to be read
        self.is_away = False
        self.refused: list[bytes] = []
        self._silences = Silences(SUSPECT, TAKEOVER)
        context = SimpleNamespace(
            store=self, settings=SETTINGS, clock=lambda: Now(self.now, self.now), holder=Holder("this")
        )
        self.watch = PeerWatch(cast("Any", context), asyncio.ensure_future)
        self.watch.refuse = lambda game_id, message: self.refused.append(message)

    async def keep_alive(self, holder: Holder) -> Others:
        others = self._silences.heard(self.now, self.own, {"other": self.other})
        self.own = self.now
        self.now += self.reply_ms
        return others

    async def answers(self, game_id: str, holder: Holder) -> bool:
        if self.is_away:
            raise Unavailable
        return await super().answers(game_id, holder)

    async def goes_on(self, looks: int = 10, *, other_lives: bool = False) -> None:
        for _ in range(looks):
            self.now += BEAT
            if other_lives:
                self.other = self.now
            await self.watch.look()

    def hears_an_action(self) -> None:
        self.watch.overhear("TABLE7", b"an action", OTHER)


@pytest.mark.parametrize("away_ms", [BEAT, SUSPECT + BEAT])
def test_what_was_overheard_before_a_pause_is_answered_if_the_other_is_dead(away_ms: int) -> None:
    """A pause of this process hides that the other is silent, and not when it spoke last."""

    async def main() -> list[bytes]:
        world = World()
        await world.goes_on(other_lives=True)
        world.now += BEAT // 2
        world.hears_an_action()  # the other dies here
        world.now += away_ms
        await world.goes_on()
        return world.refused

    assert asyncio.run(main()) == [b"an action"]


def test_a_reply_that_comes_late_does_not_make_the_other_have_spoken_later() -> None:
    async def main() -> list[bytes]:
        world = World()
        await world.goes_on(other_lives=True)
        world.hears_an_action()
        world.reply_ms = 2 * BEAT
        await world.goes_on(1)
        world.reply_ms = 0
        await world.goes_on()
        return world.refused

    assert asyncio.run(main()) == [b"an action"]


def test_what_one_that_lives_has_overheard_is_left_to_it() -> None:
    async def main() -> list[bytes]:
        world = World()
        world.hears_an_action()
        await world.goes_on(other_lives=True)
        await world.goes_on()
        return world.refused

    assert asyncio.run(main()) == []


def test_what_the_store_could_not_decide_is_answered_when_it_is_back() -> None:
    async def main() -> list[bytes]:
        world = World()
        await world.goes_on(other_lives=True)
        world.hears_an_action()
        world.is_away = True
        await world.goes_on()
        assert world.refused == []
        world.is_away = False
        await world.goes_on(2)
        return world.refused

    assert asyncio.run(main()) == [b"an action"]
