"""Seals: what a store keeps is bytes with a checksum, so that damage is found and never read as something else.

A sealed text is eight hex digits of CRC-32 over a label (which table, which number) and the body, then the body. The
label is not kept: bytes put under another table's name, or another number, do not open. It finds damage; it is no
defence against somebody who can write to the store, who could as well write anything.
"""

from typing import Final
from zlib import crc32

DIGITS: Final = 8


class Damaged(ValueError):
    """These bytes are not what was sealed."""


def add_checksum(label: str, body: bytes) -> bytes:
    return b"%08x%b" % (crc32(body, crc32(label.encode())), body)


def strip_checksum(label: str, sealed: bytes) -> bytes:
    """The body; Damaged if it, its checksum or its label is another."""
    body = sealed[DIGITS:]
    if len(sealed) < DIGITS or add_checksum(label, body) != sealed:
        raise Damaged(f"damaged: {label}")
    return body
