"""Snapshots as NPZ: the arrays of `encode` in one compressed file, which NumPy can load.

It has two members: `arrays`, one record whose fields are the arrays of fixed shape, and `context`. One member per array
would make the file a quarter larger.

Laws kept here: nothing is unpickled, and headers are compared with those that NumPy writes instead of being evaluated.
The inflated size is bounded. A file that is not a snapshot is Malformed.
"""

import io
import re
import struct
import zipfile
import zlib
from dataclasses import fields
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludoteca.games.catan import GAME
from ludoteca.games.catan.structures import StateSnapshot
from ludoteca.games.catan.types import Config
from ludoteca.kernel import Malformed

from .observation import observe
from .observation_tensor import ObservationTensor
from .snapshot_arrays import decode, encode

_MEMBERS: Final = ("arrays.npy", "context.npy")
_FIXED: Final = tuple(field.name for field in fields(ObservationTensor) if field.name != "context")
_BYTES_AT_MOST: Final = 1 << 21
_HEADER: Final = re.compile(rb"\x93NUMPY\x01\x00(?P<length>..)(?P<text>[^\n]*)\n", re.DOTALL)
_CONTEXT: Final = re.compile(r"\{'descr': '<i2', 'fortran_order': False, 'shape': \((?P<length>[0-9]{1,7}),\), \}")
_IS_ENCRYPTED: Final = 1


def to_npz(snapshot: StateSnapshot) -> bytes:
    arrays = encode(snapshot).arrays()
    record = np.zeros((), dtype=_record())
    for name in _FIXED:
        record[name] = arrays[name]
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for member, array in zip(_MEMBERS, (record, arrays["context"].astype("<i2")), strict=True):
            file.writestr(_entry(member), _npy(array), compresslevel=9)
    return whole.getvalue()


def from_npz(data: bytes) -> StateSnapshot:
    members = _unzipped(data)
    text, raw = _parted(members["arrays.npy"])
    if text != _text_of(_record()) or len(raw) != _record().itemsize:
        raise Malformed("arrays does not have the fields of an observation, in their shapes and types")
    record = np.frombuffer(raw, dtype=_record())[0]
    text, raw = _parted(members["context.npy"])
    numbers = _CONTEXT.fullmatch(text)
    if numbers is None or len(raw) != 2 * int(numbers["length"]):
        raise Malformed("context is not a row of int16")
    context = np.frombuffer(raw, dtype="<i2").astype(np.int16)
    return decode(ObservationTensor(**{name: record[name] for name in _FIXED}, context=context))


@cache
def _record() -> np.dtype[Any]:
    like = observe(GAME.setup(Config()).state, 0).arrays()
    return np.dtype([(name, like[name].dtype.newbyteorder("<"), like[name].shape) for name in _FIXED])


@cache
def _text_of(kind: np.dtype[Any]) -> str:
    """NumPy's header for one record of this kind."""
    return _parted(_npy(np.zeros((), dtype=kind)))[0]


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
    if sorted(entry.filename for entry in entries) != sorted(_MEMBERS):
        raise Malformed(f"its members are not {' and '.join(_MEMBERS)}")
    if sum(entry.file_size for entry in entries) > _BYTES_AT_MOST:
        raise Malformed(f"more than {_BYTES_AT_MOST} bytes")
    for entry in entries:
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or entry.flag_bits & _IS_ENCRYPTED:
            raise Malformed(f"{entry.filename} is neither stored nor deflated")
