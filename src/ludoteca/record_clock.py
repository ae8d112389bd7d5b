"""The time at which lines of a record are written: the clock's, or one fixed time, so that the same seed gives the same
bytes.

Must not know: what is recorded.
"""

import time
from datetime import UTC, datetime
from typing import NamedTuple

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class RecordClock(NamedTuple):
    """In milliseconds of Unix time; can be sent to another process."""

    fixed: int | None = None

    def now(self) -> int:
        return time.time_ns() // 1_000_000 if self.fixed is None else self.fixed


def record_clock(timestamp: datetime | None) -> RecordClock:
    """A clock that stands at this time, or that runs; ValueError for a time without a zone or before 1970."""
    if timestamp is None:
        return RecordClock()
    if timestamp.tzinfo is None:
        raise ValueError(
            f"{timestamp} has no time zone: a timestamp is in UTC, as in datetime(2025, 10, 17, tzinfo=UTC)"
        )
    if timestamp < _EPOCH:
        raise ValueError(f"{timestamp} is before 1970, where Unix time begins")
    return RecordClock(round((timestamp - _EPOCH).total_seconds() * 1000))
