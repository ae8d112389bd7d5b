"""A worker: another process that runs an author's code, as the process that starts it sees it. docs/deployment.md says
what it may cost.

Laws kept here:
- Jobs and answers are frames: their length in four bytes, and their bytes. A worker answers one job at a time.
- A worker that does not answer in time, or answers no frame, is killed with all that it has started.
- A worker inherits nothing but its end of the line, and no secret of ours. It ends when the other end is gone.

Must not know: what a job is.
"""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import Final

READY: Final = b"ready"
START_SECONDS: Final = 60.0
FRAME_BYTES: Final = 1 << 26
OURS: Final = "LUDOTECA_"
SECRET: Final = frozenset({"SECRET_KEY", "DATABASE_URL", "REDIS_URL", "GITHUB_CLIENT_SECRET", "GITGAMMON_SEED"})
"""With all that begins with `LUDOTECA_`: what a worker does not find in its environment."""


class WorkerLost(Exception):
    """A worker did not answer, and is gone; the text says why."""


class WorkerProcess:
    def __init__(self, command: Sequence[str]) -> None:
        self._killing = Lock()
        self._line, theirs = socket.socketpair()
        environ = {name: value for name, value in os.environ.items() if name not in SECRET and OURS not in name}
        with theirs:
            end = theirs.fileno()
            self._process: subprocess.Popen[bytes] = subprocess.Popen(  # noqa: S603 - a list of our own words
                command, stdin=end, stdout=end, env=environ, start_new_session=True
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_until_ready(self) -> None:
        if self._received(time.monotonic() + START_SECONDS) != READY:
            raise WorkerLost("it did not start as a worker does")

    def ask(self, job: bytes, seconds: float) -> bytes:
        """The answer to a job. WorkerLost, and no worker any more, if there is none within `seconds`."""
        deadline = time.monotonic() + seconds
        try:
            self._line.settimeout(seconds)
            self._line.sendall(len(job).to_bytes(4, "big") + job)
        except OSError as error:
            raise self._lost(error) from None
        return self._received(deadline)

    def kill(self) -> None:
        """From any thread; the one that waits for an answer finds the line broken."""
        with self._killing:
            if self._process.returncode is None:  # until it has been waited for, nobody else gets its number
                with suppress(OSError):
                    os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()

    def close(self) -> None:
        self.kill()
        self._line.close()

    def _received(self, deadline: float) -> bytes:
        length = int.from_bytes(self._exactly(4, deadline), "big")
        if length > FRAME_BYTES:
            raise WorkerLost("it answered with no frame")
        return self._exactly(length, deadline)

    def _exactly(self, size: int, deadline: float) -> bytes:
        received = bytearray()
        while len(received) < size:
            try:
                self._line.settimeout(max(0.001, deadline - time.monotonic()))
                piece = self._line.recv(size - len(received))
            except OSError as error:
                raise self._lost(error) from None
            if not piece:
                raise WorkerLost("it crashed")
            received += piece
        return bytes(received)

    def _lost(self, error: OSError) -> WorkerLost:
        return WorkerLost("it took too long" if isinstance(error, TimeoutError) else "it crashed")


def send_frame(line: socket.socket, body: bytes) -> None:
    line.sendall(len(body).to_bytes(4, "big") + body)


def read_frame(line: socket.socket) -> bytes | None:
    """The next frame, for a worker; None when the other end is gone."""
    head = _read(line, 4)
    return None if head is None else _read(line, int.from_bytes(head, "big"))


def _read(line: socket.socket, size: int) -> bytes | None:
    received = bytearray()
    while len(received) < size:
        piece = line.recv(size - len(received))
        if not piece:
            return None
        received += piece
    return bytes(received)
