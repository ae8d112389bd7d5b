"""`check` and `schema`: what a program that writes or reads the files needs, without a repository."""

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from ludoteca.games.backgammon.state_file_schema import STATE_SCHEMA
from ludoteca.gitplay.format import move_file, state_json
from tests.games.backgammon.examples import INITIAL, MIDGAME

from .clones import ludoteca
from .harness import TABLE, Harness, at, file_of

BROKEN: Final[dict[str, Any]] = {
    **INITIAL,
    "turn": 0,
    "dice": [3, 5, 5],
    "bar": {"white": 1, "black": 0},
    "winner": "white",
    "cube": 2,
}


def written(folder: Path, files: dict[str, bytes]) -> list[str]:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return [str(folder / name) for name in files]


def table_of(harness: Harness, folder: Path) -> None:
    written(folder, {f"tables/{TABLE}/state.json": state_json.write(harness.state())})


@pytest.mark.parametrize("example", [INITIAL, MIDGAME])
def test_both_examples_pass(tmp_path: Path, example: dict[str, Any]) -> None:
    """Whatever the file is called."""
    names = written(tmp_path, {name: json.dumps(example).encode() for name in ("state.json", "other.json")})
    done = ludoteca("check", *names)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "".join(f"{name}: OK, a state\n" for name in names)


def test_all_that_is_wrong_with_a_state_is_told_at_once(tmp_path: Path) -> None:
    (name,) = written(tmp_path, {"state.json": json.dumps(BROKEN).encode()})
    done = ludoteca("check", name)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"{name}: $.turn: 0 is less than 1",
        f"{name}: $: there is no 'cube' here",
        f"{name}: white has 16 pieces on board, bar and home together, not 15",
        f"{name}: $.dice: 3 dice; there are 2, or 4 for doubles",
        f"{name}: $.winner: must be null while status is playing",
    ]
    assert done.stderr == "ludoteca: 1 of 1 files are not as they should be\n"


def test_what_should_be_otherwise_is_a_warning_and_no_failure(tmp_path: Path) -> None:
    tree = copy.deepcopy(MIDGAME)
    tree["lastMove"] = {"sequence": 11, "player": "black", "file": "0011-black-a3f2e1.json"}
    done = ludoteca("check", *written(tmp_path, {"state.json": json.dumps(tree).encode()}))
    assert done.returncode == 0
    assert "warning: lastMove.player should be the opposite of activePlayer\n" in done.stdout


def test_one_wrong_file_fails_all_and_hides_no_other(tmp_path: Path) -> None:
    files = {
        "state.json": json.dumps(INITIAL).encode(),
        "b/state.json": b"{",
        "c/state.json": b'{"turn": 1, "turn": 2}',
    }
    done = ludoteca("check", *written(tmp_path, files), str(tmp_path / "missing"), str(tmp_path))
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 5
    assert "missing cannot be read: No such file or directory\n" in done.stdout
    assert done.stderr == "ludoteca: 4 of 5 files are not as they should be\n"


def test_a_move_is_checked_against_the_table_in_whose_folder_it_is(harness: Harness, tmp_path: Path) -> None:
    table_of(harness, tmp_path)
    assert ludoteca("check", *written(tmp_path, at(TABLE, harness.composed()))).returncode == 0
    file = harness.move_file()
    bad = file_of(2, file, dice_roll=(1, 1), expected_state="0" * 16, moves=file.moves[:1])
    done = ludoteca("check", *written(tmp_path, bad))
    assert done.returncode == 1
    told = done.stdout.splitlines()
    parts = ("the dice are", "stale: ", "number is 2, the next is 1", "as many dice as possible")
    assert len(told) == len(parts)
    assert all(part in line for part, line in zip(parts, told, strict=True))


def test_a_move_elsewhere_is_checked_against_the_state_that_is_named(harness: Harness, tmp_path: Path) -> None:
    table_of(harness, tmp_path)
    state, composed = str(tmp_path / f"tables/{TABLE}/state.json"), harness.composed()
    (name,) = written(tmp_path, {str(composed.name): composed.data})
    assert ludoteca("check", "--state", state, name).returncode == 0
    harness.play()
    table_of(harness, tmp_path)
    done = ludoteca("check", "--state", state, name)
    assert done.returncode == 1
    assert "stale: " in done.stdout
    assert ludoteca("check", name).returncode == 0, "alone, it is as a move file must be"


def test_a_move_that_was_played_is_checked_by_itself(harness: Harness, tmp_path: Path) -> None:
    played = at(TABLE, harness.composed())
    harness.play()
    table_of(harness, tmp_path)
    assert ludoteca("check", *written(tmp_path, played)).returncode == 0


def test_the_resignation_that_ended_a_game_is_checked_by_itself(harness: Harness, tmp_path: Path) -> None:
    resigned, too_late = at(TABLE, harness.resignation("bob")), at(TABLE, harness.resignation("alice"))
    harness.push(resigned)
    harness.process("bob")
    table_of(harness, tmp_path)
    assert ludoteca("check", *written(tmp_path, resigned)).returncode == 0
    assert "the game is over" in ludoteca("check", *written(tmp_path, too_late)).stdout


def test_all_that_is_wrong_with_a_move_file_is_told_at_once(harness: Harness, tmp_path: Path) -> None:
    tree = json.loads(move_file.write(harness.move_file()))
    tree |= {"comment": "x" * 281, "moves": [], "mood": "good"}
    bad = json.dumps(tree).encode()
    (name, unnamed) = written(tmp_path, {"0001-white-abcdef.json": bad, "mine.json": bad})
    done = ludoteca("check", name, unnamed)
    assert done.returncode == 1
    for path in (name, unnamed):
        told = [line for line in done.stdout.splitlines() if line.startswith(path)]
        assert [part for part in ("281 characters", "0 items", "no 'mood'") if part not in "".join(told)] == []
    assert "mine.json is no move file's name" in done.stdout


def test_a_link_and_an_executable_are_no_move_files(harness: Harness, tmp_path: Path) -> None:
    (name,) = written(tmp_path, {str(harness.composed().name): harness.composed().data})
    Path(name).chmod(0o755)
    assert "the file is executable" in ludoteca("check", name).stdout
    link = tmp_path / "links" / Path(name).name
    link.parent.mkdir()
    link.symlink_to(name)
    assert "the file is a symbolic link" in ludoteca("check", str(link)).stdout


def test_a_resignation_is_checked_by_its_own_schema(harness: Harness, tmp_path: Path) -> None:
    table_of(harness, tmp_path)
    done = ludoteca("check", *written(tmp_path, at(TABLE, harness.resignation("bob"))))
    assert done.returncode == 0
    assert done.stdout.endswith("OK, a resignation\n")


def test_the_schema_of_a_state_is_the_specifications() -> None:
    assert json.loads(ludoteca("schema", "state").stdout) == STATE_SCHEMA


@pytest.mark.parametrize("kind", ["state", "move", "resignation", None])
def test_schemas_are_usable_as_printed(harness: Harness, tmp_path: Path, kind: str | None) -> None:
    """With somebody else's validator, which refuses the other kinds, and an empty object."""
    files = {
        "state": state_json.write(harness.state()),
        "move": harness.composed().data,
        "resignation": harness.resignation("alice").data,
        "nothing": b"{}",
    }
    (schema,) = written(tmp_path, {"schema.json": ludoteca("schema", *([kind] if kind else [])).stdout.encode()})
    accepted = {name for name, data in files.items() if _accepts(schema, *written(tmp_path, {f"{name}.json": data}))}
    assert accepted == ({kind} if kind else {"state", "move", "resignation"})


def _accepts(schema: str, file: str) -> bool:
    command = [sys.executable, "-m", "check_jsonschema", "--schemafile", schema, file]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_the_processor_and_check_agree_on_what_was_pushed(harness: Harness, tmp_path: Path) -> None:
    """Reasons are the same, word for word."""
    table_of(harness, tmp_path)
    bad = file_of(3, harness.move_file(), expected_state="0" * 16)
    told = ludoteca("check", *written(tmp_path, bad)).stdout.splitlines()
    assert "; ".join(line.partition(".json: ")[2] for line in told) == harness.refusal(bad)
