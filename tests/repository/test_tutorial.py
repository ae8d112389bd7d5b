"""docs/tutorial.md: its commands do what it says, and its bots are as strong as it says."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

from ..packages.installing import ROOT, ludoteca

PAGE: Final = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
FILES: Final = dict(re.findall(r"^```python (\w+\.py)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE))
BOT: Final = FILES["rows.py"]
(BETTER_LINE,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
(FIRST_LINE,) = re.findall(r"^    lengths = .*\n", BOT, re.MULTILINE)
BETTER: Final = BOT.replace(FIRST_LINE, BETTER_LINE)
RATE: Final = re.compile(r"^ (\S+) +\d+ +(\d+\.\d)%", re.MULTILINE)
ELSEWHERE: Final = ("ludoteca serve ", "ludoteca backup ")  # the README's host does the same; tests/backup, tests/cli
OF_THE_EXAMPLE: Final = "liars-dice"  # tests/packages
TRAINED: Final = "learned:learned"


def commands() -> list[str]:
    found = re.findall(r"^ludoteca .*$", PAGE, re.MULTILINE)
    return [each for each in found if not each.startswith(ELSEWHERE) and OF_THE_EXAMPLE not in each]


def rates(folder: Path, command: str) -> dict[str, str]:
    """The percentage of games that each bot wins."""
    done = ludoteca(folder, *shlex.split(command)[1:])
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return dict(RATE.findall(done.stdout))


def test_its_commands_can_be_typed_one_after_the_other(tmp_path: Path) -> None:
    (tmp_path / "rows.py").write_text(BOT, encoding="utf-8")
    typed = [each for each in commands() if TRAINED not in each]
    assert len(typed) == 7
    for command in typed:
        if "simulate" in command:
            won = rates(tmp_path, command)
            assert won["rows:rows"] == ("100.0" if "random" in won else "0.0")
        else:
            done = ludoteca(tmp_path, *shlex.split(command)[1:], typed="h8\nquit\n")
            assert done.returncode == 0, f"{command}: {done.stderr}"


def test_a_bot_that_blocks_beats_one_that_does_not(tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text(BOT, encoding="utf-8")
    (tmp_path / "rows.py").write_text(BETTER, encoding="utf-8")
    assert rates(tmp_path, "ludoteca simulate gomoku --games 40 --seats rows:rows,old:rows")["rows:rows"] == "80.0"


def test_the_trained_bot_has_the_weights_and_the_strength_that_it_says(tmp_path: Path) -> None:
    (tmp_path / "rows.py").write_text(BETTER, encoding="utf-8")
    (tmp_path / "learned.py").write_text(FILES["learned.py"], encoding="utf-8")
    subprocess.run([sys.executable, "learned.py"], cwd=tmp_path, check=True)
    weights = json.loads((tmp_path / "weights.json").read_text(encoding="utf-8"))
    assert f"({weights[4]})" in PAGE
    assert f"({weights[3]})" in PAGE
    against_rows, against_teacher = (each for each in commands() if TRAINED in each)
    assert rates(tmp_path, against_rows)[TRAINED] == "75.0"
    assert rates(tmp_path, against_teacher)[TRAINED] == "0.0"
