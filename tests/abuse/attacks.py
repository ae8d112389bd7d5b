"""What one hostile address does to a server, each attack without end, from an address of its own:

python -m tests.abuse.attacks NAME PORT TABLE
"""

import asyncio
import contextlib
import json
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from uuid import uuid4

from ludoteca.runtime.open_files import raise_open_files
from ludoteca.tokens import Tokens, for_observer
from tests.gateway.lines import CLOSE, envelope, frame, handshake
from tests.times import now
from tests.web.browser import Browser, eventually

FROM: Final = "127.0.0.2"
SECRET: Final = "LUDOTECA_SECRET_KEY"
TABLE: Final = "ATTACKED_TABLE"
PIECE: Final = b"A" * 65_536
GONE: Final = (OSError, EOFError, asyncio.IncompleteReadError)

Attack = Callable[[int], Coroutine[Any, Any, None]]


async def _dial(port: int, address: str = FROM) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))


async def _again(attack: Callable[[], Awaitable[None]]) -> None:
    """For ever: whenever the server ends it, anew, after a moment that the attacker needs too."""
    while True:
        with contextlib.suppress(*GONE):
            await attack()
        await asyncio.sleep(0.05)


async def _by_many(number: int, attack: Callable[[], Awaitable[None]]) -> None:
    await asyncio.gather(*(_again(attack) for _ in range(number)))


async def _written(port: int, first: bytes, then: bytes, pause: float) -> None:
    """A connection on which this is written first and then that, again and again, until the server ends it."""
    reader, writer = await _dial(port)
    ended = asyncio.ensure_future(_read_all(reader))
    try:
        writer.write(first)
        while not ended.done():
            writer.write(then)
            await writer.drain()
            await asyncio.wait([ended], timeout=pause)
    finally:
        ended.cancel()
        writer.transport.abort()


async def endless_head(port: int) -> None:
    """One header that goes on and on."""
    await _again(lambda: _written(port, b"GET / HTTP/1.1\r\nX: ", PIECE, 0))


async def endless_second_head(port: int) -> None:
    """The same, after a request that was in order."""
    first = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    await _again(lambda: _written(port, first + b"GET / HTTP/1.1\r\nX: ", PIECE, 0))


async def slow_connections(port: int) -> None:
    """Thousands of connections that send a byte now and then."""
    await _by_many(4_150, lambda: _written(port, b"GET / HT", b"T", 12))


async def large_bodies(port: int) -> None:
    """Hundreds of bodies of a megabyte, each but for its last byte."""
    first = b"POST /api/me/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000001\r\n\r\n" + b"A" * 1_000_000
    await _by_many(600, lambda: _written(port, first, b"", 30))


async def held_bodies(port: int) -> None:
    """Bodies that are as long as they may be, each but for its last byte, until it is too late for that."""
    first = b"POST /api/me/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65536\r\n\r\n" + PIECE[1:]
    await _by_many(600, lambda: _written(port, first, b"", 30))


async def chunked_bodies(port: int) -> None:
    """Bodies that nobody has said the length of."""
    first = b"POST /api/me/guest HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    await _by_many(50, lambda: _written(port, first, b"10000\r\n" + PIECE + b"\r\n", 0))


def _request(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def _getting(path: str, connections: int, address: str = FROM) -> Attack:
    async def attack(port: int) -> None:
        request = _request(path)

        async def ask() -> None:
            reader, writer = await _dial(port, address)
            try:
                while True:
                    writer.write(request)
                    head = (await reader.readuntil(b"\r\n\r\n")).lower()
                    if b" 200 " not in head[:16]:
                        raise ConnectionError("refused")
                    await reader.readexactly(int(head.partition(b"content-length: ")[2].split(b"\r\n")[0]))
            finally:
                writer.transport.abort()

        await _by_many(connections, ask)

    return attack


def _unread(path: str, connections: int, address: str) -> Attack:
    """One request after the other, and no answer is read."""

    async def attack(port: int) -> None:
        request, loop = _request(path), asyncio.get_running_loop()

        async def ask() -> None:
            with socket.socket() as line:
                line.setblocking(False)
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                line.bind((address, 0))
                await loop.sock_connect(line, ("127.0.0.1", port))
                while True:
                    await loop.sock_sendall(line, request)
                    await asyncio.sleep(0.5)

        await _by_many(connections, ask)

    return attack


async def syncs(port: int) -> None:
    """Snapshots, as many as one socket is allowed, over as many sockets as one address is allowed."""
    tokens, at = Tokens(os.environ[SECRET]), now()

    async def watch() -> None:
        game_id = os.environ[TABLE]
        reader, writer = await _dial(port)
        try:
            token = tokens.mint(for_observer(game_id, "Mallory", at), at)
            writer.write(handshake(f"/table/{game_id}", [("Authorization", f"Bearer {token}")]))
            await reader.readuntil(b"\r\n\r\n")
            reading = asyncio.ensure_future(_read_all(reader))
            number = 0
            while not reading.done():
                number += 1
                sync = envelope("sync", f"s{number}", {"words": True}, game_id=game_id)
                writer.write(frame(json.dumps(sync).encode(), 1))
                await asyncio.wait([reading], timeout=1 / 20)
        finally:
            writer.transport.abort()

    await _by_many(190, watch)


def bots(port: int) -> Attack:
    """A hundred private tables, or as many as there may be, with the bots that think longest; played by the first card
    that comes."""
    tables = list(_bot_tables(port))

    async def attack(port: int) -> None:
        await asyncio.gather(*(_again(partial(_play, port, *table)) for table in tables))

    return attack


def _bot_tables(port: int) -> Iterator[tuple[str, str]]:
    """Of ten guests: the ids, and the tokens of the player."""
    wanted = {"game": "briscola", "public": False, "seats": ["me"] + ["bot:pimc"] * 4, "config": {"hands": 100}}
    for _ in range(10):
        mallory = guest(port, "127.0.0.3")
        for _ in range(10):
            made = mallory.ask("POST", "rooms", wanted)
            if made.status_code == HTTPStatus.OK:
                table = mallory.table(made.json()["code"])
                yield table["game_id"], table["token"]


def replays(port: int) -> Attack:
    """Replays of a match with large views, with all that can be asked for."""
    return _getting(_replay(port, "127.0.0.4"), 12, "127.0.0.4")


def unread_replays(port: int) -> Attack:
    """The same, and nobody reads them."""
    return _unread(_replay(port, "127.0.0.5"), 40, "127.0.0.5")


def _replay(port: int, address: str) -> str:
    """The path of one, of a match played from this address."""
    mallory = guest(port, address)
    code = mallory.room(game="catan", preset="practice", public=False, seats=["me", "bot:random"])["code"]
    table = mallory.table(code)
    asyncio.run(_play(port, table["game_id"], table["token"], moves=40))
    eventually(lambda: mallory.get(f"matches/{table['game_id']}")["ended_at"])
    return f"/api/matches/{table['game_id']}/replay?as=all&words=true&count=200"


def guest(port: int, address: str) -> Browser:
    """A new guest, who asks from this address."""
    browser = Browser(f"http://127.0.0.1:{port}", address)
    browser.post("me/guest", {})
    return browser


async def _play(port: int, game_id: str, token: str, moves: int = sys.maxsize) -> None:
    """Whenever it is our turn, the first action that is legal; after so many of them, give up."""
    reader, writer = await _dial(port)
    left = iter(range(moves))

    def say(kind: str, payload: Any = None) -> None:
        writer.write(frame(json.dumps(envelope(kind, uuid4().hex, payload, game_id=game_id)).encode(), 1))

    try:
        writer.write(handshake(f"/table/{game_id}", [("Authorization", f"Bearer {token}")]))
        await reader.readuntil(b"\r\n\r\n")
        say("join")
        while True:
            heard = await _frame(reader)
            if heard["message_type"] == "match.end":
                return
            if legal := heard.get("payload", {}).get("legal"):
                if next(left, None) is None:
                    say("resign")
                else:
                    say(legal[0].pop("type"), legal[0])
            elif 0 in heard.get("to_act", ()):
                say("sync")
    finally:
        writer.transport.abort()


async def _frame(reader: asyncio.StreamReader) -> Any:
    opcode, size = await reader.readexactly(2)
    if opcode & 15 == CLOSE:
        raise ConnectionError("closed")
    if size > 125:
        size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
    return json.loads(await reader.readexactly(size) or b"{}")


async def _read_all(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(*GONE):
        while await reader.read(1 << 16):
            pass


ATTACKS: Final[dict[str, Attack]] = {
    "endless head": endless_head,
    "endless second head": endless_second_head,
    "slow connections": slow_connections,
    "large bodies": large_bodies,
    "held bodies": held_bodies,
    "chunked bodies": chunked_bodies,
    "lobby": _getting("/api/lobby", 32),
    "lobby, 600 connections": _getting("/api/lobby", 600),
    "leaderboard": _getting("/api/leaderboard/gomoku", 32),
    "syncs": syncs,
}


PREPARED: Final[dict[str, Callable[[int], Attack]]] = {
    "replays": replays,
    "unread replays": unread_replays,
    "bots": bots,
}
"""Attacks that take a while to prepare, from addresses whose credits no other attack has spent."""

NAMES: Final = [*ATTACKS, *PREPARED]


def main() -> None:
    name, port = sys.argv[1], int(sys.argv[2])
    raise_open_files()  # thousands of connections
    attack = PREPARED[name](port) if name in PREPARED else ATTACKS[name]
    print("attacking", flush=True)
    asyncio.run(attack(port))


if __name__ == "__main__":
    main()
