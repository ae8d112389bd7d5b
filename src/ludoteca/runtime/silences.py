"""Which of the processes that share a store are silent, as one of them hears it. It is decided here alone.

All times are the store's, so clocks need not agree. A silence counts from when this process began to listen: while it,
or the store, was away, nobody could be heard, and nobody is called dead for that.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

LEFT_MS: Final = 60_000  # for so long it is known that one has left: more than anything waits for it


class Others(NamedTuple):
    """The other processes that have said that they are alive."""

    spoke_ms_ago: Mapping[str, int]  # by name; whether or not this process could hear it
    suspects: frozenset[str]  # silent for so long that actions for their tables are answered for them
    gone: frozenset[str]  # silent for so long that anybody may claim their tables
    left: frozenset[str]  # were alive a while ago, and have said goodbye or are forgotten

    def answer_no_more(self, name: str) -> bool:
        return name in self.suspects or name in self.left


NOBODY: Final = Others(MappingProxyType({}), frozenset(), frozenset(), frozenset())


class Silences:
    def __init__(self, suspect_ms: int, takeover_ms: int) -> None:
        self._suspect_ms = suspect_ms  # a pause of this process longer than this ends its listening
        self._takeover_ms = takeover_ms
        self._listening_since = 0
        self._seen: dict[str, int] = {}  # when each was last among those that are alive

    def heard(self, now: int, own: int, others: Mapping[str, int]) -> Others:
        """What to think of the others; given when they, and this process, spoke last (0: never)."""
        if now - own > self._suspect_ms:
            self._listening_since = now
        self._seen |= dict.fromkeys(others, now)
        self._seen = {name: at for name, at in self._seen.items() if now - at <= LEFT_MS}
        silent = {name: now - max(spoke, self._listening_since) for name, spoke in others.items()}
        return Others(
            {name: max(0, now - spoke) for name, spoke in others.items()},
            frozenset(name for name, ms in silent.items() if ms >= self._suspect_ms),
            frozenset(name for name, ms in silent.items() if ms >= self._takeover_ms),
            frozenset(self._seen.keys() - others.keys()),
        )
