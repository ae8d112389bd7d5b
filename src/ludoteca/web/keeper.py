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
from typing import Any, Final

import structlog
from django.db.models import QuerySet
from django.utils import timezone

from ludoteca.client import Snapshot
from ludoteca.kernel.record import BadEntry
from ludoteca.runtime.bus import Subscription
from ludoteca.runtime.crashes import found
from ludoteca.runtime.settings import FINISHED, is_game_id

from . import matches, queue, rooms, series
from .desk import HOST, Desk
from .models import Match, Ticket
from .news import CHANNEL, News, tell
from .refusing import Refused
from .threads import in_thread

LOOK_SECONDS: Final = 1.0
LOOK_AT_ALL_SECONDS: Final = 30.0  # matches whose end nobody has told of
NO_SHOW: Final = timedelta(seconds=60)  # by when both must have come to a ranked match
OPEN_FOR: Final = timedelta(hours=6)
OVER_FOR: Final = timedelta(hours=1)

log: Any = structlog.get_logger("ludoteca.web.keeper")


class Keeper:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._finished: set[str] = set()
        self._pulse = asyncio.Event()
        self._looked_at_all = 0.0
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
            for duty in (self._pair, self._go_on, self._open_tables, self._take_in, self._look_at_all):
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
            log.warning("duty_refused", duty=duty.__name__, code=refused.code, reason=refused.reason)
        except Exception as error:
            log.error("duty_failed", duty=duty.__name__, **found(error))

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
            await self._do(lambda match=match: self._open(match))  # type: ignore[misc]

    async def _open(self, match: Match) -> None:
        bots = [seat.bot or None for seat in match.seats.all()]
        await self._desk.open(match.game_id, match.game, match.config, bots)
        commitment = (await self._desk.snapshot(match.game_id, HOST)).commitment
        await in_thread(_opened, match, commitment)

    async def _take_in(self) -> None:
        finished, self._finished = self._finished, set()
        for game_id in finished:
            await self._do(lambda game_id=game_id: self._end(game_id))  # type: ignore[misc]

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

    async def _look_at_all(self) -> None:
        """Whatever was missed: ends that nobody told us of, players who never came, rooms that were forgotten."""
        now = asyncio.get_running_loop().time()
        if now - self._looked_at_all < LOOK_AT_ALL_SECONDS:
            return
        self._looked_at_all = now
        await in_thread(rooms.sweep, OPEN_FOR, OVER_FOR)
        for match in await in_thread(list, _under_way()):
            await self._do(lambda match=match: self._look_at(match))  # type: ignore[misc]

    async def _look_at(self, match: Match) -> None:
        snapshot = await self._desk.snapshot(match.game_id, HOST)
        if snapshot.outcome is not None:
            await self._end(match.game_id)
        elif snapshot.closed:
            await in_thread(matches.closed, match.pk)
        elif snapshot.view is None and match.series_id is not None:
            await self._look_for_players(match, match.series_id, snapshot)

    async def _look_for_players(self, match: Match, series_id: int, snapshot: Snapshot) -> None:
        """Somebody has not come to a ranked match: the series is his to lose; if nobody came it never was."""
        if match.opened_at is None or timezone.now() - match.opened_at < NO_SHOW:
            return
        absent = [seat.player_id for seat in snapshot.seats if not seat.joined]
        if len(absent) == 1:
            await in_thread(_give_up, match, absent[0])
        else:
            await in_thread(series.cancel, series_id)
        await self._desk.close(match.game_id)


def _under_way() -> QuerySet[Match]:
    return Match.objects.filter(ended_at=None).exclude(opened_at=None).select_related("room")


def _opened(match: Match, commitment: str) -> None:
    Match.objects.filter(pk=match.pk).update(opened_at=timezone.now(), commitment=commitment)
    tell(News(rooms=(match.room.code,), lobby=True))


def _end(game_id: str, data: bytes) -> None:
    record = matches.read_record(data)
    if record is not None:
        matches.end(game_id, record)


def _give_up(match: Match, seat: int) -> None:
    player = match.seats.select_related("player").get(seat=seat).player
    assert player is not None
    series.abandon(player, match.room.code)
    matches.closed(match.pk)
