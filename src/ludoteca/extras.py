"""Optional dependencies: which extra of the package brings which import.

The core needs msgspec alone. Everything else is an extra of `pyproject.toml`, so an import of it may fail, and the user
is then told what to install.

Law kept here:
- Every third-party import in the package is listed, under an extra that installs it (`tests/setup/test_extras.py`).
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "cli": ("typer", "rich", "markdown_it"),
    "client": ("picows", "hiredis"),
    "server": (
        *("allauth", "argon2", "asgiref", "channels", "django", "httptools", "jwt", "prometheus_client"),
        *("psycopg", "servestatic", "structlog", "uvicorn", "uvloop", "websockets"),
    ),
    "git": ("cryptography", "pygit2"),
    "sim": ("numpy",),
    "solve": ("numpy", "scipy"),
    "laws": ("hypothesis",),
}
"""The imports of each extra. One that several have is looked up under the first, unless `part_of` names another."""

POSIX_ONLY: Final = ("fcntl", "uvloop")


class MissingExtra(ModuleNotFoundError):
    """An import that failed in a part of the package which needs this extra."""

    def __init__(self, error: ModuleNotFoundError, extra: str) -> None:
        super().__init__(str(error), name=error.name, path=error.path)
        self.extra = extra


@contextmanager
def part_of(extra: str) -> Iterator[None]:
    """Around what needs this extra: an import that is missing there is looked up under it first."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(error, extra) from error


def advice(error: ModuleNotFoundError) -> str | None:
    """What to install, in one sentence; None if what is missing belongs to no extra of ours."""
    module = (error.name or "").partition(".")[0]
    if sys.platform == "win32" and module in POSIX_ONLY:
        return "a server needs Linux or macOS; on Windows, run it in WSL"
    first = (error.extra,) if isinstance(error, MissingExtra) else ()
    extra = next((extra for extra in (*first, *EXTRAS) if module in EXTRAS[extra]), None)
    return None if extra is None else f'{module} is not installed: pip install "ludoteca[{extra}]"'
