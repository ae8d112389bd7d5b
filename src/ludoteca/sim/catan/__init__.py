"""Catan in arrays: `ObservationTensor`, as the specification has it, and snapshots as NPZ. Needs NumPy (extra `sim`).

`observe` is what one seat may know (`observed`: of a view that somebody has already); `encode` is a whole snapshot and
hides nothing. docs/catan-structures.md has the layout of every array.
"""

from .masks import N_ACTIONS, action_at, index_of, mask_of
from .npz import from_npz, to_npz
from .observation import observe, observed
from .observation_tensor import CONTEXT, UNKNOWN, ObservationTensor
from .snapshot_arrays import decode, encode

__all__ = [
    "CONTEXT",
    "N_ACTIONS",
    "UNKNOWN",
    "ObservationTensor",
    "action_at",
    "decode",
    "encode",
    "from_npz",
    "index_of",
    "mask_of",
    "observe",
    "observed",
    "to_npz",
]
