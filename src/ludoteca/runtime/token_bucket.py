"""Token buckets: how many messages may pass, of one client or of each address. Tokens refill with time, up to a burst.

Must not know: what passes, and what happens to what may not.
"""

from collections.abc import Hashable


class TokenBucket:
    __slots__ = ("_at", "_burst", "_per_ms", "_tokens")

    def __init__(self, per_second: float, burst: int, now: float) -> None:
        self._per_ms = per_second / 1000
        self._burst = burst
        self._tokens = float(burst)
        self._at = now

    def spend(self, now: float, cost: float = 1) -> bool:
        """Whether one more, of this cost, may pass at this millisecond."""
        self._refill(now)
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def is_full(self, now: float) -> bool:
        """Whether nothing is left to see of what was spent."""
        self._refill(now)
        return self._tokens >= self._burst

    def _refill(self, now: float) -> None:
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._per_ms)
        self._at = now


class AddressBuckets:
    """A bucket for each address. One that is full again is as good as new, and forgotten; beyond a number of them, to
    bound memory, the one that was used longest ago."""

    def __init__(self, per_second: float, burst: int, at_most: int = 10_000) -> None:
        self._per_second = per_second
        self._burst = burst
        self._at_most = at_most
        self._buckets: dict[Hashable, TokenBucket] = {}

    def of(self, address: Hashable, now: float) -> TokenBucket:
        found = self._buckets.pop(address, None)
        if found is None:
            self._forget(now)
            found = TokenBucket(self._per_second, self._burst, now)
        self._buckets[address] = found  # the last in order is the last that was used
        return found

    def __len__(self) -> int:
        return len(self._buckets)

    def _forget(self, now: float) -> None:
        while self._buckets:
            longest_ago = next(iter(self._buckets))
            if len(self) < self._at_most and not self._buckets[longest_ago].is_full(now):
                return
            del self._buckets[longest_ago]
