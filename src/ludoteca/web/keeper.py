"""The keeper: what must happen in the house without anybody asking. It opens tables for matches that have begun, takes
in matches that are over, begins the next game of a series, pairs who waits, and closes what nobody cares for.

Laws kept here:
- Everything it does is found in the database, so whatever was missed is found again; a wake-up only makes it sooner.
- Several keepers may work at once, one a web process: what each does is done under a row's lock, or can be done twice.
- One thing that fails keeps nothing else from being done.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Any, Final

import structlog
from django.utils import timezone

from ludoteca.kernel.record import BadEntry
from ludoteca.runtime.bus import Subscription
from ludoteca.runtime.crashes import found
from ludoteca.runtime.settings import FINISHED, is_game_id

from . import matches, queue, rooms, series
from .desk import HOST, Desk
from .models import Match, Ticket
from .news import CHANNEL, News, tell
from .refusing import Refused
from .rounds import Rounds
from .threads import in_thread

LOOK_SECONDS: Final = 1.0
ROUNDS_SECONDS: Final = 15.0
OPEN_FOR: Final = timedelta(hours=6)
OVER_FOR: Final = timedelta(hours=1)

log: Any = structlog.get_logger("ludoteca.web.keeper")


class Keeper:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._finished: set[str] = set()
        self._pulse = asyncio.Event()
        self._next_rounds = 0.0
        self._rounds = Rounds(desk, self._end)
        self._subscriptions: list[Subscription] = []
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        bus = self._desk.process.bus
        self._subscriptions = [
            await bus.subscribe(FINISHED, self._hear_finished, self.wake),
            await bus.subscribe(CHANNEL, lambda channel, raw: self.wake(), self.wake),
        ]
        self._running = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        for subscription in self._subscriptions:
            await subscription.end()

    def wake(self) -> None:
        self._pulse.set()

    def _hear_finished(self, channel: str, raw: bytes) -> None:
        game_id = raw.decode("ascii", "replace")
        if is_game_id(game_id):
            self._finished.add(game_id)
            self.wake()

    async def _run(self) -> None:
        while True:
            self._pulse.clear()
            for duty in (self._pair, self._go_on, self._open_tables, self._take_in, self._make_rounds):
                await self._do(duty)
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._pulse.wait()
            except TimeoutError:
                continue

    async def _do(self, duty: Callable[[], Awaitable[None]]) -> None:
        try:
            await duty()
        except Refused as refused:
            log.warning("duty_refused", duty=_name(duty), code=refused.code, reason=refused.reason)
        except Exception as error:
            log.error("duty_failed", duty=_name(duty), **found(error))

    # Duties

    async def _pair(self) -> None:
        if await in_thread(Ticket.objects.count) > 1:
            await in_thread(queue.pair)

    async def _go_on(self) -> None:
        for row in await in_thread(series.due):
            await in_thread(series.begin_next, row)

    async def _open_tables(self) -> None:
        begun = Match.objects.filter(opened_at=None, ended_at=None).select_related("room").prefetch_related("seats")
        for match in await in_thread(list, begun):
            await self._do(partial(self._open, match))

    async def _open(self, match: Match) -> None:
        bots = [seat.bot or None for seat in match.seats.all()]
        await self._desk.open(match.game_id, match.game, match.config, bots)
        commitment = (await self._desk.snapshot(match.game_id, HOST)).commitment
        await in_thread(_opened, match, commitment)

    async def _take_in(self) -> None:
        finished, self._finished = self._finished, set()
        for game_id in finished:
            await self._do(partial(self._end, game_id))

    async def _end(self, game_id: str) -> None:
        if not await in_thread(Match.objects.filter(game_id=game_id, ended_at=None).exists):
            return
        data = await self._desk.record(game_id)
        if data is None:
            self._finished.add(game_id)  # again, a little later
            return
        try:
            await in_thread(_end, game_id, data)
        except BadEntry as error:
            log.error("bad_record", game_id=game_id, reason=str(error))

    async def _make_rounds(self) -> None:
        """Whatever was missed, and rooms that were forgotten."""
        now = asyncio.get_running_loop().time()
        if now < self._next_rounds:
            return
        self._next_rounds = now + ROUNDS_SECONDS
        await in_thread(rooms.sweep, OPEN_FOR, OVER_FOR)
        for match in await self._rounds.due(now):
            await self._do(partial(self._rounds.look_at, match, now))


def _opened(match: Match, commitment: str) -> None:
    Match.objects.filter(pk=match.pk).update(opened_at=timezone.now(), commitment=commitment)
    tell(News(rooms=(match.room.code,), lobby=True))


def _end(game_id: str, data: bytes) -> None:
    record = matches.read_record(data)
    if record is not None:
        matches.end(game_id, record)


def _name(duty: Any) -> str:
    return str(getattr(duty, "func", duty).__name__)
