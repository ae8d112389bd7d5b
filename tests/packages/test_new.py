"""`ludoteca new`: what it makes can be played, checked, installed and served as it is, and a bad name is refused."""

import errno
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludoteca.cli import app

from ..web.deployments import embedded
from .installing import ROOT, installed, ludoteca, path_with

NAME = "four-in-a-row"
MODULE = "four_in_a_row:GAME"
BOT = "bot:four_in_a_row.bots:simple"
LINTED = (
    ("ruff", "check", "--no-cache", "."),
    ("ruff", "format", "--no-cache", "--check", "."),
    ("mypy", "--strict", "."),
    ("pytest", "-p", "no:cacheprovider"),
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which somebody has typed the command."""
    home = tmp_path_factory.mktemp("home")
    done = ludoteca(home, "new", NAME)
    assert (done.returncode, done.stderr) == (0, "")
    return home


@pytest.fixture(scope="module")
def package(home: Path) -> Path:
    return home / NAME


def test_nothing_in_it_is_named_after_the_starter(package: Path) -> None:
    files = [path for path in package.rglob("*") if path.is_file()]
    assert len(files) == len({path.relative_to(package) for path in files}) > 8
    texts = [f"{path.relative_to(package)}\n{path.read_text(encoding='utf-8')}" for path in files]
    assert not [text for text in texts if re.search(r"my.game", text, re.IGNORECASE)]
    assert (package / "four_in_a_row" / "RULES.md").read_text(encoding="utf-8").startswith("# Four in a row\n")


@pytest.mark.parametrize("command", LINTED, ids=" ".join)
def test_it_passes_linters_type_check_and_its_own_tests(package: Path, command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=package,
        env=path_with(package),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", MODULE, "--others", BOT, "--seed", "3"), "Verify with:"),
        (("laws", MODULE, "--examples", "5"), "four-in-a-row obeys "),
        (("simulate", MODULE, "--games", "4", "--seats", "four_in_a_row.bots:simple,random"), "4 games from seed 1"),
    ],
    ids=["play", "laws", "simulate"],
)
def test_it_works_in_its_folder_without_installation(package: Path, arguments: tuple[str, ...], said: str) -> None:
    done = ludoteca(package, *arguments)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


def test_its_page_says_what_the_command_says(home: Path, package: Path) -> None:
    told = (
        ludoteca(home, "new", "another-one").stdout.replace("another-one", NAME).replace("another_one", "four_in_a_row")
    )
    typed = re.findall(r"^    (.*)$", (package / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert [shlex.split(line)[0] for line in typed] == [
        "ludoteca",
        "ludoteca",
        "ludoteca",
        "python",
        "python",
        "python",
    ]
    assert re.findall(r"^    (.*)$", told, re.MULTILINE) == [f"cd {NAME}", *typed]


def test_installed_it_is_known_by_its_name_with_its_bot(package: Path, tmp_path: Path) -> None:
    folder = installed(package, tmp_path / "installed")
    done = ludoteca(folder, "play", NAME, "--others", "bot:simple", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert "Bots: random, simple" in ludoteca(folder, "games", NAME).stdout


def test_installed_it_is_served_with_its_rules(package: Path, tmp_path: Path) -> None:
    folder = installed(package, tmp_path / "installed")
    (tmp_path / "data").mkdir()
    own = ("--game", MODULE)  # as it was served before: it is the same game
    with embedded(tmp_path / "data", *own, PYTHONPATH=path_with(folder)["PYTHONPATH"]) as deployment:
        (game,) = [game for game in deployment.browser().get("games") if game["name"] == NAME]
        assert game["title"] == "Four in a row"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "Four_In_A_Row",
            "is no name for a game: use 1 to 32 of a-z, 0-9 and -, a letter first (did you mean four-in-a-row?)",
        ),
        ("Connect4", "a letter first (did you mean connect4?)"),
        ("4-in-a-row", "is no name for a game"),
        ("", "is no name for a game"),
        ("class", "class is a word of Python's"),
        ("random", "there is a Python package random already, which yours would hide; try random-game"),
        ("msgspec", "there is a Python package msgspec already"),
        ("tests", "there is a Python package tests already"),
        ("gomoku", "there is a game gomoku already"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_made(tmp_path: Path, name: str, why: str) -> None:
    done = ludoteca(tmp_path, "new", name)
    assert done.returncode == 2
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    done = ludoteca(tmp_path, "new", NAME)
    assert done.returncode == 2
    assert "four-in-a-row exists already" in done.stderr
    assert list((tmp_path / NAME).iterdir()) == []


def test_a_disk_that_is_full_leaves_nothing_and_the_next_try_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written: list[Path] = []
    write_text = Path.write_text

    def full_after_three(path: Path, text: str, encoding: str) -> int:
        written.append(path)
        if len(written) > 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return write_text(path, text, encoding=encoding)

    with monkeypatch.context() as full:
        full.setattr(Path, "write_text", full_after_three)
        done = CliRunner().invoke(app, ["new", NAME])
    assert (done.exit_code, done.stderr) == (2, f"ludoteca: cannot write {NAME}: No space left on device\n")
    assert list(tmp_path.iterdir()) == []
    assert CliRunner().invoke(app, ["new", NAME]).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_the_starter_itself_is_a_game_that_no_command_lists() -> None:
    assert "my-game" not in ludoteca(ROOT, "games").stdout
