"""Metrics of a running process, for Prometheus. None names a table, a player or anything of a game."""

import os
from collections.abc import Sequence
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
_SIZES = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1000)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = self._gauge("tables", "tables served by this process")
        self.damaged = self._gauge("damaged", "tables whose log cannot be read, until they are recovered")
        self.sockets = self._gauge("sockets", "open table sockets")
        self.inputs = self._counter("inputs", "actions, time-outs and comings and goings carried out or refused")
        self.crashes = self._counter("crashes", "tables thrown away after a crash in their rules")
        self.fenced = self._counter("fenced", "tables lost to another process")
        self.lost = self._counter("lost", "tables ended because the store has lost them")
        self.unstored = self._counter("unstored", "tables thrown away because the store failed")
        self.malformed = self._counter("malformed", "messages that could not be read")
        self.cut = Counter("ludoteca_cut", "sockets closed by us, by close code", ["code"], registry=self.registry)
        self._seconds = Histogram(
            "ludoteca_commit_seconds", "time of a commit", buckets=_SECONDS, registry=self.registry
        )
        self._requests = Counter(
            "ludoteca_requests", "HTTP requests, by route and status", ["route", "status"], registry=self.registry
        )
        self._request_seconds = self._histogram("request_seconds", "time of an HTTP request, by route", ["route"])
        self.loop_delay = self._histogram("loop_delay_seconds", "how late the event loop is")
        self._gauge("resident_bytes", "memory of this process").set_function(_resident_bytes)
        self._gauge("open_files", "open files and sockets of this process").set_function(_open_files)
        self._sizes = Histogram("ludoteca_commit_inputs", "inputs a commit", buckets=_SIZES, registry=self.registry)

    def committed(self, inputs: int, seconds: float) -> None:
        self.inputs.inc(inputs)
        self._sizes.observe(inputs)
        self._seconds.observe(seconds)

    def requested(self, route: str, status: int, seconds: float) -> None:
        self._requests.labels(route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def _counter(self, name: str, what: str) -> Counter:
        return Counter(f"ludoteca_{name}", what, registry=self.registry)

    def _histogram(self, name: str, what: str, labels: Sequence[str] = ()) -> Histogram:
        return Histogram(f"ludoteca_{name}", what, labels, buckets=_SECONDS, registry=self.registry)

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(f"ludoteca_{name}", what, registry=self.registry)


def _resident_bytes() -> float:
    """Now on Linux; elsewhere the most there ever was."""
    now = Path("/proc/self/statm")
    if now.exists():
        return int(now.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource  # noqa: PLC0415 - Windows has none

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _open_files() -> float:
    return len(os.listdir("/dev/fd"))
