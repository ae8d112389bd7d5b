"""Metrics of a running process, for Prometheus. None names a table, a player or anything of a game."""

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
        self._sizes = Histogram("ludoteca_commit_inputs", "inputs a commit", buckets=_SIZES, registry=self.registry)

    def committed(self, inputs: int, seconds: float) -> None:
        self.inputs.inc(inputs)
        self._sizes.observe(inputs)
        self._seconds.observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def _counter(self, name: str, what: str) -> Counter:
        return Counter(f"ludoteca_{name}", what, registry=self.registry)

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(f"ludoteca_{name}", what, registry=self.registry)
