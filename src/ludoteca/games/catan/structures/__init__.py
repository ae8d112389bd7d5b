"""Catan's documents: a state as a `StateSnapshot`, a game as `ActionRecord`s, both as the specification defines them.

docs/catan-structures.md explains every field. Read `snapshot_types` first.

Laws kept here: `deserialize(serialize(state, about))` gives the same state and the same About, for every state that
play reaches. Replaying a game's records from its opening snapshot gives every `state_hash` again. Pure: callers handle
files and generators.
"""

from .encodings import from_json, from_msgpack, is_msgpack, to_json, to_msgpack
from .record_replay import BadRecord, Replayed, replayed
from .recorder import Recorder, game_id_from, recorded
from .records import ActionRecord, Course, Occurrence, read_course, write_course
from .snapshot_reader import Restored, deserialize, violations
from .snapshot_types import SCHEMA_VERSION, About, StateSnapshot
from .snapshot_writer import serialize
from .state_hash import state_hash

__all__ = [
    "SCHEMA_VERSION",
    "About",
    "ActionRecord",
    "BadRecord",
    "Course",
    "Occurrence",
    "Recorder",
    "Replayed",
    "Restored",
    "StateSnapshot",
    "deserialize",
    "from_json",
    "from_msgpack",
    "game_id_from",
    "is_msgpack",
    "read_course",
    "recorded",
    "replayed",
    "serialize",
    "state_hash",
    "to_json",
    "to_msgpack",
    "violations",
    "write_course",
]
