"""Snapshots as bytes: canonical JSON for people to read, MsgPack for programs, which may be deflated.

`compressed` in a file is what the specification says it is: true in MsgPack and NPZ. NPZ, the third form, needs
NumPy and is in `ludoteca.sim.catan`.

Laws kept here: reading gives a whole snapshot of the right shape, or Malformed with every fault; no input inflates to
more than BYTES_AT_MOST.
"""

import zlib
from typing import Any, Final

from ludoteca.kernel import Malformed, canonical, decode, plain
from ludoteca.kernel.values import BYTES_AT_MOST, convert, packed, unpacked

from .former_documents import GENERATORS_READ, usual
from .shape_check import faults
from .snapshot_types import StateSnapshot

_DEFLATED: Final = 0x78
"""The first byte of deflated data; no MsgPack map begins with it."""


_MAPS: Final = (*range(0x80, 0x90), 0xDE, 0xDF)
"""The first bytes of a MsgPack map; no text begins with one."""


def to_json(snapshot: StateSnapshot) -> bytes:
    return canonical({**plain(snapshot), "compressed": False}) + b"\n"


def to_msgpack(snapshot: StateSnapshot, *, deflated: bool = False) -> bytes:
    """Plain MsgPack, which any reader unpacks; deflated only on request."""
    data = packed({**plain(snapshot), "compressed": True})
    return zlib.compress(data, 9) if deflated else data


def from_json(data: bytes) -> StateSnapshot:
    return from_tree(read_tree(data), compressed=False)


def read_tree(data: bytes) -> Any:
    """The JSON of a document; numbers too large for it are those of a generator that is not read."""
    try:
        return decode(data, Any)
    except Malformed as error:
        if error.where.startswith("$.rng_state"):
            raise Malformed(f"{error.reason}: {GENERATORS_READ}", error.where) from None
        raise


def from_msgpack(data: bytes) -> StateSnapshot:
    return from_tree(unpacked(_inflated(data) if data[:1] == bytes([_DEFLATED]) else data), compressed=True)


def is_msgpack(data: bytes) -> bool:
    """Whether this begins like MsgPack, deflated or plain."""
    return data[:1] == bytes([_DEFLATED]) or (data != b"" and data[0] in _MAPS)


def from_tree(tree: Any, *, compressed: bool) -> StateSnapshot:
    """A snapshot of the right shape; its `compressed`, if given, must match the encoding."""
    if not isinstance(tree, dict):
        raise Malformed("a snapshot is an object")
    rest = {key: part for key, part in usual(tree).items() if key != "compressed"}
    found = list(faults(rest, StateSnapshot))
    if tree.get("compressed", compressed) is not compressed:
        found.append(f"$.compressed: it is {'true' if compressed else 'false'} in this form")
    if any(each.startswith("$.rng_state") for each in found):
        found.append(GENERATORS_READ)
    if found:
        raise Malformed("; ".join(found))
    snapshot: StateSnapshot = convert(rest, StateSnapshot)
    return snapshot


def _inflated(data: bytes) -> bytes:
    inflating = zlib.decompressobj()
    try:
        whole = inflating.decompress(data, BYTES_AT_MOST)
    except zlib.error as error:
        raise Malformed(f"not deflated MsgPack: {error}") from None
    if inflating.unconsumed_tail:
        raise Malformed(f"deflated MsgPack that is too long: more than {BYTES_AT_MOST} bytes")
    if not inflating.eof:
        raise Malformed("deflated MsgPack that is cut off")
    if inflating.unused_data:
        raise Malformed("deflated MsgPack that is followed by something else")
    return whole
