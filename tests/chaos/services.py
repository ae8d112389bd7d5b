"""Services as processes: started, killed with −9, stopped in their tracks and continued."""

import os
import signal
import subprocess
import sys
from pathlib import Path

SECRET = "a secret of thirty-two bytes or more, for tests"
QUICK = {
    "LUDOTECA_HEARTBEAT_SECONDS": "1",
    "LUDOTECA_HEARTBEAT_TTL_SECONDS": "3",
    "LUDOTECA_SUPERVISE_SECONDS": "1",
    "LUDOTECA_RATE_PER_SECOND": "10000",
    "LUDOTECA_RATE_BURST": "10000",
    "LUDOTECA_SOCKETS_PER_ADDRESS": "10000",
}


class Service:
    """One `ludoteca service`, or that of another module which starts one."""

    def __init__(self, *options: str, module: str = "ludoteca") -> None:
        self._options = options
        self._module = module
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", self._module, "service", "--ops", "", "--log-level", "error", *self._options]
        environ = {**os.environ, **QUICK, "LUDOTECA_SECRET_KEY": SECRET}
        self._process = subprocess.Popen(command, env=environ, stderr=subprocess.PIPE)
        assert self._process.stderr is not None
        first = self._process.stderr.readline()
        assert first.startswith(b"serving"), first
        self._said = self._process.stderr

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
        code = self._process.wait(timeout=30)
        self._said.close()
        return code

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None


def on_redis(url: str) -> Service:
    return Service("--redis", url, "--listen", "")


def on_file(path: Path, port: int) -> Service:
    return Service("--data", str(path), "--listen", f"127.0.0.1:{port}")
