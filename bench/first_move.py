"""From the first start of a server to the first move: `python -m bench.first_move`.

A fresh folder, the command that an owner types, and a visitor who loads the page with everything it needs, plays a
bot, and makes a move that is acknowledged. Fails if that takes more than a minute, or if the first page is larger
than its limit.
"""

import argparse
import asyncio
import gzip
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, Final
from urllib.request import HTTPCookieProcessor, Request, build_opener

from ludoteca.client import connect

SECONDS_AT_MOST: Final = 60
BYTES_AT_MOST: Final = 150_000
ASSET: Final = re.compile(rb'(?:src|href)="(/assets/[^"]+)"')
GAME: Final = "gomoku"


class Visitor:
    """A browser, as far as the server can tell."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar))
        self.bytes = 0

    def get(self, path: str) -> bytes:
        """The body; what it weighs over the wire is counted."""
        with self._opener.open(Request(self.url + path, headers={"Accept-Encoding": "gzip"})) as answer:
            body: bytes = answer.read()
            zipped = answer.headers.get("Content-Encoding") == "gzip"
        self.bytes += len(body)
        return gzip.decompress(body) if zipped else body

    def post(self, path: str, body: dict[str, Any]) -> Any:
        csrf = next(cookie.value for cookie in self._jar if cookie.name == "csrftoken")
        headers = {"Content-Type": "application/json", "X-CSRFToken": csrf or ""}
        asking = Request(self.url + path, json.dumps(body).encode(), headers, method="POST")
        with self._opener.open(asking) as answer:
            return json.load(answer)

    def load_page(self) -> None:
        for asset in ASSET.findall(self.get("/")):
            self.get(asset.decode())
        for path in ("/api/me", "/api/games", "/api/lobby"):
            self.get(path)


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """`ludoteca serve`, until it says where it is."""
    command = [sys.executable, "-m", "ludoteca", "serve", "--data", str(folder), "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


async def move(visitor: Visitor, room: str) -> None:
    """Take the seat and make the first legal move, acknowledged."""
    while not json.loads(visitor.get(f"/api/rooms/{room}"))["game_id"]:
        await asyncio.sleep(0.01)
    given = visitor.post(f"/api/rooms/{room}/token", {})
    async with connect(visitor.url.replace("http", "ws"), given["game_id"], token=given["token"]) as seat:
        await seat.join("Visitor")
        snapshot = await seat.turn()
        result = await seat.act(snapshot.legal[0])
        assert result.ok, result


def once() -> tuple[float, float, int]:
    """Seconds until the address is printed, until the first move, and the bytes of the first page."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        with server(Path(folder) / "data") as url:
            opened = time.monotonic() - began
            visitor = Visitor(url)
            visitor.load_page()
            weight = visitor.bytes
            visitor.post("/api/me/guest", {})
            room = visitor.post("/api/rooms", {"game": GAME, "seats": ["me", "bot:random"]})["code"]
            asyncio.run(move(visitor, room))
            return opened, time.monotonic() - began, weight


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=3, help="how often (each on a fresh folder); the slowest counts")
    runs = [once() for _ in range(parser.parse_args().runs)]
    opened, moved, weight = (max(column) for column in zip(*runs, strict=True))
    print(f"first start to the printed address  {opened:6.1f} s")
    print(f"first start to the first move       {moved:6.1f} s   (limit {SECONDS_AT_MOST} s)")
    print(f"first page, as it comes over the wire {weight / 1000:4.0f} kB  (limit {BYTES_AT_MOST / 1000:.0f} kB)")
    return 0 if moved < SECONDS_AT_MOST and weight < BYTES_AT_MOST else 1


if __name__ == "__main__":
    sys.exit(main())
