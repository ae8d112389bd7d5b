"""Golden playthroughs: made again and compared. A difference is a change of behaviour, to be read and then accepted by
making the file anew with the command that its header spells out (see docs/add-a-game.md)."""

import re
from pathlib import Path

import pytest

from ludoteca.games import GAMES
from ludoteca.playthrough import playthrough

HEADER = re.compile(r"# (?P<game>\S+) (?P<version>\S+), preset (?P<preset>\S+), seed (?P<seed>\d+)")
GOLDEN = sorted(Path(__file__).parent.glob("*/golden/*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parents[1].name}/{path.stem}")
def test_a_golden_playthrough_is_made_again_line_by_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = HEADER.match(text)
    assert found is not None, f"{path} has no header"
    preset = None if found["preset"] == "-" else found["preset"]
    assert playthrough(GAMES[found["game"]], preset, int(found["seed"])).splitlines() == text.splitlines()


def test_every_golden_playthrough_reaches_an_outcome() -> None:
    assert GOLDEN
    assert all("\nScores: " in path.read_text(encoding="utf-8") for path in GOLDEN)
