"""The load generator: pairs of sockets that play gomoku, as fast as answers come or at a steady pace.

It does as little as possible (it compares bytes and parses nothing), because one core of it must load one core of
server. The moves fill the board without ever making five, so that every game has 225 of them and ends in a draw; then
the pair continues at a new table.
"""

import asyncio
import itertools
import time
from collections.abc import Iterator
from functools import cache
from typing import Final

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from ludoteca.tokens import Tokens, for_player

SIZE: Final = 15
STONE: Final = b'{"message_type":"stone.placed"'
RESULT: Final = b'{"message_type":"action.result"'
END: Final = b'{"message_type":"match.end"'
START: Final = b'{"message_type":"game.start"'
OK: Final = b'"status":"ok"'
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


@cache
def moves() -> tuple[tuple[int, int], ...]:
    """All cells in an order that never makes five in a row: two stones and two, shifted from row to row."""
    cells = [(x, y) for y in range(SIZE) for x in range(SIZE)]
    black = [cell for cell in cells if (cell[0] + 2 * cell[1]) % 4 < 2]
    white = [cell for cell in cells if (cell[0] + 2 * cell[1]) % 4 >= 2]
    while len(black) > len(white) + 1:
        white.append(black.pop())
    while len(white) > len(black) - 1:
        black.append(white.pop())
    pairs = itertools.zip_longest(black, white)
    return tuple(cell for pair in pairs for cell in pair if cell is not None)


def table_ids(first: int = 0) -> Iterator[str]:
    """Ids never used before, as long as the store is new."""
    for number in itertools.count(first):
        digits, rest = "", number
        for _ in range(6):
            rest, digit = divmod(rest, 36)
            digits = LETTERS[digit] + digits
        yield digits


class Count:
    """What was measured: how many actions were acknowledged, how long each took, how many bytes an event has."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.acknowledged = 0
        self.refused = 0
        self.events = 0
        self.event_bytes = 0
        self.seconds: list[float] = []


class Player(WSListener):
    def __init__(self, pair: "Pair", seat: int) -> None:
        self._pair = pair
        self.seat = seat
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.say("join", "j", "{}")

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            if frame.msg_type == WSMsgType.PING:
                transport.send_pong(frame.get_payload_as_bytes())
            return
        raw = frame.get_payload_as_bytes()
        if raw.startswith(STONE):
            self._pair.placed(self.seat, raw)
        elif raw.startswith(RESULT):
            self._pair.answered(self.seat, OK in raw)
        elif raw.startswith(END):
            self._pair.ended(self)
        elif b'"to_act":[0]' in raw and (raw.startswith(START) or b'"seq":3' in raw):
            self._pair.started()

    def say(self, kind: str, action_id: str, payload: str) -> None:
        assert self.transport is not None
        head = f'{{"message_type":"{kind}","game_id":"{self._pair.game_id}","action_id":"{action_id}"'
        self.transport.send(WSMsgType.TEXT, f'{head},"payload":{payload}}}')


class Pair:
    """Two players at one table, and then at the next."""

    def __init__(
        self, url: str, tokens: Tokens, ids: Iterator[str], count: Count, pace: float = 0.0, phase: float = 0.0
    ) -> None:
        self._url = url
        self._tokens = tokens
        self._ids = ids
        self._count = count
        self._phase = phase
        self._pace = pace  # seconds from one move to the next; 0: at once
        self._due = 0.0
        self._sent = [0.0, 0.0]  # per seat, when its last move was sent
        self._over = asyncio.Event()
        self.running = asyncio.Event()
        self.game_id = ""
        self._next = 0
        self._begun = False
        self._players: tuple[Player, ...] = ()

    async def play_for_ever(self) -> None:
        while True:
            await self._sit_down()
            await self._over.wait()
            for player in self._players:
                if player.transport is not None:
                    player.transport.disconnect()

    async def _sit_down(self) -> None:
        self.game_id, self._next, self._sent, self._begun = next(self._ids), 0, [0.0, 0.0], False
        self._over.clear()
        self._players = (Player(self, 0), Player(self, 1))
        for seat, player in enumerate(self._players):
            claims = for_player(self.game_id, seat, int(time.time()))
            header = {"Authorization": f"Bearer {self._tokens.mint(claims, int(time.time()))}"}
            await ws_connect(lambda player=player: player, f"{self._url}/table/{self.game_id}", extra_headers=header)

    def started(self) -> None:
        """Both players hear of it, and the first who does begins."""
        if not self._begun:
            self._begun = True
            self.running.set()
            self._move()

    def placed(self, seat: int, raw: bytes) -> None:
        """An event; the player to move does so as soon as they have seen it. Three events precede the first stone."""
        self._count.events += 1
        self._count.event_bytes += len(raw)
        start = raw.rindex(b'"seq":') + 6
        stones = int(raw[start:].split(b",", 1)[0].rstrip(b"}")) - 3
        if stones == self._next < len(moves()) and seat == stones % 2:
            self._move()

    def answered(self, seat: int, is_ok: bool) -> None:
        if not is_ok:
            self._count.refused += 1
        elif self._sent[seat]:
            self._count.acknowledged += 1
            self._count.seconds.append(time.perf_counter() - self._sent[seat])

    def ended(self, player: Player) -> None:
        if player in self._players:  # not one of the table before
            self._over.set()

    def _move(self) -> None:
        if self._pace:
            now = time.perf_counter()
            on_the_beat = now + (self._phase - now) % self._pace  # its own, so that tables do not move in step
            due = max(now, self._due + self._pace) if self._due else on_the_beat
            asyncio.get_running_loop().call_later(max(0.0, due - now), self._say_move, due)
        else:
            self._say_move(time.perf_counter())

    def _say_move(self, due: float) -> None:
        x, y = moves()[self._next]
        player = self._players[self._next % 2]
        self._next += 1
        self._due, self._sent[player.seat] = due, time.perf_counter()  # a late timer of ours is not the server's fault
        player.say("place", f"m{self._next}", f'{{"x":{x},"y":{y}}}')


class Idler(WSListener):
    """A socket that looks on. `address` is where it comes from: one address has not enough ports for ten thousand."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._synced = asyncio.Event()
        self._game_id = ""
        self.transport: WSTransport | None = None

    async def listen(self, url: str, game_id: str, token: str) -> None:
        self._game_id = game_id
        header = {"Authorization": f"Bearer {token}"}
        self.transport, _ = await ws_connect(
            lambda: self, f"{url}/table/{game_id}", extra_headers=header, local_addr=(self._address, 0)
        )

    def on_ws_connected(self, transport: WSTransport) -> None:
        head = f'{{"message_type":"sync","game_id":"{self._game_id}","action_id":"s"'
        transport.send(WSMsgType.TEXT, f'{head},"payload":{{}}}}')

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT and RESULT in frame.get_payload_as_bytes():
            self._synced.set()
        elif frame.msg_type == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())

    async def synced(self) -> None:
        await self._synced.wait()
