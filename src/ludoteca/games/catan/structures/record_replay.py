"""Replay of a game's records, each compared with what the rules produce.

Laws kept here: any mismatch (a hash, an event, a draw, a number) raises BadRecord, which names the first wrong record.
Inputs with the same state and the same events (an explicit price or none, two roads in either order) are equivalent.

Must not know: files; how a generator draws (the caller provides it).
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from ludoteca.kernel import Advance, Answer, AnyInput, Chance, Illegal, Malformed, Move, Step, step
from ludoteca.kernel.generator_state import Generator, RngState

from .. import GAME
from ..actions import BuildRoad, BuildSettlement, SetupPlaceRoad, SetupPlaceSettlement
from ..events import Telling, Told
from ..setup_phase import setup_round
from ..types import State
from .recorder import Recorder
from .records import ActionRecord, Course, Occurrence, Record
from .snapshot_reader import action_of, deserialize
from .snapshot_types import StateSnapshot, is_readable
from .state_hash import is_hash_of

Resume: TypeAlias = Callable[[RngState], Generator]


class BadRecord(Exception):
    """`record` is the index of the first wrong record; None stands for the opening snapshot."""

    def __init__(self, record: int | None, reason: str) -> None:
        super().__init__(f"{'the opening snapshot' if record is None else f'record {record}'}: {reason}")
        self.record = record
        self.reason = reason


class Replayed(NamedTuple):
    """One step: the beginning (no record) or a record; the resulting state and its events."""

    record: Record | None
    given: AnyInput | None
    state: State
    snapshot: StateSnapshot
    events: Telling


def replayed(course: Course, resume: Resume) -> Iterator[Replayed]:
    """Replay a course; `resume` restores a snapshot's generator, which must answer every draw as recorded."""
    try:
        state, about = deserialize(course.start)
        generator = None if about.rng_state is None else resume(about.rng_state)
    except Malformed as error:
        raise BadRecord(None, error.reason) from None
    first = _first(course)
    recorder = Recorder(state, about, generator, first)
    yield Replayed(None, None, state, recorder.snapshot, ())
    for place, record in enumerate(course.records):
        try:
            _check_version(record)
            given = input_of(record, state)
            made = _made(state, given, record.result.drawn, generator)
        except (Malformed, Illegal, _Unlike) as error:
            raise BadRecord(place, str(error)) from None
        _compare(place, record, recorder.record(given, made), recorder.snapshot)
        state = made.state
        yield Replayed(record, given, state, recorder.snapshot, made.events)


def input_of(record: Record, state: State) -> AnyInput:
    """What was fed to the game, or Malformed. A building that is free because of the setup is placed by the setup."""
    if isinstance(record, Occurrence):
        return record.happened
    action = action_of(record.type, record.payload)
    if state.phase == "SETUP":
        match action:
            case BuildSettlement(vertex_id=vertex, free=True, pay_with=None):
                action = SetupPlaceSettlement(vertex, setup_round(state))
            case BuildRoad(edge_id=edge, free=True, pay_with=None):
                action = SetupPlaceRoad(edge, setup_round(state))
    return Move(record.player_id, action)


def _first(course: Course) -> int:
    """The ActionId of the first record: the one after the snapshot's log."""
    if not course.records:
        return 0
    first, log = course.records[0].action_id, course.start.log
    if log and first <= log[-1].action_id:
        raise BadRecord(0, f"action_id is {first}, where the opening log has {log[-1].action_id} already")
    return first


def _check_version(record: Record) -> None:
    if not is_readable(record.schema_version):
        raise Malformed(f"schema_version {record.schema_version} is not read")


class _Unlike(Exception):
    """The record's draws differ from the generator's."""


def _made(
    state: State, given: AnyInput, drawn: tuple[Answer, ...], generator: Generator | None
) -> Advance[State, Told]:
    made = step(GAME, state, given)
    for number, answer in enumerate(drawn, start=1):
        draw = GAME.draw(made.state)
        if draw is None:
            raise _Unlike("chance answered more often than it was asked")
        if generator is not None and (expected := generator.answer(draw)) != answer:
            raise _Unlike(f"draw {number} is {list(answer)}, where the generator answers {list(expected)}")
        after, told = step(GAME, made.state, Chance(answer))
        made = Step(after, made.events + told)
    if GAME.draw(made.state) is not None:
        raise _Unlike("chance has not answered every draw")
    return Advance(made.state, made.events, drawn)


def _compare(place: int, told: Record, made: Record, snapshot: StateSnapshot) -> None:
    pairs: dict[str, tuple[Any, Any]] = {
        "game_id": (told.game_id, made.game_id),
        "action_id": (told.action_id, made.action_id),
        "turn_number": (told.turn_number, made.turn_number),
        "events": (list(told.result.events), list(made.result.events)),
    }
    if not is_hash_of(told.result.state_hash, snapshot, told.schema_version):
        pairs["state_hash"] = (told.result.state_hash, made.result.state_hash)
    if isinstance(told, ActionRecord) and isinstance(made, ActionRecord) and told.type == made.type:
        free = {"free": False} if "free" in made.payload else {}  # which may be left out
        pairs["payload"] = ({**free, **told.payload}, made.payload)
    for name, (one, other) in pairs.items():
        if one != other:
            raise BadRecord(place, f"{name} is {one}, where {other} follows")
