"""Fuzz targets of the server's port and of its bus: bytes to real connections of a real gateway.

A finding is also what the loop complains of, what is logged as an error, and an answer that begins with 5.
"""

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Final

import structlog
from uvicorn import Config
from uvicorn.server import ServerState

from ludoteca.games import GAMES
from ludoteca.gateway.port_multiplexer import PortMultiplexer
from ludoteca.runtime.hosted_table import encoded_entry
from ludoteca.runtime.settings import SEATS, Settings
from ludoteca.runtime.store import Holder
from ludoteca.web.server.http_protocol import Http
from tests.gateway.lines import frame, handshake
from tests.gateway.places import GAME_ID, PAGE, Place, place, player
from tests.runtime.event_loop import turns
from tests.table.harness import Sitting, envelope

from .target import Target

PAUSE: Final = b"<pause>"
"""In an input: the bytes after it arrive later."""

RAW: Final = b"raw\n"
TURNS: Final = 12  # of the loop: enough for an answer over loopback
SETTINGS: Final = Settings(origins=PAGE, rate_burst=10_000, errors_per_minute=10_000)


class _Complaints(logging.Handler):
    """What is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(self.format(record))


def _run(work: Coroutine[Any, Any, bytes]) -> bytes:
    """The work done, in a loop that complains of nothing."""
    complaints = _Complaints()
    logging.getLogger().addHandler(complaints)
    try:
        with structlog.testing.capture_logs() as lines, asyncio.Runner() as runner:
            runner.get_loop().set_exception_handler(lambda _, context: complaints.records.append(str(context)))
            answer = runner.run(work)
    finally:
        logging.getLogger().removeHandler(complaints)
    errors = [line for line in lines if line["log_level"] == "error"]
    assert not complaints.records, "\n".join(complaints.records)
    assert not errors, errors
    return answer


@cache
def _log() -> list[bytes]:
    """Of a table where a match has begun."""
    sitting = Sitting.seated(GAMES["gomoku"]).play(1, 3)
    return [encoded_entry(GAME_ID, entry) for entry in sitting.entries]


async def _open(here: Place) -> None:
    """As if another process had had the table."""
    claimed = await here.store.create(GAME_ID, Holder("gone"), _log())
    assert claimed is not None
    await here.store.release([(GAME_ID, claimed.epoch)])


# Connections


class _Client(asyncio.Protocol):
    def __init__(self) -> None:
        self.answer = b""

    def data_received(self, data: bytes) -> None:
        self.answer += data


async def _sent(port: int, *parts: bytes) -> bytes:
    """What is answered at once to these parts, sent one after the other over a connection. Then the client is gone."""
    transport, client = await asyncio.get_running_loop().create_connection(_Client, "127.0.0.1", port)
    for part in parts:
        transport.write(part)
        await turns(TURNS)
    transport.abort()
    await turns(TURNS)
    return client.answer


async def _page(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """An application that reads a body and says how long it was, and wants no sockets."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})
        return
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return
        size, more = size + len(message["body"]), message["more_body"]
    body = str(size).encode()
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def _pages(here: Place) -> AsyncIterator[int]:
    """A port with tables and pages."""
    config = Config(_page, http=Http, lifespan="off", log_config=None)
    config.load()
    state = ServerState()

    def protocol(left: Any) -> Any:
        return Http(config=config, server_state=state, app_state={}, tables=here.gateway.protocol, left=left)

    multiplexer = PortMultiplexer(here.gateway, protocol)
    try:
        yield await multiplexer.open(socket.create_server(("127.0.0.1", 0)))
    finally:
        multiplexer.close()
        for connection in list(state.connections):
            connection.shutdown()
        await asyncio.gather(*state.tasks)


def read_http(data: bytes) -> None:
    """The bytes of a new connection."""

    async def work() -> bytes:
        async with place(SETTINGS, tables=False) as here, _pages(here) as port:
            return await _sent(port, *data.split(PAUSE))

    answer = _run(work())
    assert b"HTTP/1.1 5" not in answer, answer


def http_seeds() -> Iterator[bytes]:
    get = b"GET /tabletop?a=%20 HTTP/1.1\r\nHost: here\r\n\r\n"
    post = b'POST /api/rooms HTTP/1.1\r\nHost: here\r\nContent-Length: 7\r\n\r\n{"a":1}'
    chunked = b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nTrailer: x\r\n\r\n"
    opening = handshake(f"/table/{GAME_ID}", [("Authorization", f"Bearer {player(0)}")])
    page = handshake("/live", [("Origin", PAGE)])
    yield get
    yield get + PAUSE + get
    yield post[:40] + PAUSE + post[40:] + get
    yield chunked + chunked
    yield get + PAUSE + opening + PAUSE + frame(envelope("sync"))
    yield opening + frame(envelope("sync"))
    yield page
    yield b"GET / HTTP/1.0\r\nExpect: 100-continue\r\nConnection: keep-alive, Upgrade\r\nUpgrade: h2c\r\n\r\n"
    yield b"HEAD * HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n"
    yield b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def read_socket(data: bytes) -> None:
    """A player's messages, one per line; or, after a line `raw`, the bytes of their socket."""
    is_raw, sent = data.startswith(RAW), data.removeprefix(RAW)
    parts = sent.split(PAUSE) if is_raw else [frame(line) for line in sent.split(b"\n")]

    async def work() -> bytes:
        async with place(SETTINGS) as here:
            await _open(here)
            opening = handshake(f"/table/{GAME_ID}", [("Authorization", f"Bearer {player(0)}")])
            return await _sent(here.port, opening, *parts)

    _run(work())


def socket_seeds() -> Iterator[bytes]:
    messages = [envelope(kind, action_id=kind) for kind in ("join", "sync", "leave", "resign", "hello", "delete")]
    yield b"\n".join(messages)
    yield messages[0] + b"\n" + envelope("place", {"row": 7, "column": 7}, action_id="p")
    yield RAW + frame(messages[0]) + PAUSE + frame(b"ping", 9) + frame(b"pong", 10) + frame(b"\x03\xe8", 8)
    yield RAW + frame(messages[1][:9], fin=False) + frame(messages[1][9:], 0) + frame(b"\x00", 2)
    yield RAW + frame(messages[1], rsv=0x40) + frame(b"", claimed=70_000)


# The bus


def read_bus(data: bytes) -> None:
    """What arrives on the bus, a message per line after the name of its channel: `actions {…}`."""
    channels = {b"actions": f"game.{GAME_ID}.actions", b"events": f"game.{GAME_ID}.events", b"seats": SEATS}

    async def work() -> bytes:
        async with place(SETTINGS) as here, place(SETTINGS, beside=here, tables=False) as beside:
            await _open(here)
            reader = await beside.player(0)
            reader.say(envelope("sync", action_id="wait"))
            await turns()
            for line in data.split(b"\n"):
                name, _, message = line.partition(b" ")
                here.bus.publish(channels.get(name, "ludoteca.leaving"), [message])
                await turns()
            return b""

    _run(work())


def bus_seeds() -> Iterator[bytes]:
    action = envelope("join", {"name": "ada"}, player_id=0, role="player")
    event: dict[str, Any] = {
        "message_type": "move.made",
        "game_id": GAME_ID,
        "player_id": None,
        "role": "player",
        "ts": 1,
    }
    event |= {"version": "1.0.0", "origin": "game", "payload": {"message_type": "move.made", "game_id": GAME_ID}}
    answer = {**event, "message_type": "action.result", "action_id": "wait", "player_id": 0}
    again = {**answer, "message_type": "event.again", "payload": {**event, "seq": 3}}
    claim = {"game_id": GAME_ID, "player_id": 0, "gateway": "beside", "number": 1}
    frames = [json.dumps(each).encode() for each in ({**event, "seq": 9, "to": [0], "to_act": [1]}, answer, again)]
    yield b"\n".join([b"actions " + action, *(b"events " + each for each in frames)])
    yield b"seats " + json.dumps(claim).encode() + b"\nleaving here\nactions " + action


TARGETS: Final = {
    "http": Target("the bytes of a new connection to the server", read_http, http_seeds),
    "socket": Target("a player's socket after its handshake", read_socket, socket_seeds),
    "bus": Target("messages on the bus", read_bus, bus_seeds),
}
