"""A time as text, as documents and specifications write it.

It converts the time it is given. Must not know: what time it is.
"""

from datetime import UTC, datetime


def timestamp(ms: int) -> str:
    """Epoch milliseconds in ISO 8601, as JavaScript writes them: `2026-11-19T18:20:00.000Z`."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
