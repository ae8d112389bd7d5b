"""Loading tables: an action for a table that is not here waits while the table is claimed and restored, or opened.

Laws kept here:
- One attempt at a time per table. Waiting actions are bounded, and answered whatever happens.
- A table that another process holds is left to it, and that is cached for a while.
- What every process has received, about a table that nobody serves, one of them answers.
- A table that the store does not have is opened only by a `create`, or by a first `join` where the settings allow it.
"""

import asyncio
from typing import Any, Final, Protocol

import structlog

from ludoteca.kernel import Malformed
from ludoteca.table.effects import Effects, Now
from ludoteca.table.wire import Refusal

from .calls import Call, refuse
from .checksum import Damaged
from .crashes import CrashHistory, exc_fields
from .host_context import HostContext
from .hosted_table import HostedTable, UnknownGame, encoded_entry, restored
from .peer_watch import PeerWatch
from .store import Absent, Claimed, HeldElsewhere, Holder, Unavailable
from .table_opener import TableOpener

WAITING_AT_MOST: Final = 256
ELSEWHERE_AT_MOST: Final = 100_000
AGAIN_SECONDS: Final = (0.05, 0.2, 1.0, 2.0)

log: Any = structlog.get_logger("ludoteca.table_loader")


class LoadingHost(Protocol):
    """A host, as far as loading its tables goes."""

    context: HostContext
    hosted: dict[str, HostedTable]
    crashes: CrashHistory
    peers: PeerWatch

    def take(self, game_id: str, call: Call) -> None: ...
    def serve(self, hosted: HostedTable, effects: Effects) -> None: ...
    def fail(self, call: Call, reason: str) -> None: ...
    def spawn(self, work: Any) -> None: ...
    def now(self) -> Now: ...


class TableLoader:
    def __init__(self, host: LoadingHost) -> None:
        self._host = host
        context = host.context
        self._opener = TableOpener(context.games, context.bot_runner.bots, context.seed, context.settings.opens)
        self._waiting: dict[str, list[Call]] = {}
        self._elsewhere: dict[str, tuple[int, Holder]] = {}
        self._retrying: set[str] = set()
        self.damaged: dict[str, str] = {}  # what is wrong with tables whose log cannot be read
        self.stopped = False  # a host that is shutting down loads nothing more

    def request(self, game_id: str, call: Call) -> None:
        """This action needs a table that is not here."""
        if (holder := self.known_elsewhere(game_id)) is not None:
            if holder.name in self._host.peers.suspects and not call.is_broadcast:
                self._host.fail(call, "the server that has this table does not answer")
            else:
                call.served_elsewhere(holder)
            return
        if self.stopped:
            self._host.fail(call, "the server is leaving")
            return
        waiting = self._waiting.get(game_id)
        if waiting is None:
            self._waiting[game_id] = [call]
            self._host.spawn(self._fetch(game_id))
        elif len(waiting) < WAITING_AT_MOST:
            waiting.append(call)
        else:
            self._host.fail(call, "too many are waiting for this table")

    def adopt(self, game_id: str) -> None:
        """No process has this table: claim it."""
        if game_id not in self._host.hosted and game_id not in self._waiting and not self.stopped:
            self._waiting[game_id] = []
            self._elsewhere.pop(game_id, None)
            self._host.spawn(self._fetch(game_id))

    def retry(self, game_id: str, attempt: int = 0) -> None:
        """The table was discarded: load it again, after a delay that grows with every failure."""
        if game_id in self._retrying or self.stopped:
            return
        self._retrying.add(game_id)
        seconds = AGAIN_SECONDS[min(attempt, len(AGAIN_SECONDS) - 1)]
        suspended = self._host.crashes.suspended(game_id, self._host.context.clock().mono) / 1000
        asyncio.get_running_loop().call_later(max(seconds, suspended), self._try_again, game_id, attempt)

    def known_elsewhere(self, game_id: str) -> Holder | None:
        """The holder of this table, if that was found out recently."""
        until, holder = self._elsewhere.get(game_id, (0, None))
        return holder if self._host.context.clock().mono < until else None

    def forget_holders(self, names: frozenset[str]) -> None:
        """These processes are gone: their tables may be claimed."""
        if names:
            self._elsewhere = {
                game_id: until_holder
                for game_id, until_holder in self._elsewhere.items()
                if until_holder[1].name not in names
            }

    def _try_again(self, game_id: str, attempt: int) -> None:
        self._retrying.discard(game_id)
        if game_id in self._waiting:
            self.retry(game_id, attempt)  # an attempt is under way, and may fail
        elif game_id not in self._host.hosted and not self.stopped:
            self._waiting[game_id] = []
            self._host.spawn(self._fetch(game_id, attempt + 1))

    async def _fetch(self, game_id: str, attempt: int = 0) -> None:
        try:
            refusal = await self._claimed(game_id)
        except Unavailable as error:
            log.warning("not_fetched", game_id=game_id, error=str(error))
            refusal = Refusal("game_unavailable", "the store cannot be reached")
            self._leave_to_others(game_id)
            self.retry(game_id, attempt)  # it may be ours already, and then no other process looks for it
        except UnknownGame as error:
            log.error("game_not_known", game_id=game_id, error=str(error))
            refusal = Refusal("game_unavailable", "the game of this table is not installed here now")
        except (Damaged, Malformed) as error:
            self._damaged(game_id, str(error) if isinstance(error, Damaged) else f"cannot be read at {error.where}")
            refusal = Refusal("game_unavailable", "what was kept of this table is damaged", "noop", {"rule": "damaged"})
        except Exception as error:
            self._host.context.metrics.crashes.inc()
            log.error("restore_crashed", game_id=game_id, **exc_fields(error))
            self._host.crashes.add(game_id, self._host.context.clock().mono)
            refusal = Refusal("game_unavailable", "the table could not be restored")
            self.retry(game_id, attempt)
        self._deliver(game_id, refusal)

    def _leave_to_others(self, game_id: str) -> None:
        """Broadcast actions are left to the processes that can reach the store."""
        self._waiting[game_id] = [call for call in self._waiting[game_id] if not call.is_broadcast]

    def _deliver(self, game_id: str, refusal: Refusal | None) -> None:
        """Waiting actions go to the table, or are refused."""
        for call in self._waiting.pop(game_id):
            if refusal is None:
                self._host.take(game_id, call)
            else:
                refuse(call, refusal, self._host.context.clock().wall)

    async def _claimed(self, game_id: str) -> Refusal | None:
        context = self._host.context
        if self._host.crashes.suspended(game_id, context.clock().mono):
            self.retry(game_id)
            return Refusal("game_unavailable", "the table is suspended: it has crashed repeatedly")
        match await context.store.claim(game_id, context.holder):
            case Claimed(epoch):
                try:
                    await self._restore(game_id, epoch)
                except (Damaged, Malformed):  # a process can do nothing with it until it is recovered
                    await context.store.release([(game_id, epoch)], resting=True)
                    raise
                return None
            case HeldElsewhere(holder):
                self._remember(game_id, holder)
                self._recovered(game_id)
                return None
            case Absent(expired=True):
                if not await context.store.answers(game_id, context.holder):
                    self._leave_to_others(game_id)
                reason = "the table has expired: what was kept of it is gone"
                return Refusal("game_unavailable", reason, "noop", {"rule": "gone"})
            case Absent():
                return await self._opened(game_id)

    async def _restore(self, game_id: str, epoch: int) -> None:
        context, asked = self._host.context, self._host.now()
        table, effects, snapshot_at = await restored(context.store, context.games, game_id, asked)
        now = self._host.now()
        table.timers.forgive(now.mono - asked.mono)  # nobody could act meanwhile
        hosted = HostedTable(game_id, epoch, table)
        hosted.snapshot_at = snapshot_at
        self._host.serve(hosted, effects)
        self._recovered(game_id)
        log.info("restored", game_id=game_id, epoch=epoch, entries=table.match.entries)

    def _damaged(self, game_id: str, what: str) -> None:
        """Logged once: it is found again whenever somebody asks for the table."""
        if game_id not in self.damaged:
            log.error("damaged", game_id=game_id, error=what, see="ludoteca tables recover")
        self.damaged[game_id] = what
        self._host.context.metrics.damaged.set(len(self.damaged))

    def _recovered(self, game_id: str) -> None:
        self.damaged.pop(game_id, None)
        self._host.context.metrics.damaged.set(len(self.damaged))

    async def _opened(self, game_id: str) -> Refusal | None:
        """Open the table for the first waiting action that may; the others then find it open."""
        context = self._host.context
        for call in list(self._waiting[game_id]):
            asked = self._host.now()
            try:
                table, effects = self._opener.open(call.who, call.action, asked)
            except Refusal as reason:
                self._waiting[game_id].remove(call)
                if not call.is_broadcast or await context.store.answers(game_id, context.holder):
                    refuse(call, reason, asked.wall)
                continue
            entries = [encoded_entry(game_id, entry) for entry in effects.persist]
            held = await context.store.create(game_id, context.holder, entries)
            if held is None:
                return await self._claimed(game_id)  # another process was faster
            effects.persist.clear()
            now = self._host.now()
            table.timers.forgive(now.mono - asked.mono)
            self._host.serve(HostedTable(game_id, held.epoch, table), effects)
            log.info("opened", game_id=game_id, game=table.match.game.name)
            break
        return None

    def _remember(self, game_id: str, holder: Holder) -> None:
        if len(self._elsewhere) >= ELSEWHERE_AT_MOST:
            self._elsewhere.clear()
        ms = round(self._host.context.settings.heartbeat_seconds * 1000)
        self._elsewhere[game_id] = (self._host.context.clock().mono + ms, holder)
