"""Running the command line: in this process with `ludoteca`, or as a process at a real terminal with `terminal`."""

import os
import pty
import select
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from typer.testing import CliRunner, Result

from ludoteca.cli import app
from tests.times import PATIENCE, within

NIM = "tests.cli.nim:GAME"
DUEL = "tests.toys.duel:GAME"
DEN = "tests.toys.den:GAME"

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-c", "from ludoteca.cli import main; main()"]
OWNING_ITS_TERMINAL = (  # so that Ctrl-C reaches it, even if the tests are run so as to ignore it
    "import fcntl, signal, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "signal.signal(signal.SIGINT, signal.default_int_handler); "
)
ENVIRONMENT: Mapping[str, str] = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "80"}
IMPATIENCE = 2


def ludoteca(*args: str, typed: str | bytes = "") -> Result:
    return CliRunner().invoke(app, list(args), input=typed)


def refused(*args: str, code: int = 2, typed: str = "") -> str:
    """The one line on stderr of a command that fails with this code."""
    result = ludoteca(*args, typed=typed)
    assert result.exit_code == code, result.output
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.output
    return result.stderr.removeprefix("ludoteca: ").rstrip()


class Terminal:
    """A process whose keyboard and screen are a terminal."""

    def __init__(self, process: "subprocess.Popen[bytes]", end: int) -> None:
        self.process = process
        self._end = end
        self._unread = ""  # what was written after the last text that was expected

    def expect(self, text: str) -> str:
        """Read the screen until this text; what was written up to it."""
        read = self._unread
        while text not in read:
            ready, _, _ = select.select([self._end], [], [], PATIENCE)
            assert ready, f"waited for {text!r}, saw {read!r}"
            read += self._chunk() or _fail(f"the program ended before {text!r}: {read!r}")
        before, found, self._unread = read.partition(text)
        return before + found

    def type(self, text: str) -> None:
        os.write(self._end, text.encode())

    def interrupt(self) -> str:
        """Ctrl-C, and what is written after it. Pressed again if nothing happens for a while: between its prompt and
        its waiting for a key, Python's readline can miss a signal, and a person would press again too."""
        read = ""
        for _ in within():
            self.type("\x03")
            while select.select([self._end], [], [], IMPATIENCE)[0]:
                chunk = self._chunk()
                if not chunk:
                    self.process.wait(PATIENCE)
                    return read
                read += chunk
        return _fail(f"Ctrl-C does not end it: {read!r}")

    def rest(self) -> str:
        """All that is written until the program ends."""
        read = self._unread
        while self._is_ready(read) and (chunk := self._chunk()):
            read += chunk
        self.process.wait(PATIENCE)
        return read

    def _is_ready(self, read: str) -> bool:
        ready, _, _ = select.select([self._end], [], [], PATIENCE)
        return bool(ready) or bool(_fail(f"the program neither wrote nor ended after {read!r}"))

    def _chunk(self) -> str:
        try:
            return os.read(self._end, 4096).decode("utf-8", "replace").replace("\r\n", "\n")
        except OSError:  # Linux says so when the other end is closed
            return ""


@contextmanager
def terminal(*args: str) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM[:2], OWNING_ITS_TERMINAL + PROGRAM[2], *args],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=ENVIRONMENT,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Terminal(process, ours)
    finally:
        process.kill()
        process.wait(PATIENCE)
        os.close(ours)


def _fail(message: str) -> str:
    raise AssertionError(message)
