"""Optional dependencies: which extra of the package brings which import.

The core needs msgspec alone. Everything else is an extra of `pyproject.toml`, so an import of it may fail, and the user
is then told what to install.

Law kept here:
- Every third-party import in the package is listed, under an extra that installs it (`tests/setup/test_extras.py`).
"""

import sys
from collections.abc import Mapping
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
    "solve": ("scipy",),
    "laws": ("hypothesis",),
}
"""The extra that a missing import is looked up under, and its imports."""


POSIX_ONLY: Final = ("fcntl", "uvloop")


def advice(error: ModuleNotFoundError) -> str | None:
    """What to install, in one sentence; None if what is missing belongs to no extra of ours."""
    module = (error.name or "").partition(".")[0]
    if sys.platform == "win32" and module in POSIX_ONLY:
        return "a server needs Linux or macOS; on Windows, run it in WSL"
    extra = next((extra for extra, modules in EXTRAS.items() if module in modules), None)
    return None if extra is None else f'{module} is not installed: pip install "ludoteca[{extra}]"'
