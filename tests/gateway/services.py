"""A real `ludoteca service`, in a process of its own: what it costs, what it writes down, how it leaves."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psutil

from tests.services.ports import other_port
from tests.times import PATIENCE, within

from .places import PAGE, SECRET

SERVING: Final = re.compile(r"ws://127\.0\.0\.1:(\d+)/")


def command(*options: str) -> list[str]:
    return [sys.executable, "-m", "ludoteca", "service", *options]


def environ(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if "SECRET" not in name and name != "REDIS_URL"}
    return {**kept, "LUDOTECA_SECRET_KEY": SECRET, "LUDOTECA_ORIGINS": PAGE, **more}


class Running:
    def __init__(self, options: tuple[str, ...], log: Path, more: dict[str, str]) -> None:
        self._log = log
        with log.open("wb") as written:
            self._process = subprocess.Popen(
                command("--listen", "127.0.0.1:0", *options), env=environ(**more), stderr=written
            )
        self.port = self._found_port()
        self.seen = psutil.Process(self._process.pid)

    @property
    def ops(self) -> int:
        """The ops port, which it does not print."""
        return other_port(self._process.pid, self.port)

    @property
    def log(self) -> str:
        """Everything it has written, so far."""
        return self._log.read_text()

    def size(self) -> int:
        return int(self.seen.memory_info().rss)

    def greatest_size(self) -> int:
        """The most memory it has had since `forget_greatest_size`, where the system knows."""
        found = re.search(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{self._process.pid}/status").read_text())
        return int(found[1]) * 1024 if found else self.size()

    def forget_greatest_size(self) -> None:
        Path(f"/proc/{self._process.pid}/clear_refs").write_text("5")

    def leave(self) -> int:
        """Ask it to; its exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)

    def end(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def _found_port(self) -> int:
        """Where it says it serves; nobody announces a line in a file, so it is looked for."""
        for _ in within():
            if found := SERVING.search(self.log):
                return int(found[1])
            assert self._process.poll() is None, f"it has ended with {self._process.returncode}: {self.log}"
            time.sleep(0.02)
        raise AssertionError(f"it does not start: {self.log}")


@contextmanager
def service(folder: Path, *options: str, **more: str) -> Iterator[Running]:
    """`more`: its environment, beyond a secret and a page of ours."""
    running = Running(options or ("--data", str(folder / "tables.db"), "--ops", ""), folder / "log", more)
    try:
        yield running
    finally:
        running.end()
