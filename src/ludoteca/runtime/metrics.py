"""Metrics of a running process, for Prometheus. None names a table, a player or anything of a game but its name."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from .process_metrics import ProcessMetrics

SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
JOB_SECONDS: Final = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
SIZES: Final = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1000)


class PoolMetrics(NamedTuple):
    """Of one pool of workers."""

    wait_seconds: Histogram
    seconds: Histogram
    replaced: Counter


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(ProcessMetrics())
        self.tables = self._gauge("tables", "tables served by this process")
        self.damaged = self._gauge("damaged", "tables whose log cannot be read, until they are recovered")
        self.sockets = self._gauge("sockets", "open table sockets")
        self.inputs = self._counter("inputs", "actions, time-outs and comings and goings carried out or refused")
        self.crashes = self._counter("crashes", "tables thrown away after a crash in their rules")
        self.fenced = self._counter("fenced", "tables lost to another process")
        self.lost = self._counter("lost", "tables ended because the store has lost them")
        self.unstored = self._counter("unstored", "tables thrown away because the store failed")
        self.malformed = self._counter("malformed", "messages that could not be read")
        self.cut = self._counter("cut", "sockets closed by us, by close code", ["code"])
        self.loop_delay = self._histogram("loop_delay_seconds", "how late the event loop is")
        self._commit_seconds = self._histogram("commit_seconds", "time of a commit")
        self._commit_inputs = self._histogram("commit_inputs", "inputs a commit", buckets=SIZES)
        self._requests = self._counter("requests", "HTTP requests, by route and status", ["route", "status"])
        self._request_seconds = self._histogram("request_seconds", "time of an HTTP request, by route", ["route"])
        self._query_seconds = self._histogram("database_seconds", "time of a database query, by kind", ["kind"])
        self._query_errors = self._counter("database_errors", "database queries that failed", ["kind", "error"])
        self._redis_seconds = self._histogram("redis_seconds", "time until Redis answers, by command", ["command"])
        self._redis_errors = self._counter("redis_errors", "Redis calls that failed, by command", ["command"])
        self._jobs_waiting = self._gauge("jobs_waiting", "jobs that wait for a worker", ["pool"])
        self._wait_seconds = self._histogram("job_wait_seconds", "how long a job waited", ["pool"], JOB_SECONDS)
        self._job_seconds = self._histogram("job_seconds", "how long a job took a worker", ["pool"], JOB_SECONDS)
        self._replaced = self._counter("workers_replaced", "workers that crashed or were killed", ["pool"])
        self._waiting = self._gauge("queue_waiting", "people who wait for an opponent", ["game", "mode"])
        self._rooms = self._gauge("rooms", "rooms of all processes together, open or in play", ["status"])

    def committed(self, inputs: int, seconds: float) -> None:
        self.inputs.inc(inputs)
        self._commit_inputs.observe(inputs)
        self._commit_seconds.observe(seconds)

    def requested(self, route: str, status: int, seconds: float) -> None:
        self._requests.labels(route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def queried(self, kind: str, seconds: float, error: str = "") -> None:
        """The database answered, or failed with an error of this name."""
        self._query_seconds.labels(kind).observe(seconds)
        if error:
            self._query_errors.labels(kind, error).inc()

    def redis_called(self, command: str, seconds: float, *, failed: bool) -> None:
        self._redis_seconds.labels(command).observe(seconds)
        if failed:
            self._redis_errors.labels(command).inc()

    def pool(self, name: str, waiting: Callable[[], float]) -> PoolMetrics:
        """Of the workers of this name; `waiting` counts the jobs that wait for one."""
        self._jobs_waiting.labels(name).set_function(waiting)
        return PoolMetrics(self._wait_seconds.labels(name), self._job_seconds.labels(name), self._replaced.labels(name))

    def lobby(self, waiting: Mapping[tuple[str, str], int], rooms: Mapping[str, int]) -> None:
        """How many wait, by game and mode, and how many rooms there are, by status."""
        for queue, number in waiting.items():
            self._waiting.labels(*queue).set(number)
        for status, number in rooms.items():
            self._rooms.labels(status).set(number)

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def _counter(self, name: str, what: str, labels: Sequence[str] = ()) -> Counter:
        return Counter(f"ludoteca_{name}", what, labels, registry=self.registry)

    def _histogram(
        self, name: str, what: str, labels: Sequence[str] = (), buckets: Sequence[float] = SECONDS
    ) -> Histogram:
        return Histogram(f"ludoteca_{name}", what, labels, buckets=buckets, registry=self.registry)

    def _gauge(self, name: str, what: str, labels: Sequence[str] = ()) -> Gauge:
        return Gauge(f"ludoteca_{name}", what, labels, registry=self.registry)
