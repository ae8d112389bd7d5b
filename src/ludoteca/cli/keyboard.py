"""Lines from the keyboard, for a program that has something else to do while nobody types.

A thread waits for the keys. It reads the file itself and not `sys.stdin`, whose lock it would hold when the program
ends; and it asks for a line only when one is wanted, so that nothing is typed ahead without bound.

Must not know: any game, any command.
"""

import asyncio
import os
import sys
import threading
from typing import Final

CHUNK: Final = 4096


class Keyboard:
    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rest = b""
        self._wanted: asyncio.Future[str | None] | None = None
        try:
            self._file: int | None = sys.stdin.fileno()
        except OSError:  # something that stands in for a keyboard
            self._file = None
        self.is_terminal = sys.stdin.isatty()

    def line(self) -> "asyncio.Future[str | None]":
        """The next line, None when there are no more. Until it is there, the same future is given again."""
        if self._wanted is None:
            self._wanted = self._loop.create_future()
            threading.Thread(target=self._wait, name="keyboard", daemon=True).start()
        return self._wanted

    def take(self) -> str | None:
        """The line that has come."""
        assert self._wanted is not None
        line = self._wanted.result()
        self._wanted = None
        if line is not None and not self.is_terminal:
            print(line)  # a script typed it: show it, so that the output reads like a session
        return line

    def _wait(self) -> None:
        line = self._read()
        try:
            self._loop.call_soon_threadsafe(self._typed, line)
        except RuntimeError:
            return  # the program has ended meanwhile

    def _typed(self, line: str | None) -> None:
        if self._wanted is not None and not self._wanted.done():
            self._wanted.set_result(line)

    def _read(self) -> str | None:
        if self._file is None:
            line = sys.stdin.readline()
            return line.strip() if line else None
        while b"\n" not in self._rest:
            try:
                chunk = os.read(self._file, CHUNK)
            except OSError:  # a terminal that was closed
                chunk = b""
            if not chunk:
                last, self._rest = self._rest, b""
                return last.decode(errors="replace").strip() if last else None
            self._rest += chunk
        line_bytes, _, self._rest = self._rest.partition(b"\n")
        return line_bytes.decode(errors="replace").strip()
