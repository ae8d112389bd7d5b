"""The whole game on the page for authors is one: it obeys the laws, and can be played as the page says."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"


def written_down(folder: Path) -> None:
    example = re.search(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert example is not None
    (folder / "race.py").write_text(example[1], encoding="utf-8")
    (folder / "RULES.md").write_text("Roll or bank. A one loses what is at risk. First to the goal wins. " * 4)


def ludoteca(folder: Path, *arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "ludoteca", *arguments]
    return subprocess.run(command, cwd=folder, input=typed, capture_output=True, text=True, check=False)


def test_the_example_obeys_the_laws(tmp_path: Path) -> None:
    written_down(tmp_path)
    done = ludoteca(tmp_path, "laws", "race:GAME", "--examples", "30")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "race obeys" in done.stdout


def test_the_example_can_be_played_against_a_bot(tmp_path: Path) -> None:
    written_down(tmp_path)
    done = ludoteca(tmp_path, "play", "race:GAME", "--bob", "bot:random", "--seed", "3", typed="roll\nbank\n" * 200)
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout
