"""What the specification's text allows in a document, and we write in one way only."""

import base64
import json
import pickle
import random
from typing import Any, cast

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from ludoteca.dealers import PyRandom, resumed
from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import Action, BuildRoad
from ludoteca.games.catan.catalogue import ROAD
from ludoteca.games.catan.geometry import COASTAL_EDGES
from ludoteca.games.catan.structures import (
    BadRecord,
    Course,
    Recorder,
    StateSnapshot,
    deserialize,
    from_json,
    read_course,
    replayed,
    to_json,
    write_course,
)
from ludoteca.games.catan.structures.schema import documents
from ludoteca.games.catan.types import Config
from ludoteca.kernel import Dice, Malformed, advance, decode, plain, random_input

from .example import SNAPSHOT
from .random_games import QUIET, recorded_game

SCHEMA = Draft202012Validator(documents())
PLAYED = recorded_game(QUIET[""], 2, at_most=60).snapshot


def read(tree: Any) -> StateSnapshot:
    assert SCHEMA.is_valid(tree)
    return from_json(json.dumps(tree).encode())


def old(**changes: Any) -> dict[str, Any]:
    """A snapshot as 0.1 would have written it, with these changes."""
    tree = {key: part for key, part in plain(PLAYED).items() if key in SNAPSHOT}
    variant = {key: tree["variant"][key] for key in SNAPSHOT["variant"]}
    return {**tree, "schema_version": "0.1.0", "variant": variant, **changes}


def numpy_state(form: str = "tuple") -> tuple[np.random.RandomState, Any]:
    """NumPy's older generator, a little used, and its state in one of the forms that NumPy gives and takes."""
    generator = np.random.RandomState(7)
    generator.random_sample(5)
    if form == "dict":
        state = generator.get_state(legacy=False)
        return generator, {**state, "state": {**state["state"], "key": state["state"]["key"].tolist()}}
    name, words, *rest = cast(tuple[Any, ...], generator.get_state(legacy=True))
    return generator, [name, words.tolist(), *rest][: 3 if form == "short tuple" else 5]


@pytest.mark.parametrize("form", ["tuple", "short tuple", "dict"])
@pytest.mark.parametrize("tagged", [True, False])
def test_a_numpy_generator_goes_on_from_the_same_word(form: str, tagged: bool) -> None:
    generator, state = numpy_state(form)
    about = deserialize(read(old(rng_state={"type": "numpy", "state": state} if tagged else state))).about
    assert about.rng_state is not None
    twister = random.Random()
    twister.setstate((3, tuple(plain(about.rng_state)["state"][1]), None))
    assert [twister.random() for _ in range(700)] == list(generator.random_sample(700))
    dealer = resumed(about.rng_state, GAME)
    assert isinstance(dealer, PyRandom)
    assert len(dealer.answer(Dice(2))) == 2


def test_the_state_that_python_gives_goes_on_from_the_same_word() -> None:
    generator = random.Random(9)
    generator.gauss()
    state = json.loads(json.dumps(generator.getstate()))
    assert plain(deserialize(read(old(rng_state=state))).about.rng_state)["state"] == state


@pytest.mark.parametrize(
    "state",
    [
        ["MT19937", [1, 2], 3, 0, 0.0],
        ["PCG64", [], 1, 0, 0.0],
        np.random.default_rng(1).bit_generator.state,
        base64.b64encode(pickle.dumps(random.Random(1))).decode(),
        7,
    ],
)
def test_of_another_generator_it_is_said_which_are_read(state: Any) -> None:
    for rng_state in (state, {"type": "numpy", "state": state}):
        with pytest.raises(Malformed, match=r"rng_state.*NumPy's MT19937 are read|NumPy's MT19937 are read.*rng_state"):
            from_json(json.dumps(old(rng_state=rng_state)).encode())


@pytest.mark.parametrize("length", [0, 8, 9, 300])
def test_a_log_of_any_length_is_read_and_its_latest_actions_are_kept(length: int) -> None:
    log = [
        {"action_id": number, "type": "END_TURN", "player_id": number % 2, "payload": {}} for number in range(length)
    ]
    restored = deserialize(read(old(log=log)))
    assert [entry.action_id for entry in restored.about.log] == list(range(length))[-8:]
    if length > 8:
        assert not SCHEMA.is_valid({**plain(PLAYED), "log": log})


def on_edges(*edges: int) -> dict[str, Any]:
    """The board of PLAYED with its first ports on these edges."""
    board = plain(PLAYED)["board"]
    return {**board, "ports": [{**port, **edge} for port, edge in zip(board["ports"], _edges(edges), strict=True)]}


def _edges(first: tuple[int, ...]) -> list[dict[str, int]]:
    return [{"edge_id": edge} for edge in first] + [{}] * (9 - len(first))


def test_ports_may_lie_on_any_edges_of_the_coast_and_the_game_goes_on() -> None:
    edges = tuple(random.Random(5).sample(COASTAL_EDGES, 9))
    former = read(old(board=on_edges(*edges), rng_state=None))
    state, about = deserialize(former)
    assert state.board.port_edges == edges
    recorder, dealer = Recorder(state, about, first=about.log[-1].action_id + 1), PyRandom(1)
    while GAME.outcome(recorder.state) is None:
        given = random_input(GAME, recorder.state, dealer)
        assert given is not None
        recorder.record(given, advance(GAME, recorder.state, given, dealer))
    assert {port.edge_id for port in recorder.snapshot.board.ports} == set(edges)
    assert any(record.result.events[0] == "BANK_TRADED" for record in recorder.records)
    course = read_course(write_course(recorder.course))
    *_, last = replayed(Course(former, course.records), lambda rng: resumed(rng, GAME))
    assert last.state == recorder.state


def test_ports_inland_or_on_one_edge_are_refused_by_name() -> None:
    with pytest.raises(Malformed, match="port 0 lies on edge 5, which is not on the coast"):
        deserialize(read(old(board=on_edges(5))))
    with pytest.raises(Malformed, match="ports 0 and 1 both lie on edge 30"):
        deserialize(read(old(board=on_edges(30, 30, 48, 42))))


def test_a_uuid_in_capitals_is_the_same_game() -> None:
    tree = plain(PLAYED)
    snapshot = read({**tree, "game_id": tree["game_id"].upper()})
    assert snapshot == PLAYED
    start, *records = write_course(recorded_game(Config(), 3, at_most=5).course).splitlines()
    capital = [json.dumps({**json.loads(line), "game_id": json.loads(line)["game_id"].upper()}) for line in records]
    course = read_course(b"\n".join([start, *(line.encode() for line in capital)]))
    assert len(list(replayed(course, lambda rng: resumed(rng, GAME)))) == 6


def test_free_may_be_left_out_and_is_written() -> None:
    action: Action = decode(b'{"type": "BUILD_ROAD", "edge_id": 5}', BuildRoad)
    assert action == ROAD[5]
    assert plain(action) == {"type": "BUILD_ROAD", "edge_id": 5, "free": False}


def changed(course: Course, kind: str, change: Any) -> Course:
    """The game with the payloads, and so the types, of these records written another way."""
    lines = [json.loads(line) for line in write_course(course).splitlines()]
    lines[1:] = [{**line, **change(line["payload"])} if line.get("type") == kind else line for line in lines[1:]]
    return read_course(b"\n".join(json.dumps(line).encode() for line in lines))


def test_records_without_free_replay() -> None:
    course = recorded_game(QUIET[""], 5, at_most=300).course
    assert any(getattr(record, "type", "") == "BUILD_ROAD" for record in course.records)
    without = changed(course, "BUILD_ROAD", lambda payload: {"payload": {"edge_id": payload["edge_id"]}})
    assert len(list(replayed(without, lambda rng: resumed(rng, GAME)))) == len(course.records) + 1


def test_free_may_be_true_in_the_setup_and_nowhere_else() -> None:
    course = recorded_game(QUIET[""], 5, at_most=300).course
    for kind, place, of in (
        ("SETUP_PLACE_ROAD", "edge_id", "BUILD_ROAD"),
        ("SETUP_PLACE_SETTLEMENT", "vertex_id", "BUILD_SETTLEMENT"),
    ):
        free = changed(
            course,
            kind,
            lambda payload, place=place, of=of: {"type": of, "payload": {place: payload[place], "free": True}},
        )
        assert len(list(replayed(free, lambda rng: resumed(rng, GAME)))) == len(course.records) + 1
    later = changed(course, "BUILD_ROAD", lambda payload: {"payload": {**payload, "free": True}})
    with pytest.raises(BadRecord, match="only the setup"):
        list(replayed(later, lambda rng: resumed(rng, GAME)))


def test_what_is_read_is_written_the_usual_way() -> None:
    tree = old(rng_state=numpy_state()[1], game_id=SNAPSHOT["game_id"].upper())
    again = json.loads(to_json(read(tree)))
    assert (again["game_id"], again["rng_state"]["type"]) == (SNAPSHOT["game_id"], "py_random")
