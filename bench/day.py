"""24 hours of a public server, on a clock that is moved: what it takes up, hour by hour.

    python -m bench.day

`ludoteca serve` with its limits as they are, and retention set to a few hours, so that what it keeps and what it
deletes are in balance by noon. Every hour guests come, each from an address of their own, play bots and each other in
all five games, look at replays, leave rooms open and games unfinished, and never come back; a member logs in from
somewhere else. They are given the seconds they need; the rest of the hour the clock is moved.

Fails if memory, disk, open files, live tables or the rows of any table of the database are, on the average of the last
six hours, over 5 % more (and more than three) than on the average of the six before.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Final

from tests.day.servers import DISK, FILES, LIVE, LOG, MEMORY, OPEN_FILES, Server, served
from tests.day.visitors import Visits

HOURS: Final = 24
WINDOW: Final = 6
HOUR_SECONDS: Final = 3600.0
STEP_SECONDS: Final = 30.0
GROWTH: Final = 1.05
NOISE: Final = 3
BYTES: Final = (MEMORY, DISK, *FILES, *(f"{name}-wal" for name in FILES), LOG)
NOT_JUDGED: Final = frozenset(BYTES) - {MEMORY, DISK}
"""A log is for its reader to rotate; the files are the disk."""


def hour(server: Server, visits: Visits) -> dict[str, float]:
    began = time.monotonic()
    visits.hour()
    server.move(max(0.0, HOUR_SECONDS - (time.monotonic() - began)), STEP_SECONDS)
    return server.measured()


def words(number: int, found: dict[str, float]) -> str:
    shown = [f"{name} {found[name] / 1e6:.1f} MB" for name in BYTES]
    shown += [f"{name} {found[name]:.0f}" for name in (OPEN_FILES, LIVE)]
    shown += [f"{name} {found[name]:.0f}" for name in found if name not in (*BYTES, OPEN_FILES, LIVE) and found[name]]
    return f"{number:>2} h  {', '.join(shown)}"


def grown(hours: Sequence[dict[str, float]]) -> list[str]:
    """What has grown from one window to the next, in words."""
    before, after = hours[-2 * WINDOW : -WINDOW], hours[-WINDOW:]
    found = []
    for name in sorted(hours[-1].keys() - NOT_JUDGED):
        was, now = fmean(each.get(name, 0) for each in before), fmean(each.get(name, 0) for each in after)
        if now > GROWTH * was and now > was + NOISE:
            found.append(f"{name}: {was:,.0f} → {now:,.0f}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="A day of a public server, in minutes.")
    parser.add_argument("--visits", type=int, default=14, help="tables that are opened every hour (default 14)")
    asked = parser.parse_args()
    hours = []
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
        visits = Visits(server.url, asked.visits)
        server.move(HOUR_SECONDS / 2, STEP_SECONDS)  # retention runs on the hour: hours are counted from half to half
        for number in range(1, HOURS + 1):
            hours.append(hour(server, visits))
            print(words(number, hours[-1]), flush=True)
    missed = grown(hours)
    for each in missed:
        print(f"grows: {each}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
