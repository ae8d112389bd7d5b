"""A game as a list of records: what was done, by whom, and the hash of the state it led to.

An `ActionRecord` is the specification's. `result.drawn` is added: what chance answered, so that a game whose dice came
from outside can be replayed as well. The enum of actions is closed, and holds what players choose; what happens to
them (time that is over, a connection lost and found, a resignation) is an `Occurrence`, in the same row of numbers.

A `Course` is a whole game: the snapshot it began with, and its records. Its file is a line of canonical JSON for each.

Must not know: how records come about, how they are replayed.
"""

from typing import Annotated, Any, Final, NamedTuple, TypeAlias, get_args

from ludoteca.kernel import Answer, Elapsed, Left, Malformed, Meta, Resigned, Returned, Value, canonical, decode, plain
from ludoteca.kernel.record import Hash
from ludoteca.kernel.values import convert

from ..actions import ActionType, Side
from ..events import Told
from .encodings import from_tree
from .shape_check import faults
from .snapshot_types import ActionId, GameId, Number, StateSnapshot, Version
from .timestamps import is_on_the_calendar

Timestamp: TypeAlias = Annotated[
    str,
    Meta(
        pattern="^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
        r"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?Z$"
    ),
]
Happening: TypeAlias = Elapsed | Left | Returned | Resigned

EVENT_TYPES: Final[tuple[str, ...]] = tuple(str(kind.__struct_config__.tag) for kind in get_args(Told))
"""The constants that `events` are made of."""


class RecordResult(Value, frozen=True, omit_defaults=True):
    state_hash: Hash
    events: tuple[str, ...]  # as everybody was told them, in that order
    drawn: tuple[Answer, ...] = ()  # what chance answered on the way


class ActionRecord(Value, frozen=True):
    schema_version: Version
    game_id: GameId
    action_id: ActionId
    turn_number: Number
    player_id: Side
    type: ActionType
    payload: dict[str, Any]
    result: RecordResult
    timestamp_utc: Timestamp | None  # None: nobody looked at a clock


class Occurrence(Value, frozen=True):
    """Something that was no player's choice; numbered as if it were an action."""

    schema_version: Version
    game_id: GameId
    action_id: ActionId
    turn_number: Number
    happened: Happening
    result: RecordResult
    timestamp_utc: Timestamp | None


Record: TypeAlias = ActionRecord | Occurrence


class Course(NamedTuple):
    start: StateSnapshot
    records: tuple[Record, ...]


def write_course(course: Course) -> bytes:
    lines = [canonical({**plain(course.start), "compressed": False}), *map(canonical, course.records)]
    return b"".join(line + b"\n" for line in lines)


def read_course(data: bytes) -> Course:
    """A game from its file, or Malformed with the line and everything that is wrong with its shape."""
    lines = data.splitlines()
    if not lines:
        raise Malformed("an empty file is no game")
    start = _line(1, lines[0])
    if isinstance(start, dict) and not start.keys().isdisjoint(("action_id", "line")):
        kind = "a record" if "action_id" in start else "a line of the kernel's record"
        raise Malformed(f"line 1: {kind}, where a game begins with the StateSnapshot it was played from")
    try:
        snapshot = from_tree(start, compressed=False)
    except Malformed as error:
        raise Malformed(f"line 1: {error.reason}", error.where) from None
    return Course(snapshot, tuple(_record(number, line) for number, line in enumerate(lines[1:], start=2)))


def _record(number: int, line: bytes) -> Record:
    tree = _line(number, line)
    kind: type[Record] = Occurrence if isinstance(tree, dict) and "happened" in tree else ActionRecord
    found = list(faults(tree, kind))
    if found:
        raise Malformed(f"line {number}: {'; '.join(found)}")
    record: Record = convert(tree, kind)
    if record.timestamp_utc is not None and not is_on_the_calendar(record.timestamp_utc):
        raise Malformed(f"line {number}: there is no {record.timestamp_utc}", "$.timestamp_utc")
    return record


def _line(number: int, line: bytes) -> Any:
    try:
        return decode(line, Any)
    except Malformed as error:
        raise Malformed(f"line {number}: {error.reason}", error.where) from None
