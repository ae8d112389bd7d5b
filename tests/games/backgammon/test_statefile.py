"""GitGammon's `state.json`: its specification sentence by sentence; both ways without loss; every violation."""

import copy
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker

import ludoteca.games.backgammon as package
from ludoteca.dealers import PyRandom
from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.json_schema import faults, understood
from ludoteca.games.backgammon.state_file import (
    LastMove,
    Message,
    Players,
    Table,
    announced,
    decode,
    encode,
    with_message,
)
from ludoteca.games.backgammon.state_file_check import violations, warnings
from ludoteca.games.backgammon.state_file_schema import STATE_SCHEMA
from ludoteca.games.backgammon.timestamps import moment
from ludoteca.games.backgammon.turns import resumed
from ludoteca.games.backgammon.types import COLOURS, Config, State
from ludoteca.kernel import Chance, Illegal, Malformed, Move, Resigned, advance, replace
from ludoteca.kernel.play import random_input

from .examples import INITIAL, MIDGAME
from .helpers import CUBED, after, moves_of, play, position, started, to_move, to_roll, told_by
from .worlds import whole_game

Tree = dict[str, Any]

SCHEMA_FILE = Path(package.__file__).parent / "state.schema.json"
MUTATIONS = 4_000


def changed(tree: Tree, **fields: Any) -> Tree:
    return {**tree, **fields}


def only(tree: Any) -> str:
    """The one violation that a tree has."""
    (found,) = violations(tree)
    return found


# The schema


def test_the_schema_in_the_code_is_the_file() -> None:
    assert json.loads(SCHEMA_FILE.read_text(encoding="utf-8")) == STATE_SCHEMA
    Draft202012Validator.check_schema(STATE_SCHEMA)


def timestamps_checked() -> FormatChecker:
    checker = FormatChecker(())
    checker.checks("date-time")(lambda text: not isinstance(text, str) or moment(text) is not None)
    return checker


VALIDATOR = Draft202012Validator(STATE_SCHEMA, format_checker=timestamps_checked())

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 7, 15, 16, -15, -16, 1.0, 1.5, "", "white", "black", "green", "playing"),
    *("completed", "error", "2025-01-21T12:00:00Z", "yesterday", "0011-white-a3f2e1.json", "11-white-a3.json"),
    *([], [1], [1, 2], [1, 1, 1], [6, 6, 6, 6], [1] * 5, [7, 1], {}, {"white": 1}, {"white": 1, "black": 2}),
)


def paths(tree: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield here
    branches = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, branch in branches:
        yield from paths(branch, (*here, key))


def mutated(tree: Any, dice: random.Random) -> Any:
    """A copy with something put elsewhere, taken away or added."""
    copied = copy.deepcopy(tree)
    *way, last = dice.choice([path for path in paths(copied) if path])
    holder = copied
    for key in way:
        holder = holder[key]
    match dice.randrange(4):
        case 0:
            del holder[last]
        case 1 if isinstance(holder, list):
            holder.insert(last, dice.choice(VALUES))
        case 1:
            holder[dice.choice(("more", "white", "file"))] = dice.choice(VALUES)
        case _:
            holder[last] = dice.choice(VALUES)
    return copied


def schema_faults(tree: Any) -> list[str]:
    """Our violations that are the schema's: all have a place, and none is about 1.0."""
    return list(faults(tree, STATE_SCHEMA))


def test_our_schema_check_agrees_with_a_validator_on_thousands_of_documents() -> None:
    dice = random.Random(3)
    broken = 0
    for number in range(MUTATIONS):
        tree: Any = dice.choice((INITIAL, MIDGAME))
        for _ in range(1 + number % 3):
            tree = mutated(tree, dice)
        expected = VALIDATOR.is_valid(tree)
        assert (not schema_faults(tree)) == expected, (tree, schema_faults(tree))
        assert expected or violations(tree)
        broken += not expected
    assert MUTATIONS // 3 < broken < MUTATIONS


@pytest.mark.parametrize("tree", [None, 3, "x", [], {}, [INITIAL], {"turn": None}])
def test_anything_at_all_can_be_asked_for_its_violations(tree: Any) -> None:
    assert violations(tree)
    assert warnings(tree) == ()


# The examples


@pytest.mark.parametrize("tree", [INITIAL, MIDGAME])
def test_both_examples_validate(tree: Tree) -> None:
    VALIDATOR.validate(tree)
    assert violations(tree) == ()
    assert warnings(tree) == ()


@pytest.mark.parametrize("tree", [INITIAL, MIDGAME])
def test_both_examples_come_back_without_loss(tree: Tree) -> None:
    state, table = decode(tree)
    assert GAME.flaws(state) == ()
    assert encode(state, table) == tree
    assert list(encode(state, table)) == list(STATE_SCHEMA["required"])


@pytest.mark.parametrize("tree", [INITIAL, MIDGAME])
def test_both_examples_can_be_played_on_to_the_end(tree: Tree) -> None:
    state, dealer = decode(tree).state, PyRandom(4)
    while (given_input := random_input(GAME, state, dealer)) is not None:
        state = advance(GAME, state, given_input, dealer).state
    assert GAME.outcome(state) is not None
    assert state.position.home[state.games[-1].winner] == 15


def test_the_initial_example_is_the_start_as_written() -> None:
    assert decode(INITIAL, Config(start="as-written")).state == replace(
        after(GAME.setup(Config(start="as-written")).state, Chance((5, 3))), dice=(3, 5)
    )


# Validation rules of the specification


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        # Piece count invariant
        ({"home": {"white": 1, "black": 0}}, "white has 16 pieces on board, bar and home together, not 15"),
        ({"bar": {"white": 0, "black": 2}}, "black has 17 pieces on board, bar and home together, not 15"),
        # Dice constraints
        ({"dice": [7, 1]}, "$.dice[0]: 7 is more than 6"),
        ({"dice": [0, 1]}, "$.dice[0]: 0 is less than 1"),
        ({"dice": [3, 4, 5]}, "$.dice: 3 dice; there are 2, or 4 for doubles"),
        ({"dice": [3, 3, 3, 4]}, "$.dice: four dice are doubles, and so are equal"),
        ({"dice": [3, 3, 3, 3]}, "$.dice: the opening roll is never a double"),
        # Status and winner
        ({"winner": "white"}, "$.winner: must be null while status is playing"),
        ({"status": "completed"}, "$.winner: must be white or black when status is completed"),
        # LastMove
        ({"turn": 2}, "$.lastMove: is null only when turn is 1 and no moves are made"),
        ({"diceUsed": [3]}, "$.lastMove: is null only when turn is 1 and no moves are made"),
        # Messages
        (
            {"messages": [{"type": "info", "text": "x", "timestamp": "soon"}]},
            "$.messages[0].timestamp: 'soon' is no ISO 8601 timestamp",
        ),
        (
            {"messages": [{"type": "chat", "text": "x", "timestamp": "2025-01-21T12:00:00Z"}]},
            "$.messages[0].type: 'chat' is none of error, info, warning",
        ),
        ({"updatedAt": "2025-02-30T12:00:00Z"}, "$.updatedAt: '2025-02-30T12:00:00Z' is no ISO 8601 timestamp"),
        ({"turn": 0}, "$.turn: 0 is less than 1"),
        ({"turn": 1.0}, "$.turn: 1.0 is not written as an integer"),
        ({"players": {"white": "", "black": "bob"}}, "$.players.white: a text of 1 characters at least is needed"),
        ({"cube": 2}, "$: there is no 'cube' here"),
    ],
)
def test_each_rule_is_told_when_it_is_broken(fields: Tree, found: str) -> None:
    assert only(changed(INITIAL, **fields)) == found


@pytest.mark.parametrize(
    ("dice", "used", "is_part"),
    [
        ([4, 2], [], True),
        ([4, 2], [2], True),
        ([4, 2], [2, 4], True),
        ([4, 2], [4, 4], False),
        ([4, 2], [3], False),
        ([3, 3, 3, 3], [3, 3, 3], True),
        ([3, 3, 3, 3], [3, 2], False),
    ],
)
def test_dice_used_is_a_part_of_dice(dice: list[int], used: list[int], is_part: bool) -> None:
    assert (violations(changed(MIDGAME, dice=dice, diceUsed=used)) == ()) is is_part


def off(tree: Tree, colour: str) -> Tree:
    sign = 1 if colour == "white" else -1
    board = [count if count * sign < 0 else 0 for count in tree["board"]]
    return changed(tree, board=board, bar={**tree["bar"], colour: 0}, home={**tree["home"], colour: 15})


def test_the_game_completes_when_one_players_home_equals_15() -> None:
    tree = off(MIDGAME, "white")
    assert only(tree) == "$.status: the game completes when white has 15 pieces home"
    assert violations(changed(tree, status="completed", winner="white")) == ()
    assert only(changed(tree, status="completed", winner="black")) == "$.winner: white has all pieces home"
    assert only(off(tree, "black")) == "$.home: both sides cannot be off"


def test_a_completed_game_may_have_been_given_up() -> None:
    assert violations(changed(MIDGAME, status="completed", winner="white")) == ()


def test_a_schema_with_a_word_that_nobody_checks_is_refused() -> None:
    assert understood(STATE_SCHEMA) is STATE_SCHEMA
    for schema in ({"maxProperties": 3}, {"properties": {"a": {"oneOf": [{"items": {"const": 1}}]}}}):
        with pytest.raises(ValueError, match="unknown JSON Schema keyword"):
            understood(schema)


def test_doubles_are_written_as_four_equal_values() -> None:
    assert only(changed(MIDGAME, dice=[3, 3])) == "$.dice: doubles are written as four equal values"
    assert violations(changed(MIDGAME, dice=[3, 3, 3, 3])) == ()


def test_last_move_says_the_same_as_its_file() -> None:
    last = MIDGAME["lastMove"]
    assert only(changed(MIDGAME, lastMove={**last, "sequence": 12})) == "$.lastMove.sequence: 12, the file says 11"
    assert only(changed(MIDGAME, lastMove={**last, "player": "black"})) == (
        "$.lastMove.player: black, the file says white"
    )
    assert violations(changed(MIDGAME, lastMove={**last, "file": "0011-white-a3f2e1.json\n"}))
    assert violations(changed(MIDGAME, lastMove={**last, "file": "../0011-white-a3f2e1.json"}))


def test_every_violation_is_told_at_once() -> None:
    tree = changed(INITIAL, turn=0, dice=[9, 9, 9], winner="white", home={"white": 3, "black": 0}, updatedAt="never")
    del tree["players"]
    found = violations(tree)
    assert len(found) == 8
    for part in ("players is missing", "$.turn", "$.dice[2]", "$.updatedAt", "$.winner", "white has 18 pieces"):
        assert any(part in fault for fault in found), part


# What should be


def test_the_last_player_should_not_be_the_active_one_but_after_a_pass_is() -> None:
    tree = changed(MIDGAME, activePlayer="white")
    assert violations(tree) == ()
    assert warnings(tree) == ("lastMove.player should be the opposite of activePlayer",)


def test_the_sequence_should_follow_from_the_game() -> None:
    last = {"sequence": 12, "player": "white", "file": "0012-white-a3f2e1.json"}
    assert warnings(changed(MIDGAME, lastMove=last)) == ("lastMove.sequence should be 11 at most in turn 12",)


def test_messages_should_be_in_order() -> None:
    tree = changed(MIDGAME, messages=MIDGAME["messages"][::-1])
    assert violations(tree) == ()
    assert warnings(tree) == ("messages should be ordered chronologically",)
    late = changed(MIDGAME, updatedAt="2025-01-21T12:15:31.9Z")
    assert warnings(late) == ("updatedAt should not be before the last message",)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("2025-01-21T12:00:00Z", "2025-01-21T12:00:00.1Z"),
        ("2025-01-21T12:00:00+02:00", "2025-01-21T12:00:00+01:00"),
        ("2024-02-29T23:59:59Z", "2024-03-01T00:00:00Z"),
        ("2024-12-31T23:59:59Z", "2025-01-01T00:00:00Z"),
        ("2025-01-21t11:00:00-01:00", "2025-01-21T12:00:00.5z"),
    ],
)
def test_times_compare_as_they_pass(earlier: str, later: str) -> None:
    first, second = moment(earlier), moment(later)
    assert first is not None
    assert second is not None
    assert first < second


@pytest.mark.parametrize(
    "text",
    [
        *("", "2025-01-21", "2025-13-01T00:00:00Z", "2025-02-29T00:00:00Z", "2025-01-01T24:00:00Z"),
        *("2025-01-01T00:00:60Z", "2025-01-01T00:00:00", "2025-01-01T00:00:00+24:00", "2025-01-01 00:00:00Z"),
        "٢٠٢٥-01-01T00:00:00Z",
    ],
)
def test_what_is_no_timestamp(text: str) -> None:
    assert moment(text) is None


# Both ways


WHEN = "2025-01-21T12:00:00Z"
PLAYERS = Players("alice", "bob")


def last_move(turn: int, active: int) -> LastMove:
    player = COLOURS[1 - active]
    return LastMove(turn, player, f"{turn:04}-{player}-a1b2c3.json")


@st.composite
def messages(draw: st.DrawFn) -> tuple[Message, ...]:
    kinds = st.sampled_from(["error", "info", "warning"])
    made = st.builds(Message, kinds, st.text(min_size=1, max_size=20), st.just(WHEN))
    return tuple(draw(st.lists(made, max_size=4)))


@given(st.integers(0, 5_000), st.sampled_from(["standard", "as-written"]), messages(), st.data())
@settings(max_examples=60, deadline=None)
def test_every_state_of_play_comes_back_without_loss(
    seed: int, start: Any, said: tuple[Message, ...], data: st.DataObject
) -> None:
    config = Config(start=start)
    end, states, _ = whole_game(config, seed, data.draw(st.one_of(st.none(), st.integers(1, 80))))
    for state in (end, data.draw(st.sampled_from(states))):
        assert state.active is not None
        is_new = state.turn == 1 and not state.dice_used
        last = None if is_new else last_move(state.turn, state.active)
        table = Table(PLAYERS, WHEN, last, said)
        tree = encode(state, table)
        VALIDATOR.validate(tree)
        assert violations(tree) == ()
        decoded = decode(json.loads(json.dumps(tree)), config)
        assert decoded.table == table
        assert encode(*decoded) == tree
        assert GAME.flaws(decoded.state) == ()
        assert without_memory(decoded.state) == without_memory(state)


def without_memory(state: State) -> State:
    """What the file carries: not the moves of this turn and the last, nor for how much a game was given up."""
    return replace(state, moves=(), last=None, games=(), score=(0, 0))


def test_between_turns_dice_used_is_empty() -> None:
    state = after(play(started(), "8/5 6/5")[0], Chance((6, 4)))
    tree = encode(state, Table(PLAYERS, WHEN, last_move(1, 1)))
    assert (tree["turn"], tree["activePlayer"], tree["dice"], tree["diceUsed"]) == (2, "black", [6, 4], [])


def test_doubles_are_stored_as_four_equal_values() -> None:
    state = after(play(started(), "8/5 6/5")[0], Chance((4, 4)))
    assert encode(state, Table(PLAYERS, WHEN, last_move(1, 1)))["dice"] == [4, 4, 4, 4]


def test_a_finished_game_keeps_the_winning_dice_and_counts_the_next_turn() -> None:
    state = to_move(position("1:1", "6:15"), 0, 6, 5)
    over = after(state, Move(0, moves_of(state)[0]))
    tree = encode(over, Table(PLAYERS, WHEN, last_move(7, 1)))
    assert (tree["dice"], tree["diceUsed"], tree["turn"]) == ([6, 5], [6], 8)
    assert (tree["status"], tree["winner"], tree["home"]["white"]) == ("completed", "white", 15)
    assert "gammon" not in json.dumps(tree)
    assert decode(tree).state.games[0].kind == "gammon"  # which follows from the board


def test_a_resignation_completes_the_game_with_the_board_as_it_was() -> None:
    state = after(started(), Resigned(0))
    tree = encode(state, Table(PLAYERS, WHEN))
    assert (tree["status"], tree["winner"], tree["turn"], tree["home"]) == (
        "completed",
        "black",
        1,
        {"white": 0, "black": 0},
    )
    assert violations(tree) == ()
    assert GAME.outcome(decode(tree).state) == GAME.outcome(state)


@pytest.mark.parametrize("state", [GAME.setup(Config()).state, to_roll(position("6:2", "6:2"), 0, CUBED)])
def test_what_has_no_dice_has_no_file(state: State) -> None:
    with pytest.raises(Illegal, match="cannot express a turn whose dice have not been rolled"):
        encode(state, Table(PLAYERS, WHEN))


def test_a_file_with_violations_is_malformed_and_all_are_told() -> None:
    with pytest.raises(Malformed, match=re.escape("$.turn: 0 is less than 1; white has 16 pieces")):
        decode(changed(INITIAL, turn=0, home={"white": 1, "black": 0}))


def test_a_file_whose_active_player_cannot_move_is_passed_on_by_resuming() -> None:
    shut_out = to_move(position("", "1:2 2:2 3:2 4:2 5:2 6:2", bar=(1, 0)), 0, 6, 5)
    tree = encode(shut_out, Table(PLAYERS, WHEN, last_move(6, 0)))
    state = decode(tree).state
    assert GAME.flaws(state) == ("a side that cannot move is to move",)
    passed, events = resumed(state)
    assert [announced(event.payload) for event in events] == ["No legal moves available"]
    assert (passed.turn, passed.active) == (8, 1)


# Messages


def test_what_is_told_becomes_messages_in_the_specifications_words() -> None:
    _, told = told_by(GAME.setup(Config()).state, Chance((2, 2)), Chance((5, 3)))
    assert [announced(event) for event in told] == [None, "Game started. White to move."]
    state = to_move(position("13:2 6:2", "18:1"), 0, 6, 2)
    _, told = play(state, "13/7*/5")
    assert announced(told[0]) == "Black piece hit on point 7."
    _, told = told_by(started(), Resigned(1))
    assert announced(told[0]) == "Player resigned. White wins: backgammon."
    near = to_move(position("6:15", "1:1"), 1, 6, 5)
    _, told = told_by(near, Move(1, moves_of(near)[0]))
    assert announced(told[-1]) == "Black wins: gammon."


def test_the_last_20_messages_are_kept() -> None:
    table = Table(PLAYERS, WHEN)
    for number in range(25):
        table = with_message(table, Message("info", str(number), WHEN))
    assert [message.text for message in table.messages] == [str(number) for number in range(5, 25)]
