"""The store in Redis or Valkey: for many processes that host tables of one server.

| key | what | goes |
|---|---|---|
| `game:<id>:epoch` | the newest epoch; its being there says that the id was used | never |
| `game:<id>:log` | a list: entry n at index n - 1 | some time after the end of the table |
| `game:<id>:state` | the snapshot, JSON | `GAME_STATE_TTL_SECONDS` after the last action |
| `game:<id>:log:damaged:<time>`, and so with `state` | what a recovered table was before its recovery | never |
| `game:<id>:heartbeat` | JSON, `owner`, `epoch`, `ws_url`: the lease | when the owner stops renewing it |
| `game:<id>:answerer` | which process answers for a table that nobody serves | two seconds later |
| `games:services` | a sorted set: when each process said last that it is alive | some time after it stops saying so |
| `games:live`, `games:resting`, `games:ended` | sets of ids: to be hosted, unloaded until somebody needs them, over | |

Laws kept here, beside those of `store.py`: the lease decides only when another may try; who may write is decided by the
epoch, inside the script that writes. Every change is one script (`scripts.py`), so it is atomic.

What `commit` has confirmed is as durable as the server is told to be: `appendonly yes` for a restart, `appendfsync
always` for a power cut, `min-replicas-to-write` for a failover. Memory must not be reclaimed (`noeviction`). Redis
Cluster is out of scope. Must not know: games, tables, clocks of players.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

from ludoteca.kernel import Malformed, Value, decode
from ludoteca.kernel.values import encode

from ..settings import ANSWERER, ENDED, EPOCH, HEARTBEAT, LIVE, LOG, PROBE, RESTING, SERVICES, STATE, Settings
from ..silences import NOBODY, Others, Silences
from ..store import (
    ANSWER_SECONDS,
    Absent,
    Claimed,
    HeldElsewhere,
    Holder,
    ListedTable,
    Remains,
    StoredSnapshot,
    StoredTable,
    Write,
)
from .client import RedisClient
from .connection import Word
from .scripts import BEAT, CLAIM, COMMIT, CREATE, END, KEEP_ALIVE, LOAD, REBUILD, RELEASE, SNAPSHOT

T = TypeVar("T")

TABLES_AT_ONCE: Final = 500
"""So many a call, where many tables are asked about: the server does nothing else meanwhile."""
BYTES_AT_ONCE: Final = 1 << 18
"""So much a call, of snapshots."""
NUMBER: Final = re.compile(rb'\{"n":(\d+)[,}]')
"""How a snapshot begins."""

WEAKNESSES: Final = (
    (re.compile(rb"^aof_enabled:(0)", re.M), "appendonly is no, so a restart loses every table: set it to yes"),
    (
        re.compile(rb"^maxmemory_policy:(?!noeviction)([^\r\n]+)", re.M),
        "maxmemory-policy is {}, so tables may be evicted when memory is full: set it to noeviction",
    ),
)
"""What INFO tells of settings under which acknowledged entries may be lost."""


class Heartbeat(Value, frozen=True):
    """As stored in Redis, readable for operators."""

    owner: str
    epoch: int
    ws_url: str = ""


class RedisStore:
    """Owns its client. `await store.client.ready()` before the first call."""

    def __init__(self, client: RedisClient, settings: Settings) -> None:
        self.client = client
        self.wants_state = settings.state_per_action
        self._lease_ms = _ms(settings.heartbeat_ttl_seconds)
        self._state_ms = _ms(settings.game_state_ttl_seconds)
        takeover_ms = _ms(settings.takeover_seconds)
        self._forgotten_ms = self._lease_ms + 2 * takeover_ms  # no lease of theirs is left then
        self._silences = Silences(_ms(settings.suspect_seconds), takeover_ms)
        self._others = NOBODY
        self._ended_ms = _ms(settings.ended_ttl_seconds)

    async def create(self, game_id: str, holder: Holder, entries: Sequence[bytes]) -> Claimed | None:
        assert entries, "a table without entries could not be told from one whose entries are gone"
        keys = (*_keys(game_id, EPOCH, LOG, HEARTBEAT), LIVE)
        epoch = await CREATE.run(self.client, keys, (game_id, *_around_epoch(holder), self._lease_ms, *entries))
        return Claimed(epoch) if epoch else None

    async def claim(self, game_id: str, holder: Holder) -> Claimed | HeldElsewhere | Absent:
        found = await self._claimed(game_id, holder)
        if isinstance(found, bytes) and _holder(found).name in self._others.gone:
            found = await self._claimed(game_id, holder, found)
        if isinstance(found, bytes):
            return HeldElsewhere(_holder(found))
        return Claimed(found) if found > 0 else Absent(expired=found < 0)

    async def _claimed(self, game_id: str, holder: Holder, gone: bytes = b"") -> Any:
        keys = (*_keys(game_id, EPOCH, LOG, HEARTBEAT), RESTING, LIVE)
        return await CLAIM.run(self.client, keys, (*_around_epoch(holder), self._lease_ms, game_id, gone))

    async def load(self, game_id: str, *, whole: bool = False) -> StoredTable:
        n, snapshot, entries = await LOAD.run(self.client, _keys(game_id, LOG, STATE), (int(whole),))
        return StoredTable(n, snapshot, tuple(entries))

    async def commit(self, writes: Sequence[Write]) -> list[bool]:
        if not writes:
            return []
        keys: list[str] = []
        words: list[Word] = [self._state_ms]
        for game_id, epoch, first, entries, state in writes:
            keys += _keys(game_id, EPOCH, LOG, STATE)
            words += (epoch, first, state, len(entries), *entries)
        return [taken == 1 for taken in await COMMIT.run(self.client, keys, words)]

    async def snapshot(self, snapshots: Sequence[StoredSnapshot]) -> None:
        for some in _by_size(snapshots):
            words: list[Word] = [self._state_ms]
            for snapshot in some:
                words += (snapshot.epoch, snapshot.n, snapshot.body)
            await SNAPSHOT.run(self.client, _all_keys(some, EPOCH, LOG, STATE), words)

    async def beat(self, held: Sequence[tuple[str, int]], holder: Holder) -> list[bool]:
        ours: list[int] = []
        for some in _by_count(held):
            words: list[Word] = [*_around_epoch(holder), self._lease_ms, *(epoch for _, epoch in some)]
            ours += await BEAT.run(self.client, _all_keys(some, EPOCH, HEARTBEAT), words)
        return [each == 1 for each in ours]

    async def keep_alive(self, holder: Holder) -> Others:
        now, own, others = await KEEP_ALIVE.run(self.client, (SERVICES,), (holder.name, self._forgotten_ms))
        spoke = {name.decode(): int(at) for name, at in zip(others[::2], others[1::2], strict=True)}
        self._others = self._silences.heard(now, own, spoke)
        return self._others

    async def leave(self, holder: Holder) -> None:
        await self.client.call("ZREM", SERVICES, holder.name)

    async def answers(self, game_id: str, holder: Holder) -> bool:
        words = ("SET", ANSWERER.format(game_id), holder.name, "GET", "PX", _ms(ANSWER_SECONDS))
        was = await self.client.call(*words, "NX")
        if was is None:
            return True
        name = was.decode(errors="replace")
        if name != holder.name and not self._others.answer_no_more(name):
            return False
        await self.client.call(*words)
        return True

    async def release(self, held: Sequence[tuple[str, int]], *, resting: bool = False) -> None:
        for some in _by_count(held):
            words: list[Word] = [int(resting)]
            for game_id, epoch in some:
                words += (epoch, game_id)
            await RELEASE.run(self.client, (LIVE, RESTING, *_all_keys(some, EPOCH, HEARTBEAT)), words)

    async def end(self, game_id: str) -> None:
        await END.run(self.client, (LIVE, RESTING, ENDED, *_keys(game_id, LOG, STATE)), (game_id, self._ended_ms))

    async def missing(self, game_ids: Sequence[str]) -> frozenset[str]:
        lengths = [self.client.call("LLEN", LOG.format(game_id)) for game_id in game_ids]
        return frozenset([game_id for game_id, length in zip(game_ids, lengths, strict=True) if await length == 0])

    async def probe(self) -> bool:
        return await self.client.call("SET", PROBE, 1, "GET") is not None

    async def weaknesses(self) -> list[str]:
        """By INFO, which a server answers that does not let itself be asked for its configuration."""
        told = await self.client.call("INFO", "everything")
        found = [(pattern.search(told), weakness) for pattern, weakness in WEAKNESSES]
        return [weakness.format(value[1].decode()) for value, weakness in found if value]

    async def unheld(self) -> list[str]:
        """A holder that renews between the two calls is not in the list, or a claim will find out."""
        ids = await self._members(LIVE)
        beats = await self._values(HEARTBEAT, ids)
        return [
            game_id
            for game_id, beat in zip(ids, beats, strict=True)
            if beat is None or _holder(beat).name in self._others.gone
        ]

    async def tables(self) -> list[ListedTable]:
        live = [*await self._members(LIVE), *await self._members(RESTING)]
        ids = sorted({*live, *await self._members(ENDED)})
        epochs, beats = await self._values(EPOCH, ids), await self._values(HEARTBEAT, ids)
        answers = [self.client.call("LLEN", LOG.format(game_id)) for game_id in ids]
        lengths = [await answer for answer in answers]
        is_live = frozenset(live)
        listed = [
            ListedTable(game_id, int(epoch or 0), length, game_id in is_live, _holder(beat) if beat else None)
            for game_id, epoch, length, beat in zip(ids, epochs, lengths, beats, strict=True)
        ]
        await self._forget([each.game_id for each in listed if not each.live and not each.entries])
        return [each for each in listed if each.live or each.entries]

    async def remains(self, game_id: str) -> Remains:
        log, state = _keys(game_id, LOG, STATE)
        entries = await self.client.call("LRANGE", log, 0, -1)
        snapshot = _snapshot(await self.client.call("GET", state))
        if not entries and not snapshot:
            raise KeyError(game_id)
        ended = await self.client.call("SISMEMBER", ENDED, game_id)
        return Remains(len(entries), dict(enumerate(entries, 1)), snapshot, ended == 1)

    async def rebuild(self, game_id: str, epoch: int, entries: Sequence[bytes], at: str) -> str | None:
        keys = _keys(game_id, EPOCH, LOG, STATE)
        aside = [f"{key}:damaged:{at}" for key in keys[1:]]
        rebuilt = await REBUILD.run(self.client, (*keys, *aside, ENDED, LIVE), (epoch, game_id, *entries))
        return " and ".join(aside) if rebuilt else None

    async def close(self) -> None:
        await self.client.close()

    async def _forget(self, ids: list[str]) -> None:
        """Expired tables leave the list; their epochs stay, so the ids stay used."""
        for some in _by_count(ids):
            await self.client.call("SREM", ENDED, *some)

    async def _members(self, key: str) -> list[str]:
        return sorted(member.decode() for member in await self.client.call("SMEMBERS", key))

    async def _values(self, key: str, ids: list[str]) -> list[bytes | None]:
        values: list[bytes | None] = []
        for some in _by_count(ids):
            values += await self.client.call("MGET", *(key.format(game_id) for game_id in some))
        return values


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def _snapshot(stored: bytes | None) -> tuple[tuple[int, bytes], ...]:
    """A stored snapshot and its number, unchecked."""
    found = NUMBER.match(stored or b"")
    return ((int(found[1]), found.string),) if found else ()


def _keys(game_id: str, *names: str) -> list[str]:
    return [name.format(game_id) for name in names]


def _all_keys(tables: Sequence[StoredSnapshot | tuple[str, int]], *names: str) -> list[str]:
    return [name.format(table[0]) for table in tables for name in names]


def _around_epoch(holder: Holder) -> tuple[bytes, bytes]:
    """A heartbeat as JSON, without its epoch: a script that gives one out puts it between the two."""
    before, _, after = encode(Heartbeat(holder.name, 0, holder.url)).partition(b'"epoch":0')
    return before + b'"epoch":', after


def _holder(beat: bytes) -> Holder:
    try:
        heartbeat: Heartbeat = decode(beat, Heartbeat)
    except Malformed:
        return Holder("")  # written by another program: an unknown holder, until it expires
    return Holder(heartbeat.owner, heartbeat.ws_url)


def _by_count(whole: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(whole), TABLES_AT_ONCE):
        yield whole[start : start + TABLES_AT_ONCE]


def _by_size(snapshots: Sequence[StoredSnapshot]) -> Iterator[list[StoredSnapshot]]:
    some: list[StoredSnapshot] = []
    size = 0
    for snapshot in snapshots:
        some.append(snapshot)
        size += len(snapshot.body)
        if size >= BYTES_AT_ONCE:
            yield some
            some, size = [], 0
    if some:
        yield some
