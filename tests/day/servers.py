"""A public server on a clock that is moved, and what it takes up: memory, files, disk, rows."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

import psutil

DAY: Final = {
    "LUDOTECA_SESSION_DAYS": "0.08",
    "LUDOTECA_GUEST_DAYS": "0.08",
    "LUDOTECA_ROOM_DAYS": "0.05",
    "LUDOTECA_MATCH_DAYS": "0.08",
    "LUDOTECA_ENDED_TTL_SECONDS": "6000",
    "LUDOTECA_PAUSE_MS": "3600000",
    "LUDOTECA_ACCESS_LOG": "1",
}
"""Retention in hours, so that a day shows what a year does. A step of the clock is no pause of the process."""
FILES: Final = ("tables.db", "web.db")
LIVE: Final = "live tables"
LOG: Final = "log"
MEMORY: Final = "memory"
OPEN_FILES: Final = "open files"
DISK: Final = "disk"


class Server:
    """`ludoteca serve`, with its limits as they are."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        words = ("serve", "--data", str(folder), "--listen", "127.0.0.1:0", "--log-level", "info")
        with (folder / LOG).open("wb") as log:
            self._process = psutil.Popen(
                [sys.executable, "-m", "tests.day.moved_clock", *words],
                env={**os.environ, **DAY},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        self.url = next(line for line in self._process.stdout if b"http" in line).split()[-1].decode().rstrip("/")

    def move(self, seconds: float, step: float) -> None:
        """Let so much time pass, so much of it at a time."""
        self._process.stdin.write(f"{seconds} {step}\n".encode())
        self._process.stdin.flush()
        assert self._process.stdout.readline() == b"moved\n", (self._folder / LOG).read_text()[-4000:]

    def measured(self) -> dict[str, float]:
        """Bytes, and how many there are of everything else."""
        processes = [self._process, *self._process.children(recursive=True)]
        sizes = {name: _size(self._folder, name) for name in (*FILES, *(f"{name}-wal" for name in FILES))}
        return {
            MEMORY: sum(each.memory_info().rss for each in processes),
            OPEN_FILES: self._process.num_fds(),
            DISK: sum(sizes.values()),
            **sizes,
            LOG: _size(self._folder, LOG),
            LIVE: _counted(self._folder / "tables.db", "SELECT count(*) FROM tables WHERE live > 0"),
            **self.rows(),
        }

    def rows(self) -> dict[str, int]:
        """Of each table of the web's database."""
        web = self._folder / "web.db"
        with closing(sqlite3.connect(web)) as db:
            names = [
                name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            ]
        return {name: _counted(web, f'SELECT count(*) FROM "{name}"') for name in names}

    def close(self) -> None:
        with suppress(psutil.NoSuchProcess):
            self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()


def _size(folder: Path, name: str) -> int:
    file = folder / name
    return file.stat().st_size if file.exists() else 0


def _counted(database: Path, query: str) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        return int(db.execute(query).fetchone()[0])


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    try:
        yield server
    finally:
        server.close()
