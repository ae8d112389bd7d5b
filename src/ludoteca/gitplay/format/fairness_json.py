"""`fairness.json`: what a table's dice are bound to.

Must not know: git, how dice follow from a key.
"""

from typing import Final

from ludoteca.kernel import Malformed, Value
from ludoteca.kernel.values import decode, plain

from .state_json import write as write_fields

SCHEME: Final = "gitgammon-dice/1"
BYTES_AT_MOST: Final = 1024


class Fairness(Value, frozen=True, rename="camel"):
    """`fairness.json`: the commitment from the start, the key when the game is over."""

    scheme: str
    key_hash: str
    key: str | None


def write(fairness: Fairness) -> bytes:
    tree = plain(fairness)
    return write_fields({name: tree[name] for name in ("scheme", "keyHash", "key")})


def read(data: bytes) -> Fairness:
    fairness: Fairness = decode(data, Fairness, at_most=BYTES_AT_MOST)
    if fairness.scheme != SCHEME:
        raise Malformed(f"dice by {fairness.scheme!r}, which is not known here", "$.scheme")
    return fairness
