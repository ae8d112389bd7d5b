"""Checksums of what a store keeps, so that damage is detected and never read as something else.

The stored form is eight hex digits of CRC-32 over a label (which table, which number) and the body, then the body. What
other programs read stays plain JSON: there the digits are the object's last member, `checksum`. The label is not
stored: bytes under another table's name or another number do not match. It detects damage; it does not protect against
somebody who can write to the store.
"""

from typing import Final
from zlib import crc32

DIGITS: Final = 8
MEMBER: Final = len(',"checksum":""}') + DIGITS


class Damaged(ValueError):
    """These bytes do not match their checksum."""


def add_checksum(label: str, body: bytes) -> bytes:
    return b"%08x%b" % (crc32(body, crc32(label.encode())), body)


def strip_checksum(label: str, sealed: bytes) -> bytes:
    """The body; Damaged if the body, the checksum or the label does not match."""
    body = sealed[DIGITS:]
    if len(sealed) < DIGITS or add_checksum(label, body) != sealed:
        raise Damaged(f"damaged: {label}")
    return body


def add_checksum_member(label: str, body: bytes) -> bytes:
    """`body` is a JSON object that is not empty."""
    return b'%b,"checksum":"%08x"}' % (body[:-1], crc32(body, crc32(label.encode())))


def strip_checksum_member(label: str, sealed: bytes) -> bytes:
    """The object without its checksum; Damaged as in `strip_checksum`."""
    body = sealed[:-MEMBER] + b"}"
    if add_checksum_member(label, body) != sealed:
        raise Damaged(f"damaged: {label}")
    return body
