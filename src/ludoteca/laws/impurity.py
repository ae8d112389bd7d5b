"""Calls to the clock and to randomness that happen while rules run, however they were imported.

Python tells a profiler of every call into C, and all of these end there: `random.choice` in the shared generator,
`secrets` in `os.urandom`, `datetime.now` in itself. So a call is found even if the game does nothing with the answer,
and even if the answer is the same as a moment ago.
"""

import datetime
import random
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, Final, TypeVar

from ludoteca.crash_site import is_authors, module_of, site_of

T = TypeVar("T")

SHARED_GENERATOR: Final = random.random.__self__  # type: ignore[attr-defined]
SYSTEM_CALLS: Final = {"urandom", "getrandom", "getpid", "times"}
TODAY: Final = {"now", "utcnow", "today"}


def watched(run: Callable[[], T]) -> tuple[T, str]:
    """What `run` returns, and the first line of a game that asked for the time or for randomness; empty: none did."""
    found: list[str] = []

    def watch(frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call" and not found and _asks_outside(called):
            found.extend(_asked_by(frame))

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        result = run()
    finally:
        sys.setprofile(before)
    return result, "".join(found)


def _asks_outside(called: Any) -> bool:
    owner = getattr(called, "__self__", None)
    module = getattr(called, "__module__", None)
    name = getattr(called, "__name__", "")
    if owner is SHARED_GENERATOR or module == "time":
        return True
    if module in {"posix", "nt"}:
        return name in SYSTEM_CALLS
    return isinstance(owner, type) and issubclass(owner, datetime.date) and name in TODAY


def _asked_by(frame: FrameType | None) -> list[str]:
    """The line of the game's code that led here, if nothing but Python's own library is between."""
    while frame is not None and module_of(frame).partition(".")[0] in sys.stdlib_module_names:
        frame = frame.f_back
    return [str(site_of(frame, frame.f_lineno))] if frame is not None and is_authors(frame) else []
