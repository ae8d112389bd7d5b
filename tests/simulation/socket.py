"""A socket between a simulated client and a process: in order, with a delay, until it breaks."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from ludoteca.table.wire import Who

if TYPE_CHECKING:
    from .process import Process


class End(Protocol):
    def receive(self, raw: bytes) -> None: ...

    def lost_connection(self) -> None: ...

    def events_lost(self) -> None: ...


class Socket:
    def __init__(self, process: "Process", who: Who, game_id: str, end: End) -> None:
        self.who = who
        self.game_id = game_id
        self.joined = False
        self.closed = False
        self._process = process
        self._end = end
        self._in_at = self._out_at = 0.0
        process.opened(self)

    # The client's side

    def send(self, raw: bytes) -> None:
        if not self.closed:
            self._in_at = self._later(self._in_at, lambda: self._process.when_awake(lambda: self._arrived(raw)))

    def close(self) -> None:
        """The client hangs up, or the line is cut; the process notices."""
        if not self.closed:
            self.closed = True
            self._process.when_awake(lambda: self._process.closed(self))

    # The process's side

    def deliver(self, frame: bytes) -> None:
        if not self.closed and not self._process.dead:
            self._out_at = self._later(self._out_at, lambda: self._heard(frame))

    def events_lost(self) -> None:
        if not self.closed:
            self._out_at = self._later(self._out_at, self._end.events_lost)

    def broken(self) -> None:
        """The process is gone; the client notices."""
        self._process.sockets.remove(self)
        if not self.closed:
            self.closed = True
            self._process.world.after(self._process.world.dice.uniform(0.01, 0.5), self._end.lost_connection)

    def _arrived(self, raw: bytes) -> None:
        if not self.closed:
            self._process.receive(self, raw)

    def _heard(self, frame: bytes) -> None:
        if not self.closed:
            self._end.receive(frame)

    def _later(self, last: float, act: Callable[[], None]) -> float:
        """In order: nothing overtakes what was sent before."""
        loop = asyncio.get_running_loop()
        at = max(last, loop.time() + self._process.world.dice.uniform(0.001, 0.02)) + 1e-6
        loop.call_at(at, act)
        return at
