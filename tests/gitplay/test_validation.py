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

from .harness import TABLE, Clubhouse, at, file_of, raw_file


def tree_of(file: MoveFile) -> dict[str, Any]:
    tree: dict[str, Any] = plain(file)
    return tree


def test_a_legal_move_of_the_player_whose_turn_it_is_is_applied(club: Clubhouse) -> None:
    before, mover = club.state(), club.mover()
    composed = club.composed()
    club.push(at(TABLE, composed))
    club.process(mover)
    after = club.state()
    assert club.subjects()[0] == f"[GitGammon] Apply move 1 by {before['activePlayer']}"
    assert after["lastMove"] == {"sequence": 1, "player": before["activePlayer"], "file": str(composed.name)}
    assert after["turn"] == 2
    assert after["diceUsed"] == []
    assert after["updatedAt"] > before["updatedAt"]
    assert club.moves() == [str(composed.name)]


def lines_of_the_state(club: Clubhouse) -> dict[str, str]:
    """Each line of the file by the field that it begins with."""
    lines = (club.read(f"tables/{TABLE}/state.json") or b"").decode().splitlines()
    return {line.split('"')[1]: line for line in lines if line.startswith('  "')}


def test_a_move_changes_the_lines_of_what_it_changes(club: Clubhouse) -> None:
    before, lines = club.state(), lines_of_the_state(club)
    assert list(lines) == list(before)
    club.play()
    after, lines_after = club.state(), lines_of_the_state(club)
    changed = {name for name in before if before[name] != after[name]}
    assert {"turn", "board", "lastMove"} <= changed < set(before)
    assert {name for name in before if lines[name] != lines_after[name]} == changed - {"messages"}  # a line each


def test_the_name_holds_the_first_six_of_the_hash_over_five_fields(club: Clubhouse) -> None:
    file = club.move_file()
    tree = tree_of(file)
    five = {name: tree[name] for name in ("player", "moves", "timestamp", "expectedState", "diceRoll")}
    canonical = json.dumps(five, sort_keys=True, separators=(",", ":")).encode()
    assert move_file.sha6(file) == hashlib.sha256(canonical).hexdigest()[:6]


def test_expected_state_is_the_first_sixteen_of_the_hash_over_the_whole_state(club: Clubhouse) -> None:
    canonical = json.dumps(club.state(), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    expected = hashlib.sha256(canonical).hexdigest()[:16]
    assert club.now().hash == state_hash(club.state()) == expected


def test_only_the_authenticated_pusher_counts(club: Clubhouse) -> None:
    assert "pushed this" in club.refusal(at(TABLE, club.composed()), club.other())
    assert "mallory does not play" in club.refusal(at(TABLE, club.composed()), "mallory")


def test_names_compare_without_case(club: Clubhouse) -> None:
    club.push(at(TABLE, club.composed()))
    assert [message.kind for message in club.process(club.mover().upper()).done] == ["apply"]


def test_it_must_be_his_turn(club: Clubhouse) -> None:
    file = club.move_file()
    colour = "black" if file.player == "white" else "white"
    reason = club.refusal(file_of(1, file, player=colour), club.other())
    assert f"it is {file.player}'s turn" in reason


@pytest.mark.parametrize("roll", [(1, 1), (6, 6, 6), (1, 2, 3, 4)])
def test_the_dice_must_be_those_of_the_state(club: Clubhouse, roll: tuple[int, ...]) -> None:
    reason = club.refusal(file_of(1, club.move_file(), dice_roll=roll))
    assert "the dice are" in reason


def test_the_order_of_dice_carries_no_meaning(club: Clubhouse) -> None:
    file = club.move_file()
    mover = club.mover()
    club.push(file_of(1, file, dice_roll=tuple(reversed(file.dice_roll))))
    assert [message.kind for message in club.process(mover).done] == ["apply"]


def test_the_state_must_be_the_one_expected_and_the_next_hash_is_told(club: Clubhouse) -> None:
    reason = club.refusal(file_of(1, club.move_file(), expected_state="0" * 16))
    assert reason.startswith("stale: ")
    assert f"GitGammon-State: {club.now().hash}" in club.tip.message


def test_the_number_must_be_the_next(club: Clubhouse) -> None:
    assert "the file's number is 2, the next is 1" in club.refusal(file_of(2, club.move_file()))
    assert "the file's number is 0, the next is 1" in club.refusal(file_of(0, club.move_file()))


def test_the_name_must_agree_with_the_content(club: Clubhouse) -> None:
    composed = club.composed()
    wrong_hash = composed._replace(name=composed.name._replace(sha6="000000"))
    assert "its content's hash is" in club.refusal(at(TABLE, wrong_hash))
    composed = club.composed()
    colour: Colour = "black" if composed.name.colour == "white" else "white"
    other = composed._replace(name=composed.name._replace(colour=colour))
    assert f"the file's name says {colour}" in club.refusal(at(TABLE, other))


@pytest.mark.parametrize("field", ["player", "moves", "timestamp", "expectedState", "diceRoll", "comment", "commitSha"])
def test_every_field_is_required(club: Clubhouse, field: str) -> None:
    tree = tree_of(club.move_file())
    del tree[field]
    assert f"{field} is missing" in club.refusal(raw_file(tree, colour=club.state()["activePlayer"]))


def test_no_other_field_is_allowed(club: Clubhouse) -> None:
    tree = tree_of(club.move_file())
    assert "there is no '__proto__' here" in club.refusal(raw_file({**tree, "__proto__": 1}))


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
def test_each_field_has_its_form(club: Clubhouse, field: str, value: Any, reason: str) -> None:
    tree = {**tree_of(club.move_file()), field: value}
    assert reason in club.refusal(raw_file(tree, colour=club.state()["activePlayer"]))


@pytest.mark.parametrize("schema", [move_file.MOVE_SCHEMA, move_file.RESIGN_SCHEMA])
def test_every_word_of_the_schemas_is_checked(schema: dict[str, Any]) -> None:
    assert understood(schema) is schema


def test_a_comment_of_280_characters_and_a_commit_are_fine(club: Clubhouse) -> None:
    mover = club.mover()
    club.push(file_of(1, club.move_file(), comment="ä" * 280, commit_sha="0" * 40))
    assert [message.kind for message in club.process(mover).done] == ["apply"]


def test_every_error_is_collected_in_the_order_of_the_rulings(club: Clubhouse) -> None:
    file = club.move_file()
    colour = "black" if file.player == "white" else "white"
    files = file_of(7, file, player=colour, dice_roll=(1, 1, 1, 1), expected_state="0" * 16, comment="e\u0301")
    reason = club.refusal(files, "mallory")
    parts = ["mallory does not play", "turn", "the dice are", "stale", "form C", "the file's number is 7"]
    places = [reason.index(part) for part in parts]
    assert places == sorted(places)


def test_the_rules_decide_last(club: Clubhouse) -> None:
    file = club.move_file()
    step = file.moves[0]
    reason = club.refusal(file_of(9, file, moves=(step, step), expected_state="0" * 16))
    stale, number, rules = reason.split("; ")
    assert stale.startswith("stale: ")
    assert number.startswith("the file's number is 9")
    assert rules.startswith(f"move 2, {step.from_} to {step.to}: ")
    assert "as many dice as possible must be played" in club.refusal(file_of(1, club.move_file(), moves=(step,)))


def test_nothing_is_accepted_after_the_end(club: Clubhouse) -> None:
    composed = club.resignation("alice")
    late = club.composed()
    club.push(at(TABLE, composed))
    club.process("alice")
    assert "the game is over" in club.refusal(at(TABLE, late))


def test_a_resignation_is_a_file_of_its_own_and_leaves_last_move(club: Clubhouse) -> None:
    club.play()
    before = club.state()
    composed = club.resignation(club.other())  # out of turn: one may give up at any time
    club.push(at(TABLE, composed))
    loser = club.other()
    club.process(loser)
    after = club.state()
    assert str(composed.name).endswith(".resign.json")
    assert str(composed.name).startswith("0002-")
    assert after["lastMove"] == before["lastMove"]
    assert after["status"] == "completed"
    assert after["winner"] == before["activePlayer"]
    assert "resigned" in after["messages"][-1]["text"].lower()
    assert club.subjects()[0] == f"[GitGammon] Apply move 2 by {composed.name.colour}"


def test_nobody_resigns_for_another(club: Clubhouse) -> None:
    assert "pushed this" in club.refusal(at(TABLE, club.resignation("alice")), "bob")
    assert "does not play" in club.refusal(at(TABLE, club.resignation("alice")), "mallory")


def test_a_resignation_has_its_own_form(club: Clubhouse) -> None:
    composed = club.resignation("alice")
    as_move = {f"tables/{TABLE}/moves/{str(composed.name).replace('.resign', '')}": composed.data}
    assert "moves is missing" in club.refusal(as_move, "alice")
