"""Clients of the simulation: they join, follow, play at random, ask again when they miss something, and sometimes err.

A client knows the protocol and nothing else: what it has seen comes from frames alone. It shares no code with
`ludoteca.client`, which must not be its own judge.
"""

import json
from typing import TYPE_CHECKING, Any

import msgspec

from ludoteca.table.wire import Who

from .socket import Socket

if TYPE_CHECKING:
    from .world import World

RETRY_SECONDS = 0.8
PATIENCE = 6
MOVES_AT_MOST = 7


class Client:
    def __init__(self, world: "World", who: Who, game_id: str) -> None:
        self.world = world
        self.who = who
        self.game_id = game_id
        self.frames: dict[int, set[bytes]] = {}  # every event heard, by number
        self.results: dict[str, set[bytes]] = {}  # every result heard, by action; those of the carrier apart
        self.sent: list[str] = []  # every action but syncs
        self.moves: list[str] = []  # those of them that the rules must have taken, if they were acknowledged
        self.snapshot: dict[str, Any] | None = None
        self._seq = 0
        self._stale = True
        self._pending: tuple[str, bytes] | None = None
        self._tries = 0
        self._moves = 0
        self._number = 0
        self._socket: Socket | None = None

    def start(self) -> None:
        self._connect()
        self._poll()

    def is_done(self) -> bool:
        return self.snapshot is not None and self.snapshot["outcome"] is not None and self._pending is None

    def cut(self) -> None:
        """The connection breaks."""
        if self._socket is not None:
            self._socket.close()
        self.lost_connection()

    def lost_connection(self) -> None:
        self._socket = None

    def hurry(self) -> None:
        """One more move, which shows that all is well again; then they resign."""
        self._moves = max(self._moves, MOVES_AT_MOST - 1)

    def events_lost(self) -> None:
        self._stale = True

    def receive(self, raw: bytes) -> None:
        frame = msgspec.json.decode(raw)
        match frame["message_type"]:
            case "action.result":
                self._result(frame, raw)
            case "sync":
                self._synced(frame)
            case _:
                self._event(frame, raw)

    def _result(self, frame: dict[str, Any], raw: bytes) -> None:
        payload = frame["payload"]
        if payload.get("code") in ("game_unavailable", "routing_failed"):
            return  # of the carrier, not of the table: the same is sent again
        self.results.setdefault(frame["action_id"], set()).add(raw)
        if self._pending is not None and self._pending[0] == frame["action_id"]:
            self._pending = None
        if payload["status"] == "error":
            self._stale = True

    def _synced(self, frame: dict[str, Any]) -> None:
        if self.snapshot is None or frame["seq"] >= self.snapshot["seq"]:
            self.snapshot, self._stale = frame["payload"], frame["seq"] < self._seq
            self._seq = max(self._seq, frame["seq"])

    def _event(self, frame: dict[str, Any], raw: bytes) -> None:
        self.frames.setdefault(frame["seq"], set()).add(raw)
        self._stale = self._stale or frame["seq"] > self._seq  # whatever comes, the picture is old now
        while self._seq + 1 in self.frames:
            self._seq += 1

    def _poll(self) -> None:
        if self._socket is None or self._tries > PATIENCE:
            self._connect()
        if self._pending is not None:
            self._tries += 1
            self._send(self._pending[1])
        elif self._is_thought_away():
            self._say("join", {})
        elif self._stale or self.world.chance(0.05):
            self._say("sync", {} if self.world.chance(0.5) else {"last_seq": self._seq})
        else:
            self._play()
        self.world.after(self.world.dice.uniform(0.1, RETRY_SECONDS), self._poll)

    def _is_thought_away(self) -> bool:
        """The end of an old connection may be heard of after the beginning of the new one."""
        seat = self.who.seat
        return seat is not None and self.snapshot is not None and not self.snapshot["seats"][seat]["present"]

    def _connect(self) -> None:
        """To any process that is there. What was under way is sent again, after the join."""
        if self._socket is not None:
            self._socket.close()
        self._tries = 0
        process = self.world.some_process()
        self._socket = None if process is None else Socket(process, self.who, self.game_id, self)
        if self._socket is not None:
            under_way = self._pending
            self._say("join", {})
            self._pending = under_way or self._pending

    def _play(self) -> None:
        assert self.snapshot is not None
        if self.snapshot["outcome"] is not None or self.who.role != "player":
            return
        if self.snapshot["legal"]:
            self._move(self.world.dice.choice(self.snapshot["legal"]))

    def _move(self, action: dict[str, Any]) -> None:
        body = {key: value for key, value in action.items() if key != "type"}
        body["decision"] = self.snapshot["decision"] if self.snapshot else 0
        self._moves += 1
        if self._moves > MOVES_AT_MOST:
            self._say("resign", {})
        elif self.world.chance(0.1):
            self._misbehave(action["type"], body)
        else:
            self._say(action["type"], body)
        self._stale = True

    def _misbehave(self, kind: str, body: dict[str, Any]) -> None:
        """A key given twice: a careless reader would take it for a legal action."""
        self._number += 1
        name = f"bad-{self.who.seat}-{self._number}"
        payload = json.dumps(body)
        twice = f'"message_type":"x","message_type":"{kind}"'
        self._send(f'{{{twice},"game_id":"{self.game_id}","action_id":"{name}","payload":{payload}}}'.encode())

    def _say(self, kind: str, payload: dict[str, Any]) -> None:
        self._number += 1
        name = f"{self.who.key}-{self._number}"
        envelope = {"message_type": kind, "game_id": self.game_id, "action_id": name, "payload": payload}
        raw = json.dumps(envelope).encode()
        if kind != "sync":
            self.sent.append(name)
        if kind not in ("sync", "join"):
            self.moves.append(name)
        self._pending = (name, raw)
        self._tries = 0
        self._send(raw)

    def _send(self, raw: bytes) -> None:
        for _ in range(2 if self.world.chance(self.world.faults.duplicate) else 1):
            if self._socket is not None:
                self._socket.send(raw)


class Hostess:
    """Opens one table, and asks again until it is open."""

    def __init__(self, world: "World", game_id: str, terms: dict[str, Any]) -> None:
        self._world = world
        self._game_id = game_id
        envelope = {"message_type": "create", "game_id": game_id, "action_id": "create", "payload": terms}
        self._raw = json.dumps(envelope).encode()
        self._socket: Socket | None = None
        self.done = False

    def ask(self) -> None:
        if self.done:
            return
        if self._socket is None or self._world.chance(0.3):
            self.lost_connection()
            process = self._world.some_process()
            who = Who("host", None, "hostess")
            self._socket = None if process is None else Socket(process, who, self._game_id, self)
        if self._socket is not None:
            self._socket.send(self._raw)
        self._world.after(0.5, self.ask)

    def receive(self, raw: bytes) -> None:
        frame = msgspec.json.decode(raw)
        if frame["message_type"] == "action.result" and frame["payload"]["status"] == "ok" and not self.done:
            self.done = True
            self.lost_connection()

    def lost_connection(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None

    def events_lost(self) -> None:
        return None
