"""A host: the tables of one process. Actions go in; their effects are stored, and then sent.

One loop runs all tables, rather than a task per table: what they do in one iteration is then stored together, which is
where the speed comes from. Tables are isolated all the same: a crash in one game's rules discards that table and
restores it from the store, and after a few crashes suspends it; the others are not affected.

Laws kept here:
- A table is hosted here under an epoch that the store knows. When the store refuses the epoch, it is dropped at once.
- What a table must do first after a restart is done before it takes any input.
- Time during which this process was paused is charged to nobody.

Must not know: any game by name, sockets, Redis, SQLite.
"""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, Final

import structlog

from ludoteca.crash_site import offering_packages
from ludoteca.kernel import Seat
from ludoteca.table.effects import BotTurn, Effects, Now
from ludoteca.table.match import Match
from ludoteca.table.payload import action_key
from ludoteca.table.wire import FaultyAction, Refusal

from .bot_runner import BotFailed, BotQuestion
from .calls import Call, refuse, unavailable
from .clock import PauseDetector
from .crashes import CrashHistory, exc_fields
from .fenced_tables import FencedTables
from .group_commit import GroupCommit, PendingEffects
from .host_context import HostContext
from .hosted_table import HostedTable, encoded_entry
from .peer_watch import PeerWatch
from .store import Unavailable
from .table_loader import TableLoader

SETTLE_SECONDS: Final = 20.0

log: Any = structlog.get_logger("ludoteca.host")


class Host:
    def __init__(self, context: HostContext) -> None:
        self.context = context
        self.hosted: dict[str, HostedTable] = {}
        self.changed: Callable[[str], None] = lambda game_id: None  # a table was loaded here, or dropped
        self._seen = context.clock()
        self._pauses = PauseDetector(self._seen, context.settings.pause_ms)
        self.commits = GroupCommit(context.store, self._speak, self._lose, self.fail, context.metrics.committed)
        self.crashes = CrashHistory(context.settings.crashes_at_most)
        self.peers = PeerWatch(context, self.spawn)
        self.loader = TableLoader(self)
        self.fenced = FencedTables(self)
        self._tasks: set[asyncio.Task[None]] = set()
        offering_packages()  # looked up now: the first crash must not wait for it while all tables do

    # Inputs

    def take(self, game_id: str, call: Call) -> None:
        """An action for any table. A table that is not here is loaded first, unless another process has it."""
        hosted = self.hosted.get(game_id)
        if hosted is None:
            self.loader.request(game_id, call)
        elif isinstance(call.action, FaultyAction):
            refuse(call, call.action.refusal, self.now().wall)
        elif self.loader.stopped:
            self.fail(call, "the server is leaving")
        elif self.commits.waiting >= self.context.settings.waiting_at_most:
            self.fail(call, "the server is overloaded")
        elif self.crashes.poison and self.crashes.is_poison(_poison(hosted, call)):
            refuse(call, Refusal("invalid_action", "this action makes the table crash", "noop"), self.now().wall)
        else:
            self.apply(hosted, partial(hosted.table.submit, call.who, call.action), call)

    def lost(self, game_id: str, seat: Seat) -> None:
        """A player's connection is gone."""
        hosted = self.hosted.get(game_id)
        if hosted is not None:
            self.apply(hosted, partial(hosted.table.lost, seat))

    def apply(self, hosted: HostedTable, act: Callable[[Now], Effects], call: Call | None = None) -> None:
        """Let a table do something. Its effects wait for the store; if it crashes, only this table is affected."""
        now = self.now()
        try:
            effects = act(now)
            bodies = [encoded_entry(hosted.game_id, entry) for entry in effects.persist]
            state = hosted.changed_state() if self.context.store.wants_state else b""
        except Exception as error:  # the rules of a game are an author's code
            self.crashed(hosted, error, call)
            return
        hosted.used = now.mono
        self.commits.add(PendingEffects(hosted, effects, bodies, state, call))
        self._arm(hosted, now)

    def now(self) -> Now:
        now = self.context.clock()
        if now is not self._seen:  # else it was checked in this very iteration
            self._seen = now
            if pause := self._pauses.pause(now):
                log.warning("was_away", ms=pause)
                for hosted in self.hosted.values():
                    hosted.table.timers.forgive(pause)
        return now

    def fail(self, call: Call, reason: str) -> None:
        refuse(call, unavailable(reason), self.context.clock().wall)

    # Tables that come and go

    def serve(self, hosted: HostedTable, effects: Effects) -> None:
        """A table is ours from now on; what it must do first comes before everything else."""
        self.hosted[hosted.game_id] = hosted
        self.apply(hosted, lambda _: effects)
        self.context.metrics.tables.set(len(self.hosted))
        self.changed(hosted.game_id)

    def forget(self, hosted: HostedTable) -> None:
        """Drop a table: it is not ours any more."""
        hosted.gone = True
        if hosted.alarm is not None:
            hosted.alarm.cancel()
        if self.hosted.get(hosted.game_id) is hosted:
            del self.hosted[hosted.game_id]
        self.context.metrics.tables.set(len(self.hosted))
        self.changed(hosted.game_id)

    def spawn(self, work: Any) -> None:
        """Run a task to its end, and keep a reference to it."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def tasks(self) -> list[asyncio.Task[None]]:
        return list(self._tasks)

    async def settle(self) -> None:
        """Wait until all effects are sent, but not for ever: the store may be gone for good."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLE_SECONDS):
                while not self.commits.idle or self._tasks:
                    await asyncio.sleep(0.005)

    def _lose(self, hosted: HostedTable, failure: Exception | None) -> None:
        """The store has not taken what this table did, so the table in memory is wrong. If the store failed, load the
        table again; if another process owns it, or nobody has it any more, leave it."""
        self.forget(hosted)
        if failure is None:
            self.fenced.add(hosted)
            self.spawn(self._explain_fenced())
        else:
            self.context.metrics.unstored.inc()
            log.error("not_stored", game_id=hosted.game_id, error=str(failure))
            self.loader.retry(hosted.game_id)

    async def _explain_fenced(self) -> None:
        with suppress(Unavailable):  # the next heartbeat tries again
            await self.fenced.explain()

    def crashed(self, hosted: HostedTable, error: Exception, call: Call | None = None) -> None:
        """This table raised an unexpected exception: discard it alone, and load it again."""
        self.context.metrics.crashes.inc()
        self.forget(hosted)  # before anything else: what a crash has left must not be served
        log.error("table_crashed", game_id=hosted.game_id, **exc_fields(error))
        self.crashes.add(hosted.game_id, self.context.clock().mono, None if call is None else _poison(hosted, call))
        if call is not None:
            self.fail(call, "the table crashed on this action")
        self.loader.retry(hosted.game_id)

    # Outputs

    def _speak(self, pending: PendingEffects) -> None:
        """Send the effects. Nothing that goes wrong here may stop the commits of all tables."""
        try:
            self._say(pending.hosted, pending.effects, pending.call)
        except Exception as error:
            self.crashed(pending.hosted, error)

    def _say(self, hosted: HostedTable, effects: Effects, call: Call | None) -> None:
        if effects.tell:
            self.context.readers.tell(hosted.game_id, effects.tell)
            if self.context.bus.wants(hosted.channel):
                self.context.bus.publish(hosted.channel, [event.on_bus for event in effects.tell])
        if call is not None:
            for reply in effects.reply:
                call.answer(reply.frame)
        if effects.operator_notes:
            hosted.operator_log.write(effects.operator_notes, self.context.clock().mono)
        for ask in effects.ask:
            self._ask(hosted, ask)
        if effects.finished:
            self.spawn(self._finish(hosted))

    async def _finish(self, hosted: HostedTable) -> None:
        """The game is over. Report it before the store marks it: once it is marked, no process loads the table again.
        So it may be reported twice, after a crash, and receivers must not mind."""
        try:
            self.context.finished(hosted.game_id)
            await self.context.store.end(hosted.game_id)
        except Exception as error:  # it stays live, so its next owner marks it
            log.error("not_ended", game_id=hosted.game_id, **exc_fields(error))

    # Bots

    def _ask(self, hosted: HostedTable, ask: BotTurn) -> None:
        match = hosted.table.match
        if hosted.asked.get(ask.seat) == ask.decision or not _is_open(match, ask):
            return
        hosted.asked[ask.seat] = ask.decision
        game = match.game
        view, legal = game.view(match.state, ask.seat), game.legal(match.state, ask.seat)
        owner = match.terms.owner or hosted.game_id
        chosen = self.context.bot_runner.choose(BotQuestion(game.name, ask.bot, view, legal, owner))
        loop = asyncio.get_running_loop()
        chosen.add_done_callback(lambda done: _soon(loop, partial(self._bot_answers, hosted, ask, done)))

    def _bot_answers(self, hosted: HostedTable, ask: BotTurn, done: "Future[Any]") -> None:
        if hosted.gone or done.cancelled() or self.loader.stopped:
            return  # the table's next owner asks again
        error = done.exception()
        if error is not None:
            log.error("bot_failed", game_id=hosted.game_id, bot=ask.bot, **_bot_fields(error))
        self.apply(hosted, hosted.table.tick)  # timers that the bot was too late for
        if not hosted.gone:
            self.apply(hosted, partial(_bot_moves, hosted, ask, None if error else done.result()))

    # Time

    def _arm(self, hosted: HostedTable, now: Now) -> None:
        """Wake when the next timer runs out. An alarm that is set for no later is left alone: deadlines move with every
        move, and setting an alarm each time would cost more than one that rings for nothing."""
        deadline = hosted.table.timers.next()
        if deadline is None or hosted.gone or (hosted.alarm_at is not None and hosted.alarm_at <= deadline):
            return
        if hosted.alarm is not None:
            hosted.alarm.cancel()
        hosted.alarm_at = deadline
        delay = max(0, deadline - now.mono) / 1000
        hosted.alarm = asyncio.get_running_loop().call_later(delay, self._ring, hosted)

    def _ring(self, hosted: HostedTable) -> None:
        hosted.alarm = hosted.alarm_at = None
        if hosted.gone:
            return
        now = self.now()
        if hosted.table.timers.due(now.mono) is None:
            self._arm(hosted, now)
        else:
            self.apply(hosted, hosted.table.tick)


def _soon(loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
    """Called from another thread, possibly after the loop is closed."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(act)


def _poison(hosted: HostedTable, call: Call) -> tuple[str, ...]:
    """The key of an action that made its table crash."""
    by = action_key(call.who, call.action)
    return hosted.game_id, by.reader, by.action_id, str(by.body)


def _bot_fields(error: BaseException) -> Mapping[str, str]:
    """What the log says of a bot that failed: where it did, if that was in another process."""
    return error.fields if isinstance(error, BotFailed) else exc_fields(error)


def _is_open(match: Match, ask: BotTurn) -> bool:
    return match.decisions[ask.seat] == ask.decision and ask.seat in match.acting()


def _bot_moves(hosted: HostedTable, ask: BotTurn, chosen: Any, now: Now) -> Effects:
    """The bot's choice; the first legal action if it chose none of those it was given."""
    match = hosted.table.match
    if _is_open(match, ask):
        legal = match.game.legal(match.state, ask.seat)
        if chosen not in legal:
            log.error("bot_refused", game_id=hosted.game_id, bot=ask.bot)
            chosen = legal[0]
    return hosted.table.bot_acts(ask, chosen, now)
