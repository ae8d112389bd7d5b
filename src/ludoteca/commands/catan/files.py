"""Reading and writing Catan's files in any encoding; a file that cannot be read gives a one-line error.

Must not know: what commands do with them.
"""

from pathlib import Path

from ...console.arguments import read_whole
from ...console.errors import Failure
from ...games.catan.structures import StateSnapshot, from_json, from_msgpack, is_msgpack, to_json, to_msgpack
from ...kernel import Malformed

NPZ_BEGINS = b"PK"
SNAPSHOT_AT_MOST = 1 << 21


def read_snapshot(path: Path) -> StateSnapshot:
    """The first bytes decide the encoding, not the file name."""
    data = read_whole(path, SNAPSHOT_AT_MOST)
    try:
        if data.startswith(NPZ_BEGINS):
            return _from_npz(data)
        return from_msgpack(data) if is_msgpack(data) else from_json(data)
    except Malformed as error:
        raise Failure(f"{path} is no snapshot: {reason_of(error)}") from None


def reason_of(error: Malformed) -> str:
    """The reason with its place, unless that is the whole file."""
    return error.reason if error.where == "$" else str(error)


def write_snapshot(path: Path, snapshot: StateSnapshot, *, deflated: bool = False) -> None:
    """The name's ending tells the form; only MsgPack may be deflated."""
    if deflated and path.suffix != ".msgpack":
        raise Failure(f"{path}: --deflate goes with .msgpack")
    match path.suffix:
        case ".json":
            data = to_json(snapshot)
        case ".msgpack":
            data = to_msgpack(snapshot, deflated=deflated)
        case ".npz":
            data = _to_npz(snapshot)
        case _:
            raise Failure(f"{path}: a snapshot's file ends in .json, .msgpack or .npz")
    write(path, data)


def write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror}") from None


def _from_npz(data: bytes) -> StateSnapshot:
    from ...sim.catan import from_npz  # noqa: PLC0415 - NumPy is an extra

    return from_npz(data)


def _to_npz(snapshot: StateSnapshot) -> bytes:
    from ...sim.catan import to_npz  # noqa: PLC0415 - NumPy is an extra

    return to_npz(snapshot)
