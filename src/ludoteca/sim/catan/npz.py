"""Snapshots as NPZ: a member for each array of `encode`, and `compressed`, so that NumPy alone loads them.

Laws kept here: nothing is unpickled, and headers are compared with those that NumPy writes instead of being evaluated.
The inflated size is bounded. A file that is not a snapshot is Malformed.
"""

import io
import re
import struct
import zipfile
import zlib
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.games.catan import GAME
from ludoteca.games.catan.structures import About, StateSnapshot, game_id_from, serialize
from ludoteca.games.catan.types import Config
from ludoteca.kernel import Malformed

from .observation_tensor import ObservationTensor
from .snapshot_arrays import decode, encode

_BYTES_AT_MOST: Final = 1 << 21
_HEADER: Final = re.compile(rb"\x93NUMPY\x01\x00(?P<length>..)(?P<text>[^\n]*)\n", re.DOTALL)
_IS_ENCRYPTED: Final = 1


def to_npz(snapshot: StateSnapshot) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, array in _members(snapshot).items():
            file.writestr(_entry(f"{name}.npy"), _npy(array), compresslevel=9)
    return whole.getvalue()


def from_npz(data: bytes) -> StateSnapshot:
    members, arrays = _unzipped(data), {}
    for name, like in _likes().items():
        text, raw = _parted(members[f"{name}.npy"])
        if text != like.header or len(raw) != like.size:
            raise Malformed(f"{name} is not of shape {like.shape} and type {like.kind.name}")
        arrays[name] = np.frombuffer(raw, dtype=like.kind).reshape(like.shape)
    if not arrays.pop("compressed"):
        raise Malformed("compressed is true in this form")
    return decode(ObservationTensor(**{name: _native(array) for name, array in arrays.items()}))


class _Like(NamedTuple):
    """What a member must be."""

    header: str
    size: int
    kind: np.dtype[Any]
    shape: tuple[int, ...]


def _members(snapshot: StateSnapshot) -> dict[str, NDArray[Any]]:
    arrays = {name: array.astype(array.dtype.newbyteorder("<")) for name, array in encode(snapshot).arrays().items()}
    return {**arrays, "compressed": np.array(True)}


@cache
def _likes() -> dict[str, _Like]:
    arrays = _members(serialize(GAME.setup(Config()).state, About(game_id_from(""))))
    return {
        name: _Like(_parted(_npy(array))[0], array.nbytes, array.dtype, array.shape) for name, array in arrays.items()
    }


def _native(array: NDArray[Any]) -> NDArray[Any]:
    return array.astype(array.dtype.newbyteorder("="))


def _parted(member: bytes) -> tuple[str, bytes]:
    """A member's header and the bytes of its array."""
    header = _HEADER.match(member)
    if header is None or int.from_bytes(header["length"], "little") != len(header["text"]) + 1:
        raise Malformed("a member is no array as NumPy writes it")
    return header["text"].decode("latin-1").rstrip(" "), member[header.end() :]


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _npy(array: NDArray[Any]) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version=(1, 0), allow_pickle=False)
    return file.getvalue()


def _unzipped(data: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            entries = file.infolist()
            _check(entries)
            return {entry.filename: file.read(entry) for entry in entries}
    except Malformed:
        raise
    except (zipfile.BadZipFile, zlib.error, struct.error, ValueError, OSError, EOFError, RuntimeError) as error:
        raise Malformed(f"not NPZ: {error}") from None


def _check(entries: list[zipfile.ZipInfo]) -> None:
    expected = sorted(f"{name}.npy" for name in _likes())
    if sorted(entry.filename for entry in entries) != expected:
        raise Malformed(f"its members are not {', '.join(expected)}")
    if sum(entry.file_size for entry in entries) > _BYTES_AT_MOST:
        raise Malformed(f"more than {_BYTES_AT_MOST} bytes")
    for entry in entries:
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or entry.flag_bits & _IS_ENCRYPTED:
            raise Malformed(f"{entry.filename} is neither stored nor deflated")
