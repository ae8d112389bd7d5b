"""A queue: who waits for an opponent is paired, the longest waiting first.

For ranked games two are paired when each accepts the other: how far apart their points may lie widens as one waits, and
in the end it does not matter. For casual games it never does.

Must not know: any game, any clock. Time comes in as `now`, in milliseconds.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from ..kernel import Value

Ms: TypeAlias = int

NARROW: Final = 100  # points apart, at first
WIDER: Final = 50  # and more …
EVERY_MS: Final = 5_000  # … each time that this has passed
ANY_MS: Final = 60_000  # from here on anybody will do


class QueuedPlayer(Value, frozen=True):
    """Somebody who waits. `points` is None where they do not matter."""

    name: str
    since: Ms
    points: int | None = None


def window(since: Ms, now: Ms) -> int | None:
    """How far apart somebody's points may lie from those of who has waited since then; None: as far as they like."""
    waited = max(0, now - since)
    return None if waited >= ANY_MS else NARROW + WIDER * (waited // EVERY_MS)


def pairs(waiting: Iterable[QueuedPlayer], now: Ms) -> list[tuple[QueuedPlayer, QueuedPlayer]]:
    """Who plays whom now. Of several who would do, the nearest in points is taken, and of these the longest waiting."""
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
