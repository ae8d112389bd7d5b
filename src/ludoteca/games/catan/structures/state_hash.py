"""`state_hash`: SHA-256 over the canonical JSON of a snapshot, without its `log`.

Laws kept here: it is a function of the state, of its ids and names and of its generator. Whatever form a snapshot was
read from, whatever it spells out, whichever version wrote it, equal states have one hash.

Must not know: records.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from ludoteca.kernel import digest, plain

from .snapshot_reader import current
from .snapshot_types import StateSnapshot

_OLD: Final = ("0.1", "0.2")
_SOMETIMES_WRITTEN: Final = {"away": [None, None], "dice_memory": {}, "owes": [0, 0], "rolled": [0] * 11}
"""Fields that version 0.2 wrote or omitted at their defaults, depending on how the state had come about."""


def state_hash(snapshot: StateSnapshot) -> str:
    return digest(_hashed(snapshot))


def is_hash_of(text: str, snapshot: StateSnapshot, schema_version: str) -> bool:
    """Whether a record of this version may state this hash for the snapshot."""
    if text == state_hash(snapshot):
        return True
    return schema_version.rpartition(".")[0] in _OLD and text in _former_hashes(snapshot)


def _hashed(snapshot: StateSnapshot) -> dict[str, Any]:
    written = current(snapshot)
    return {name: getattr(written, name) for name in written.__struct_fields__ if name != "log"}


def _former_hashes(snapshot: StateSnapshot) -> Iterator[str]:
    tree = {**plain(_hashed(snapshot)), "schema_version": "0.2.0"}
    omitted = [name for name in _SOMETIMES_WRITTEN if name not in tree["further"]]
    for count in range(len(omitted) + 1):
        for names in combinations(omitted, count):
            written = {name: _SOMETIMES_WRITTEN[name] for name in names}
            yield digest({**tree, "further": {**tree["further"], **written}})
