"""For how long the processes that share a store have been silent, as one of them hears it.

All times are the store's, so clocks need not agree. A silence counts from when this process began to listen: while it,
or the store, was away, nobody could be heard, and nobody is called dead for that.
"""

from collections.abc import Mapping


class Silences:
    def __init__(self, away_ms: int) -> None:
        self._away_ms = away_ms  # a pause of this process longer than this ends its listening
        self._listening_since = 0

    def heard(self, now: int, own: int, others: Mapping[str, int]) -> dict[str, int]:
        """How long each of the others has been silent, in ms; given when they, and this one, spoke last (0: never)."""
        if now - own > self._away_ms:
            self._listening_since = now
        return {name: max(0, now - max(spoke, self._listening_since)) for name, spoke in others.items()}
