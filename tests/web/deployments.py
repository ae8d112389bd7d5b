"""Servers: a real Ludoteca in processes of its own, embedded or scaled out. Both are started, killed and started again.

Embedded is one `ludoteca serve` on a folder. Scaled out is a Valkey, a PostgreSQL, two services and two webs.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from tests.runtime.valkey import Valkey, valkey
from tests.services.ports import other_port
from tests.services.postgres import Postgres, postgres
from tests.times import PATIENCE, within

from .browser import Browser
from .launch import GUARDED

ROOT: Final = Path(__file__).parents[2]
OPEN: Final = re.compile(
    r"(http://127\.0\.0\.1:(\d+))/|serving tables .*; (?:no sockets|sockets on ws://127\.0\.0\.1:(\d+)/)"
)
SECRET: Final = "a secret of thirty-two bytes or more, for tests"
NAMED: Final = "games.example.org"
LISTED: Final = "https://friends.example.org"
GENEROUS: Final = {
    "LUDOTECA_LOGINS_PER_MINUTE": "100000",
    "LUDOTECA_GUESTS_PER_DAY": "100000",
    "LUDOTECA_ROOMS_PER_DAY": "100000",
    "LUDOTECA_POSTS_PER_MINUTE": "100000",
    "LUDOTECA_REQUESTS_PER_MINUTE": "1000000",
    "LUDOTECA_REPLAYS_PER_MINUTE": "100000",
    "LUDOTECA_BOT_ROOMS_PER_ADDRESS": "100000",
    "LUDOTECA_SOCKETS_PER_ADDRESS": "10000",
    "LUDOTECA_ADDRESS_RATE_PER_SECOND": "10000000",
    "LUDOTECA_ADDRESS_BURST": "10000000",
    "LUDOTECA_HEARTBEAT_SECONDS": "1",
    "LUDOTECA_HEARTBEAT_TTL_SECONDS": "3",
    "LUDOTECA_SUPERVISE_SECONDS": "1",
}


def environment(**more: str) -> dict[str, str]:
    """Of a process: nothing of the tests' own settings, toys within reach, and limits that tests do not run into."""
    ours = ("LUDOTECA_", "DJANGO_", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "COVERAGE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "PYTHONPATH": str(ROOT), **GENEROUS, **more}


def command(*options: str) -> list[str]:
    return [sys.executable, "-m", "tests.web.launch", *options]


class Running:
    """One process of a server. It keeps its port when it is started again."""

    def __init__(self, kind: str, log: Path, *options: str, listen: str = "127.0.0.1:0", **more: str) -> None:
        self._command = command(kind, *options)
        self._listen = listen
        self._log = log
        self._environment = environment(**more, **{GUARDED: "1"})
        self._process: subprocess.Popen[bytes] | None = None
        self.url = ""
        self._port = 0
        self.start()

    def start(self) -> None:
        """While it was away another process may have taken its port, mostly for a moment."""
        assert any(self._opens() for _ in within()), f"another keeps its port: {self.log}"

    def _opens(self) -> bool:
        """Whether a new process has opened; if not, its port is another's."""
        with self._log.open("ab") as written:
            before = written.tell()
            self._process = subprocess.Popen(
                [*self._command, "--listen", self._listen],
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=written,
                stderr=written,
            )
        return self._is_open(before)

    def _is_open(self, before: int) -> bool:
        """Nobody announces a line in a file, so it is looked for."""
        assert self._process is not None
        for _ in within():
            if found := OPEN.search(self.log[before:]):
                self._port = int(found[2] or found[3] or 0)
                if found[1]:
                    self.url, self._listen = found[1], f"127.0.0.1:{found[2]}"
                return True
            if self._process.poll() is not None:
                assert "cannot listen" in self.log[before:], f"it has ended with {self._process.returncode}: {self.log}"
                self.close()
                return False
            time.sleep(0.02)
        raise AssertionError(f"it does not start: {self.log}")

    @property
    def log(self) -> str:
        """Everything it has written, so far."""
        return self._log.read_text(errors="replace")

    @property
    def ops(self) -> int:
        """The ops port, which it does not print."""
        assert self._process is not None
        return other_port(self._process.pid, self._port)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def leave(self) -> int:
        """Ask it to go, as an operator would; its exit code."""
        return self._end(signal.SIGTERM)

    def close(self) -> None:
        if self._process is not None:
            self.kill()

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        code = self._process.wait(PATIENCE)
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process = None
        return code


class Deployment:
    """Where people play. `urls` are those of all its webs, and `url` the first."""

    def __init__(self, webs: list[Running], others: list[Running]) -> None:
        self._webs = webs
        self._others = others

    @property
    def urls(self) -> list[str]:
        return [web.url for web in self._webs]

    @property
    def url(self) -> str:
        return self.urls[0]

    @property
    def ws(self) -> str:
        return self.url.replace("http", "ws", 1)

    @property
    def ops(self) -> list[int]:
        """The ops ports, of webs first."""
        return [each.ops for each in (*self._webs, *self._others)]

    @property
    def log(self) -> str:
        return "".join(each.log for each in (*self._webs, *self._others))

    def browser(self, nickname: str | None = None, web: int = 0) -> Browser:
        """Somebody's browser at one of the webs: a guest's, if a nickname is given."""
        browser = Browser(self.urls[web])
        if nickname is not None:
            browser.post("me/guest", {"nickname": nickname})
        return browser

    def browsers(self, *nicknames: str) -> list[Browser]:
        return [self.browser(nickname) for nickname in nicknames]

    def kill(self) -> None:
        for each in (*self._webs, *self._others):
            each.kill()

    def start(self) -> None:
        for each in (*self._others, *self._webs):
            each.start()

    def close(self) -> None:
        for each in (*self._webs, *self._others):
            each.close()


@contextmanager
def embedded(folder: Path, *options: str, **more: str) -> Iterator[Deployment]:
    """`options` of `ludoteca serve`; `more`: settings of the environment, by their names."""
    serve = Running("serve", folder / "log", "--data", str(folder / "data"), *options, **more)
    deployment = Deployment([serve], [])
    try:
        yield deployment
    finally:
        deployment.close()


class StorePair:
    """What a server of several processes stands on, and what it is told of it."""

    def __init__(self, redis: Valkey, database: Postgres, url: str) -> None:
        self.redis = redis
        self.database = database
        self.around = {"REDIS_URL": redis.url, "DATABASE_URL": url, "LUDOTECA_SECRET_KEY": SECRET}


@contextmanager
def empty_stores() -> Iterator[StorePair]:
    with valkey(aof=True) as redis, postgres() as server, server.fresh_database() as url:
        yield StorePair(redis, server, url)


class ScaledOut(Deployment):
    """A server that stands on others' services."""

    stores: StorePair

    @property
    def redis(self) -> Valkey:
        return self.stores.redis

    @property
    def database(self) -> Postgres:
        return self.stores.database


@contextmanager
def scaled_out(
    folder: Path,
    webs: int = 2,
    services: int = 2,
    stores: StorePair | None = None,
    ops: str = "",
    sockets: str = "127.0.0.1:0",
    **more: str,
) -> Iterator[ScaledOut]:
    """`stores`: those of an earlier server, if it is to go on. `ops`: where each process has its ops port. `sockets`:
    where services have theirs; "" for none."""
    with ExitStack() as stack:
        pair = stores or stack.enter_context(empty_stores())
        around = {**pair.around, **more}
        others = [
            Running(
                "service",
                folder / f"service{number}",
                "--redis",
                pair.redis.url,
                "--ops",
                ops,
                listen=sockets,
                **around,
            )
            for number in range(services)
        ]
        deployment = ScaledOut([], others)
        deployment.stores = pair
        stack.callback(deployment.close)
        for number in range(webs):
            deployment._webs.append(Running("web", folder / f"web{number}", "--ops", ops, **around))
        yield deployment
