"""People who play while somebody else attacks: tables of gomoku, a move a second at each, and how long a move takes."""

import asyncio
import time
from dataclasses import dataclass, field
from itertools import count
from typing import Final, NamedTuple

from ludoteca.tokens import Tokens, for_host, for_player
from tests.gateway.lines import Line
from tests.times import now

SIZE: Final = 15
MINUTES: Final = 60
CONFIG: Final = {"mode": "custom", "swap2_enabled": False, "turn_ms": 3_600_000}


class Latency(NamedTuple):
    """Milliseconds from an action to its result."""

    median: float
    p99: float
    worst: float

    @classmethod
    def of(cls, seconds: list[float]) -> "Latency":
        ms = sorted(1000 * each for each in seconds)
        return cls(ms[len(ms) // 2], ms[min(len(ms) - 1, len(ms) * 99 // 100)], ms[-1])


def cell(number: int) -> dict[str, int]:
    """Of the stone with this number, counted from 0: a chessboard, on which five in a row come late."""
    return {"x": number % SIZE, "y": number // SIZE}


class Table:
    def __init__(self, game_id: str, first: Line, second: Line) -> None:
        self.game_id = game_id
        self._lines = (first, second)
        self._stones = count()

    async def move(self) -> float:
        """The next stone; the seconds until its result."""
        number = next(self._stones)
        began = time.perf_counter()
        result = await self._lines[number % 2].ask("place", cell(number), game_id=self.game_id)
        assert result["status"] == "ok", result
        return time.perf_counter() - began

    async def end(self) -> None:
        for line in self._lines:
            line.vanish()
            await line.ended()


@dataclass
class Bystanders:
    tables: list[Table] = field(default_factory=list)

    @classmethod
    async def sit_down(cls, port: int, tokens: Tokens, tables: int, prefix: str = "BYS") -> "Bystanders":
        return cls([await _table(port, tokens, f"{prefix}{number:03}") for number in range(tables)])

    async def play(self, moves: int, seconds: float = 1.0) -> list[float]:
        """So many moves at each table, one each `seconds`, whether the one before has been answered or not; the
        seconds that each took."""
        took = await asyncio.gather(
            *(self._play(table, moves, seconds, place / len(self.tables)) for place, table in enumerate(self.tables))
        )
        return [each for one in took for each in one]

    async def _play(self, table: Table, moves: int, seconds: float, phase: float) -> list[float]:
        loop = asyncio.get_running_loop()
        began = loop.time() + phase * seconds
        took = []
        for number in range(moves):
            due = began + number * seconds
            await asyncio.sleep(due - loop.time())
            late = loop.time() - due  # the move before has taken so long
            took.append(late + await table.move())
        return took

    async def leave(self) -> None:
        for table in self.tables:
            await table.end()


async def bot_answer(port: int, tokens: Tokens, game_id: str) -> float:
    """A new table against a bot, and a stone at it; the seconds until the bot has put its own."""
    await _open(port, tokens, game_id, [None, "greedy"])
    line = await _seated(port, tokens, game_id, 0)
    began = time.perf_counter()
    assert (await line.ask("place", cell(0), game_id=game_id))["status"] == "ok"
    await line.when(lambda: line.kinds().count("stone.placed") == 2 or None)
    line.vanish()
    await line.ended()
    return time.perf_counter() - began


async def _table(port: int, tokens: Tokens, game_id: str) -> Table:
    await _open(port, tokens, game_id, [None, None])
    return Table(game_id, await _seated(port, tokens, game_id, 0), await _seated(port, tokens, game_id, 1))


async def _open(port: int, tokens: Tokens, game_id: str, bots: list[str | None]) -> None:
    at = now()
    host = await Line.open(port, tokens.mint(for_host(game_id, at, MINUTES), at), path=f"/table/{game_id}")
    created = await host.ask("create", {"game": "gomoku", "config": CONFIG, "bots": bots}, game_id=game_id)
    assert created["status"] == "ok", created
    await host.close()


async def _seated(port: int, tokens: Tokens, game_id: str, seat: int) -> Line:
    at = now()
    line = await Line.open(port, tokens.mint(for_player(game_id, seat, at, MINUTES), at), path=f"/table/{game_id}")
    assert (await line.ask("join", game_id=game_id))["status"] == "ok"
    return line
