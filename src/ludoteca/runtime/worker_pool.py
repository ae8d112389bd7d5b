"""Worker processes, and the jobs that they do: the owners of jobs take turns.

Laws kept here:
- A job is done within its seconds, or its worker is killed and replaced, and the job is tried once more.
- An owner whose jobs have cost a few workers within a minute is suspended for that long: their jobs fail at once.
- Of several workers one is always left to the other owners.
- Workers start in the background, and a job that comes before they have waits for them.

Must not know: what a job is, whose they are.
"""

import os
import time
from collections.abc import Sequence
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Any, Final, NamedTuple

import structlog

from .crashes import CrashHistory
from .fair_queue import FairQueue, Taken
from .metrics import Metrics
from .worker_process import WorkerLost, WorkerProcess

TRIES: Final = 2
LOST_AT_MOST: Final = 3

log: Any = structlog.get_logger("ludoteca.worker_pool")


class Suspended(Exception):
    """The jobs of this owner have cost too many workers."""


class Job(NamedTuple):
    body: bytes
    seconds: float
    answer: "Future[bytes]"
    since: float  # it has waited
    tries: int = TRIES


def default_workers() -> int:
    """One for each core but one, which is left to the tables; at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


class WorkerPool:
    def __init__(self, name: str, command: Sequence[str], size: int, metrics: Metrics) -> None:
        """`name`: what its metrics are called."""
        self._command = command
        self._size = size
        self._queue: FairQueue[Job] = FairQueue(at_once=max(1, size - 1))
        self._metrics = metrics.pool(name, self._queue.__len__)
        self._losses = CrashHistory(LOST_AT_MOST)
        self._workers: set[WorkerProcess] = set()
        self._lock = Lock()
        self._threads: list[Thread] = []
        self._closed = False

    def start(self, *, warm: bool = True) -> None:
        """`warm`: start the workers now, and not with their first job."""
        self._threads = [
            Thread(target=self._work, args=(warm,), name=f"worker-{n}", daemon=True) for n in range(self._size)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, owner: str, body: bytes, seconds: float) -> "Future[bytes]":
        """The answer to come: WorkerLost if no worker gave one, Suspended if none was asked."""
        answer: Future[bytes] = Future()
        self._queue.put(owner, Job(body, seconds, answer, time.monotonic()))
        return answer

    def pids(self) -> list[int]:
        with self._lock:
            return [worker.pid for worker in self._workers]

    def close(self) -> None:
        """Jobs under way are dropped, and their answers never come."""
        self._queue.close()
        with self._lock:
            self._closed = True
            workers = list(self._workers)
        for worker in workers:
            worker.kill()
        for thread in self._threads:
            thread.join()

    def _work(self, warm: bool) -> None:
        worker = self._started() if warm else None
        while (taken := self._queue.take()) is not None:
            try:
                worker = self._do(taken, worker or self._started())
            finally:
                self._queue.done(taken.owner)
        if worker is not None:
            worker.close()

    def _do(self, taken: Taken[Job], worker: WorkerProcess | None) -> WorkerProcess | None:
        """Have a job done; the worker for the next one, or None if it is gone."""
        owner, job = taken
        if job.tries == TRIES and not job.answer.set_running_or_notify_cancel():
            return worker  # nobody waits for it any more; from here on it cannot be cancelled
        if self._losses.suspended(owner, _now()):
            job.answer.set_exception(Suspended("too many of their jobs have failed; wait a minute"))
        elif worker is None:
            job.answer.set_exception(WorkerLost("it did not start"))
        else:
            self._metrics.wait_seconds.observe(time.monotonic() - job.since)
            try:
                with self._metrics.seconds.time():
                    answer = worker.ask(job.body, job.seconds)
            except WorkerLost as lost:
                self._lose(worker, str(lost))
                self._try_again(taken, lost)
                return None
            job.answer.set_result(answer)
        return worker

    def _try_again(self, taken: Taken[Job], lost: WorkerLost) -> None:
        owner, job = taken
        self._losses.add(owner, _now())
        if job.tries > 1:
            self._queue.put(owner, job._replace(tries=job.tries - 1, since=time.monotonic()), first=True)
        else:
            job.answer.set_exception(lost)

    def _started(self) -> WorkerProcess | None:
        """A worker that is ready; None if it does not get ready."""
        with self._lock:
            if self._closed:
                return None
            worker = WorkerProcess(self._command)
            self._workers.add(worker)
        try:
            worker.wait_until_ready()
        except WorkerLost as lost:
            self._lose(worker, str(lost))
            return None
        return worker

    def _lose(self, worker: WorkerProcess, why: str) -> None:
        with self._lock:
            self._workers.discard(worker)
            closed = self._closed
        worker.close()
        if not closed:
            self._metrics.replaced.inc()
            log.warning("worker_lost", why=why)


def _now() -> int:
    return int(time.monotonic() * 1000)
