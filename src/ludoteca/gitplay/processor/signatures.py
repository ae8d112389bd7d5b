"""Signatures: how to tell the processor's commits from imitations.

Everybody who may push can write any author, committer and message. So the processor signs its commits with an Ed25519
key derived from the repository's secret; the public key is in `gitgammon.json` from the first commit on. The processor
builds on nothing else, and anybody can check it. In the files' format a signature is called a seal.
"""

from typing import Final, TypeAlias

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ..repository import derived_key

_CONTEXT: Final = b"gitgammon-seal/1\n"

PublicKey: TypeAlias = Ed25519PublicKey


def private_key(secret: bytes, repository_id: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(derived_key(secret, "seal", repository_id))


def public_hex(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def public_key(text: str) -> PublicKey:
    """ValueError if it is not a key."""
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text))


def signed_bytes(parents: tuple[str, ...], tree: str, message: str) -> bytes:
    """What is signed: tree, parents and message."""
    return _CONTEXT + "\n".join([tree, *parents, "", message]).encode()


def sign(key: Ed25519PrivateKey, part: bytes) -> str:
    return key.sign(part).hex()


def is_valid(key: PublicKey, part: bytes, seal_hex: str) -> bool:
    try:
        key.verify(bytes.fromhex(seal_hex), part)
    except (InvalidSignature, ValueError):
        return False
    return True
