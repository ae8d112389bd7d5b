"""`ludoteca gitgammon demo`: what it says happens, and it leaves a valid repository."""

import os
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ludoteca.cli import app
from tests.times import PATIENCE

from .clones import git, ludoteca

MOVES = 6


def demo(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["gitgammon", "demo", *arguments])


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What it has said, and where it was."""
    home = tmp_path_factory.mktemp("demo") / "here"
    result = demo("--moves", str(MOVES), "--dir", str(home))
    assert result.exit_code == 0, result.output
    return result.output, home


def test_so_many_moves_are_applied_two_pushes_are_rejected_and_somebody_resigns(seen: tuple[str, Path]) -> None:
    said, home = seen
    subjects = git(home / "games.git", "log", "--format=%s", "main").splitlines()
    assert sum(each.startswith("[GitGammon] Apply move ") for each in subjects) == MOVES + 1
    rejected = [each for each in subjects if each.startswith("[GitGammon] Reject invalid move: ")]
    assert len(rejected) == 2
    assert "state.json was changed" in rejected[0]
    assert "the dice are " in rejected[1]
    for each in rejected:
        assert said.count(each) == 1


def test_it_verifies_for_both_with_the_dice_checked(seen: tuple[str, Path]) -> None:
    said, home = seen
    assert said.count("; dice of 1 checked; key ") == 2
    assert ludoteca("verify", "--repo", str(home / "bob")).stdout.startswith("OK ")


def test_every_command_it_shows_is_one_that_can_be_typed(seen: tuple[str, Path]) -> None:
    said, _ = seen
    commands = [line.partition("$ ")[2] for line in said.splitlines() if line.startswith("   ") and "$ " in line]
    assert {each.split()[0] for each in commands} == {"git", "ludoteca"}
    assert sum(each.startswith("ludoteca gitgammon move ") for each in commands) == MOVES


def test_the_readme_that_it_points_to_shows_the_board(seen: tuple[str, Path]) -> None:
    said, home = seen
    readme = home / "alice" / "README.md"
    assert str(readme) in said
    assert "BAR" in readme.read_text(encoding="utf-8")


def test_it_ends_with_a_command_with_which_one_goes_on(seen: tuple[str, Path]) -> None:
    said, home = seen
    mine = {name: value for name, value in os.environ.items() if not name.startswith("GITGAMMON_")}
    last = ["/bin/sh", "-c", said.splitlines()[-1]]
    done = subprocess.run(last, env=mine, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    (table,) = (home / "bob" / "tables").glob("bob-vs-alice-*")
    assert f"Table {table.name} is open." in done.stdout
    assert "to move." in done.stdout


def test_the_program_has_one_name_from_the_first_line_to_the_last(seen: tuple[str, Path]) -> None:
    said, _ = seen
    assert "Next: ludoteca gitgammon new " in said
    assert "bin/ludoteca" not in said
    assert "-m ludoteca" not in said


def test_a_temporary_folder_is_gone_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    result = demo("--moves", "1")
    assert f"It was all in {tmp_path.resolve()}" in result.output
    assert not list(tmp_path.glob("gitgammon-*"))
    assert result.output.splitlines()[-1].endswith("ludoteca gitgammon demo --keep")


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    result = demo("--dir", str(tmp_path))
    assert "is there already, and not an empty folder" in str(result.exception) + result.output
    assert [each.name for each in tmp_path.iterdir() if each.name != "home"] == ["mine"]


def test_without_git_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = demo()
    assert "git is not installed" in str(result.exception) + result.output
