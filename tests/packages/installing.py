"""Packages for a test, each in a folder of its own that a process can be given as its path: the environment of the
tests itself stays as it is."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
EXAMPLE: Final = ROOT / "examples" / "liars_dice"


def installed(source: Path, folder: Path) -> Path:
    """A package as pip installs it, by the build tool that is here: nothing is fetched."""
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def written(folder: Path, name: str, code: str, **entries: str) -> None:
    """The package NAME 1.0, as an installer leaves one: its module, and what it offers as `GROUP="ENTRY = VALUE"`, the
    group without its `ludoteca.`."""
    (folder / f"{name.replace('-', '_')}.py").write_text(code, encoding="utf-8")
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    offers = "".join(f"[ludoteca.{group}]\n{entry}\n" for group, entry in entries.items())
    (about / "entry_points.txt").write_text(offers, encoding="utf-8")


def path_with(folder: Path) -> Mapping[str, str]:
    """The environment of a process that finds what is installed there."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(folder)))}


def ludoteca(folder: Path, *arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "ludoteca", *arguments]
    return subprocess.run(
        command, env=path_with(folder), cwd=folder, input=typed, capture_output=True, text=True, check=False
    )
