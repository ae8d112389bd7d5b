"""The processes of a server under load: started on the server's core, looked at from outside, and ended."""

import contextlib
import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from ..servers import SERVER_CORE, ended, pin

HOST = "127.0.0.1"
START_SECONDS = 30


@dataclass(frozen=True)
class Server:
    port: int
    process: psutil.Process

    def cpu_seconds(self) -> float:
        times = [each.cpu_times() for each in self._all()]
        return float(sum(each.user + each.system for each in times))

    def rss_mb(self) -> float:
        return float(sum(each.memory_info().rss for each in self._all())) / 1e6

    def _all(self) -> list[psutil.Process]:
        return [self.process, *self.process.children(recursive=True)]


def busy_seconds(core: int) -> float:
    """How long a core has worked, for all processes."""
    times = psutil.cpu_times(percpu=True)[core]
    return float(sum(times) - times.idle - getattr(times, "iowait", 0.0))


@contextlib.contextmanager
def serving(
    port: int, command: Sequence[str], environ: Mapping[str, str], folder: Path | None = None
) -> Iterator[Server]:
    """A server on the server's core, from when its port is open. What it says is kept, should it not start."""
    with tempfile.TemporaryFile() as said:
        process = psutil.Popen(
            command,
            cwd=folder,
            env={**os.environ, **environ},
            stdout=said,
            stderr=subprocess.STDOUT,
            preexec_fn=lambda: pin(SERVER_CORE),
        )
        with ended(process):
            _until_open(process, port, said.fileno())
            yield Server(port, process)


def _until_open(process: psutil.Popen, port: int, said: int) -> None:
    for _ in range(START_SECONDS * 20):
        if process.poll() is not None:
            break
        with contextlib.suppress(ConnectionRefusedError), socket.create_connection((HOST, port)):
            return
        time.sleep(0.05)
    raise RuntimeError(f"a server has not started: {os.pread(said, 10_000, 0).decode(errors='replace')}")
