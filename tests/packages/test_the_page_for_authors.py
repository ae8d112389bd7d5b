"""docs/add-a-game.md: the code it shows is the code that runs, its commands do what it says, its law is broken so."""

import dataclasses
import re
import shlex
import shutil
from pathlib import Path
from typing import Any, Final

import pytest

from ludoteca.kernel import Game, Hosting

from .installing import EXAMPLE, ROOT, installed, ludoteca

PAGE: Final = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
SHOWN: Final = re.findall(r"^```\w+ (\S+)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
START, REST = re.split(r"^## Change it$", PAGE, flags=re.MULTILINE)
STARTING: Final = re.findall(r"^    (.*)$", START, re.MULTILINE)
COMMANDS: Final = re.findall(r"^    (ludoteca .*)$", REST, re.MULTILINE)
SECONDS: Final = re.compile(r"\d+\.\d s")


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(EXAMPLE, tmp_path_factory.mktemp("example"))


@pytest.mark.parametrize(("path", "code"), SHOWN, ids=[path.rpartition("/")[2] for path, _ in SHOWN])
def test_the_code_it_shows_is_the_code_that_runs(path: str, code: str) -> None:
    """Piece by piece, in this order, where a line with dots leaves something out."""
    rest = (ROOT / path).read_text(encoding="utf-8")
    for piece in code.split("…\n"):
        _, found, rest = rest.partition(piece)
        assert found, f"{path} has no such lines, or not here:\n{piece}"


def test_every_file_of_the_example_is_shown() -> None:
    shown = {ROOT / path for path, _ in SHOWN}
    written = {path for kind in ("toml", "py", "md", "js") for path in EXAMPLE.rglob(f"*.{kind}")}
    assert written - shown == {EXAMPLE / "README.md"}


@pytest.mark.parametrize("kind", [Game, Hosting])
def test_it_says_when_to_give_each_field_of_a_game(kind: type[Any]) -> None:
    said = set(re.findall(r"^\| `(\w+)", PAGE, re.MULTILINE))
    assert {field.name for field in dataclasses.fields(kind)} <= said


def test_its_commands_do_what_they_say(example: Path) -> None:
    """Those of a person too, who types the same lines over and over until the game is over."""
    assert len(COMMANDS) == 7
    for command in COMMANDS:
        done = ludoteca(example, *shlex.split(command)[1:], typed="1x1\ndoubt\n2x6\n3x6\n4x6\n" * 200)
        assert done.returncode == 0, f"{command}: {done.stderr}"


def test_a_new_game_starts_as_it_says(tmp_path: Path) -> None:
    """But for what `test_new` tries, a server and an installation."""
    assert STARTING[:2] == ["ludoteca new four-in-a-row", "cd four-in-a-row"]
    assert ludoteca(tmp_path, *shlex.split(STARTING[0])[1:]).returncode == 0
    commands = [shlex.split(line)[1:] for line in STARTING[2:] if line.startswith("ludoteca ")]
    assert [command[0] for command in commands] == ["play", "laws", "serve"]
    for command in commands[:2]:
        done = ludoteca(tmp_path / "four-in-a-row", *command, typed="a1\na2\na3\nb1\nb2\nb3\nc1\nc2\nc3\n" * 9)
        assert done.returncode == 0, f"{command}: {done.stderr}"


def test_the_law_that_it_breaks_is_broken_as_it_shows(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE / "src" / "liars_dice", tmp_path / "liars_dice")
    right = "secret(frozenset({seat}), Rolled(seat, hand), Rolled(seat, None), seats=len(SEATS))"
    wrong = "(Event(Rolled(seat, hand)),)"
    file = tmp_path / "liars_dice" / "rules.py"
    file.write_text(file.read_text(encoding="utf-8").replace(right, wrong), encoding="utf-8")
    assert f"`{wrong}`" in PAGE
    done = ludoteca(tmp_path, "laws", "liars_dice:GAME", "--law", "secrecy")
    (shown,) = re.findall(r"^```text\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert done.returncode == 1
    assert SECONDS.sub("", done.stdout) == SECONDS.sub("", shown)
