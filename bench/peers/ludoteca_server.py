"""Our own server: everything in one process, every move on disk before it is acknowledged."""

import itertools
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from picows import WSFrame, WSMsgType, WSTransport
from tests.runtime.valkey import free_port

from ludoteca.tokens import Tokens, for_player

from ..servers import SECRET, UNLIMITED
from ..traffic import END, RESULT, START, STONE, table_ids
from .peer import Line, Table, both_ready
from .processes import HOST, Server, serving

COMMAND = ("serve", "--data", "{folder}", "--log-level", "error")
ENVIRON = {**UNLIMITED, "LUDOTECA_SECRET_KEY": SECRET, "LUDOTECA_OPENS": "gomoku"}
TOKENS = Tokens(SECRET)

REFUSED = b'"status":"error"'
BEGUN = (START, b'{"message_type":"sync"')  # who comes first hears one, the other the other


class Ludoteca:
    name = "ludoteca"
    about = f"our whole server (`{COMMAND[0]}`); SQLite, each move synced to disk before it is acknowledged"

    def __init__(self) -> None:
        self._ids = table_ids()

    @contextmanager
    def start(self) -> Iterator[Server]:
        port = free_port()
        with tempfile.TemporaryDirectory() as folder:
            words = [word.format(folder=folder) for word in COMMAND]
            command = [sys.executable, "-m", "ludoteca", *words, "--listen", f"{HOST}:{port}"]
            environ = {**ENVIRON, "DATABASE_URL": f"sqlite:///{folder}/web.db"}  # not one that happens to be set
            with serving(port, command, environ) as server:
                yield server

    async def sit(self, port: int, table: Table) -> tuple[Line, Line]:
        game_id, now = next(self._ids), int(time.time())
        lines = OurLine(table, 0, game_id), OurLine(table, 1, game_id)
        for line in lines:
            token = TOKENS.mint(for_player(game_id, line.seat, now), now)
            await line.connect(f"ws://{HOST}:{port}/table/{game_id}", Authorization=f"Bearer {token}")
        return await both_ready(*lines)


class Relay(Ludoteca):
    name = "relay"
    about = "no rules, keeps nothing, speaks as ours does: what this generator can load at all"

    @contextmanager
    def start(self) -> Iterator[Server]:
        port = free_port()
        with serving(port, [sys.executable, "-m", "bench.bare_relay", str(port)], {}) as server:
            yield server


class OurLine(Line):
    def __init__(self, table: Table, seat: int, game_id: str) -> None:
        super().__init__(table, seat)
        self._head = f'","game_id":"{game_id}","action_id":"'
        self._ids = itertools.count()

    def on_ws_connected(self, transport: WSTransport) -> None:
        super().on_ws_connected(transport)
        self._say("join", "{}")

    def place(self, number: int, x: int, y: int) -> None:
        self._say("place", f'{{"x":{x},"y":{y}}}')

    def _say(self, kind: str, payload: str) -> None:
        whole = f'{{"message_type":"{kind}{self._head}{next(self._ids)}","payload":{payload}}}'
        self.transport.send(WSMsgType.TEXT, whole.encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        raw = frame.get_payload_as_bytes()
        if raw.startswith(STONE):
            self.table.heard(self.seat)
        elif raw.startswith(END):
            self.table.over(self.seat)
        elif raw.startswith(BEGUN) and b'"to_act":[0]' in raw:
            self.is_ready()
        elif raw.startswith(RESULT) and REFUSED in raw:
            self.is_refused(raw.decode())
