"""Two players at one table, who play the moves that all pairs play: they fill the board, and nobody ever gets five."""

import asyncio
import time
from collections import deque
from typing import Final

from ..traffic import moves
from .peer import Line, Peer

MOVES: Final = moves()


class Count:
    """What all pairs of a session report to."""

    def __init__(self) -> None:
        self.seconds: list[float] = []  # per move, until both had heard it
        self.late: list[float] = []  # per move that was due and possible, how late it was sent
        self.failures: list[str] = []
        self.ended = asyncio.Event()  # the first game is over, or something has failed

    def clear(self) -> None:
        self.seconds.clear()
        self.late.clear()

    def failed(self, words: str) -> None:
        self.failures.append(words)
        self.ended.set()


class Pair:
    def __init__(self, count: Count, is_paced: bool) -> None:
        self._count = count
        self._is_paced = is_paced  # moves only when one is due; else as soon as the other's is heard
        self._lines: tuple[Line, Line] | None = None
        self._made = 0
        self._told = [0, 0]  # per seat, how many stones it has seen
        self._since = [0.0, 0.0]  # of the latest move of each seat, when its time began to run
        self._owed: deque[float] = deque()  # when moves were due that were not possible yet

    async def sit(self, peer: Peer, port: int) -> None:
        self._lines = await peer.sit(port, self)

    def leave(self) -> None:
        for line in self._lines or ():
            line.close()
        self._lines = None

    @property
    def heard_by_both(self) -> int:
        return min(self._told)

    def begin(self) -> None:
        if not self._is_paced:
            self._place(time.perf_counter())

    def due(self, since: float) -> None:
        """A move is due. If it is not possible yet it is made as soon as it is; its time runs from now in any case."""
        if self._told[self._made % 2] == self._made:
            self._count.late.append(time.perf_counter() - since)
            self._place(since)
        else:
            self._owed.append(since)

    def heard(self, seat: int) -> None:
        number = self._told[seat]
        self._told[seat] = number + 1
        if self._told[1 - seat] > number:
            self._count.seconds.append(time.perf_counter() - self._since[number % 2])
        if (number + 1) % 2 == seat:  # their turn now
            if not self._is_paced:
                self._place(time.perf_counter())
            elif self._owed:
                self._place(self._owed.popleft())

    def _place(self, since: float) -> None:
        """Two times are enough: nobody moves again before both have seen their last move."""
        number = self._made
        if self._lines is None or number == len(MOVES):
            return
        self._made, self._since[number % 2] = number + 1, since
        self._lines[number % 2].place(number, *MOVES[number])

    def over(self, seat: int) -> None:
        if self._told[seat] == len(MOVES):
            self._count.ended.set()
        else:
            self._count.failed(f"a game was over after {self._told[seat]} moves")

    def refused(self, seat: int, words: str) -> None:
        self._count.failed(f"move {self._made} at the latest, seat {seat}: {words}")
