"""Rows of the SQLite store as bytes: a row of the journal, and a chunk, which is a run of one table's entries.

A row of the journal is: mark, head, entries, head, mark. The head says who wrote which numbers, how long each entry is,
and a checksum per table; the mark holds the head's length and checksum. The head is stored twice, so that one fault
cannot hide whose entries it hit.

Laws kept here: bytes that were changed, cut or moved are reported as damage, never as entries; and damage
in one table's entries does not affect the other tables of the row. Must not know: SQL, files, what an entry says.
"""

import json
import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from typing import Final, NamedTuple, TypeAlias
from zlib import crc32

from ludoteca.kernel import Malformed, decode
from ludoteca.kernel.values import encode

from ..checksum import DIGITS, Damaged, add_checksum, strip_checksum
from ..store import Write

MARK: Final = struct.Struct(">II")
SPOILT: Final = b"damaged:"

_Head: TypeAlias = list[tuple[str, int, int, list[int]]]


class Part(NamedTuple):
    """A run of one table's entries; none if they are damaged, and then `raw` is what is left of them, cut apart."""

    game_id: str
    first: int
    last: int
    entries: tuple[bytes, ...]
    raw: tuple[bytes, ...] = ()


def row_of(turn: int, writes: Iterable[Write]) -> bytes:
    bodies: list[bytes] = []
    heads = []
    for game_id, _, first, entries, _ in writes:
        body = b"".join(entries)
        bodies.append(body)
        heads.append((game_id, first, crc32(body), list(map(len, entries))))
    head = encode(heads)
    mark = MARK.pack(len(head), crc32(head, turn))
    return b"".join((mark, head, *bodies, head, mark))


def parts_of(turn: int, row: bytes) -> list[Part]:
    """The parts of a row; Damaged if both heads are lost, so that it is unknown whose they were."""
    head = _front(turn, row) or _back(turn, row)
    if not head:
        raise Damaged(f"damaged: row {turn} of the journal, and whose entries it held is not known")
    heads: _Head = json.loads(head)
    ends = accumulate((sum(lengths) for _, _, _, lengths in heads), initial=MARK.size + len(head))
    spans = [row[start:end] for start, end in pairwise(ends)]
    return [_part(*each, raw) for each, raw in zip(heads, spans, strict=True)]


def runs_of(parts: Iterable[Part]) -> Iterator[Part]:
    """Parts of one table, in order, joined where they follow each other; a damaged one stays alone."""
    run: list[Part] = []
    for part in parts:
        if run and not (part.entries and run[-1].entries and part.first == run[-1].last + 1):
            yield _joined(run)
            run = []
        run.append(part)
    if run:
        yield _joined(run)


def chunk_of(game_id: str, first: int, entries: Sequence[bytes]) -> bytes:
    """Entries of one table from number `first` on."""
    return add_checksum(_label(game_id, first, first + len(entries) - 1), _joined_with_lengths(entries))


def spoilt(raw: Sequence[bytes]) -> bytes:
    """An unreadable chunk in place of damaged entries; what is left of them is kept, to recover the table from."""
    return SPOILT + _joined_with_lengths(raw)


def remains_of(first: int, last: int, chunk: bytes) -> dict[int, bytes]:
    """What is left of a chunk's entries, by number, unchecked; nothing if they cannot be told apart."""
    body = chunk.removeprefix(SPOILT) if chunk.startswith(SPOILT) else chunk[DIGITS:]
    lengths, _, joined = body.partition(b"\n")
    try:
        cut = _cut(joined, decode(lengths, tuple[int, ...]))
    except Malformed:
        return {}
    return dict(zip(range(first, last + 1), cut, strict=False))


def entries_of(game_id: str, first: int, last: int, chunk: bytes) -> tuple[bytes, ...]:
    """The entries of a chunk; Damaged if they are not what was kept."""
    body = strip_checksum(_label(game_id, first, last), chunk)
    lengths, _, joined = body.partition(b"\n")
    return _cut(joined, json.loads(lengths))


def _joined(run: Sequence[Part]) -> Part:
    entries = tuple(chain.from_iterable(part.entries for part in run))
    return Part(run[0].game_id, run[0].first, run[-1].last, entries, run[0].raw)


def _front(turn: int, row: bytes) -> bytes:
    if len(row) < MARK.size:
        return b""
    length, checksum = MARK.unpack_from(row)
    head = row[MARK.size : MARK.size + length]
    return head if crc32(head, turn) == checksum else b""


def _back(turn: int, row: bytes) -> bytes:
    if len(row) < MARK.size:
        return b""
    length, checksum = MARK.unpack_from(row, len(row) - MARK.size)
    head = row[max(0, len(row) - MARK.size - length) : -MARK.size]
    return head if crc32(head, turn) == checksum else b""


def _part(game_id: str, first: int, checksum: int, lengths: list[int], raw: bytes) -> Part:
    last = first + len(lengths) - 1
    if len(raw) != sum(lengths) or crc32(raw) != checksum:
        return Part(game_id, first, last, (), _cut(raw, lengths))
    return Part(game_id, first, last, _cut(raw, lengths))


def _cut(joined: bytes, lengths: Sequence[int]) -> tuple[bytes, ...]:
    return tuple(joined[start:end] for start, end in pairwise(accumulate(lengths, initial=0)))


def _joined_with_lengths(entries: Sequence[bytes]) -> bytes:
    lengths = json.dumps([len(entry) for entry in entries], separators=(",", ":")).encode()
    return b"".join((lengths, b"\n", *entries))


def _label(game_id: str, first: int, last: int) -> str:
    return f"{game_id} {first}-{last}"
