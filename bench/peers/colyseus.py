"""Colyseus, spoken to as its own client does: reserve a seat over HTTP, then exchange binary frames.

The first byte is a code. In a message of the room its type follows, and its content in MessagePack. The patches of the
state are in Colyseus' own encoding; it is enough here that there is one per move.
"""

from contextlib import AbstractContextManager

from picows import WSFrame, WSMsgType, WSTransport

from .packages import node, version
from .peer import Line, Table, both_ready, post
from .processes import HOST, Server

JOIN_ROOM, ROOM_DATA, ROOM_STATE, ROOM_STATE_PATCH = bytes([10]), bytes([13]), bytes([14]), bytes([15])


def text(word: str) -> bytes:
    """A short string, which is the same in MessagePack and in Colyseus' encoding."""
    return bytes([0xA0 | len(word)]) + word.encode()


PLACE = ROOM_DATA + text("place") + bytes([0x82]) + text("x") + b"%c" + text("y") + b"%c"
OVER = ROOM_DATA + text("over")
REFUSED = ROOM_DATA + text("refused")


class Colyseus:
    name = "Colyseus"
    about = f"{version('@colyseus/core')} on Node, ws transport; rooms in memory, a patch to both after each move"

    def start(self) -> AbstractContextManager[Server]:
        return node("colyseus.mjs")

    async def sit(self, port: int, table: Table) -> tuple[Line, Line]:
        first = await self._seated(port, table, 0, "create/gomoku")
        second = await self._seated(port, table, 1, f"joinById/{first.room_id}")
        return await both_ready(first, second)

    async def _seated(self, port: int, table: Table, seat: int, how: str) -> "ColyseusLine":
        reserved = await post(port, f"/matchmake/{how}")
        line = ColyseusLine(table, seat, str(reserved["roomId"]))
        place = f"{reserved['processId']}/{line.room_id}?sessionId={reserved['sessionId']}"
        await line.connect(f"ws://{HOST}:{port}/{place}")
        return line


class ColyseusLine(Line):
    def __init__(self, table: Table, seat: int, room_id: str) -> None:
        super().__init__(table, seat)
        self.room_id = room_id

    def place(self, number: int, x: int, y: int) -> None:
        self.transport.send(WSMsgType.BINARY, PLACE % (x, y))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        raw = frame.get_payload_as_bytes()
        if raw.startswith(ROOM_STATE_PATCH):
            self.table.heard(self.seat)
        elif raw.startswith(JOIN_ROOM):
            transport.send(WSMsgType.BINARY, JOIN_ROOM)
        elif raw.startswith(ROOM_STATE):
            self.is_ready()
        elif raw.startswith(OVER):
            self.table.over(self.seat)
        elif raw.startswith(REFUSED):
            self.is_refused("a move")
