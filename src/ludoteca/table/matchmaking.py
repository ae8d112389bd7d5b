"""Matchmaking: players who wait for an opponent are paired, those who have waited longest first.

In ranked games two are paired when each accepts the other: the allowed difference in points widens while a player
waits, and after a minute it does not matter. In casual games it never matters.

Must not know: any game, any clock. Time comes in as `now`, in milliseconds.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from ..kernel import Value

Ms: TypeAlias = int

NARROW: Final = 100  # points apart, at first
WIDER: Final = 50  # and so many more …
EVERY_MS: Final = 5_000  # … each time this has passed
ANY_MS: Final = 60_000  # after this, anybody will do


class QueuedPlayer(Value, frozen=True):
    """A player who waits. `points` is None where points do not matter."""

    name: str
    since: Ms
    points: int | None = None


def window(since: Ms, now: Ms) -> int | None:
    """The largest difference in points for a player who has waited since then; None: any."""
    waited = max(0, now - since)
    return None if waited >= ANY_MS else NARROW + WIDER * (waited // EVERY_MS)


def pairs(waiting: Iterable[QueuedPlayer], now: Ms) -> list[tuple[QueuedPlayer, QueuedPlayer]]:
    """Who plays whom now. Of several opponents the nearest in points is chosen, then who has waited longest."""
    left = sorted(waiting, key=lambda waiter: (waiter.since, waiter.name))
    paired: list[tuple[QueuedPlayer, QueuedPlayer]] = []
    while left:
        first = left.pop(0)
        fitting = [other for other in left if _accepts(first, other, now) and _accepts(other, first, now)]
        if fitting:
            other = min(fitting, key=lambda each: _apart(first, each))
            left.remove(other)
            paired.append((first, other))
    return paired


def _accepts(waiter: QueuedPlayer, other: QueuedPlayer, now: Ms) -> bool:
    widest = window(waiter.since, now)
    return widest is None or _apart(waiter, other) <= widest


def _apart(one: QueuedPlayer, other: QueuedPlayer) -> int:
    return 0 if one.points is None or other.points is None else abs(one.points - other.points)
