"""Servers under load: started as an operator would start them, pinned to one core, and measured from outside."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import psutil
from tests.runtime.valkey import binary, free_port

SECRET = "a secret of thirty-two bytes or more, for figures"
SERVER_CORE, LOAD_CORE = 0, max(0, (os.cpu_count() or 1) - 1)
UNLIMITED = {
    "LUDOTECA_RATE_PER_SECOND": "1000000",
    "LUDOTECA_RATE_BURST": "1000000",
    "LUDOTECA_SOCKETS_PER_ADDRESS": "1000000",
    "LUDOTECA_ADDRESS_RATE_PER_SECOND": "10000000",
    "LUDOTECA_ADDRESS_BURST": "10000000",
    "LUDOTECA_PING_SECONDS": "600",
}
"""One generator plays hundreds of people: what protects a server from one of them would stop it."""


@dataclass
class Server:
    """What is measured: where its sockets are, and the processes whose time and memory count."""

    url: str
    processes: list[psutil.Process]
    data: Path | None = None
    ops: str = ""

    def tables_in_memory(self) -> int:
        with urlopen(f"{self.ops}/metrics") as answer:
            (line,) = (line for line in answer if line.startswith(b"ludoteca_tables "))
        return int(float(line.split()[1]))

    def cpu_seconds(self) -> float:
        times = [process.cpu_times() for process in self.processes]
        return sum(each.user + each.system for each in times)

    def rss_mb(self) -> float:
        """Of the process that has the sockets."""
        return float(self.processes[0].memory_info().rss) / 1e6


def pin(core: int) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def ludoteca(*options: str, **environ: str) -> psutil.Popen:
    """A service, once it says that it serves."""
    command = [sys.executable, "-m", "ludoteca", "service", "--ops", "", "--log-level", "error", *options]
    whole = {**os.environ, **UNLIMITED, "LUDOTECA_SECRET_KEY": SECRET, "LUDOTECA_OPENS": "gomoku", **environ}
    process = psutil.Popen(command, env=whole, stderr=subprocess.PIPE, preexec_fn=lambda: pin(SERVER_CORE))
    said = process.stderr.readline()
    if not said.startswith(b"serving"):
        raise RuntimeError(said.decode())
    return process


@contextlib.contextmanager
def bare_relay() -> Iterator[Server]:
    """A server that does nothing but send: the upper bound."""
    port = free_port()
    command = [sys.executable, "-m", "bench.bare_relay", str(port)]
    process = psutil.Popen(command, stderr=subprocess.PIPE, preexec_fn=lambda: pin(SERVER_CORE))
    process.stderr.readline()
    with ended(process):
        yield Server(f"ws://127.0.0.1:{port}", [process])


@contextlib.contextmanager
def embedded(folder: Path | None = None) -> Iterator[Server]:
    """One process on a file: every commit is on disk (WAL, full sync) before it is acknowledged."""
    with tempfile.TemporaryDirectory() as temporary:
        data, port = (folder or Path(temporary)) / "tables.db", free_port()
        process = ludoteca("--data", str(data), "--listen", f"127.0.0.1:{port}")
        with ended(process):
            yield Server(f"ws://127.0.0.1:{port}", [process], data)


@contextlib.contextmanager
def valkey() -> Iterator[tuple[int, psutil.Popen]]:
    """Valkey on the server's core, with its log on disk, synced every second (appendfsync everysec)."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        place = ("--port", str(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "")
        command = [binary(), *place, "--appendonly", "yes", "--appendfsync", "everysec"]
        process = psutil.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: pin(SERVER_CORE))
        assert any("eady to accept" in line for line in process.stdout), "Valkey has not started"
        with ended(process):
            yield port, process


@contextlib.contextmanager
def on_valkey() -> Iterator[Server]:
    """Sockets and tables in one process, entries in Valkey."""
    with valkey() as (redis, store):
        port = free_port()
        process = ludoteca("--redis", f"redis://127.0.0.1:{redis}/0", "--listen", f"127.0.0.1:{port}")
        with ended(process):
            yield Server(f"ws://127.0.0.1:{port}", [process, store])


def bridge(*, state_per_action: bool) -> contextlib.AbstractContextManager[Server]:
    """Tables of briscola, played over Redis alone, which is its address."""
    return on_bus("briscola", LUDOTECA_STATE_PER_ACTION=str(int(state_per_action)))


@contextlib.contextmanager
def on_bus(opens: str, **environ: str) -> Iterator[Server]:
    """Tables without sockets, which a `join` over Redis opens."""
    with valkey() as (redis, store):
        url, ops = f"redis://127.0.0.1:{redis}/0", f"127.0.0.1:{free_port()}"
        process = ludoteca("--redis", url, "--listen", "", "--ops", ops, LUDOTECA_OPENS=opens, **environ)
        with ended(process):
            yield Server(url, [process, store], ops=f"http://{ops}")


@contextlib.contextmanager
def split() -> Iterator[Server]:
    """Sockets in one process, tables in another, the bridge between them; all on one core."""
    with valkey() as (redis, store):
        port, url = free_port(), f"redis://127.0.0.1:{redis}/0"
        tables = ludoteca("--redis", url, "--listen", "")
        with ended(tables):
            gateway = ludoteca("--redis", url, "--listen", f"127.0.0.1:{port}", "--no-tables")
            with ended(gateway):
                yield Server(f"ws://127.0.0.1:{port}", [gateway, tables, store])


@contextlib.contextmanager
def ended(process: psutil.Popen) -> Iterator[None]:
    """For as long as it is needed; then asked to leave, and killed if it does not."""
    try:
        yield
    finally:
        with contextlib.suppress(psutil.NoSuchProcess, psutil.TimeoutExpired):
            process.send_signal(signal.SIGTERM)
            process.wait(10)
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
            process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()
