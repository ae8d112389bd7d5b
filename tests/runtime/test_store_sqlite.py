"""The SQLite store opened, folded, and under faults: a full disk, a disk that fails, locks, and being killed.

Damage to its file is in `test_sqlite_damage.py`.
"""

import asyncio
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
import uvloop

from ludoteca.runtime.sqlite import database as sqlite_db
from ludoteca.runtime.sqlite import table_index as sqlite_ledger
from ludoteca.runtime.sqlite.store import InUse, NotAStore, SqliteStore
from ludoteca.runtime.store import Absent, Claimed, Holder, StoredSnapshot, StoredTable, Unavailable, Write
from tests.times import PATIENCE

from .commit_writer import GAMES
from .sqlite_files import ME, ONE, TWO, ask, commit, entries, make, make_store, opened, refused, whole

KILLS = int(os.environ.get("LUDOTECA_KILLS", "25"))
"""How often a committing process is killed. The long run: `LUDOTECA_KILLS=500 pytest tests/runtime -k killed`."""

T = TypeVar("T")


async def on_its_thread(store: SqliteStore, act: Callable[[sqlite3.Connection], T]) -> T:
    return await store._worker.call(lambda: act(store._ledger.file.database.db))


async def pragma(store: SqliteStore, text: str) -> Any:
    return await on_its_thread(store, lambda db: db.execute(f"PRAGMA {text}").fetchone())


# ---- opening and closing


def test_what_was_acknowledged_is_there_when_opened_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            await store.create(ONE, ME, entries(ONE, 1, 2))
            await store.create(TWO, ME, ())
            assert await commit(store, ONE, 3, 9) == [True]
            await store.snapshot(
                [
                    StoredSnapshot(ONE, 1, 4, b"four"),
                    StoredSnapshot(ONE, 1, 8, b"eight"),
                    StoredSnapshot(TWO, 1, 1, b"not yet"),
                ]
            )
            await store.end(TWO)
        async with opened(tmp_path / "s.db") as store:
            assert await store.load(ONE) == StoredTable(8, b"eight", entries(ONE, 9, 9))
            assert await store.load(TWO) == StoredTable(0, b"", ())
            assert await whole(store) == entries(ONE, 1, 9)
            assert await store.create(ONE, ME, ()) is None
            assert await store.unheld() == [ONE]
            assert await store.claim(ONE, Holder("a new process")) == Claimed(2)
            assert await commit(store, ONE, 10, 10) == [False]
            assert await commit(store, ONE, 10, 10, epoch=2) == [True]

    asyncio.run(play())


def test_a_second_opener_is_told_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path / "s.db"):
            (tmp_path / "other name").symlink_to(tmp_path / "s.db")
            for name in ("s.db", "other name"):
                with pytest.raises(InUse):
                    await SqliteStore.open(tmp_path / name)
        async with opened(tmp_path / "s.db"):
            pass

    asyncio.run(play())


def test_closing_twice_is_fine_and_leaves_no_thread(tmp_path: Path) -> None:
    async def play() -> None:
        before = threading.active_count()
        store = await SqliteStore.open(tmp_path / "s.db")
        assert threading.active_count() == before + 2
        await store.close()
        await store.close()
        assert threading.active_count() == before
        with pytest.raises(Unavailable):
            await store.commit([])

    asyncio.run(play())


@pytest.mark.parametrize("script", ["PRAGMA user_version = 2", "CREATE TABLE theirs (x)", "PRAGMA application_id = 7"])
def test_a_database_of_somebody_else_is_left_alone(tmp_path: Path, script: str) -> None:
    ask(tmp_path / "s.db", script)
    refused(tmp_path / "s.db", NotAStore)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "s.db").write_bytes(b"a diary, not a database\n" * 100)
    refused(tmp_path / "s.db", NotAStore)


def test_a_store_of_the_future_is_left_alone(tmp_path: Path) -> None:
    make(tmp_path / "s.db")
    ask(tmp_path / "s.db", f"PRAGMA user_version = {sqlite_db.VERSION + 1}")
    refused(tmp_path / "s.db", NotAStore)


def test_a_place_that_cannot_be_written_is_told_when_opening(tmp_path: Path) -> None:
    refused(tmp_path / "no such folder" / "s.db", Unavailable)
    refused(tmp_path, Unavailable)


def test_it_runs_on_uvloop(tmp_path: Path) -> None:
    uvloop.run(make_store(tmp_path / "s.db"))


# ---- folding


def test_folding_moves_entries_out_of_memory_and_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_ledger, "FOLD_BYTES", 2_000)

    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            await store.create(ONE, ME, entries(ONE, 1, 1))
            for n in range(2, 200):
                assert await commit(store, ONE, n, n) == [True]
                await store.snapshot([StoredSnapshot(ONE, 1, n, b"%d" % n)])
            assert await whole(store) == entries(ONE, 1, 199)
            assert await store.load(ONE) == StoredTable(199, b"199", ())
            assert sum(len(part.entries) for part in store._ledger._tables[ONE].unfolded) < 50
            assert len(ask(tmp_path / "s.db", "SELECT * FROM journal")) < 50
            assert len(ask(tmp_path / "s.db", "SELECT * FROM snapshots")) == 2
            await store.release([(ONE, 1)])
            await commit(store, ONE, 200, 300)
            assert await commit(store, ONE, 301, 301) == [
                True
            ]  # the table was forgotten meanwhile, and looked up again

    asyncio.run(play())


def test_what_waits_is_folded_after_a_while_without_another_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_ledger, "FOLD_SECONDS", 0.01)

    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            folded = signalled(store, monkeypatch)
            await store.create(ONE, ME, entries(ONE, 1, 3))
            await asyncio.wait_for(folded.wait(), PATIENCE)
            assert ask(tmp_path / "s.db", "SELECT first, last FROM chunks") == [(1, 3)]
            assert ask(tmp_path / "s.db", "SELECT * FROM journal") == []

    asyncio.run(play())


def test_the_write_ahead_log_starts_anew_after_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_ledger, "FOLD_BYTES", 50_000)
    monkeypatch.setattr(sqlite_ledger, "CHECKPOINT_BYTES", 50_000)

    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            done = signalled(store, monkeypatch)
            await store.create(ONE, ME, ())
            sizes = []
            for n in range(1, 21):
                done.clear()
                assert await store.commit([Write(ONE, 1, n, (bytes(60_000),))]) == [True]
                await asyncio.wait_for(done.wait(), PATIENCE)
                sizes.append((tmp_path / "s.db-wal").stat().st_size)
            assert sizes[-1] == sizes[4]
            assert len(await whole(store)) == 20

    asyncio.run(play())


def signalled(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Set when a fold and the checkpoint after it are done."""
    done, loop, ours = asyncio.Event(), asyncio.get_running_loop(), store._ledger.checkpointed

    def checkpointed(error: sqlite3.Error | None) -> None:
        ours(error)
        loop.call_soon_threadsafe(done.set)

    monkeypatch.setattr(store._ledger, "checkpointed", checkpointed)
    return done


def test_two_writes_of_one_table_in_a_turn_follow_each_other(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            await store.create(ONE, ME, entries(ONE, 1, 1))
            firsts = [(2, 3), (3, 3), (4, 4)]
            writes = [Write(ONE, 1, first, entries(ONE, first, last)) for first, last in firsts]
            assert await store.commit([*writes, Write("UNUSED", 1, 1, (b"?",))]) == [True, False, True, False]
            assert await whole(store) == entries(ONE, 1, 4)
            assert await store.claim("UNUSED", ME) == Absent()

    asyncio.run(play())


# ---- a second owner


OPEN = """
import asyncio, sys
from ludoteca.runtime.sqlite.store import InUse, SqliteStore
try:
    asyncio.run(SqliteStore.open(sys.argv[1]))
except InUse:
    print("in use")
"""


def opened_elsewhere(path: Path) -> str:
    """What another process says that opens this store."""
    return subprocess.run([sys.executable, "-c", OPEN, path], check=True, capture_output=True, text=True).stdout


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps locks of ours and of SQLite apart")
def test_a_second_owner_is_refused_though_the_file_of_the_lock_was_deleted(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            await store.create(ONE, ME, entries(ONE, 1, 1))
            (tmp_path / "s.db.lock").unlink()
            assert await asyncio.to_thread(opened_elsewhere, tmp_path / "s.db") == "in use\n"
            assert await store.commit([Write(ONE, 1, 2, entries(ONE, 2, 2))]) == [True]

    asyncio.run(play())


@pytest.mark.parametrize("replaced", [False, True])
def test_nothing_is_acknowledged_into_a_file_that_was_deleted(tmp_path: Path, replaced: bool) -> None:
    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            await store.create(ONE, ME, entries(ONE, 1, 1))
            (tmp_path / "s.db").rename(tmp_path / "elsewhere.db")
            if replaced:
                (tmp_path / "s.db").touch()
            with pytest.raises(Unavailable, match="deleted or replaced"):
                await store.commit([Write(ONE, 1, 2, entries(ONE, 2, 2))])

    asyncio.run(play())


# ---- a full disk, a read-only or locked file, a failing disk


def test_a_full_disk_refuses_and_harms_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            await store.create(ONE, ME, entries(ONE, 1, 1))
            (pages,) = await pragma(store, "page_count")
            await pragma(store, f"max_page_count = {pages + 10}")
            last = await fill(store)
            with pytest.raises(Unavailable, match="full"):
                await store.create(TWO, ME, [bytes(9_000)])
            assert await store.commit([Write(ONE, 1, last + 1, ())]) == [True]
            assert await pragma(store, "integrity_check") == ("ok",)
            await pragma(store, "max_page_count = 100000")
            assert await store.commit([Write(ONE, 1, last + 1, (bytes(9_000),))]) == [True]
            assert await store.create(TWO, ME, entries(TWO, 1, 1)) == Claimed(1)
        async with opened(tmp_path / "s.db") as store:
            assert len(await whole(store)) == last + 1
            assert await whole(store, TWO) == entries(TWO, 1, 1)
            assert await pragma(store, "integrity_check") == ("ok",)

    asyncio.run(play())


async def fill(store: SqliteStore) -> int:
    """Commit until the disk is full; the last number that was acknowledged."""
    for n in range(2, 1000):
        try:
            assert await store.commit([Write(ONE, 1, n, (bytes(9_000),))]) == [True]
        except Unavailable:
            assert await whole(store) == (*entries(ONE, 1, 1), *[bytes(9_000)] * (n - 2))
            return n - 1
    raise AssertionError("it never got full")


def test_a_fold_without_space_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_ledger, "FOLD_BYTES", 30_000)

    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            await store.create(ONE, ME, ())
            (pages,) = await pragma(store, "page_count")
            await pragma(store, f"max_page_count = {pages + 12}")
            for n in range(1, 4):
                assert await store.commit([Write(ONE, 1, n, (bytes(12_000),))]) == [True]
            assert await whole(store) == (bytes(12_000),) * 3
            assert len(ask(tmp_path / "s.db", "SELECT * FROM journal")) == 3
        async with opened(tmp_path / "s.db") as store:
            assert await whole(store) == (bytes(12_000),) * 3

    asyncio.run(play())


def test_a_file_that_became_read_only_refuses_until_it_is_not(tmp_path: Path) -> None:
    refuses_then_resumes(
        tmp_path / "s.db",
        lambda store: pragma(store, "query_only = ON"),
        lambda store: pragma(store, "query_only = OFF"),
    )


def test_a_lock_of_another_program_is_waited_for_and_then_told(tmp_path: Path) -> None:
    assert sqlite_db.BUSY_SECONDS <= 5
    with closing(sqlite3.connect(tmp_path / "s.db", isolation_level=None)) as other:

        async def lock(store: SqliteStore) -> None:
            await pragma(store, "busy_timeout = 50")
            other.execute("BEGIN IMMEDIATE")

        async def unlock(store: SqliteStore) -> None:
            other.execute("ROLLBACK")

        refuses_then_resumes(tmp_path / "s.db", lock, unlock)


def refuses_then_resumes(
    path: Path, break_it: Callable[[SqliteStore], Awaitable[Any]], mend: Callable[[SqliteStore], Awaitable[Any]]
) -> None:
    async def play() -> None:
        async with opened(path) as store:
            await store.create(ONE, ME, entries(ONE, 1, 2))
            await break_it(store)
            for act in (
                commit(store, ONE, 3, 3),
                store.create(TWO, ME, ()),
                store.claim(ONE, ME),
                store.end(ONE),
                store.probe(),
            ):
                with pytest.raises(Unavailable):
                    await act
            await mend(store)
            assert await commit(store, ONE, 3, 3) == [True]
            assert await store.create(TWO, ME, ()) == Claimed(1)
            assert await whole(store) == entries(ONE, 1, 3)

    asyncio.run(play())


class Failing:
    """A connection whose syncs fail: it has written, and cannot tell whether that will stay."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.fails = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def execute(self, text: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        done = self._db.execute(text, values)
        if self.fails and text.startswith(("INSERT", "UPDATE", "COMMIT")):
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
            raise error
        return done


def test_after_a_failed_sync_nothing_is_acknowledged_until_opened_anew(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            await store.create(ONE, ME, entries(ONE, 1, 2))
            database = store._ledger.file.database
            failing = Failing(database.db)
            database.db = failing  # type: ignore[assignment]
            with pytest.raises(Unavailable):
                await commit(store, ONE, 3, 3)
            failing.fails = False
            await nothing_is_acknowledged(store)
            assert await whole(store) == entries(ONE, 1, 2)
        await resumes(tmp_path / "s.db")

    asyncio.run(play())


def test_after_an_error_of_the_disk_nothing_is_acknowledged_until_opened_anew(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            await store.create(ONE, ME, entries(ONE, 1, 2))
            with no_file_longer_than((tmp_path / "s.db-wal").stat().st_size), pytest.raises(Unavailable, match="I/O"):
                await store.commit([Write(ONE, 1, 3, (bytes(50_000),))])
            await nothing_is_acknowledged(store)
        await resumes(tmp_path / "s.db")

    asyncio.run(play())


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """Writing beyond fails as if the disk were broken."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def nothing_is_acknowledged(store: SqliteStore) -> None:
    asked = [store.commit([Write(ONE, 1, 3, ())]), store.create(TWO, ME, ()), store.claim(ONE, ME), store.end(ONE)]
    asked += [commit(store, ONE, n, n) for n in range(1, 20)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(answer, Unavailable) for answer in answers)


async def resumes(path: Path) -> None:
    async with opened(path) as store:
        there = len(await whole(store))
        assert await store.claim(ONE, ME) == Claimed(2)
        assert await commit(store, ONE, there + 1, there + 1, epoch=2) == [True]


# ---- being killed


def killed_after(path: Path, acknowledged: int) -> dict[str, int]:
    """Run a process that commits, and kill it some time after so many acknowledgements; the last numbers it said."""
    command = [sys.executable, "-m", "tests.runtime.commit_writer", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(acknowledged)]
        child.send_signal(signal.SIGKILL)
        lines += child.stdout.readlines()
    said = [line for line in lines if line.endswith("\n")]
    return dict(zip(GAMES, map(int, said[-1].split()), strict=True))


def test_killed_while_committing_loses_nothing_acknowledged(tmp_path: Path) -> None:
    chance = random.Random(5)
    path = tmp_path / "s.db"

    async def check(last: dict[str, int]) -> None:
        async with opened(path) as store:
            assert not store.dropped
            for game_id in GAMES:
                there = await whole(store, game_id)
                assert len(there) >= last[game_id]
                assert there == entries(game_id, 1, len(there))

    for _ in range(KILLS):
        asyncio.run(check(killed_after(path, chance.randint(1, 60))))
    assert ask(path, "PRAGMA integrity_check") == [("ok",)]


# ---- tables that are over


def test_entries_of_a_table_long_over_are_deleted_and_its_id_stays_used(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            for game_id in (ONE, TWO):
                await store.create(game_id, ME, entries(game_id, 1, 3))
            await store.snapshot([StoredSnapshot(ONE, 1, 2, b"two")])
            await store.end(ONE)
        async with opened(tmp_path / "s.db", ended_ttl_seconds=1e-6) as store:
            await store.claim(TWO, ME)
            await store.end(TWO)
            assert [each.game_id for each in await store.tables()] == [TWO]
            assert await store.claim(ONE, ME) == Absent(expired=True)
            assert await store.create(ONE, ME, entries(ONE, 1, 1)) is None
            assert await commit(store, ONE, 1, 1) == [False]
            assert await store.load(ONE) == StoredTable(0, b"", ())
            assert await store.missing([ONE, TWO]) == {ONE}
            assert await whole(store, TWO) == entries(TWO, 1, 3)
        assert ask(tmp_path / "s.db", "SELECT DISTINCT game_id FROM chunks") == [(TWO,)]
        assert ask(tmp_path / "s.db", "SELECT count(*) FROM snapshots") == [(0,)]

    asyncio.run(play())


@pytest.mark.parametrize("seconds", [0.0, 1000.0])
def test_a_table_that_is_over_is_kept_as_long_as_the_host_says(tmp_path: Path, seconds: float) -> None:
    async def play() -> None:
        for _ in range(2):
            async with opened(tmp_path / "s.db", seconds) as store:
                await store.create(ONE, ME, entries(ONE, 1, 3))
                await store.create(TWO, ME, entries(TWO, 1, 3))
                await store.end(ONE)
                await store.end(TWO)
        async with opened(tmp_path / "s.db", seconds) as store:
            assert await whole(store, ONE) == entries(ONE, 1, 3)

    asyncio.run(play())


def test_a_table_in_use_is_not_deleted_though_it_is_over(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path / "s.db", ended_ttl_seconds=1e-6) as store:
            for game_id in (ONE, TWO):
                await store.create(game_id, ME, entries(game_id, 1, 3))
                await store.end(game_id)
            assert await commit(store, ONE, 4, 5) == [True]

    asyncio.run(play())


def test_a_file_of_the_first_release_learns_since_when_tables_are_over(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            for game_id in (ONE, TWO):
                await store.create(game_id, ME, entries(game_id, 1, 3))
            await store.end(ONE)
        ask(tmp_path / "s.db", "DROP TABLE ended")
        async with opened(tmp_path / "s.db", ended_ttl_seconds=1000) as store:
            assert len(await store.tables()) == 2
        assert ask(tmp_path / "s.db", "SELECT game_id, at > 1e9 FROM ended") == [(ONE, 1)]

    asyncio.run(play())
