"""Timestamps as text: rules know no clock, but `state.json` holds timestamps that must be valid and in order."""

import re
from typing import Final

_TIMESTAMP: Final = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))", re.ASCII
)
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

Moment = tuple[int, str]
"""Seconds since the year 0, and the digits of the fraction; compares in the order of time."""


def moment(text: str) -> Moment | None:
    """The moment of an ISO 8601 timestamp with date, time and offset; None if the text is not one."""
    found = _TIMESTAMP.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second = map(int, found.groups()[:6])
    off_hours, off_minutes = int(found[9] or 0), int(found[10] or 0)
    if not (1 <= month <= 12 and 1 <= day <= _days_in(year, month) and hour < 24 and minute < 60):
        return None
    if off_hours > 23 or off_minutes > 59 or second > 59:
        return None
    offset = (off_hours * 60 + off_minutes) * (-1 if found[8] == "-" else 1)
    minutes = (_days_before(year, month, day) * 24 + hour) * 60 + minute - offset
    return minutes * 60 + second, (found[7] or "").rstrip("0")


def _days_in(year: int, month: int) -> int:
    return _DAYS[month - 1] + (month == 2 and _is_leap(year))


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_before(year: int, month: int, day: int) -> int:
    before = year - 1
    leap_days = before // 4 - before // 100 + before // 400
    return year * 365 + leap_days + sum(_days_in(year, earlier) for earlier in range(1, month)) + day
