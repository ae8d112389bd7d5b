"""Clients of the simulator: they join, follow, play at random, ask again when they miss something, and sometimes err.

A client knows the protocol and nothing else: what it has seen comes from frames alone.
"""

import json
from typing import TYPE_CHECKING, Any

from ludoteca.table.wire import Who

if TYPE_CHECKING:
    from .simulator import World

RETRY_MS = 400
MOVES_AT_MOST = 12


class Client:
    def __init__(self, world: "World", who: Who, game_id: str) -> None:
        self.world = world
        self.who = who
        self.game_id = game_id
        self.frames: dict[int, set[bytes]] = {}  # every event heard, by number
        self.results: dict[str, set[bytes]] = {}  # every result heard, by action
        self.sent: list[str] = []  # every action but syncs
        self.moves: list[str] = []  # those of them that the rules must have taken, if they were acknowledged
        self.snapshot: dict[str, Any] | None = None
        self._seq = 0
        self._stale = True
        self._pending: tuple[str, bytes] | None = None
        self._moves = 0
        self._number = 0

    def start(self) -> None:
        self._say("join", {})
        self._poll()

    def cut_off(self) -> None:
        """The connection is lost: what is under way is given up, and the client comes back."""
        self._say("join", {})

    def is_done(self) -> bool:
        return self.snapshot is not None and self.snapshot["outcome"] is not None and self._pending is None

    def hear(self, raw: bytes) -> None:
        frame = json.loads(raw)
        match frame["message_type"]:
            case "action.result":
                self._result(frame, raw)
            case "sync":
                self._synced(frame)
            case _:
                self._event(frame, raw)

    def _result(self, frame: dict[str, Any], raw: bytes) -> None:
        self.results.setdefault(frame["action_id"], set()).add(raw)
        if self._pending is not None and self._pending[0] == frame["action_id"]:
            self._pending = None
        if frame["payload"]["status"] == "error":
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
        if self._pending is not None:
            self._send(self._pending[1])
        elif self._stale or self.world.dice.random() < 0.05:
            self._say("sync", {} if self.world.dice.random() < 0.5 else {"last_seq": self._seq})
        else:
            self._play()
        self.world.after(self.world.dice.randint(50, RETRY_MS), self._poll)

    def _play(self) -> None:
        assert self.snapshot is not None
        if self.snapshot["outcome"] is not None or self.who.role != "player":
            return
        if self.snapshot["legal"]:
            self._move(self.world.dice.choice(self.snapshot["legal"]))

    def _move(self, action: dict[str, Any]) -> None:
        dice = self.world.dice
        body = {key: value for key, value in action.items() if key != "type"}
        body["decision"] = self.snapshot["decision"] if self.snapshot else 0
        self._moves += 1
        if self._moves > MOVES_AT_MOST:
            self._say("resign", {})
        elif dice.random() < 0.1:
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
        self._send(raw)

    def _send(self, raw: bytes) -> None:
        self.world.send(lambda: self.world.to_server(self.who, raw))
