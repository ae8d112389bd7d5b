"""docs/tutorial.md: its commands do what it says, and its bot is as strong as it says."""

import re
import shlex
from pathlib import Path
from typing import Final

from ..packages.installing import ROOT, ludoteca

PAGE: Final = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
(BOT,) = re.findall(r"^```python rows\.py\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
(BETTER,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
RATE: Final = re.compile(r"^ (\S+) +\d+ +(\d+\.\d)%", re.MULTILINE)
ELSEWHERE: Final = ("ludoteca serve ", "ludoteca backup ")  # README's host does the same; tests/backup, tests/cli
OF_THE_EXAMPLE: Final = "liars-dice"  # tests/packages


def commands() -> list[str]:
    found = re.findall(r"^ludoteca .*$", PAGE, re.MULTILINE)
    return [each for each in found if not each.startswith(ELSEWHERE) and OF_THE_EXAMPLE not in each]


def test_its_commands_can_be_typed_one_after_the_other(tmp_path: Path) -> None:
    (tmp_path / "rows.py").write_text(BOT, encoding="utf-8")
    assert len(commands()) == 7
    for command in commands():
        done = ludoteca(tmp_path, *shlex.split(command)[1:], typed="h8\nquit\n")
        assert done.returncode == 0, f"{command}: {done.stderr}"
        if "simulate" in command:
            rates = dict(RATE.findall(done.stdout))
            assert rates["rows:rows"] == ("100.0" if "random" in rates else "0.0")


def test_who_stops_rows_beats_who_does_not(tmp_path: Path) -> None:
    (before,) = re.findall(r"^    lengths = .*\n", BOT, re.MULTILINE)
    (tmp_path / "old.py").write_text(BOT, encoding="utf-8")
    (tmp_path / "rows.py").write_text(BOT.replace(before, BETTER), encoding="utf-8")
    done = ludoteca(tmp_path, "simulate", "gomoku", "--games", "40", "--seats", "rows:rows,old:rows")
    assert dict(RATE.findall(done.stdout))["rows:rows"] == "80.0"
