"""A token bucket: how many messages may pass. Tokens refill with time, up to a burst.

Must not know: what passes, and what happens to what may not.
"""


class TokenBucket:
    __slots__ = ("_at", "_burst", "_per_ms", "_tokens")

    def __init__(self, per_second: float, burst: int, now: float) -> None:
        self._per_ms = per_second / 1000
        self._burst = burst
        self._tokens = float(burst)
        self._at = now

    def spend(self, now: float) -> bool:
        """Whether one more may pass at this millisecond."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._per_ms)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
