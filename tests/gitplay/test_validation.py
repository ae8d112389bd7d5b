"""What is accepted and what is not: a test a sentence of the rulings on move files."""

import hashlib
import json
from typing import Any

import pytest

from ludoteca.games.backgammon.json_schema import understood
from ludoteca.games.backgammon.types import Colour
from ludoteca.gitplay.format import move_file
from ludoteca.gitplay.format.move_file import MoveFile
from ludoteca.gitplay.format.state_json import state_hash
from ludoteca.kernel.values import plain

from .harness import TABLE, Harness, at, file_of, raw_file


def tree_of(file: MoveFile) -> dict[str, Any]:
    tree: dict[str, Any] = plain(file)
    return tree


def test_a_legal_move_of_the_player_whose_turn_it_is_is_applied(harness: Harness) -> None:
    before, mover = harness.state(), harness.mover()
    composed = harness.composed()
    harness.push(at(TABLE, composed))
    harness.process(mover)
    after = harness.state()
    assert harness.subjects()[0] == f"[GitGammon] Apply move 1 by {before['activePlayer']}"
    assert after["lastMove"] == {"sequence": 1, "player": before["activePlayer"], "file": str(composed.name)}
    assert after["turn"] == 2
    assert after["diceUsed"] == []
    assert after["updatedAt"] > before["updatedAt"]
    assert harness.moves() == [str(composed.name)]


def lines_of_the_state(harness: Harness) -> dict[str, str]:
    """Each line of the file by the field that it begins with."""
    lines = (harness.read(f"tables/{TABLE}/state.json") or b"").decode().splitlines()
    return {line.split('"')[1]: line for line in lines if line.startswith('  "')}


def test_a_move_changes_the_lines_of_what_it_changes(harness: Harness) -> None:
    before, lines = harness.state(), lines_of_the_state(harness)
    assert list(lines) == list(before)
    harness.play()
    after, lines_after = harness.state(), lines_of_the_state(harness)
    changed = {name for name in before if before[name] != after[name]}
    assert {"turn", "board", "lastMove"} <= changed < set(before)
    assert {name for name in before if lines[name] != lines_after[name]} == changed - {"messages"}  # a line each


def test_the_name_holds_the_first_six_of_the_hash_over_five_fields(harness: Harness) -> None:
    file = harness.move_file()
    tree = tree_of(file)
    five = {name: tree[name] for name in ("player", "moves", "timestamp", "expectedState", "diceRoll")}
    canonical = json.dumps(five, sort_keys=True, separators=(",", ":")).encode()
    assert move_file.sha6(file) == hashlib.sha256(canonical).hexdigest()[:6]


def test_expected_state_is_the_first_sixteen_of_the_hash_over_the_whole_state(harness: Harness) -> None:
    canonical = json.dumps(harness.state(), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    expected = hashlib.sha256(canonical).hexdigest()[:16]
    assert harness.now().hash == state_hash(harness.state()) == expected


def test_only_the_authenticated_pusher_counts(harness: Harness) -> None:
    assert "pushed this" in harness.refusal(at(TABLE, harness.composed()), harness.other())
    assert "mallory does not play" in harness.refusal(at(TABLE, harness.composed()), "mallory")


def test_names_compare_without_case(harness: Harness) -> None:
    harness.push(at(TABLE, harness.composed()))
    assert [message.kind for message in harness.process(harness.mover().upper()).done] == ["apply"]


def test_it_must_be_the_players_turn(harness: Harness) -> None:
    file = harness.move_file()
    colour = "black" if file.player == "white" else "white"
    reason = harness.refusal(file_of(1, file, player=colour), harness.other())
    assert f"it is {file.player}'s turn" in reason


@pytest.mark.parametrize("roll", [(1, 1), (6, 6, 6), (1, 2, 3, 4)])
def test_the_dice_must_be_those_of_the_state(harness: Harness, roll: tuple[int, ...]) -> None:
    reason = harness.refusal(file_of(1, harness.move_file(), dice_roll=roll))
    assert "the dice are" in reason


def test_the_order_of_dice_carries_no_meaning(harness: Harness) -> None:
    file = harness.move_file()
    mover = harness.mover()
    harness.push(file_of(1, file, dice_roll=tuple(reversed(file.dice_roll))))
    assert [message.kind for message in harness.process(mover).done] == ["apply"]


def test_the_state_must_be_the_one_expected_and_the_next_hash_is_told(harness: Harness) -> None:
    reason = harness.refusal(file_of(1, harness.move_file(), expected_state="0" * 16))
    assert reason.startswith("stale: ")
    assert f"GitGammon-State: {harness.now().hash}" in harness.tip.message


def test_the_number_must_be_the_next(harness: Harness) -> None:
    assert "the file's number is 2, the next is 1" in harness.refusal(file_of(2, harness.move_file()))
    assert "the file's number is 0, the next is 1" in harness.refusal(file_of(0, harness.move_file()))


def test_the_name_must_agree_with_the_content(harness: Harness) -> None:
    composed = harness.composed()
    wrong_hash = composed._replace(name=composed.name._replace(sha6="000000"))
    assert "its content's hash is" in harness.refusal(at(TABLE, wrong_hash))
    composed = harness.composed()
    colour: Colour = "black" if composed.name.colour == "white" else "white"
    other = composed._replace(name=composed.name._replace(colour=colour))
    assert f"the file's name says {colour}" in harness.refusal(at(TABLE, other))


@pytest.mark.parametrize("field", ["player", "moves", "timestamp", "expectedState", "diceRoll", "comment", "commitSha"])
def test_every_field_is_required(harness: Harness, field: str) -> None:
    tree = tree_of(harness.move_file())
    del tree[field]
    assert f"{field} is missing" in harness.refusal(raw_file(tree, colour=harness.state()["activePlayer"]))


def test_no_other_field_is_allowed(harness: Harness) -> None:
    tree = tree_of(harness.move_file())
    assert "there is no '__proto__' here" in harness.refusal(raw_file({**tree, "__proto__": 1}))


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("player", "red", "$.player"),
        ("moves", [], "$.moves"),
        ("moves", [{"from": 0, "to": 1, "die": 1}] * 5, "$.moves"),
        ("moves", [{"from": -2, "to": 1, "die": 1}], "$.moves[0].from"),
        ("moves", [{"from": 24, "to": 1, "die": 1}], "$.moves[0].from"),
        ("moves", [{"from": 1, "to": 25, "die": 1}], "$.moves[0].to"),
        ("moves", [{"from": 1, "to": 1, "die": 7}], "$.moves[0].die"),
        ("moves", [{"from": True, "to": 1, "die": 1}], "$.moves[0].from"),
        ("moves", [{"from": 1.0, "to": 1, "die": 1}], "not written as an integer"),
        ("moves", [{"from": 1, "to": 1, "die": 1, "hit": True}], "there is no 'hit'"),
        ("timestamp", "yesterday", "$.timestamp"),
        ("timestamp", "2026-02-30T00:00:00Z", "$.timestamp"),
        ("expectedState", "XYZ", "$.expectedState"),
        ("diceRoll", "62", "$.diceRoll"),
        ("diceRoll", [1], "$.diceRoll"),
        ("diceRoll", [True, 2], "$.diceRoll[0]"),
        ("comment", 7, "$.comment"),
        ("comment", "x" * 281, "at most 280"),
        ("comment", "e\u0301", "form C"),
        ("comment", "a\u202eb", "control characters"),
        ("commitSha", "12ab", "$.commitSha"),
    ],
)
def test_each_field_has_its_form(harness: Harness, field: str, value: Any, reason: str) -> None:
    tree = {**tree_of(harness.move_file()), field: value}
    assert reason in harness.refusal(raw_file(tree, colour=harness.state()["activePlayer"]))


@pytest.mark.parametrize("schema", [move_file.MOVE_SCHEMA, move_file.RESIGN_SCHEMA])
def test_every_word_of_the_schemas_is_checked(schema: dict[str, Any]) -> None:
    assert understood(schema) is schema


def test_a_comment_of_280_characters_and_a_commit_are_fine(harness: Harness) -> None:
    mover = harness.mover()
    harness.push(file_of(1, harness.move_file(), comment="ä" * 280, commit_sha="0" * 40))
    assert [message.kind for message in harness.process(mover).done] == ["apply"]


def test_every_error_is_collected_in_the_order_of_the_rulings(harness: Harness) -> None:
    file = harness.move_file()
    colour = "black" if file.player == "white" else "white"
    files = file_of(7, file, player=colour, dice_roll=(1, 1, 1, 1), expected_state="0" * 16, comment="e\u0301")
    reason = harness.refusal(files, "mallory")
    parts = ["mallory does not play", "turn", "the dice are", "stale", "form C", "the file's number is 7"]
    places = [reason.index(part) for part in parts]
    assert places == sorted(places)


def test_the_rules_decide_last(harness: Harness) -> None:
    file = harness.move_file()
    step = file.moves[0]
    reason = harness.refusal(file_of(9, file, moves=(step, step), expected_state="0" * 16))
    stale, number, rules = reason.split("; ")
    assert stale.startswith("stale: ")
    assert number.startswith("the file's number is 9")
    assert rules.startswith(f"move 2, {step.from_} to {step.to}: ")
    assert "as many dice as possible must be played" in harness.refusal(file_of(1, harness.move_file(), moves=(step,)))


def test_nothing_is_accepted_after_the_end(harness: Harness) -> None:
    composed = harness.resignation("alice")
    late = harness.composed()
    harness.push(at(TABLE, composed))
    harness.process("alice")
    assert "the game is over" in harness.refusal(at(TABLE, late))


def test_a_resignation_is_a_file_of_its_own_and_leaves_last_move(harness: Harness) -> None:
    harness.play()
    before = harness.state()
    composed = harness.resignation(harness.other())  # out of turn: one may give up at any time
    harness.push(at(TABLE, composed))
    loser = harness.other()
    harness.process(loser)
    after = harness.state()
    assert str(composed.name).endswith(".resign.json")
    assert str(composed.name).startswith("0002-")
    assert after["lastMove"] == before["lastMove"]
    assert after["status"] == "completed"
    assert after["winner"] == before["activePlayer"]
    assert "resigned" in after["messages"][-1]["text"].lower()
    assert harness.subjects()[0] == f"[GitGammon] Apply move 2 by {composed.name.colour}"


def test_nobody_resigns_for_another(harness: Harness) -> None:
    assert "pushed this" in harness.refusal(at(TABLE, harness.resignation("alice")), "bob")
    assert "does not play" in harness.refusal(at(TABLE, harness.resignation("alice")), "mallory")


def test_a_resignation_has_its_own_form(harness: Harness) -> None:
    composed = harness.resignation("alice")
    as_move = {f"tables/{TABLE}/moves/{str(composed.name).replace('.resign', '')}": composed.data}
    assert "moves is missing" in harness.refusal(as_move, "alice")
