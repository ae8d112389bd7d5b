"""A game as ActionRecords: written while it is played or from the kernel's record, and replayed to the same hashes."""

import json
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest

from ludoteca.dealers import Fair, PyRandom, chooser, resumed, rules_label
from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import Action, BuildRoad, RollDice, named
from ludoteca.games.catan.resources import ROAD_PRICE
from ludoteca.games.catan.structures import (
    About,
    ActionRecord,
    BadRecord,
    Course,
    Occurrence,
    Recorder,
    game_id_from,
    read_course,
    recorded,
    replayed,
    serialize,
    state_hash,
    write_course,
)
from ludoteca.games.catan.structures.records import EVENT_TYPES, Record
from ludoteca.games.catan.structures.timestamps import utc
from ludoteca.games.catan.types import Config, State
from ludoteca.kernel import Input, Malformed, Move, advance, begin, plain, random_input, replace
from ludoteca.kernel.generator_state import Generator, RngState
from ludoteca.kernel.record import Log, Scribe, read

from ...games.catan.helpers import BLUE, edge, position, with_hand
from .example import RECORD
from .random_games import CONFIGS, PRESETS, QUIET, recorded_game


def wake(rng_state: RngState) -> Generator:
    return resumed(rng_state, GAME)


def last_of(course: Course) -> State:
    *_, last = replayed(course, wake)
    return last.state


def kernel_record(config: Config, seed: int, *, fair: bool = False) -> bytes:
    dealer: Any = Fair(bytes(32), "TABLE7", rules_label(GAME), ("x",)) if fair else PyRandom(seed)
    choices, scribe = chooser(seed), Scribe()
    made = begin(GAME, config, dealer)
    lines = [scribe.open(GAME, config, dealer.source, made, 1_760_733_660_000)]
    while (given := random_input(GAME, made.state, choices)) is not None:
        made = advance(GAME, made.state, given, dealer)
        lines.append(scribe.entry(given, made, 1_760_733_661_000))
    reveal = dealer.seed.hex() if fair else None
    return b"".join([*lines, scribe.end(GAME.outcome(made.state), reveal)])


@pytest.mark.parametrize("fair", [False, True])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_written_down_as_it_is_played_replays_to_every_hash(preset: str, fair: bool) -> None:
    recorder = recorded_game(QUIET[preset], 5, fair=fair, at_most=400)
    course = read_course(write_course(recorder.course))
    assert course == recorder.course
    assert last_of(course) == recorder.state
    assert recorder.records[-1].result.state_hash == state_hash(recorder.snapshot)


def test_time_departures_and_resignations_have_their_place() -> None:
    records: list[Record] = [
        record
        for preset in PRESETS
        for seed in range(2)
        for record in recorded_game(CONFIGS[preset], seed, at_most=1_500).records
    ]
    happened = {plain(record.happened)["type"] for record in records if isinstance(record, Occurrence)}
    assert happened == {"elapsed", "left", "returned", "resigned"}
    assert any(len(record.result.drawn) > 1 for record in records if isinstance(record, Occurrence))
    kinds = {record.type for record in records if isinstance(record, ActionRecord)}
    assert len(kinds) == 17
    told = {event for record in records for event in record.result.events}
    assert told <= set(EVENT_TYPES)
    assert set(EVENT_TYPES) - told == {"BOARD_LAID"}  # told before the first record


def test_the_fields_of_a_record_are_the_specifications() -> None:
    record = plain(recorded_game(Config(), 1, at_most=3).records[0])
    assert record.keys() == RECORD.keys()
    assert record["result"].keys() == RECORD["result"].keys()
    assert (record["action_id"], record["turn_number"], record["type"]) == (0, 0, "SETUP_PLACE_SETTLEMENT")
    assert record["payload"].keys() == {"vertex_id", "turn"}
    assert record["timestamp_utc"] == RECORD["timestamp_utc"]


def test_pay_with_is_echoed_and_a_secret_is_listed_once() -> None:
    state = position(with_hand(BLUE, "brick, lumber"))
    recorder = Recorder(state, About(game_id_from("x")))
    action = BuildRoad(edge("1-2"), free=False, pay_with=named(ROAD_PRICE))
    given: Input[Action] = Move(0, action)
    record = recorder.record(given, advance(GAME, state, given, PyRandom(1)))
    assert isinstance(record, ActionRecord)
    assert record.payload == {"edge_id": edge("1-2"), "free": False, "pay_with": {"BRICK": 1, "LUMBER": 1}}
    assert (record.result.events, record.timestamp_utc) == (("ROAD_PLACED",), None)
    records = [record for seed in range(4) for record in recorded_game(Config(), seed).records]
    robbed = [each for each in records if "RESOURCE_STOLEN" in each.result.events]
    assert robbed
    assert all(each.result.events.count("RESOURCE_STOLEN") == 1 for each in robbed)


@pytest.mark.parametrize("fair", [False, True])
@pytest.mark.parametrize("preset", ["", "ranked"])
def test_a_kernel_record_becomes_action_records(preset: str, fair: bool) -> None:
    log = read(kernel_record(CONFIGS[preset], 3, fair=fair))
    course = recorded(log, made_for(log))
    assert len(course.records) == len(log.entries)
    assert course.start.rng_state is not None
    assert GAME.outcome(last_of(course)) == log.end.outcome if log.end else False
    assert course == recorded(log, made_for(log))
    assert {record.timestamp_utc for record in course.records} == {"2025-10-17T20:41:01Z"}


def made_for(log: Log) -> Generator:
    if log.end is not None and log.end.reveal is not None:
        return Fair(bytes.fromhex(log.end.reveal), "TABLE7", rules_label(GAME), ("x",))
    return PyRandom(3)


def test_without_a_generator_the_recorded_draws_are_taken() -> None:
    log = read(kernel_record(Config(), 3))
    course = recorded(log)
    assert course.start.rng_state is None
    assert GAME.outcome(last_of(course)) is not None


def test_a_course_may_begin_in_the_middle_of_a_game() -> None:
    recorder = recorded_game(QUIET[""], 5, at_most=120)
    steps = list(replayed(recorder.course, wake))
    rest = Course(steps[50].snapshot, recorder.course.records[50:])
    assert last_of(rest) == recorder.state


CHANGES: dict[str, Any] = {
    "state_hash": lambda record: replace(record, result=replace(record.result, state_hash="sha256:" + "0" * 64)),
    "events": lambda record: replace(record, result=replace(record.result, events=("TURN_ENDED", "GAME_ENDED"))),
    "turn_number": lambda record: replace(record, turn_number=77),
    "action_id": lambda record: replace(record, action_id=77),
    "game_id": lambda record: replace(record, game_id=game_id_from("another")),
    "schema_version": lambda record: replace(record, schema_version="9.9.9"),
    "wrong_player": lambda record: replace(record, player_id=1 - record.player_id),
    "vertex_id": lambda record: replace(record, payload={"vertex_id": 54, "turn": 1}),
    "more often than it was asked": lambda record: replace(record, result=replace(record.result, drawn=((1,),))),
}


@pytest.mark.parametrize("name", CHANGES)
def test_the_first_record_that_is_wrong_is_named(name: str) -> None:
    start, records = recorded_game(replace(Config(), turn_ms=0), 9, at_most=40).course
    place = next(n for n, each in enumerate(records) if n and getattr(each, "type", "") == "SETUP_PLACE_SETTLEMENT")
    wrong = (*records[:place], CHANGES[name](records[place]), *records[place + 1 :])
    with pytest.raises(BadRecord) as caught:
        last_of(Course(start, wrong))
    assert caught.value.record == place
    assert name in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        ("ROLL_DICE", lambda payload: {**payload, "forced_value": None}),
        ("TRADE_PLAYER", lambda payload: {**payload, "offer": {"ORE": 0, **payload["offer"]}}),
    ],
)
def test_a_payload_that_is_not_the_actions_own_is_found(kind: str, changed: Any) -> None:
    """A field that says nothing, or a count of none, is not how an action is written."""
    start, records = recorded_game(Config(), 9, at_most=400).course
    place, record = next(
        (n, each)
        for n, each in enumerate(records)
        if isinstance(each, ActionRecord) and each.type == kind and changed(each.payload) != each.payload
    )
    with pytest.raises(BadRecord, match="payload is") as caught:
        last_of(Course(start, (*records[:place], replace(record, payload=changed(record.payload)))))
    assert caught.value.record == place


def test_the_records_follow_the_opening_log() -> None:
    recorder = recorded_game(QUIET[""], 5, at_most=120)
    middle = list(replayed(recorder.course, wake))[50].snapshot
    late = replace(middle, log=(replace(middle.log[-1], action_id=4_000_000_000),))
    with pytest.raises(BadRecord, match="the opening log has 4000000000 already") as caught:
        last_of(Course(late, recorder.course.records[50:]))
    assert caught.value.record == 0


@pytest.mark.parametrize(
    "time", ["2025-99-99T99:99:99Z", "2025-02-29T00:00:00Z", "2025-01-01T24:00:00Z", "2025-01-00T00:00:00Z"]
)
def test_a_time_that_no_calendar_has_is_malformed(time: str) -> None:
    start, *records = write_course(recorded_game(Config(), 1, at_most=3).course).splitlines()
    wrong = json.dumps({**json.loads(records[0]), "timestamp_utc": time}).encode()
    right = json.dumps({**json.loads(records[0]), "timestamp_utc": "2024-02-29T23:59:59.5Z"}).encode()
    assert len(read_course(b"\n".join((start, right))).records) == 1
    with pytest.raises(Malformed, match="line 2"):
        read_course(b"\n".join((start, wrong)))


def test_a_changed_roll_is_found_by_the_generator() -> None:
    start, records = recorded_game(Config(), 9, at_most=200).course
    place = next(n for n, each in enumerate(records) if getattr(each, "type", "") == "ROLL_DICE")
    drawn = (tuple(7 - die for die in records[place].result.drawn[0]),)
    wrong = replace(records[place], result=replace(records[place].result, drawn=drawn))
    with pytest.raises(BadRecord, match=r"draw 1 is .*, where the generator answers"):
        last_of(Course(start, (*records[:place], wrong)))
    with pytest.raises(BadRecord, match="not answered every draw"):
        last_of(Course(start, (*records[:place], replace(wrong, result=replace(wrong.result, drawn=())))))


def test_a_start_that_is_no_state_is_named() -> None:
    start = serialize(position(), About(game_id_from("x")))
    with pytest.raises(BadRecord, match=r"the opening snapshot: .*winner_id") as caught:
        last_of(Course(replace(start, winner_id=1), ()))
    assert caught.value.record is None


def test_forced_dice_are_replayed_where_the_game_was_set_up_for_them() -> None:
    state = replace(position(config=Config(forced_dice=True)), phase="ROLL", dice=None)
    recorder = Recorder(state, About(game_id_from("x")))
    given: Input[Action] = Move(0, RollDice((3, 4)))
    recorder.record(given, advance(GAME, state, given, PyRandom(1)))
    assert plain(recorder.records[0])["payload"] == {"forced_value": [3, 4]}
    assert last_of(recorder.course).dice == (3, 4)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "an empty file"),
        (b"{", "line 1: not JSON"),
        (json.dumps(RECORD).encode(), "line 1: a record, where"),
        (b'{"line":"open"}', "line 1: a line of the kernel's record"),
        (write_course(Course(serialize(position(), About(game_id_from("x"))), ())) + b'{"type":"DANCE"}\n', "line 2"),
    ],
)
def test_a_file_that_is_no_game_is_malformed(data: bytes, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        read_course(data)


@pytest.mark.parametrize("at", [0, 951_782_400_000, 951_868_800_000, 1_709_251_199_999, 4_107_542_400_000])
def test_times_are_those_of_the_calendar(at: int) -> None:
    assert utc(at) == datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def test_a_game_id_is_a_uuid4() -> None:
    for text in ("", "a", "b"):
        found = uuid.UUID(game_id_from(text))
        assert (found.version, found.variant) == (4, uuid.RFC_4122)
        assert str(found) == game_id_from(text)
