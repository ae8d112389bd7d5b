"""The load generator of the bridge: hands of briscola over Redis, each table as fast as its answers come.

All tables share two connections. A table is played for all five players, as the web tier would, by what its channel
says: whose turn it is, the phase, and the hands.
"""

import time
from collections.abc import Iterator
from typing import Any, Final

from ludoteca.kernel.values import encode
from ludoteca.runtime.redis.bus import RedisBus
from ludoteca.runtime.settings import ACTIONS

from .traffic import Count

PLAYERS: Final = 5


class Hand:
    """One hand of briscola after the other, each at a new table."""

    def __init__(self, bus: RedisBus, ids: Iterator[str], count: Count, tables: dict[str, "Hand"]) -> None:
        self._bus = bus
        self._ids = ids
        self._count = count
        self._tables = tables
        self.sit_down()

    def sit_down(self) -> None:
        self._tables.pop(getattr(self, "game_id", ""), None)
        self.game_id = next(self._ids)
        self._tables[self.game_id] = self
        self._hands: dict[int, list[Any]] = {}
        self._to_act: list[int] = []
        self._phase = "bid"
        self._number = 0
        self._said_at = 0.0
        self._say(0, "join", {})

    def hear(self, frame: dict[str, Any]) -> None:
        kind, payload = frame["message_type"], frame["payload"]
        self._to_act = frame.get("to_act") or self._to_act
        if kind == "hand.update":
            self._hands[payload["player_id"]] = payload["hand"]
        elif kind == "phase.change":
            self._phase = payload["phase"]
        elif kind == "match.end":
            self._phase = "end"
        elif kind == "action.result" and frame["action_id"] == str(self._number):
            self._answered(payload["status"] == "ok")

    def _answered(self, is_ok: bool) -> None:
        if not is_ok:
            self._count.refused += 1
        self._count.acknowledged += 1
        self._count.seconds.append(time.perf_counter() - self._said_at)
        if self._phase == "end":
            self.sit_down()
        elif self._number < PLAYERS:
            self._say(self._number, "join", {})
        else:
            self._act(self._to_act[0])

    def _act(self, seat: int) -> None:
        match self._phase:
            case "bid":
                self._say(seat, "bid", {"bid": 61 if self._number == PLAYERS else -1})
            case "call-partner-rank":
                self._say(seat, "call-partner-rank", {"partner_rank": 1})
            case "call-partner-suit":
                self._say(seat, "call-partner-suit", {"partner_suit": "cups"})
            case _:
                self._say(seat, "play", {"card": self._hands[seat][0]})

    def _say(self, seat: int, kind: str, payload: dict[str, Any]) -> None:
        self._number += 1
        self._said_at = time.perf_counter()
        action = {
            "message_type": kind,
            "game_id": self.game_id,
            "action_id": str(self._number),
            "player_id": seat,
            "role": "player",
            "payload": payload,
        }
        self._bus.publish(ACTIONS.format(self.game_id), [encode(action)])
