"""Pins every dependency anew: `python requirements/lock.py` writes the locks from `pyproject.toml`.

A lock is complete: every package, on every system and Python, with its extras and the hashes of its files. So it is
installed without resolving anything, and a release that comes out tomorrow changes nothing. What a lock has already
keeps its version unless `--upgrade` is given. Each lock is made within the one before it, so that no package ever has
two versions in one environment.

Needs `uv`, which the test environment has: `.venv/bin/python requirements/lock.py`.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
OLDEST_PYTHON: Final = "3.11"


class Lock(NamedTuple):
    """A file of pinned packages, and what of `pyproject.toml` it is made for."""

    file: str
    extras: tuple[str, ...]  # of ours, with what the kernel needs; without any, the groups alone
    groups: tuple[str, ...] = ()


SCAFFOLD: Final = "src/ludoteca/gitplay/setup/templates"  # what goes into a GitGammon repository

LOCKS: Final = (
    Lock("requirements/test.txt", ("all",), ("build", "test")),
    Lock("requirements/run.txt", ("server", "git", "laws"), ("build",)),
    Lock("requirements/author.txt", ("cli", "laws", "sim"), ("backend",)),  # what Windows has too
    Lock(f"{SCAFFOLD}/requirements.txt", ("git",)),
    Lock(f"{SCAFFOLD}/backend.txt", (), ("backend",)),  # where Ludoteca is installed from a commit
)


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the locks anew from pyproject.toml.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest releases that pyproject.toml allows")
    upgrade = parser.parse_args().upgrade
    within: tuple[str, ...] = ()
    for lock in LOCKS:
        print(f"Locking {lock.file} …", flush=True)
        code = subprocess.call(command(lock, within, upgrade=upgrade), cwd=ROOT, stdout=subprocess.DEVNULL)
        if code:
            return code
        within = (*within, "--constraints", lock.file)
    return 0


def command(lock: Lock, within: tuple[str, ...], *, upgrade: bool) -> list[str]:
    """Neither the index nor any address goes into the file: it is the same wherever it is made."""
    return [
        *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal"),
        *(("pyproject.toml",) if lock.extras else ()),
        *("--python-version", OLDEST_PYTHON, "--generate-hashes", "--no-strip-extras", "--no-annotate", "--no-header"),
        *(f"--extra={extra}" for extra in lock.extras),
        *(f"--group={group}" for group in lock.groups),
        *within,
        *(("--upgrade",) if upgrade else ()),
        *("--output-file", lock.file),
    ]


if __name__ == "__main__":
    sys.exit(main())
