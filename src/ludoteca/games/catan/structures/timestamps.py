"""Timestamps as text, `2025-10-17T20:41:00Z`: written, and checked against the calendar.

Must not know: any clock.
"""

from typing import Final

_MONTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_DAY: Final = 24 * 60 * 60


def utc(at: int | None) -> str | None:
    """Milliseconds of Unix time as a timestamp."""
    if at is None:
        return None
    days, seconds = divmod(at // 1000, _DAY)
    year, month = 1970, 1
    while days >= 365 + _is_leap(year):
        days -= 365 + _is_leap(year)
        year += 1
    while days >= _days_in(year, month):
        days -= _days_in(year, month)
        month += 1
    clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{year:04}-{month:02}-{days + 1:02}T{clock}Z"


def is_on_the_calendar(timestamp: str) -> bool:
    """Whether the month of a well-formed timestamp has such a day."""
    year, month, day = (int(part) for part in timestamp[:10].split("-"))
    return day <= _days_in(year, month)


def _days_in(year: int, month: int) -> int:
    return _MONTHS[month - 1] + (month == 2 and _is_leap(year))


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
