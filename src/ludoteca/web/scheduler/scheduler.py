"""The match scheduler: opens tables for matches that have begun, settles matches that are over, begins the next game of
a series, pairs players in the queues, closes abandoned rooms, and deletes what nobody will ask for again.

Laws kept here:
- All its work is found in the database, so what was missed is found again; a wake-up only makes it sooner.
- Several schedulers may run at once, one per web process: each step is done under a row lock, or is idempotent.
- A step that fails stops no other.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import structlog
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from ludoteca.kernel.record import BadEntry
from ludoteca.runtime.bus import Subscription
from ludoteca.runtime.crashes import exc_fields
from ludoteca.runtime.settings import FINISHED, LOST_TABLES, is_game_id

from ..app import App
from ..database_threads import in_thread
from ..errors import ApiError
from ..models import Match, Ticket
from ..notifications import CHANNEL, News
from ..play import matchmaking, rooms, series, settlement
from ..table_client import HOST
from . import retention
from .match_checks import MatchChecker

LOOK_SECONDS: Final = 1.0
MEASURE_SECONDS: Final = 5.0
ROUNDS_SECONDS: Final = 15.0
RETENTION_SECONDS: Final = 3600.0
OPEN_FOR: Final = timedelta(hours=6)
OVER_FOR: Final = timedelta(hours=1)
NEVER: Final = timedelta(minutes=10)  # what is refused for so long will be refused for ever
AT_A_TIME: Final = 8

log: Any = structlog.get_logger("ludoteca.web.scheduler")


class Scheduler:
    def __init__(self, app: App) -> None:
        self._app = app
        self._finished: set[str] = set()
        self._pulses: list[asyncio.Event] = []  # one a duty
        self._rounds = asyncio.Event()
        self._match_checker = MatchChecker(app, self._end)
        self._subscriptions: list[Subscription] = []
        self._running: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        bus = self._app.tables.process.bus
        self._subscriptions = [
            await bus.subscribe(FINISHED, self._hear_finished, self._look_again),
            await bus.subscribe(LOST_TABLES, lambda channel, raw: self._look_again(), self._look_again),
            await bus.subscribe(CHANNEL, lambda channel, raw: self.wake(), self.wake),
        ]
        loop = asyncio.get_running_loop()
        for duty in (self._pair, self._go_on, self._open_tables, self._take_in):
            pulse = asyncio.Event()
            self._pulses.append(pulse)
            self._running.append(loop.create_task(self._run(duty, pulse, LOOK_SECONDS)))
        self._running.append(loop.create_task(self._run(self._make_rounds, self._rounds, ROUNDS_SECONDS)))
        self._running.append(loop.create_task(self._run(self._measure, asyncio.Event(), MEASURE_SECONDS)))
        self._running.append(loop.create_task(self._run(self._delete_old, asyncio.Event(), RETENTION_SECONDS)))

    async def stop(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        for subscription in self._subscriptions:
            await subscription.end()

    def wake(self) -> None:
        for pulse in self._pulses:
            pulse.set()

    def _hear_finished(self, channel: str, raw: bytes) -> None:
        game_id = raw.decode("ascii", "replace")
        if is_game_id(game_id):
            self._finished.add(game_id)
            self.wake()

    def _look_again(self) -> None:
        """Something may have been missed, or tables are lost: every match is looked at now."""
        self._match_checker.look_again()
        self._rounds.set()

    async def _run(self, duty: Callable[[], Awaitable[None]], pulse: asyncio.Event, seconds: float) -> None:
        """Each duty has a task: one that waits for a table that does not answer delays no other."""
        while True:
            pulse.clear()
            await self._do(duty)
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await pulse.wait()

    async def _do(self, duty: Callable[[], Awaitable[None]]) -> None:
        try:
            await duty()
        except ApiError as refused:
            log.warning("duty_refused", duty=_name(duty), code=refused.code, reason=refused.reason)
        except Exception as error:
            log.error("duty_failed", duty=_name(duty), **exc_fields(error))

    async def _do_all(self, duties: Iterable[Callable[[], Awaitable[None]]]) -> None:
        """A few at a time, so that one that waits for a table that does not answer does not delay the others."""
        some = asyncio.Semaphore(AT_A_TIME)

        async def one(duty: Callable[[], Awaitable[None]]) -> None:
            async with some:
                await self._do(duty)

        await asyncio.gather(*(one(duty) for duty in duties))

    # Duties

    async def _pair(self) -> None:
        await in_thread(matchmaking.forget, self._app)
        if await in_thread(Ticket.objects.count) > 1:
            await in_thread(matchmaking.pair, self._app)

    async def _go_on(self) -> None:
        await self._do_all(partial(self._begin_next, row_id) for row_id in await in_thread(series.due))

    async def _begin_next(self, row_id: int) -> None:
        await in_thread(series.begin_next, self._app, row_id)

    async def _open_tables(self) -> None:
        begun = Match.objects.filter(opened_at=None, ended_at=None).select_related("room").prefetch_related("seats")
        await self._do_all(partial(self._open, match) for match in await in_thread(list, begun))

    async def _open(self, match: Match) -> None:
        bots = [seat.bot or None for seat in match.seats.all()]
        try:
            owner = match.room.opened_from or f"player:{match.room.owner_id}"
            await self._app.tables.open(match.game_id, match.game, match.config, bots, owner)
        except ApiError as refused:
            if refused.status == HTTPStatus.SERVICE_UNAVAILABLE or timezone.now() - match.created_at < NEVER:
                raise
            await in_thread(settlement.close, self._app, match.game_id)  # no retry will open it
            raise
        commitment = (await self._app.tables.snapshot(match.game_id, HOST)).commitment
        if not await in_thread(_opened, self._app, match, commitment):
            await self._app.tables.close(match.game_id)  # its room was closed meanwhile

    async def _take_in(self) -> None:
        finished, self._finished = self._finished, set()
        await self._do_all(partial(self._end, game_id) for game_id in finished)

    async def _end(self, game_id: str) -> None:
        try:
            if await in_thread(Match.objects.filter(game_id=game_id, ended_at=None).exists):
                await self._settle(game_id)
        except (ApiError, OperationalError, InterfaceError):  # the table or the database is away, and will be back
            self._finished.add(game_id)
            raise

    async def _settle(self, game_id: str) -> None:
        """By its record; without an outcome the match was closed, or goes on."""
        try:
            record = await in_thread(settlement.read_record, self._app, await self._app.tables.record(game_id))
        except BadEntry as error:
            await self._break_off(game_id, str(error))
            return
        except ApiError as refused:
            if refused.status != HTTPStatus.GONE:
                raise
            await in_thread(settlement.damaged, self._app, game_id)
            return
        if record is not None:
            await in_thread(settlement.end, self._app, game_id, record)
        elif (await self._app.tables.snapshot(game_id, HOST)).closed:
            await in_thread(settlement.close, self._app, game_id)

    async def _break_off(self, game_id: str, reason: str) -> None:
        """Its record is unreadable for good."""
        log.error("bad_record", game_id=game_id, reason=reason)
        await in_thread(settlement.close, self._app, game_id)

    async def _make_rounds(self) -> None:
        """Finds what was missed, closes abandoned rooms, and looks at the store's configuration."""
        now = asyncio.get_running_loop().time()
        await self._app.tables.inspect_store()
        await in_thread(rooms.sweep, self._app, OPEN_FOR, OVER_FOR)
        due = await self._match_checker.due(now)
        await self._do_all(partial(self._match_checker.look_at, match, now) for match in due)

    async def _measure(self) -> None:
        waiting = await in_thread(matchmaking.waiting, self._app)
        self._app.tables.process.metrics.lobby(waiting, await in_thread(rooms.under_way))

    async def _delete_old(self) -> None:
        deleted = await in_thread(retention.delete_old, self._app.limits.settings, timezone.now())
        log.info("retention", **deleted._asdict())


def _opened(app: App, match: Match, commitment: str) -> bool:
    """False if the match ended meanwhile."""
    under_way = Match.objects.filter(pk=match.pk, ended_at=None)
    opened = under_way.update(opened_at=timezone.now(), commitment=commitment) > 0
    app.notify(News(rooms=(match.room.code,), lobby=True))
    return opened


def _name(duty: Any) -> str:
    return str(getattr(duty, "func", duty).__name__)
