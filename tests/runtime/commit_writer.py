"""A process that commits numbered entries to a SQLite store and says each number that was acknowledged, until killed.

Folds and checkpoints come after every few commits, so that a kill hits them too.
"""

import asyncio
import sys
from pathlib import Path

from ludoteca.runtime.sqlite import table_index as sqlite_ledger
from ludoteca.runtime.sqlite.store import SqliteStore
from ludoteca.runtime.store import Claimed, Holder, StoredSnapshot, Write

GAMES = ("KILL01", "KILL02", "KILL03")
ME = Holder("child")


def entry(game_id: str, n: int) -> bytes:
    return f"{game_id} {n} ".encode() * (1 + n % 40)


def run_of(game_id: str, first: int) -> tuple[bytes, ...]:
    return tuple(entry(game_id, n) for n in range(first, first + 1 + first % 3))


async def commit_until_killed(path: Path) -> None:
    store = await SqliteStore.open(path)
    epochs, following = {}, {}
    for game_id in GAMES:
        held = await store.create(game_id, ME, [entry(game_id, 1)]) or await store.claim(game_id, ME)
        assert isinstance(held, Claimed)
        epochs[game_id] = held.epoch
        kept = await store.load(game_id)
        following[game_id] = kept.n + len(kept.entries) + 1
    while True:
        writes = [Write(each, epochs[each], following[each], run_of(each, following[each])) for each in GAMES]
        assert all(await store.commit(writes))
        for game_id, _, first, entries, _ in writes:
            following[game_id] = first + len(entries)
        print(*(following[each] - 1 for each in GAMES), flush=True)
        await store.snapshot([StoredSnapshot(each, epochs[each], following[each] - 1, b"snapshot") for each in GAMES])


if __name__ == "__main__":
    setattr(sqlite_ledger, "FOLD_BYTES", 20_000)  # noqa: B010 — a constant, made small for this process
    setattr(sqlite_ledger, "CHECKPOINT_BYTES", 60_000)  # noqa: B010
    asyncio.run(commit_until_killed(Path(sys.argv[1])))
