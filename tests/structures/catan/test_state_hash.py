"""`state_hash` is a function of the state: whatever way a snapshot came, equal states have one hash."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from ludoteca.dealers import resumed
from ludoteca.games.catan import GAME
from ludoteca.games.catan.structures import (
    Course,
    StateSnapshot,
    deserialize,
    from_json,
    from_msgpack,
    read_course,
    replayed,
    serialize,
    state_hash,
    to_json,
    to_msgpack,
)
from ludoteca.games.catan.types import Config, State
from ludoteca.kernel import plain
from ludoteca.sim.catan import decode, encode, from_npz, to_npz

from .example import SNAPSHOT
from .random_games import QUIET, recorded_game
from .test_properties import ABOUT, SETTINGS, reached

OLD_GAME = Path(__file__).parent / "courses" / "0.2.jsonl"
SPELLED_OUT = {
    "asked": None,
    "late": None,
    "owes": [0, 0],
    "has_played_card": False,
    "offer": None,
    "offers_made": 0,
    "dice_left": [],
    "rolled": [0] * 11,
    "away": [None, None],
    "departures": 0,
    "reason": None,
}
MEMORY = {"recent": [], "sevens": [0, 0], "last_seven": None, "streak": 0}


def read(tree: Any) -> StateSnapshot:
    return from_json(json.dumps(tree).encode())


def spelled_out(snapshot: StateSnapshot) -> StateSnapshot:
    tree = plain(snapshot)
    further = {**SPELLED_OUT, **tree["further"]}
    further["dice_memory"] = {**MEMORY, **further.get("dice_memory", {})}
    return read({**tree, "further": further})


def shuffled(snapshot: StateSnapshot) -> StateSnapshot:
    tree = plain(snapshot)
    tree["bank"]["dev_deck"].reverse()
    tree["discard_pile"]["dev_cards"].reverse()
    return read({**tree, "schema_version": "0.3.7", "log": []})


WAYS = {
    "JSON": lambda snapshot: from_json(to_json(snapshot)),
    "MsgPack": lambda snapshot: from_msgpack(to_msgpack(snapshot)),
    "NPZ": lambda snapshot: from_npz(to_npz(snapshot)),
    "a tensor": lambda snapshot: decode(encode(snapshot)),
    "a state": lambda snapshot: serialize(*deserialize(snapshot)),
    "defaults spelled out": spelled_out,
    "piles in another order": shuffled,
}


@given(reached)
@SETTINGS
def test_equal_states_have_one_hash_whatever_way_they_came(state: State) -> None:
    snapshot = serialize(state, ABOUT)
    for name, way in WAYS.items():
        assert state_hash(way(snapshot)) == state_hash(snapshot), name
        if name != "piles in another order":
            assert to_json(way(snapshot)) == to_json(snapshot), name


def test_a_state_before_the_first_roll_keeps_its_hash_through_npz() -> None:
    for snapshot in (recorded_game(Config(), seed, at_most=5).snapshot for seed in range(5)):
        assert state_hash(from_npz(to_npz(snapshot))) == state_hash(snapshot)


@pytest.mark.parametrize("form", ["JSON", "MsgPack", "NPZ", "a tensor"])
def test_a_game_continued_from_a_file_replays_to_every_hash(form: str) -> None:
    course = recorded_game(QUIET[""], 5, at_most=60).course
    *_, last = replayed(Course(WAYS[form](course.start), course.records), lambda rng: resumed(rng, GAME))
    assert last.snapshot == recorded_game(QUIET[""], 5, at_most=60).snapshot


def test_a_document_of_0_1_has_the_hash_of_the_state_it_means() -> None:
    for at_most in (0, 3, 41, 90):
        snapshot = recorded_game(QUIET[""], 2, at_most=at_most).snapshot
        tree = {key: part for key, part in plain(snapshot).items() if key in SNAPSHOT}
        tree["variant"] = {key: tree["variant"][key] for key in SNAPSHOT["variant"]}
        former = read({**tree, "schema_version": "0.1.0"})
        assert state_hash(former) == state_hash(serialize(*deserialize(former)))


def test_records_that_version_0_2_wrote_still_replay() -> None:
    course = read_course(OLD_GAME.read_bytes())
    assert {record.schema_version for record in course.records} == {"0.2.0"}
    assert len(list(replayed(course, lambda rng: resumed(rng, GAME)))) == len(course.records) + 1
