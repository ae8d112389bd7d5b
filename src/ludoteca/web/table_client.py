"""The table client: opens and closes tables, asks for their snapshots, reads their records and recovers them, over the
bus and from the store, as any trusted process may.

Must not know: whether the tables are in this process or in another, any game by name, the database.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from http import HTTPStatus
from typing import Any, Final

import structlog

from ludoteca.client import Ended, NoAnswer, Result, Seat, Snapshot, Unreachable, at_bus
from ludoteca.gateway.gateway import SeatShut
from ludoteca.kernel import Malformed
from ludoteca.kernel.values import encode
from ludoteca.process import Process
from ludoteca.runtime.checksum import Damaged
from ludoteca.runtime.hosted_table import UnknownGame, record
from ludoteca.runtime.recovery import RecoveredTable, plan_recovery, recover
from ludoteca.runtime.recovery_plan import NotDamaged, RecoveryPlan, RecoveryRefused
from ludoteca.runtime.settings import SHUT
from ludoteca.runtime.store import Unavailable
from ludoteca.table.wire import Who
from ludoteca.tokens import LEEWAY, MINUTES, Claims, Tokens

from .errors import ApiError, not_found

PATIENCE: Final = 5.0
HOST: Final = Who("host", None, "web")

log: Any = structlog.get_logger("ludoteca.web.table_client")


class TableClient:
    def __init__(self, process: Process, tokens: Tokens) -> None:
        self.process = process
        self.tokens = tokens
        self._weaknesses: list[str] = []

    async def open(
        self, game_id: str, game: str, config: dict[str, Any], bots: Sequence[str | None], owner: str
    ) -> None:
        """Open a table; that it is open already is as good. ApiError says why it cannot be. Bots of one owner's tables
        wait for each other."""
        async with self._line(game_id, HOST) as line:
            result = await _answered(line.create(game, config, bots, owner))
        if result.ok:
            return
        if result.recovery == "retry":
            raise ApiError(result.code, result.reason, 503)
        if await self._played_at(game_id) != game:
            raise ApiError(result.code, result.reason)

    async def inspect_store(self) -> None:
        """Look whether the store is configured to keep what it acknowledges."""
        try:
            self._weaknesses = await self.process.store.weaknesses()
        except Unavailable:
            return  # as it was; nothing can be opened now anyway

    def check_store(self) -> None:
        """ApiError if the store may lose a game on which points or stakes depend, and the host has not accepted that.
        From any thread."""
        if self._weaknesses and not self.process.config.settings.lossy_store:
            raise ApiError("store_may_lose", "this server might lose the game: its host must change its settings", 503)

    async def _played_at(self, game_id: str) -> str:
        """The game of a table; "" if there is none."""
        try:
            return (await self.snapshot(game_id, HOST)).game
        except ApiError as refused:
            if refused.code != "not_found":
                raise
            return ""

    async def close(self, game_id: str) -> None:
        async with self._line(game_id, HOST) as line:
            result = await _answered(line.delete())
        if not result.ok:
            raise ApiError(result.code, result.reason, 404 if result.recovery == "noop" else 503)

    async def resign(self, game_id: str, seat: int) -> bool:
        """On behalf of a player who gives up a whole series; whether the game is over with it."""
        async with self._line(game_id, Who("player", seat)) as line:
            return (await _answered(line.resign())).ok

    async def shut_seat(self, game_id: str, seat: int) -> None:
        """The sockets of this seat are closed, and every token that it has now is taken back, in all processes."""
        shut = SeatShut(game_id, seat, int(time.time()) + 60 * MINUTES + LEEWAY)
        self.process.bus.publish(SHUT, [encode(shut)])

    async def snapshot(self, game_id: str, who: Who) -> Snapshot:
        """How a table stands for a reader; ApiError if there is no such table, or nobody answers."""
        async with self._line(game_id, who) as line:
            try:
                async with asyncio.timeout(PATIENCE):
                    return await line.sync()
            except TimeoutError:
                raise _unavailable() from None
            except Ended:
                raise await self._gone(game_id) from None

    async def record(self, game_id: str) -> bytes:
        """Everything that happened at a table. ApiError: not to be had now (503), or never (410)."""
        try:
            return await record(self.process.store, self.process.config.games, game_id)
        except (Unavailable, UnknownGame):
            raise _unavailable() from None
        except (Damaged, Malformed):
            raise _unreadable() from None

    async def plan_recovery(self, game_id: str) -> RecoveryPlan:
        """What a recovery of this table would keep; RecoveryRefused says why there is none."""
        with _refusing():
            return await plan_recovery(self.process.store, self.process.config.games, game_id, _now_ms())

    async def recover(self, game_id: str) -> RecoveredTable:
        """Recover a damaged table. A process that hosts tables finds it again, within seconds."""
        with _refusing():
            done = await recover(self.process.store, self.process.config.games, game_id, _now_ms())
        log.warning("recovered", game_id=game_id, damage=done.plan.damage, kept_at=done.kept_at)
        return done

    async def _gone(self, game_id: str) -> ApiError:
        """Why nobody serves this table."""
        try:
            await plan_recovery(self.process.store, self.process.config.games, game_id, _now_ms())
        except (NotDamaged, KeyError, UnknownGame):
            return not_found("table")
        except RecoveryRefused:
            return _unreadable()
        return _unreadable()

    def token(self, claims: Claims) -> str:
        return self.tokens.mint(claims, int(time.time()))

    def read(self, token: str) -> Claims:
        """Unauthorized if the token is none of ours."""
        return self.tokens.read(token, int(time.time()), self.process.config.settings.listed("revoked"))

    @asynccontextmanager
    async def _line(self, game_id: str, who: Who) -> AsyncIterator[Seat]:
        try:
            async with at_bus(self.process.bus, game_id, who) as line:
                line.patience = PATIENCE
                yield line
        except Unreachable:
            raise _unavailable() from None


async def _answered(asking: Coroutine[Any, Any, Result]) -> Result:
    try:
        return await asking
    except NoAnswer:
        raise _unavailable() from None
    except Ended as ended:
        return Result(ok=False, code=ended.code, reason=ended.reason, recovery="noop")


@contextmanager
def _refusing() -> Iterator[None]:
    """Anything that stops a recovery, as one exception."""
    try:
        yield
    except KeyError:
        raise RecoveryRefused("there is no such table") from None
    except (Unavailable, UnknownGame, Damaged) as error:
        raise RecoveryRefused(str(error)) from None


def _now_ms() -> int:
    return int(time.time() * 1000)


def _unreadable() -> ApiError:
    return ApiError("unreadable", "the log of this table cannot be read", HTTPStatus.GONE)


def _unavailable() -> ApiError:
    return ApiError("game_unavailable", "the table does not answer; try again", 503)
