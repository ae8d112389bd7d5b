"""Snapshots as NPZ: the arrays of `encode` in one compressed file, which NumPy loads.

Laws kept here: nothing is unpickled; few bytes do not become many; what is not a snapshot is Malformed.
"""

import io
import zipfile
import zlib
from dataclasses import fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludoteca.games.catan.structures import StateSnapshot
from ludoteca.kernel import Malformed

from .encoding import decode, encode
from .tensors import ObservationTensor

MAGIC: Final = b"PK"
"""How such a file begins."""

_BYTES_AT_MOST: Final = 1 << 21
_NAMES: Final = tuple(field.name for field in fields(ObservationTensor))


def to_npz(snapshot: StateSnapshot) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, array in encode(snapshot).arrays().items():
            file.writestr(_entry(name), _npy(array), compresslevel=9)
    return whole.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(f"{name}.npy")
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _npy(array: NDArray[Any]) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array(file, array, allow_pickle=False)
    return file.getvalue()


def from_npz(data: bytes) -> StateSnapshot:
    return decode(ObservationTensor(**_arrays(data)))


def _arrays(data: bytes) -> dict[str, Any]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            sizes = {entry.filename: entry.file_size for entry in file.infolist()}
        if sorted(sizes) != sorted(f"{name}.npy" for name in _NAMES):
            raise Malformed(f"its arrays are not {', '.join(_NAMES)}")
        if sum(sizes.values()) > _BYTES_AT_MOST:
            raise Malformed(f"more than {_BYTES_AT_MOST} bytes")
        with np.load(io.BytesIO(data), allow_pickle=False) as loaded:
            return {name: loaded[name] for name in _NAMES}
    except (zipfile.BadZipFile, zlib.error, ValueError, OSError, EOFError, NotImplementedError) as error:
        if isinstance(error, Malformed):
            raise
        raise Malformed(f"not NPZ: {error}") from None
