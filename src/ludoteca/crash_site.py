"""Where a crash came from: the innermost line of the code of a game or a bot, which is what its author has to look at.

Code counts as an author's if it is neither Ludoteca's own (but for the games and bots it ships), nor Python's, nor that
of an installed package that offers neither games nor bots.

Laws kept here:
- Reporting a crash never raises: where the site cannot be told, there is none.

Must not know: any game.
"""

import linecache
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import FrameType
from typing import Final, NamedTuple

SHIPPED: Final = ("ludoteca.games.", "ludoteca.bots.")
GROUPS: Final = ("ludoteca.games", "ludoteca.bots")
LIBRARIES: Final = {"site-packages", "dist-packages"}


class CrashSite(NamedTuple):
    """A line of source, and the function it stands in."""

    module: str
    path: str  #: relative to the working directory where it lies below
    line: int
    function: str
    source: str

    @property
    def is_ours(self) -> bool:
        """Whether Ludoteca brings this code: a crash there is a bug to report."""
        return self.module.partition(".")[0] == "ludoteca"

    @property
    def is_of_game(self) -> bool:
        """Whether this is the code of a game or a bot, ours or an author's."""
        return not self.is_ours or self.module.startswith(SHIPPED)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}, in {self.function}: {self.source}"


def crash_site(error: BaseException) -> CrashSite | None:
    """The innermost line of an author's code that the error passed through; None if it passed through none."""
    with suppress(Exception):  # frames are of anybody's making, and so is what finds their source
        lines = [(frame, line) for frame, line in _trace(error) if is_authors(frame)]
        return site_of(*lines[-1]) if lines else None
    return None


def innermost(error: BaseException) -> CrashSite | None:
    """The line that raised the error, whosever it is."""
    with suppress(Exception):
        lines = list(_trace(error))
        return site_of(*lines[-1]) if lines else None
    return None


def crash_words(error: BaseException) -> str:
    """The error and, if it came from the code of a game or a bot, the line that it came from."""
    site = crash_site(error)
    text = _text(error)
    what = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return what if site is None else f"{what}, at {site}"


def site_of(frame: FrameType, line: int) -> CrashSite:
    code = frame.f_code
    source = linecache.getline(code.co_filename, line, frame.f_globals).strip()
    return CrashSite(module_of(frame), _shown(code.co_filename), line, code.co_name, source)


def module_of(frame: FrameType) -> str:
    name = frame.f_globals.get("__name__")
    return name if isinstance(name, str) else ""


def is_authors(frame: FrameType) -> bool:
    """Whether a frame runs the code of a game or a bot."""
    module, path = module_of(frame), frame.f_code.co_filename
    if module.startswith(SHIPPED):
        return True
    top = module.partition(".")[0]
    if not top or top == "ludoteca" or (top in sys.stdlib_module_names and top != "__main__") or path.startswith("<"):
        return False
    return LIBRARIES.isdisjoint(Path(path).parts) or top in offering_packages()


def _trace(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # an author's exception may have a `__str__` that fails
        return ""


def _shown(path: str) -> str:
    try:
        here = Path.cwd()
    except OSError:  # the working directory is gone
        return path
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path


@cache
def offering_packages() -> frozenset[str]:
    """The installed packages, by their first name, that bring games or bots. The first call reads the metadata of all
    packages: a server makes it before its event loop has tables to run."""
    with suppress(Exception):  # damaged metadata
        return frozenset(_top(entry.value) for group in GROUPS for entry in entry_points(group=group))
    return frozenset()


def _top(value: str) -> str:
    """The first name of `package.module:NAME`. What is no such path gives what no module is called."""
    return value.partition(":")[0].partition(".")[0].strip()
