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
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._per_ms)
        self._at = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True


class AddressBuckets:
    """A bucket for each address that is known; the oldest are forgotten, to bound memory."""

    def __init__(self, per_second: float, burst: int, at_most: int = 10_000) -> None:
        self._per_second = per_second
        self._burst = burst
        self._at_most = at_most
        self._buckets: dict[Hashable, TokenBucket] = {}

    def of(self, address: Hashable, now: float) -> TokenBucket:
        found = self._buckets.get(address)
        if found is None:
            if len(self._buckets) >= self._at_most:
                del self._buckets[next(iter(self._buckets))]
            found = self._buckets[address] = TokenBucket(self._per_second, self._burst, now)
        return found
