"""Setting up installs what is locked, whatever the index offers beside it, and says in one sentence why it cannot."""

import ast
import builtins
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import bootstrap
import pytest

from ..times import PATIENCE
from .environments import CLOSED, environment
from .locks import PIN, ROOT, pins
from .stand_ins import NEWER, project, served

SET_UP: Final = """
import sys, bootstrap
bootstrap.test = lambda quick: bootstrap.ludoteca()
sys.exit(bootstrap.main())
"""


WITH_UV: Final = f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}"
"""The tests' environment has uv."""

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


@pytest.mark.parametrize("path", [os.defpath, WITH_UV], ids=["pip", "uv"])
@pytest.mark.parametrize("what", ["run", "test"])
def test_a_newer_release_of_every_package_changes_nothing(tmp_path: Path, what: str, path: str) -> None:
    tree = project(tmp_path)
    offered = {file.name for file in (tmp_path / "simple").rglob(f"*-{NEWER}-*")}
    assert len(offered) >= len(locked(what, None))
    asked: list[str] = []
    with served(tmp_path / "simple", asked.append) as index:
        done = set_up(tree, index, what, path)
        assert installed(done) == locked(what, None)
    assert "uv failed" not in done.stdout
    assert not [file for file in asked if NEWER in file], "nothing is resolved, not even what builds the project"


def test_where_uv_fails_pip_does_it(tree: Path, index: str, tmp_path: Path) -> None:
    broken = tmp_path / "bin" / "uv"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    done = set_up(tree, index, path=f"{broken.parent}{os.pathsep}{os.defpath}")
    assert "uv failed" in done.stdout
    assert installed(done) == locked("run")


def test_a_second_call_installs_nothing_and_a_changed_lock_is_noticed(tree: Path, index: str) -> None:
    installed(set_up(tree, index))
    assert "Installing" not in set_up(tree, CLOSED).stdout
    lock = tree / "requirements" / "run.txt"
    lock.write_text(lock.read_text() + "\n")
    again = set_up(tree, index)
    assert "Installing" in again.stdout
    assert "Creating" not in again.stdout
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
    assert "Creating .venv" in done.stdout
    assert installed(done) == locked("run")


def test_a_set_up_that_was_killed_while_building_begins_again(tree: Path, index: str) -> None:
    backend = tree / "backend.py"
    builds = backend.read_text()
    backend.write_text(f"import os, signal\nos.killpg(0, signal.SIGKILL)\n{builds}")
    command = [sys.executable, "-c", SET_UP, "run"]
    killed = subprocess.run(command, cwd=tree, env=environment(index), start_new_session=True, check=False)
    assert killed.returncode == -signal.SIGKILL
    backend.write_text(builds)
    done = set_up(tree, index)
    assert "Creating .venv" in done.stdout
    assert installed(done) == locked("run")


def test_a_set_up_waits_for_what_a_killed_one_has_left_running(tree: Path) -> None:
    """pip alone lives on; nobody may clear the folder that it still writes to."""
    killed, released = threading.Event(), threading.Event()
    processes: list[subprocess.Popen[bytes]] = []

    def kill(path: str) -> None:
        if not killed.is_set() and "/pygit2/" in path:
            processes[0].kill()
            killed.set()
            assert released.wait(PATIENCE)

    with served(tree.parent / "simple", kill) as index:
        command = [sys.executable, "-c", SET_UP, "run"]
        first = subprocess.Popen(command, cwd=tree, env=environment(index), stdout=subprocess.DEVNULL)
        processes.append(first)
        assert first.wait() == -signal.SIGKILL
        with subprocess.Popen(
            command, cwd=tree, env=environment(index), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as second:
            assert second.stdout is not None
            assert "Another set-up" in second.stdout.readline()
            released.set()
            rest, told = second.communicate()
    assert installed(subprocess.CompletedProcess(command, second.returncode, rest, told)) == locked("run")


def test_a_terminated_set_up_stops_what_it_has_started(tree: Path) -> None:
    processes: list[subprocess.Popen[bytes]] = []
    gone = threading.Event()

    def terminate(path: str) -> None:
        if not gone.is_set() and "/pygit2/" in path:
            processes[0].terminate()
            assert processes[0].wait() == 128 + signal.SIGTERM, "it waits for pip, which waits for this answer"
            gone.set()

    with served(tree.parent / "simple", terminate) as index:
        command = [sys.executable, "-c", SET_UP, "run"]
        process = subprocess.Popen(command, cwd=tree, env=environment(index), stdout=subprocess.DEVNULL)
        processes.append(process)
        assert gone.wait(PATIENCE)


def test_pages_that_were_deleted_are_built_again(tree: Path, index: str, monkeypatch: pytest.MonkeyPatch) -> None:
    built = set_up(tree, index)
    assert "Building" in built.stdout
    environ = {**environment(index), "LUDOTECA_SKIP_FRONT": ""}
    command = [sys.executable, "-c", SET_UP, "run"]
    again = subprocess.run(command, cwd=tree, env=environ, capture_output=True, text=True, check=False)
    assert "Building" in again.stdout, "they are not there"
    assert installed(again) == locked("run")


def test_an_environment_without_pip_is_made_again(tree: Path, index: str) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tree / ".venv"], check=True)
    assert installed(set_up(tree, index)) == locked("run")


@pytest.mark.parametrize("path", [os.defpath, WITH_UV], ids=["pip", "uv"])
def test_without_an_index_one_sentence_says_so(tree: Path, path: str) -> None:
    done = set_up(tree, CLOSED, path=path)
    assert done.returncode == 1
    (said,) = done.stderr.splitlines()
    assert "the package index cannot be reached" in said


def test_a_file_that_is_not_the_pinned_one_is_refused(tree: Path, index: str) -> None:
    pinned = next((tree.parent / "simple" / "msgspec").glob(f"*-{locked('run')['msgspec']}-*"))
    pinned.write_bytes((next((tree.parent / "simple" / "rich").glob("*.whl"))).read_bytes())
    assert "does not match its pinned hash" in set_up(tree, index).stderr


def test_locks_that_do_not_fit_together_are_shown(tree: Path) -> None:
    lock = tree / "requirements" / "run.txt"
    lock.write_text(PIN.sub(lambda pin: "" if pin["pin"].startswith("cffi") else pin[0], lock.read_text()))
    with served(tree.parent / "simple") as index:
        done = set_up(tree, index)
    assert "requires cffi, which is not installed" in done.stderr
    assert done.stderr.splitlines()[-1].endswith("write them anew with `python requirements/lock.py`.")


SAID = {
    "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device": "the disk is full",
    "npm error code ENOSPC": "the disk is full",
    "PermissionError: [Errno 13] Permission denied: '/opt/ludoteca/.venv'": "no permission to write",
    "npm error EACCES: /home/you/.npm/_cacache": "no permission to write (npm error EACCES: /home/you/.npm/_cacache)",
    "OSError: [Errno 30] Read-only file system: '/opt/ludoteca/.venv'": "no permission to write",
    "npm error errno ENOTFOUND": "the package index cannot be reached",
    "  Caused by: tcp connect error: Connection refused (os error 111)": "the package index cannot be reached",
    "The virtual environment was not created successfully because ensurepip is not available.": "python3-venv",
    "ERROR: No matching distribution found for picows==2.3.1": "has no file for Python",
}


@pytest.mark.parametrize("said", SAID)
def test_what_pip_npm_and_the_system_say_becomes_one_sentence(said: str) -> None:
    assert SAID[said] in (bootstrap.cause(said) or "")


def test_trouble_that_was_survived_is_no_cause() -> None:
    assert bootstrap.cause("Read timed out; retrying\n" + "compiling\n" * 40 + "error: it does not compile") is None


@pytest.mark.parametrize("said", ["", "error: the pages cannot be built"])
def test_a_reason_is_not_guessed(said: str) -> None:
    assert bootstrap.cause(said) is None


def test_a_silent_step_shows_that_it_goes_on(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "PACE", 0.01)
    shown = threading.Event()

    def show(line: str, **_: object) -> None:
        if " s  " in line:
            process.kill()
            shown.set()

    monkeypatch.setattr(builtins, "print", show)
    with subprocess.Popen(["sleep", "1000"], stdout=subprocess.PIPE) as process:
        bootstrap.followed(process)
    assert shown.is_set()


def test_a_python_that_is_too_old_is_told_so_in_one_sentence() -> None:
    source = (ROOT / "bootstrap.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))  # an old Python reads the whole file before it runs the first line
    old = f"import sys; sys.version_info = (3, 10, 13); exec({source!r})"
    done = subprocess.run([sys.executable, "-c", old], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("Ludoteca needs Python 3.11 or newer; this is ")
    assert len(done.stderr.splitlines()) == 1
