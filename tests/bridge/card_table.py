"""All five players of a hand of briscola, at one pair of connections to Redis."""

import json
from itertools import count
from typing import Any, TypeAlias

from .test_by_hand import Wire

Json: TypeAlias = dict[str, Any]
TABLE = "CARDS5"


class Table:
    """All five players, at one pair of connections; what each gets is what the web tier would pass on."""

    def __init__(self, port: int) -> None:
        self._speaker, self._listener = Wire(port), Wire(port)
        self._listener.say("SUBSCRIBE", f"game.{TABLE}.events")
        self._ids = count(1)
        self.heard: list[Json] = []
        self.hands: dict[int, list[Json]] = {}
        self.next = 0

    def act(self, seat: int, message_type: str, **payload: Any) -> Json:
        """Publish one action; the payload of its result, which comes after its events or before them."""
        action_id = f"id-{next(self._ids)}"
        envelope = {
            "message_type": message_type,
            "game_id": TABLE,
            "action_id": action_id,
            "player_id": seat,
            "role": "player",
            "ts": 0,
            "version": "1.0.0",
            "origin": "web",
            "payload": payload,
        }
        assert self._speaker.say("PUBLISH", f"game.{TABLE}.actions", json.dumps(envelope)) == 1
        while True:
            frame = json.loads(self._listener.hear()[2])
            self._note(frame)
            if frame["message_type"] == "action.result" and frame["action_id"] == action_id:
                result: Json = frame["payload"]
                return result

    def _note(self, frame: Json) -> None:
        self.heard.append(frame)
        payload = frame["payload"]
        if frame["message_type"] == "hand.update":
            assert frame["player_id"] == payload["player_id"]  # it names its addressee
            self.hands[payload["player_id"]] = payload["hand"]
        self.next = payload.get("current_player_id", self.next) if frame["message_type"] != "sync" else self.next

    def told(self, message_type: str) -> list[Json]:
        return [frame["payload"] for frame in self.heard if frame["message_type"] == message_type]

    def play(self, cards: int) -> None:
        for _ in range(cards):
            seat = self.next
            assert self.act(seat, "play", card=self.hands[seat][0])["status"] == "ok"

    def close(self) -> None:
        self._speaker.close()
        self._listener.close()
