"""Progress of what takes long: a bar at a terminal, a plain line now and then elsewhere. On stderr, both.

Must not know: what is being done.
"""

import sys
import time
from collections.abc import Iterator
from typing import Final, TypeVar

T = TypeVar("T")

SECONDS_BETWEEN_LINES: Final = 10.0


def followed(things: Iterator[T], done: int, total: int) -> Iterator[T]:
    """The same things, one after the other; `done` of the total were there before."""
    if done == total:
        return things
    return _with_bar(things, done, total) if sys.stderr.isatty() else _with_lines(things, done, total)


def _with_bar(things: Iterator[T], done: int, total: int) -> Iterator[T]:
    from rich.console import Console  # noqa: PLC0415 - rich takes its time to load
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, completed=done)
        for thing in things:
            yield thing
            bar.advance(task)


def _with_lines(things: Iterator[T], done: int, total: int) -> Iterator[T]:
    due = time.monotonic() + SECONDS_BETWEEN_LINES
    for number, thing in enumerate(things, start=done + 1):
        yield thing
        if time.monotonic() >= due:
            print(f"{number} of {total} done", file=sys.stderr, flush=True)
            due = time.monotonic() + SECONDS_BETWEEN_LINES
