"""All tables of a Redis or Valkey, in a file of the SQLite store and back: for backups.

Laws kept here:
- Log, snapshot and state of a table are read at one moment; the tables one after the other, since none depends on
  another. What was acknowledged before the copying began is in the copy.
- Every id that was ever used is copied, even if its log has expired: it is not free in the other store either.
- Tables come back under new epochs, into a store that has none: no process from before the restore may write them.
- Data that a recovery has set aside is not copied.

Must not know: what an entry is.
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from ..settings import ENDED, EPOCH, LIVE, LOG, RESTING, SERVICES, STATE, Settings
from ..sqlite.journal import File
from ..store import TableCopy
from .client import RedisClient
from .scripts import COPY, PUT
from .store import NUMBER

AT_ONCE: Final = 500
"""So many tables are in memory at once, and in one transaction of the file."""
GAME_KEY: Final = re.compile(rb"game:([A-Z0-9]{6}):(.+)")
SETS: Final = {"live": LIVE, "resting": RESTING, "ended": ENDED}


async def copy_out(client: RedisClient, path: Path) -> int:
    """Every table into a new file; how many there are."""
    ids = sorted({game_id async for game_id, part in _game_keys(client) if part == "epoch"})
    file = File(path, None)
    try:
        for start in range(0, len(ids), AT_ONCE):
            file.put([await _copy(client, game_id) for game_id in ids[start : start + AT_ONCE]])
    finally:
        file.close()
    return len(ids)


async def copy_in(path: Path, client: RedisClient, settings: Settings) -> None:
    """Every table of the file into a store that has none."""
    file = File(path, None)
    try:
        for copy in file.copies():
            await _put(client, copy, settings)
    finally:
        file.close()


async def has_tables(client: RedisClient) -> bool:
    async for _ in _game_keys(client):
        return True
    return False


async def is_served(client: RedisClient, settings: Settings) -> bool:
    """Whether a process has said lately that it is alive."""
    seconds, _ = await client.call("TIME")
    since = (int(seconds) - settings.takeover_seconds) * 1000
    return int(await client.call("ZCOUNT", SERVICES, str(since), "+inf")) > 0


async def clear(client: RedisClient) -> None:
    """Delete every table, and nothing else."""
    async for game_id, part in _game_keys(client):
        await client.call("UNLINK", f"game:{game_id}:{part}")
    await client.call("UNLINK", *SETS.values())


async def _game_keys(client: RedisClient) -> AsyncIterator[tuple[str, str]]:
    """The keys of tables, as ids and what follows them. One that is there from the beginning to the end is among them,
    perhaps twice."""
    cursor = b"0"
    while True:
        cursor, keys = await client.call("SCAN", cursor, "MATCH", "game:*", "COUNT", 1000)
        for found in map(GAME_KEY.fullmatch, keys):
            if found is not None:
                yield found[1].decode(), found[2].decode()
        if cursor == b"0":
            return


async def _copy(client: RedisClient, game_id: str) -> TableCopy:
    keys = (EPOCH.format(game_id), LOG.format(game_id), STATE.format(game_id), LIVE, RESTING)
    epoch, state, entries, snapshot = await COPY.run(client, keys, (game_id,))
    number = NUMBER.match(snapshot)
    n = int(number[1]) if number else 0
    whole = (n, snapshot) if n <= len(entries) else (0, b"")  # one that knows more is from before a lossy restart
    return TableCopy(game_id, int(epoch), state.decode(), tuple(entries), *whole)


async def _put(client: RedisClient, copy: TableCopy, settings: Settings) -> None:
    game_id = copy.game_id
    keys = (EPOCH.format(game_id), LOG.format(game_id), STATE.format(game_id), SETS[copy.state])
    log_ms = round(settings.ended_ttl_seconds * 1000) if copy.state == "ended" else 0
    state_ms = round(settings.game_state_ttl_seconds * 1000)
    await PUT.run(client, keys, (game_id, copy.epoch, log_ms, copy.snapshot, state_ms, *copy.entries))
