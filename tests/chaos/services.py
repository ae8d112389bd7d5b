"""Services as processes: started, killed with −9, stopped in their tracks and continued."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.services.ports import other_port
from tests.times import PATIENCE, within

SECRET = "a secret of thirty-two bytes or more, for tests"
QUICK = {
    "LUDOTECA_HEARTBEAT_SECONDS": "1",
    "LUDOTECA_HEARTBEAT_TTL_SECONDS": "3",
    "LUDOTECA_SUPERVISE_SECONDS": "1",
    "LUDOTECA_RATE_PER_SECOND": "10000",
    "LUDOTECA_RATE_BURST": "10000",
    "LUDOTECA_SOCKETS_PER_ADDRESS": "10000",
    "LUDOTECA_ADDRESS_RATE_PER_SECOND": "10000000",
    "LUDOTECA_ADDRESS_BURST": "10000000",
}
SOCKETS: Final = re.compile(r"ws://127\.0\.0\.1:(\d+)/")
ANY_PORT: Final = "127.0.0.1:0"


class Service:
    """One `ludoteca service`, or that of another module which starts one. Started again, it keeps its port."""

    def __init__(self, *options: str, listen: str = "", module: str = "ludoteca", **environ: str) -> None:
        self._options = options
        self._environ = environ
        self._listen = listen
        self._module = module
        self.port = 0
        self.start()

    def start(self) -> None:
        """While it was away another process may have taken its port, mostly for a moment."""
        for _ in within():
            said = self._first_said()
            if "cannot listen" not in said:
                break
            self.kill()
        assert said.startswith("serving"), said
        if found := SOCKETS.search(said):
            self.port, self._listen = int(found[1]), f"127.0.0.1:{found[1]}"

    def _first_said(self) -> str:
        """What a new process says first, apart from lines of its log."""
        place = ("--ops", "", "--listen", self._listen)
        command = [sys.executable, "-m", self._module, "service", *place, "--log-level", "error", *self._options]
        environ = {**os.environ, **QUICK, "LUDOTECA_SECRET_KEY": SECRET, **self._environ}
        self._process = subprocess.Popen(command, env=environ, stderr=subprocess.PIPE)
        assert self._process.stderr is not None
        self._said = self._process.stderr
        return next((line.decode() for line in self._said if not line.startswith(b"{")), "")

    @property
    def ops(self) -> int:
        """The port for operators, which it does not print."""
        return other_port(self._process.pid, self.port)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._said.close()

    def pause(self) -> None:
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def leave(self) -> int:
        """Ask it to go, as an operator would; its exit code."""
        self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(PATIENCE)
        self._said.close()
        return code

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None


def on_redis(url: str) -> Service:
    return Service("--redis", url)


def on_file(path: Path, *options: str) -> Service:
    return Service("--data", str(path), *options, listen=ANY_PORT)
