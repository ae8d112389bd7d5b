"""Players of a chaotic evening: they play through the client library, and a witness writes down what each was told."""

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

from ludoteca.client import Seat
from ludoteca.client.outbox import Pace
from ludoteca.client.seat import NoAnswer
from ludoteca.client.transport import Transport
from tests.times import PATIENCE

MOVES_AT_MOST = 6


class Witness(Seat):
    """A seat that remembers every action it sent, in order, and every result it heard, to the byte."""

    def __init__(self, game_id: str, transport: Transport) -> None:
        super().__init__(game_id, _Recording(transport, self), None, Pace())
        self.game_id = game_id
        self.patience = PATIENCE
        self.sent: dict[str, str] = {}  # action_id -> message_type
        self.results: dict[str, set[bytes]] = {}

    def receive(self, raw: bytes) -> None:
        frame = json.loads(raw)
        code = frame["payload"].get("code") if isinstance(frame["payload"], dict) else None
        if frame["message_type"] == "action.result" and code not in ("game_unavailable", "routing_failed"):
            self.results.setdefault(frame["action_id"], set()).add(raw)
        super().receive(raw)

    def acknowledged(self) -> list[str]:
        """The moves that were answered with ok, in the order they were sent."""
        moves = [name for name, kind in self.sent.items() if kind not in ("join", "sync", "leave", "create")]
        return [name for name in moves if any(b'"status":"ok"' in raw for raw in self.results.get(name, ()))]


class _Recording:
    """A transport that lets its witness see what is sent."""

    def __init__(self, transport: Transport, witness: "Witness") -> None:
        self._transport = transport
        self._witness = witness

    async def open(self, line: Any) -> None:
        await self._transport.open(line)

    def send(self, raw: bytes) -> None:
        action = json.loads(raw)
        self._witness.sent.setdefault(action["action_id"], action["message_type"])
        self._transport.send(raw)

    async def close(self) -> None:
        await self._transport.close()


async def sit_down(game_id: str, seats: int, transport: Callable[[str, int], Transport]) -> list[Witness]:
    """All players of a table, each connected: one who cannot connect at first gives up."""
    witnesses = [Witness(game_id, transport(game_id, seat)) for seat in range(seats)]
    await asyncio.gather(*(witness.open() for witness in witnesses))
    return witnesses


async def play(witness: Witness, seat: int, seed: int) -> None:
    """Some moves at random, and then give up, so that every game ends."""
    dice = random.Random(seed)
    try:
        await witness.join(name=f"player {seat}")
        moves = 0
        while not (snapshot := await witness.turn()).is_over:
            moves += 1
            await asyncio.sleep(dice.uniform(0.0, 0.6))
            await (witness.resign() if moves > MOVES_AT_MOST else witness.act(dice.choice(snapshot.legal)))
    except NoAnswer as error:
        raise AssertionError(f"{witness.game_id}, seat {seat}: {error}") from None
    finally:
        await witness.close()
