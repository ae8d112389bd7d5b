"""A queue in which owners take turns, however much each of them has put in. What one owner has put in keeps its order.

Must not know: what waits, and who the owners are.
"""

from collections import Counter, deque
from threading import Condition
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Taken(NamedTuple, Generic[T]):
    owner: str
    item: T


class FairQueue(Generic[T]):
    """For threads: `take` waits until there is something to do, and `done` says that it has been done."""

    def __init__(self, at_once: int) -> None:
        """`at_once`: how many items of one owner may be in hand at the same time."""
        self._at_once = at_once
        self._waiting: dict[str, deque[T]] = {}  # whose turn it is next comes first
        self._in_hand: Counter[str] = Counter()
        self._changed = Condition()
        self._closed = False

    def __len__(self) -> int:
        """How many items wait."""
        with self._changed:
            return sum(map(len, self._waiting.values()))

    def put(self, owner: str, item: T, *, first: bool = False) -> None:
        """`first`: before what else this owner has waiting, as something that is tried again."""
        with self._changed:
            waiting = self._waiting.setdefault(owner, deque())
            (waiting.appendleft if first else waiting.append)(item)
            self._changed.notify_all()

    def take(self) -> Taken[T] | None:
        """The next item, once there is one; None when the queue is closed."""
        with self._changed:
            while not self._closed:
                owner = next((each for each in self._waiting if self._in_hand[each] < self._at_once), None)
                if owner is not None:
                    return self._taken(owner)
                self._changed.wait()
            return None

    def done(self, owner: str) -> None:
        with self._changed:
            self._in_hand[owner] -= 1
            if not self._in_hand[owner]:
                del self._in_hand[owner]
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _taken(self, owner: str) -> Taken[T]:
        waiting = self._waiting.pop(owner)
        item = waiting.popleft()
        if waiting:
            self._waiting[owner] = waiting  # behind the others
        self._in_hand[owner] += 1
        return Taken(owner, item)
