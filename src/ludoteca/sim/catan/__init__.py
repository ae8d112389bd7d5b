"""Catan as arrays: the specification's `ObservationTensor`, and snapshots as NPZ. Needs NumPy (extra `sim`).

`observe` gives what one seat may know (`observed` does so from an existing view); `encode` gives a whole snapshot and
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
