"""Fuzz targets of what is kept: records of matches, and what a damaged store has of a table."""

import asyncio
import hashlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import ludoteca
from ludoteca.games import GAMES
from ludoteca.kernel import Malformed, canonical
from ludoteca.kernel.record import BadEntry, End, Entry, Line, Opening, is_recovered, read, undated
from ludoteca.kernel.values import decode, encode, replace
from ludoteca.runtime.checksum import Damaged, add_checksum, add_checksum_member
from ludoteca.runtime.hosted_table import UnknownGame, encoded_entry, restored
from ludoteca.runtime.recovery_plan import RecoveryRefused, plan, plan_words
from ludoteca.runtime.store import Holder, MemoryStore, Remains, StoredSnapshot
from ludoteca.table.effects import Now
from ludoteca.table.match_record import record_of
from ludoteca.table.saved_match import encoded_match
from ludoteca.verification import verify
from tests.table.harness import GAME_ID, GENTLY, WALL, Sitting

from .target import Target

HOLDER: Final = Holder("here")
SEAL: Final = b"seal\n"


# Records


def read_record(data: bytes) -> None:
    """A record; or, after a line `seal`, its lines, whose hashes are put right first."""
    if data.startswith(SEAL):
        data = _chained(data.removeprefix(SEAL))
    try:
        log = read(data)
    except BadEntry:
        return
    is_recovered(log)
    undated(log)
    with suppress(BadEntry):
        verify(data, GAMES)


def _chained(data: bytes) -> bytes:
    last, made = "", []
    for raw in data.splitlines():
        try:
            line: Opening | Entry | End = decode(raw, Line)
        except Malformed:
            return data
        body = last.encode() + canonical(replace(line, hash=""))
        last = "sha256:" + hashlib.sha256(body).hexdigest()
        made.append(canonical(replace(line, hash=last)) + b"\n")
    return b"".join(made)


def record_seeds() -> Iterator[bytes]:
    for name in GAMES:
        lines = ludoteca.play(name, seed=4).record.splitlines(keepends=True)
        yield b"".join(lines[:6])
        yield SEAL + b"".join([*lines[:4], lines[-1]])
    sitting = Sitting.seated(GAMES["gomoku"]).play(1, 4)
    lines = record_of(sitting.game, GAME_ID, sitting.entries).splitlines(keepends=True)
    yield SEAL + b"".join([*lines[:4], lines[-1]])


# Tables in a store


def read_table(data: bytes) -> None:
    """What a store has of a table: an entry per line, in order, and after an empty line the snapshot after the last.
    After a line `seal`, all of them get their checksums first."""
    is_sealed = data.startswith(SEAL)
    log, _, snapshot = data.removeprefix(SEAL).partition(b"\n\n")
    entries = log.split(b"\n")
    last = len(entries)
    if is_sealed:
        entries = [add_checksum(f"{GAME_ID}/entry/{n}", each) for n, each in enumerate(entries, 1)]
        snapshot = add_checksum_member(f"{GAME_ID}/state/{last}", snapshot) if snapshot else b""
    asyncio.run(_restore(entries, snapshot))
    snapshots = ((last, snapshot),) if snapshot else ()
    for kept in (entries, entries[:1], []):
        remains = Remains(last, dict(enumerate(kept, 1)), snapshots)
        with suppress(RecoveryRefused, UnknownGame):
            plan_words(plan(GAMES, GAME_ID, remains, WALL))


async def _restore(entries: list[bytes], snapshot: bytes) -> None:
    store = MemoryStore()
    await store.create(GAME_ID, HOLDER, entries)
    if snapshot:
        await store.snapshot([StoredSnapshot(GAME_ID, 1, len(entries), snapshot)])
    with suppress(Damaged, Malformed, UnknownGame):
        await restored(store, GAMES, GAME_ID, Now(0, WALL))


def table_seeds() -> Iterator[bytes]:
    for name in GAMES:
        sitting = Sitting.seated(GAMES[name], GENTLY.get(name)).play(2, 3)
        state = encoded_match(sitting.table.match)
        yield SEAL + b"\n".join(map(encode, sitting.entries)) + b"\n\n" + state
        kept = b"\n".join(encoded_entry(GAME_ID, entry) for entry in sitting.entries)
        yield kept + b"\n\n" + add_checksum_member(f"{GAME_ID}/state/{len(sitting.entries)}", state)


TARGETS: Final = {
    "records": Target("the record of a match", read_record, record_seeds),
    "tables": Target("a table in a store, damaged or not", read_table, table_seeds),
}
