"""A table's timers: the game's named timers, running or paused.

Laws kept here: a timer that stays listed keeps running; a paused one keeps what is left; one that is no longer listed
is gone; a new name starts a new timer. A pause of the server is charged to nobody.

Must not know: what a timer is for. Time comes in as monotonic milliseconds.
"""

from collections.abc import Iterable

from ludoteca.kernel import Timer


class RunningTimers:
    def __init__(self) -> None:
        self._deadlines: dict[str, int] = {}
        self._paused: dict[str, int] = {}
        self._next: int | None = None  # the earliest deadline: asked before every action

    def set(self, timers: Iterable[Timer], now: int) -> None:
        """Have exactly these timers from now on."""
        deadlines, paused = self._deadlines, self._paused
        self._deadlines, self._paused, self._next = {}, {}, None
        for timer in timers:
            name = timer.name
            left = max(0, deadlines[name] - now) if name in deadlines else paused.get(name, timer.ms)
            if timer.paused:
                self._paused[name] = left
                continue
            self._deadlines[name] = deadline = now + left
            if self._next is None or deadline < self._next:
                self._next = deadline

    def due(self, now: int) -> str | None:
        """The timer that has run out first, if any has."""
        if self._next is None or self._next > now:
            return None
        return min(self._deadlines, key=self._deadlines.__getitem__)

    def next(self) -> int | None:
        """When the next timer runs out."""
        return self._next

    def left(self, name: str, now: int) -> int:
        return max(0, self._deadlines[name] - now) if name in self._deadlines else self._paused.get(name, 0)

    def forgive(self, ms: int) -> None:
        """The server was paused for this long: charge it to nobody."""
        self._deadlines = {name: deadline + ms for name, deadline in self._deadlines.items()}
        self._next = None if self._next is None else self._next + ms
