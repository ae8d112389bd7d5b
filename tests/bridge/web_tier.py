"""A web tier as somebody writes it who has read the bridge's specification and nothing else: no line of Ludoteca, only
sockets, JSON and PUBLISH and SUBSCRIBE. It copies every field of an envelope into the payload, which the text allows,
and of what it hears it looks at payloads alone, because that is what the text prints.
"""

import json
import socket
from itertools import count
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

ALWAYS: Final = {"message_type", "game_id"}
PRINTED: Final[dict[str, set[str]]] = {
    "action.result": {"action_id", "status"},
    "hand.update": {"player_id", "hand"},
    "trick.played": {"player_id", "card", "trick", "current_player_id"},
    "trick.won": {"winner_id", "points", "trick_cards", "scores", "current_player_id"},
    "score.update": {"scores"},
    "phase.change": {"phase"},
    "player.join": {"player_id", "name"},
    "sync": {"phase", "players", "scores", "bids", "trick", "hand"},
    "error": {"code", "reason"},
}
"""The fields that the text prints of each message."""
RESULT: Final = {"ok": {"effects"}, "error": {"code", "reason", "recovery"}}
SECONDS: Final = 60


class Redis:
    """One connection."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), SECONDS)
        self._answers = self._socket.makefile("rb")

    def say(self, *words: str) -> Any:
        encoded = [word.encode() for word in words]
        data = b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in encoded)
        self._socket.sendall(b"*%d\r\n%b" % (len(encoded), data))
        return self.hear()

    def hear(self) -> Any:
        line = self._answers.readline().rstrip()
        match line[:1]:
            case b"*":
                return [self.hear() for _ in range(int(line[1:]))]
            case b"$":
                return self._answers.read(int(line[1:]) + 2)[:-2]
            case _:
                return line

    def close(self) -> None:
        self._answers.close()
        self._socket.close()


def ok(result: Json) -> Json:
    assert result["status"] == "ok", result
    return result


class WebTier:
    """One game, for all its players and observers."""

    def __init__(self, port: int, game_id: str) -> None:
        self.game_id = game_id
        self._speaker, self._listener = Redis(port), Redis(port)
        self._listener.say("SUBSCRIBE", f"game.{game_id}.events")
        self._numbers = count(1)
        self._clock = count(1_790_000_000_000)
        self.heard: list[Json] = []
        self.hands: dict[int, list[Json]] = {}

    def act(self, player_id: int | None, message_type: str, action_id: str = "", **fields: Any) -> Json:
        """Publish an action, and wait for its result."""
        envelope = self.envelope(player_id, message_type, action_id)
        return self.publish({**envelope, "payload": {**envelope, **fields}})

    def envelope(self, player_id: int | None, message_type: str, action_id: str = "") -> Json:
        return {
            "message_type": message_type,
            "game_id": self.game_id,
            "action_id": action_id or f"action-{next(self._numbers)}",
            "player_id": player_id,
            "role": "observer" if player_id is None else "player",
            "ts": next(self._clock),
            "version": "1.0.0",
            "origin": "web",
        }

    def publish(self, envelope: Json) -> Json:
        self._speaker.say("PUBLISH", f"game.{self.game_id}.actions", json.dumps(envelope))
        while True:
            payload = self.hear()
            if payload["message_type"] == "action.result" and payload["action_id"] == envelope["action_id"]:
                return payload

    def sync(self, player_id: int | None) -> Json:
        """The snapshot that follows the result."""
        ok(self.act(player_id, "sync"))
        while (payload := self.hear())["message_type"] != "sync":
            pass
        return payload

    def hear(self) -> Json:
        payload: Json = json.loads(self._listener.hear()[2])["payload"]
        self._check(payload)
        self.heard.append(payload)
        if payload["message_type"] == "hand.update":
            self.hands[payload["player_id"]] = payload["hand"]
        return payload

    def join(self) -> None:
        for player_id in range(5):
            ok(self.act(player_id, "join"))

    def decide(self, seen: Json) -> None:
        """One decision of the player whose turn it is: the first bids, an ace of cups is called, any card is played."""
        player = seen["current_player_id"]
        fields: Json
        match seen["phase"]:
            case "bid":
                kind, fields = "bid", {"bid": 61 if not seen["bids"] else -1}
            case "call-partner-rank":
                kind, fields = "call-partner-rank", {"partner_rank": 1}
            case "call-partner-suit":
                kind, fields = "call-partner-suit", {"partner_suit": "cups"}
            case _:
                kind, fields = "play", {"card": self.hands[player][0]}
        ok(self.act(player, kind, **fields))

    def until(self, phase: str) -> Json:
        while (seen := self.sync(None))["phase"] != phase:
            self.decide(seen)
        return seen

    def told(self, message_type: str) -> list[Json]:
        return [payload for payload in self.heard if payload["message_type"] == message_type]

    def close(self) -> None:
        self._speaker.close()
        self._listener.close()

    def _check(self, payload: Json) -> None:
        """Everything that the text prints is there."""
        kind = payload["message_type"]
        printed = ALWAYS | PRINTED.get(kind, set())
        if kind == "action.result":
            printed |= RESULT[payload["status"]]
        assert printed <= payload.keys(), (kind, printed - payload.keys())
        assert payload["game_id"] == self.game_id
