"""Seals: how a commit of the processor is told from one that only says so.

Everybody who may push can write any author, any committer and any message. So the processor signs what it commits, with
an Ed25519 key that is derived from the club's secret; the public key stands in `gitgammon.json` from the club's first
commit on. The processor builds on nothing else, and anybody can check it.
"""

from typing import Final, TypeAlias

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ..repository import derived_key

_CONTEXT: Final = b"gitgammon-seal/1\n"

PublicKey: TypeAlias = Ed25519PublicKey


def private_key(secret: bytes, config: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(derived_key(secret, "seal", config))


def public_hex(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def public_key(text: str) -> PublicKey:
    """ValueError if it is none."""
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text))


def signed_bytes(parents: tuple[str, ...], tree: str, message: str) -> bytes:
    """What a seal holds fast: where the commit stands, all that it contains, and all that it says."""
    return _CONTEXT + "\n".join([tree, *parents, "", message]).encode()


def sign(key: Ed25519PrivateKey, part: bytes) -> str:
    return key.sign(part).hex()


def is_valid(key: PublicKey, part: bytes, seal_hex: str) -> bool:
    try:
        key.verify(bytes.fromhex(seal_hex), part)
    except (InvalidSignature, ValueError):
        return False
    return True
