"""Credits: how many messages a sender may send. They refill with time, up to a burst."""


class Credits:
    __slots__ = ("_at", "_burst", "_left", "_per_ms")

    def __init__(self, per_second: float, burst: int, now: int) -> None:
        self._per_ms = per_second / 1000
        self._burst = burst
        self._left = float(burst)
        self._at = now

    def spend(self, now: int) -> bool:
        """Whether one more is allowed at this millisecond."""
        self._left = min(self._burst, self._left + (now - self._at) * self._per_ms)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
