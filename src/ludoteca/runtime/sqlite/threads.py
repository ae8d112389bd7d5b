"""The two threads of the SQLite store: one that does all reading and writing, and one for the bulk of checkpoints.

Laws kept here:
- Jobs are done in order, and answered on the caller's event loop. Chores come after the answer.
- No thread polls: each waits for its queue, and for the time at which the next chore is due. Both stop on request.
- A checkpoint takes long, and an acknowledgement must not wait for it: the other thread does the bulk over its own
  connection, while writes go on. What was written meanwhile is left to the writing thread.

Must not know: what the jobs do.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import ParamSpec, TypeAlias, TypeVar

from .database import connected

P = ParamSpec("P")
T = TypeVar("T")

Job: TypeAlias = Callable[[], None]
Chores: TypeAlias = Callable[[], float | None]
"""Does what is due, and says in how many seconds to be called again; None: not before the next job."""


class Worker:
    """A thread that does one job after another."""

    def __init__(self, chores: Chores) -> None:
        self._chores = chores
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="sqlite", daemon=True)
        self._thread.start()

    async def call(self, act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run it on the thread; what it returns or raises. Cancelling the wait does not cancel the job."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def job() -> None:
            try:
                done = act(*args, **kwargs)
            except BaseException as error:  # raised again where it was asked for
                _tell(loop, answer, answer.set_exception, error)
            else:
                _tell(loop, answer, answer.set_result, done)

        self._jobs.put(job)
        return await answer

    def post(self, job: Job) -> None:
        """Run it, without an answer. It must not raise."""
        self._jobs.put(job)

    def stop(self) -> None:
        """Finish the jobs so far, and stop."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        wait: float | None = None
        while True:
            with suppress(Empty):
                job = self._jobs.get(timeout=wait)
                if job is None:
                    return
                job()
            wait = self._chores()


class Checkpointer:
    """A thread that checkpoints the WAL whenever it is woken, then calls `after` with the error, if any."""

    def __init__(self, path: Path, after: Callable[[sqlite3.Error | None], None]) -> None:
        self._path = path
        self._after = after
        self._told: SimpleQueue[bool] = SimpleQueue()
        self._thread = Thread(target=self._run, name="sqlite-checkpoints", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        self._told.put(True)

    def stop(self) -> None:
        self._told.put(False)
        self._thread.join()

    def _run(self) -> None:
        db: sqlite3.Connection | None = None
        while self._told.get():
            try:
                db = db or connected(self._path)
                db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            except sqlite3.Error as error:
                self._after(error)
            else:
                self._after(None)
        if db is not None:
            db.close()


def _tell(
    loop: asyncio.AbstractEventLoop, answer: "asyncio.Future[T]", settle: Callable[..., None], what: object
) -> None:
    def settled() -> None:
        if not answer.done():  # the caller may have stopped waiting
            settle(what)

    with suppress(RuntimeError):  # the loop is closed: nobody waits
        loop.call_soon_threadsafe(settled)
