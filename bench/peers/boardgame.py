"""boardgame.io, spoken to as its own client does: socket.io in engine.io's frames on a plain websocket.

    0{…}                        engine.io: open
    2 · 3                       ping · pong
    40/gomoku,                  socket.io: join a namespace; boardgame.io has one per game
    42/gomoku,["update",…]      an event: its name and its arguments

After every move each player receives the whole state.
"""

import json
from contextlib import AbstractContextManager

from picows import WSFrame, WSMsgType, WSTransport

from .packages import node, version
from .peer import Line, Table, both_ready, post
from .processes import HOST, Server

SPACE = "/gomoku,"
UPDATE = b'42/gomoku,["update"'
NOTHING_NEW = b",[]]"  # no entries of the log: a move was refused, and all are sent the state as it was
MATCH_DATA = b'42/gomoku,["matchData"'


class Boardgame:
    name = "boardgame.io"
    about = f"{version('boardgame.io')} on Node; matches in memory, the whole state to both after each move"

    def start(self) -> AbstractContextManager[Server]:
        return node("boardgame.mjs")

    async def sit(self, port: int, table: Table) -> tuple[Line, Line]:
        match_id = str((await post(port, "/games/gomoku/create", numPlayers=2))["matchID"])
        lines = []
        for seat in range(2):
            joined = await post(port, f"/games/gomoku/{match_id}/join", playerID=str(seat), playerName=f"player {seat}")
            line = BoardgameLine(table, seat, match_id, str(joined["playerCredentials"]))
            await line.connect(f"ws://{HOST}:{port}/socket.io/?EIO=4&transport=websocket")
            lines.append(line)
        return await both_ready(lines[0], lines[1])


class BoardgameLine(Line):
    def __init__(self, table: Table, seat: int, match_id: str, credentials: str) -> None:
        super().__init__(table, seat)
        self._match_id = match_id
        self._credentials = credentials

    def place(self, number: int, x: int, y: int) -> None:
        """The number is the state's, too: a move made on another state than the last is dropped without a word."""
        payload = f'{{"type":"place","args":[{x},{y}],"playerID":"{self.seat}","credentials":"{self._credentials}"}}'
        action = f'{{"type":"MAKE_MOVE","payload":{payload}}}'
        self._say(f'42{SPACE}["update",{action},{number},"{self._match_id}","{self.seat}"]')

    def _updated(self, raw: bytes) -> None:
        if raw.endswith(NOTHING_NEW):
            self.is_refused("a move")
            return
        self.table.heard(self.seat)
        if b'"gameover":' in raw:
            self.table.over(self.seat)

    def _say(self, packet: str) -> None:
        self.transport.send(WSMsgType.TEXT, packet.encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        raw = frame.get_payload_as_bytes()
        if raw.startswith(UPDATE):
            self._updated(raw)
        elif raw.startswith(MATCH_DATA):
            self.is_ready()  # the answer to "sync" comes too early: moves do not reach the client yet
        elif raw.startswith(b"0"):
            self._say("40" + SPACE)
        elif raw.startswith(b"40"):
            words = json.dumps(["sync", self._match_id, str(self.seat), self._credentials, 2])
            self._say(f"42{SPACE}{words}")
        elif raw == b"2":
            self._say("3")
