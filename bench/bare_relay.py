"""The bare relay: a server that knows no rules, keeps nothing, checks nothing, and only sends what a table would send.

It shows what a socket server in Python can do at best on this machine, under the same load from the same generator.
Figures of tables are given as a share of it, which means more than absolute figures on a shared machine.

python -m bench.bare_relay PORT
"""

import argparse
import asyncio
import re
import sys

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

ACTION_ID = re.compile(rb'"action_id":"(\w+)"')
CELL = re.compile(rb'"x":(\d+),"y":(\d+)')
HEAD = b'"game_id":"%b","player_id":null,"role":"player","ts":1790000000000,"version":"1.0.0","origin":"game"'


class Relay(WSListener):
    """Two sockets of one table. What one sends goes to both."""

    def __init__(self, game_id: bytes) -> None:
        self._game_id = game_id
        self._at_table = TABLES.setdefault(game_id, [])
        self._seat = len(self._at_table)
        self._at_table.append(self)
        self.transport: WSTransport | None = None
        self.moves = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        raw = frame.get_payload_as_bytes()
        cell = CELL.search(raw)
        if cell is not None:
            self._moved(raw, cell[1], cell[2])
        elif len(self._at_table) == 2 and all(each.transport is not None for each in self._at_table):
            head = HEAD % self._game_id
            self._tell(b'{"message_type":"game.start",%b,"payload":{},"seq":3,"to_act":[0]}' % head)

    def _moved(self, raw: bytes, x: bytes, y: bytes) -> None:
        first = self._at_table[0]
        first.moves += 1
        head, seq, after = HEAD % self._game_id, first.moves + 3, first.moves % 2
        payload = b'{"mark":"X","seat":%d,"x":%b,"y":%b}' % (self._seat, x, y)
        self._tell(
            b'{"message_type":"stone.placed",%b,"payload":%b,"seq":%d,"to_act":[%d]}' % (head, payload, seq, after)
        )
        found = ACTION_ID.search(raw)
        assert found is not None
        result = b'{"message_type":"action.result",%b,"action_id":"%b","payload":{"effects":{},"status":"ok"}}'
        self._send(result % (head, found[1]))
        if first.moves == 225:
            self._tell(b'{"message_type":"match.end",%b,"payload":{},"seq":229,"to_act":[]}' % head)
            TABLES.pop(self._game_id, None)

    def _tell(self, frame: bytes) -> None:
        for each in self._at_table:
            each._send(frame)

    def _send(self, frame: bytes) -> None:
        if self.transport is not None:
            self.transport.send(WSMsgType.TEXT, frame)


TABLES: dict[bytes, list[Relay]] = {}


async def serve(port: int) -> None:
    def admit(request: WSUpgradeRequest) -> Relay:
        return Relay(request.path.rsplit(b"/", 1)[-1])

    await ws_create_server(admit, "127.0.0.1", port)
    print("serving", file=sys.stderr, flush=True)
    await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("port", metavar="PORT", type=int, help="port to listen on, on localhost only")
    uvloop.run(serve(parser.parse_args().port))


if __name__ == "__main__":
    main()
