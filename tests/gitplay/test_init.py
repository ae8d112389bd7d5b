"""`ludoteca gitgammon init` and `workflows`: where the package comes from is asked for, or told, and never guessed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludoteca.cli import app
from ludoteca.console import terminal as console
from ludoteca.gitplay.setup import package_source
from ludoteca.gitplay.setup.package_source import FOLDER, WHEEL, WheelUrl
from tests.cli.terminal import terminal

from .clones import git
from .test_cli import run
from .test_package_source import COMMIT, HASH, a_wheel

AT_A_COMMIT = f"git+https://host.example/l.git@{COMMIT}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a repository is to be."""
    folder = tmp_path / "games"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def owned(clone: Path) -> None:
    git(clone, "config", "user.name", "Owner")
    git(clone, "config", "user.email", "owner@example.org")


def names_no_package(folder: Path) -> bool:
    return not (folder / ".github").exists() and "pip install" not in (folder / "README.md").read_text()


def test_where_nobody_can_answer_there_are_no_workflows_and_it_says_how_to_get_them(folder: Path) -> None:
    command = [sys.executable, "-m", "ludoteca", "gitgammon", "init"]
    done = subprocess.run(
        command, env=dict(os.environ), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    assert "It has no workflows. For GitHub: " in done.stdout
    assert " gitgammon workflows --package SOURCE\n" in done.stdout
    assert names_no_package(folder)


def test_none_is_an_answer(folder: Path) -> None:
    assert "It has no workflows" in run("init", "--package", "none")
    assert names_no_package(folder)


def test_a_repository_on_a_server_is_asked_nothing_and_told_nothing(folder: Path) -> None:
    git(folder, "init", "--quiet", "--bare", "games.git")
    with terminal("gitgammon", "init", "games.git") as screen:
        said = screen.rest()
    assert "is now a GitGammon repository" in said
    assert "workflows" not in said
    assert "pip install" not in git(folder / "games.git", "show", "HEAD:README.md")
    assert ".github" not in git(folder / "games.git", "ls-tree", "--name-only", "HEAD")


def test_at_a_terminal_it_asks_until_it_is_answered(folder: Path) -> None:
    with terminal("gitgammon", "init") as screen:
        assert "pypi: " in screen.expect("Source [none]: ")
        screen.type("https://host.example/ludoteca\r")
        assert "names no single file or commit" in screen.expect("Source [none]: ")
        screen.type(f"{AT_A_COMMIT}\r")
        said = screen.rest()
    assert f"On GitHub its workflows install commit {COMMIT} of https://host.example/l.git." in said
    assert (folder / FOLDER / "ludoteca.txt").read_text() == f"ludoteca @ {AT_A_COMMIT}\n"


def test_nothing_typed_is_no_workflows_and_ctrl_c_is_no_repository(folder: Path) -> None:
    with terminal("gitgammon", "init") as screen:
        screen.expect("Source [none]: ")
        screen.interrupt()
    assert screen.process.returncode == 130
    assert list(folder.iterdir()) == []
    with terminal("gitgammon", "init") as screen:
        screen.expect("Source [none]: ")
        screen.type("\r")
        assert "It has no workflows" in screen.rest()
    assert names_no_package(folder)


def test_where_it_was_installed_from_is_taken_only_by_somebody_who_is_asked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"https://host.example/{WHEEL}"
    monkeypatch.setattr(package_source, "installed_from", lambda: WheelUrl(url, HASH))
    assert "It has no workflows" in run("init", "script")
    assert names_no_package(folder / "script")

    monkeypatch.setattr(console, "can_ask", lambda: True)
    said = CliRunner().invoke(app, ["gitgammon", "init"], input="\n").output
    assert f"Source [as this one was installed: {url}, with the hash {HASH}]: " in said
    assert f"On GitHub its workflows install {url}, with the hash {HASH}.\nTo change that: " in said
    assert (folder / FOLDER / "ludoteca.txt").read_text() == f"ludoteca @ {url} --hash=sha256:{HASH}\n"


def test_an_invalid_source_makes_no_repository(folder: Path) -> None:
    assert "cannot be read" in run("init", "--package", "elsewhere.whl", code=2)
    assert list(folder.iterdir()) == []


def test_a_wheel_goes_into_the_repository_and_goes_again(folder: Path, tmp_path: Path) -> None:
    wheel = a_wheel(tmp_path)
    run("init", "--package", str(wheel))
    owned(folder)
    assert (folder / FOLDER / WHEEL).read_bytes() == wheel.read_bytes()
    assert git(folder, "status", "--porcelain") == ""
    assert f"pip install './{FOLDER}/{WHEEL}[git]'" in (folder / "README.md").read_text()
    assert "hatchling" not in (folder / FOLDER / "requirements.txt").read_text()

    said = run("workflows", "--package", AT_A_COMMIT)
    assert f"Players install it with: pip install 'ludoteca[git] @ {AT_A_COMMIT}'" in said
    told = [line for line in (folder / "README.md").read_text().splitlines() if "pip install" in line]
    assert told == [f"    pip install 'ludoteca[git] @ {AT_A_COMMIT}'"]
    assert sorted(file.name for file in (folder / FOLDER).iterdir()) == ["ludoteca.txt", "requirements.txt"]
    assert "hatchling" in (folder / FOLDER / "requirements.txt").read_text()
    assert git(folder, "status", "--porcelain") == ""
    assert git(folder, "log", "-1", "--format=%an").strip() == "Owner"
    assert run("verify").startswith("OK  1 commit of the processor")


def test_a_repository_without_workflows_gets_them_once(folder: Path) -> None:
    run("init")
    owned(folder)
    run("workflows", "--package", AT_A_COMMIT)
    assert (folder / ".github/workflows/gitgammon.yml").exists()
    readme = (folder / "README.md").read_text()
    assert f"    pip install 'ludoteca[git] @ {AT_A_COMMIT}'\n    ludoteca gitgammon show " in readme
    made = git(folder, "rev-parse", "HEAD")
    run("workflows", "--package", AT_A_COMMIT)
    assert git(folder, "rev-parse", "HEAD") == made


def test_workflows_need_a_gitgammon_repository(folder: Path) -> None:
    git(folder, "init", "--quiet")
    owned(folder)
    git(folder, "commit", "--quiet", "--allow-empty", "-m", "mine")
    assert "this is not a GitGammon repository" in run("workflows", "--package", AT_A_COMMIT, code=2)


def test_workflows_can_be_pushed_to_a_server(folder: Path, tmp_path: Path) -> None:
    git(folder, "init", "--quiet", "--bare", str(tmp_path / "games.git"))
    run("init", str(tmp_path / "games.git"))
    git(tmp_path, "clone", "--quiet", "games.git", "mine")
    owned(tmp_path / "mine")
    run("workflows", "--package", AT_A_COMMIT, "--repo", str(tmp_path / "mine"), "--push")
    assert f"{FOLDER}/ludoteca.txt" in git(tmp_path / "games.git", "ls-tree", "-r", "--name-only", "HEAD")
