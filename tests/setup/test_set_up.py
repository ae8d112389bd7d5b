"""Setting up installs what is locked, whatever the index offers beside it, and says in one sentence why it cannot."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import bootstrap
import pytest

from .environments import CLOSED, environment
from .locks import pins
from .stand_ins import NEWER, project, served

SET_UP: Final = """
import sys, bootstrap
bootstrap.test = lambda quick: bootstrap.ludoteca()
sys.exit(bootstrap.main())
"""


FEW: Final = frozenset({"msgspec", "rich", "pygit2", "cffi", "pycparser", "pytest"})
"""Enough where it does not matter which packages they are."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return project(tmp_path, FEW)


@pytest.fixture
def index(tree: Path) -> Iterator[str]:
    with served(tree.parent / "simple") as index:
        yield index


def set_up(tree: Path, index: str, what: str = "run", path: str = os.defpath) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", SET_UP, what]
    return subprocess.run(command, cwd=tree, env=environment(index, path), capture_output=True, text=True, check=False)


def locked(what: str, some: frozenset[str] | None = FEW) -> dict[str, str]:
    pinned = (pin for pin in pins(f"requirements/{what}.txt") if pin.applies)
    return {pin.name: pin.version for pin in pinned if some is None or pin.name in some}


def installed(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """As the stand-in of `ludoteca` tells; a new environment has pip, and up to Python 3.11 setuptools."""
    assert done.returncode == 0, done.stdout + done.stderr
    told: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return {name: version for name, version in told.items() if name not in ("pip", "setuptools", "ludoteca")}


@pytest.mark.parametrize("what", ["run", "test"])
def test_a_newer_release_of_every_package_changes_nothing(tmp_path: Path, what: str) -> None:
    tree = project(tmp_path)
    offered = {file.name for file in (tmp_path / "simple").rglob(f"*-{NEWER}-*")}
    assert len(offered) >= len(locked(what, None))
    with served(tmp_path / "simple") as index:
        assert installed(set_up(tree, index, what)) == locked(what, None)


def test_uv_installs_the_same(tree: Path, index: str) -> None:
    uv = str(Path(sys.executable).parent)  # the tests' environment has it
    done = set_up(tree, index, path=f"{uv}{os.pathsep}{os.defpath}")
    assert "uv cannot" not in done.stdout
    assert installed(done) == locked("run")


def test_where_uv_fails_pip_does_it(tree: Path, index: str, tmp_path: Path) -> None:
    broken = tmp_path / "bin" / "uv"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    done = set_up(tree, index, path=f"{broken.parent}{os.pathsep}{os.defpath}")
    assert "uv cannot" in done.stdout
    assert installed(done) == locked("run")


def test_a_second_call_installs_nothing_and_a_changed_lock_is_noticed(tree: Path, index: str) -> None:
    installed(set_up(tree, index))
    assert "Installing" not in set_up(tree, CLOSED).stdout
    lock = tree / "requirements" / "run.txt"
    lock.write_text(lock.read_text() + "\n")
    again = set_up(tree, index)
    assert "Installing" in again.stdout
    assert "Making" not in again.stdout
    assert installed(again) == locked("run")


def test_what_is_set_up_for_tests_can_run(tree: Path, index: str) -> None:
    installed(set_up(tree, index, "test"))
    assert "Installing" not in set_up(tree, CLOSED, "run").stdout


def test_a_set_up_that_was_killed_begins_again(tree: Path) -> None:
    processes: list[subprocess.Popen[bytes]] = []

    def kill(path: str) -> None:
        if processes and "/pygit2/" in path:
            os.killpg(processes[0].pid, signal.SIGKILL)

    with served(tree.parent / "simple", kill) as index:
        command = [sys.executable, "-c", SET_UP, "run"]
        process = subprocess.Popen(
            command, cwd=tree, env=environment(index), start_new_session=True, stdout=subprocess.DEVNULL
        )
        processes.append(process)
        assert process.wait() == -signal.SIGKILL
        processes.clear()
        done = set_up(tree, index)
    assert "Making .venv" in done.stdout
    assert installed(done) == locked("run")


def test_an_environment_without_pip_is_made_again(tree: Path, index: str) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tree / ".venv"], check=True)
    assert installed(set_up(tree, index)) == locked("run")


def test_without_an_index_one_sentence_says_so(tree: Path) -> None:
    done = set_up(tree, CLOSED)
    assert done.returncode == 1
    (said,) = [line for line in done.stderr.splitlines() if line.startswith(("Setting up failed", "Traceback"))]
    assert "the package index cannot be reached" in said


def test_a_file_that_is_not_the_pinned_one_is_refused(tree: Path, index: str) -> None:
    pinned = next((tree.parent / "simple" / "msgspec").glob(f"*-{locked('run')['msgspec']}-*"))
    pinned.write_bytes((next((tree.parent / "simple" / "rich").glob("*.whl"))).read_bytes())
    assert "not the one that is pinned" in set_up(tree, index).stderr


SAID = {
    "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device": "the disk is full",
    "npm error code ENOSPC": "the disk is full",
    "PermissionError: [Errno 13] Permission denied: '/opt/ludoteca/.venv'": "no permission to write",
    "OSError: [Errno 30] Read-only file system: '/opt/ludoteca/.venv'": "no permission to write",
    "npm error errno ENOTFOUND": "the package index cannot be reached",
    "ERROR: No matching distribution found for picows==2.3.1": "has no file for Python",
}


@pytest.mark.parametrize("said", SAID)
def test_what_pip_npm_and_the_system_say_becomes_one_sentence(said: str) -> None:
    assert SAID[said] in (bootstrap.reason(said) or "")


@pytest.mark.parametrize("said", ["", "error: the pages cannot be built"])
def test_a_reason_is_not_guessed(said: str) -> None:
    assert bootstrap.reason(said) is None
