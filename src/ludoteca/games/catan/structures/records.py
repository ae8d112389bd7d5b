"""A game as a list of records: the action, the player, and the hash of the resulting state.

An `ActionRecord` is the specification's, plus `result.drawn`, the answers of chance, so that a game with external dice
can be replayed too. The enum of actions is closed and holds players' choices only; what happens to them (a time-out, a
connection lost or restored, a resignation) is an `Occurrence`, numbered in the same sequence.

A `Course` is a whole game: its opening snapshot and its records. In a file each is one line of canonical JSON.

Must not know: how records are made, how they are replayed.
"""

from typing import Annotated, Any, Final, NamedTuple, TypeAlias, get_args

from ludoteca.kernel import Answer, Elapsed, Left, Malformed, Meta, Resigned, Returned, Value, canonical, plain
from ludoteca.kernel.record import Hash
from ludoteca.kernel.values import convert

from ..actions import ActionType, Side
from ..events import Told
from .encodings import from_tree, read_tree
from .former_documents import usual
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
"""The constants used in `events`."""


class RecordResult(Value, frozen=True, omit_defaults=True):
    state_hash: Hash
    events: tuple[str, ...]  # the public ones, in order
    drawn: tuple[Answer, ...] = ()  # the answers of chance


class ActionRecord(Value, frozen=True):
    schema_version: Version
    game_id: GameId
    action_id: ActionId
    turn_number: Number
    player_id: Side
    type: ActionType
    payload: dict[str, Any]
    result: RecordResult
    timestamp_utc: Timestamp | None  # None: no clock


class Occurrence(Value, frozen=True):
    """Something that no player chose; numbered like an action."""

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
    """A game from its file, or Malformed with the line and every fault of its shape."""
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
    tree = usual(tree) if isinstance(tree, dict) else tree
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
        return read_tree(line)
    except Malformed as error:
        raise Malformed(f"line {number}: {error.reason}", error.where) from None
