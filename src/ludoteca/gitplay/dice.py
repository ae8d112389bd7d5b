"""Dice: every roll follows from the table's key and the number of the last move; `fairness.json` commits to the key.

A repository has one secret. Each table's key is derived from it, the repository's id and the table's name; the key's
SHA-256 is published when the table opens, the key itself when the game ends. The dice after move n are those of the
fair dealer (docs/fairness.md) with the key as its seed and its hash as the game's id, from draw number n · 65,536 on.
So a re-run cannot re-roll, and nothing that a player chooses, neither the move nor its time, has any influence.
"""

import hashlib
from typing import Final

from ludoteca.dealers import Fair, rules_label
from ludoteca.games.backgammon import GAME
from ludoteca.kernel import Malformed, Value
from ludoteca.kernel.chance import Answer, Dealer, Dice
from ludoteca.kernel.values import decode, plain

from .format.state_json import write as write_fields
from .repository_config import derived_key

DRAWS_PER_MOVE: Final = 1 << 16
SCHEME: Final = "gitgammon-dice/1"
FAIRNESS_BYTES_AT_MOST: Final = 1024


class Fairness(Value, frozen=True, rename="camel"):
    """`fairness.json`: the commitment from the start, the key when the game is over."""

    scheme: str
    key_hash: str
    key: str | None


def table_key(secret: bytes, repository_id: str, table: str) -> bytes:
    return derived_key(secret, "table", repository_id, table)


def key_hash(key: bytes) -> str:
    return hashlib.sha256(key).hexdigest()


def dealer(key: bytes, sequence: int) -> Dealer:
    """What comes after move `sequence`; the opening roll is what comes after move 0."""
    return Fair(key, key_hash(key), rules_label(GAME), drawn=sequence * DRAWS_PER_MOVE)


def rolls(key: bytes, sequence: int, count: int) -> tuple[Answer, ...]:
    """The first rolls after a move, for a check."""
    deal = dealer(key, sequence)
    return tuple(deal.answer(Dice(2)) for _ in range(count))


def committed(key: bytes) -> Fairness:
    return Fairness(SCHEME, key_hash(key), None)


def revealed(key: bytes) -> Fairness:
    return Fairness(SCHEME, key_hash(key), key.hex())


def revealed_key(fairness: Fairness) -> bytes | None:
    """The key, if it is there; Malformed if it is not the one that was committed to."""
    if fairness.key is None:
        return None
    try:
        key = bytes.fromhex(fairness.key)
    except ValueError:
        raise Malformed("the key is not hexadecimal", "$.key") from None
    if key_hash(key) != fairness.key_hash:
        raise Malformed("the key is not the one that was committed to", "$.key")
    return key


def write_fairness(fairness: Fairness) -> bytes:
    tree = plain(fairness)
    return write_fields({name: tree[name] for name in ("scheme", "keyHash", "key")})


def read_fairness(data: bytes) -> Fairness:
    fairness: Fairness = decode(data, Fairness, at_most=FAIRNESS_BYTES_AT_MOST)
    if fairness.scheme != SCHEME:
        raise Malformed(f"dice by {fairness.scheme!r}, which is not known here", "$.scheme")
    return fairness
