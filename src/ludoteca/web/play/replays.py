"""Replays: pages of finished matches, made in a worker process, because replaying a long match takes seconds of
processor time.

Laws kept here:
- Those who look back from one address wait for each other, and for nobody else's more than one page.
- A match that takes too long, or too much memory, costs its own answer only.

Must not know: any game, the database.
"""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final, assert_never

import structlog

from ludoteca.kernel.values import tree_of
from ludoteca.replay_pages import ReplayQuery
from ludoteca.runtime.crashes import exc_fields
from ludoteca.runtime.worker_jobs import Failed, MadePage, NoPage, NoRecord, Replay, ReplayAnswer, pack, unpack
from ludoteca.runtime.worker_pool import WorkerPool

from ..errors import ApiError

STATUSES: Final = {"no_seat": HTTPStatus.NOT_FOUND, "not_found": HTTPStatus.NOT_FOUND}

log: Any = structlog.get_logger("ludoteca.web.replays")


class Replays:
    def __init__(self, pool: WorkerPool, seconds: float) -> None:
        self._pool = pool
        self._seconds = seconds

    async def page(
        self, owner: str, game_id: str, wanted: ReplayQuery, record: Callable[[], Awaitable[bytes]]
    ) -> bytes:
        """A `ReplayPage` as JSON; ApiError if there is none. `owner` is who asks; the record is fetched if the worker
        does not have it any more."""
        job = Replay(game_id, tree_of(wanted), self._seconds)
        said, page = await self._asked(owner, job, b"")
        if isinstance(said, NoRecord):
            said, page = await self._asked(owner, job, await record())
        match said:
            case MadePage(notes=notes):
                for note in notes:
                    log.warning("operator_note", game_id=game_id, note=note)
                return page
            case NoPage(code=code, reason=reason, facts=facts):
                raise ApiError(code, reason, STATUSES.get(code, HTTPStatus.CONFLICT), **facts)
            case Failed(fields=fields):
                log.error("replay_crashed", game_id=game_id, **fields)
                raise ApiError("not_replayable", "the rules of today crash on it; it has been noted")
            case NoRecord():
                raise ApiError("not_over", "the record is there when the match is over")
            case _:
                assert_never(said)

    async def _asked(self, owner: str, job: Replay, record: bytes) -> tuple[ReplayAnswer, bytes]:
        try:
            answer = await asyncio.wrap_future(self._pool.submit(owner, pack(job, record), self._seconds))
        except Exception as error:
            log.warning("not_replayed", game_id=job.game_id, **exc_fields(error))
            raise ApiError("replay_too_long", "this match takes too long to replay", 503) from None
        return unpack(answer, ReplayAnswer)
