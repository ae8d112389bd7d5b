"""The scripts of docs/catan-structures.md for readers without this package: five lines each, and they run."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.games.catan.structures import state_hash, to_json, to_msgpack, write_course
from ludoteca.games.catan.structures.id_tables import id_tables
from ludoteca.games.catan.structures.schema import documents
from ludoteca.sim.catan import to_npz

from .random_games import QUIET, recorded_game

PAGE = Path(__file__).parents[3] / "docs" / "catan-structures.md"
SCRIPTS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
GAME = recorded_game(QUIET[""], 5, at_most=60)


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_format_is_read_by_the_script_of_the_page(script: str, tmp_path: Path) -> None:
    for name, data in {
        "schema.json": json.dumps(documents()).encode(),
        "state.json": to_json(GAME.snapshot),
        "state.msgpack": to_msgpack(GAME.snapshot),
        "state.npz": to_npz(GAME.snapshot),
        "game.records": write_course(GAME.course),
        "ids.json": json.dumps(id_tables()).encode(),
    }.items():
        (tmp_path / name).write_bytes(data)
    assert len([line for line in script.splitlines() if line]) <= 5
    assert "import ludoteca" not in script
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    if "sha256" in script:
        assert done.stdout == f"{state_hash(GAME.snapshot)}\n"


def test_there_is_a_script_for_every_format() -> None:
    assert len(SCRIPTS) == 5
