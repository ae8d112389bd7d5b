"""The SQLite store after its file was damaged: told, or mended, never read as something else."""

import asyncio
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ludoteca.runtime.checksum import Damaged
from ludoteca.runtime.store import Claimed, StoredSnapshot, StoredTable, Unavailable

from .sqlite_files import ME, ONE, SAMPLE, TWO, ask, commit, entries, make, opened, refused, whole


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sample") / "s.db"
    make(path)
    ask(Path(f"{path}.killed"), "PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def damaged_copy(path: Path, folder: Path, query: str, values: Sequence[Any]) -> Path:
    copy = folder / "copy.db"
    shutil.copy(path, copy)
    ask(copy, query, values)
    return copy


def flips(body: bytes) -> Iterator[bytes]:
    for place in range(len(body)):
        yield body[:place] + bytes([body[place] ^ (1 << place % 8)]) + body[place + 1 :]


async def read(path: Path) -> tuple[dict[str, StoredTable | None], dict[str, Sequence[bytes] | None], list[str]]:
    """What a store says it has of each table, from the snapshot on and as a whole; None where it says it is damaged."""
    async with opened(path) as store:
        kept: dict[str, StoredTable | None] = {}
        entire: dict[str, Sequence[bytes] | None] = {}
        for game_id in SAMPLE:
            kept[game_id] = entire[game_id] = None
            try:
                kept[game_id] = await store.load(game_id)
                entire[game_id] = await whole(store, game_id)
            except Damaged:
                pass
        return kept, entire, store.dropped


def test_a_flipped_bit_in_a_chunk_is_told_for_its_table_alone(sample: Path, tmp_path: Path) -> None:
    async def play() -> None:
        for rowid, game_id, body in ask(sample, "SELECT rowid, game_id, body FROM chunks"):
            for flipped in flips(body):
                copy = damaged_copy(sample, tmp_path, "UPDATE chunks SET body = ? WHERE rowid = ?", (flipped, rowid))
                _, entire, dropped = await read(copy)
                assert entire == {**SAMPLE, game_id: None}
                assert not dropped

    asyncio.run(play())


def test_a_flipped_bit_in_a_snapshot_costs_nothing_but_the_snapshot(sample: Path, tmp_path: Path) -> None:
    async def play() -> None:
        for rowid, game_id, body in ask(sample, "SELECT rowid, game_id, body FROM snapshots"):
            for flipped in flips(body):
                copy = damaged_copy(sample, tmp_path, "UPDATE snapshots SET body = ? WHERE rowid = ?", (flipped, rowid))
                kept, entire, _ = await read(copy)
                assert kept[game_id] == StoredTable(0, b"", SAMPLE[game_id])
                assert entire == SAMPLE

    asyncio.run(play())


def test_a_damaged_snapshot_gives_way_to_the_one_before(tmp_path: Path) -> None:
    make(tmp_path / "s.db")

    async def play() -> None:
        async with opened(tmp_path / "s.db") as store:
            await store.snapshot([StoredSnapshot(ONE, 1, 4, b"four")])
        ask(tmp_path / "s.db", "UPDATE snapshots SET body = '' WHERE n = 4")
        async with opened(tmp_path / "s.db") as store:
            assert await store.load(ONE) == StoredTable(2, b"two", SAMPLE[ONE][2:])

    asyncio.run(play())


@pytest.mark.parametrize(("turn", "concerned"), [(1, ONE), (2, TWO)])
def test_a_flipped_bit_inside_the_journal_is_told_or_mended(
    sample: Path, tmp_path: Path, turn: int, concerned: str
) -> None:
    killed = Path(f"{sample}.killed")
    ((body,),) = ask(killed, "SELECT body FROM journal WHERE turn = ?", (turn,))
    told = 0

    async def play() -> None:
        nonlocal told
        for flipped in flips(body):
            copy = damaged_copy(killed, tmp_path, "UPDATE journal SET body = ? WHERE turn = ?", (flipped, turn))
            _, entire, dropped = await read(copy)
            assert entire in (SAMPLE, {**SAMPLE, concerned: None})
            assert not dropped
            told += entire != SAMPLE

    asyncio.run(play())
    assert told == sum(map(len, SAMPLE[concerned][: 3 - turn]))  # all else is written twice


def test_a_flipped_bit_at_the_end_of_the_journal_drops_what_it_hit(sample: Path, tmp_path: Path) -> None:
    killed = Path(f"{sample}.killed")
    ((body,),) = ask(killed, "SELECT body FROM journal WHERE turn = 3")
    before = {ONE: SAMPLE[ONE][:2], TWO: SAMPLE[TWO][:1]}

    async def play() -> None:
        for flipped in flips(body):
            copy = damaged_copy(killed, tmp_path, "UPDATE journal SET body = ? WHERE turn = 3", (flipped,))
            _, entire, dropped = await read(copy)
            hit = {each for each in SAMPLE if entire[each] != SAMPLE[each]}
            assert entire == {**SAMPLE, **{each: before[each] for each in hit}}
            assert {text[: len(ONE)] for text in dropped} == hit

    asyncio.run(play())


def test_a_torn_end_of_the_journal_leaves_what_was_whole(sample: Path, tmp_path: Path) -> None:
    killed = Path(f"{sample}.killed")
    ((body,),) = ask(killed, "SELECT body FROM journal WHERE turn = 3")
    before = {ONE: SAMPLE[ONE][:2], TWO: SAMPLE[TWO][:1]}
    seen: list[dict[str, Sequence[bytes] | None]] = []

    async def play() -> None:
        for length in range(len(body)):
            copy = damaged_copy(killed, tmp_path, "UPDATE journal SET body = ? WHERE turn = 3", (body[:length],))
            _, entire, dropped = await read(copy)
            assert bool(dropped) == (entire != SAMPLE)
            seen.append(entire)

    asyncio.run(play())
    steps = [each for each, other in zip(seen, [None, *seen], strict=False) if each != other]
    assert steps == [before, {**before, ONE: SAMPLE[ONE]}, SAMPLE]


def test_numbers_after_a_torn_end_are_used_again_and_no_snapshot_remembers_them(sample: Path, tmp_path: Path) -> None:
    killed = Path(f"{sample}.killed")
    copy = damaged_copy(killed, tmp_path, "UPDATE journal SET body = substr(body, 1, 9) WHERE turn = 3", ())
    ask(copy, "INSERT INTO snapshots VALUES (?, 4, 'of what is gone')", (ONE,))

    async def play() -> None:
        async with opened(copy) as store:
            assert await commit(store, ONE, 3, 5) == [True]
            assert await store.load(ONE) == StoredTable(0, b"", (*SAMPLE[ONE][:2], *entries(ONE, 3, 5)))
        assert ask(copy, "SELECT * FROM snapshots") == []

    asyncio.run(play())


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE journal SET body = zeroblob(length(body)) WHERE turn = 2",
        "UPDATE journal SET body = '' WHERE turn = 1",
        "DELETE FROM journal WHERE turn = 2",
    ],
)
def test_a_lost_row_inside_the_journal_is_never_passed_over(sample: Path, tmp_path: Path, harm: str) -> None:
    refused(damaged_copy(Path(f"{sample}.killed"), tmp_path, harm, ()), Damaged)


def test_a_lost_chunk_is_told(sample: Path, tmp_path: Path) -> None:
    copy = damaged_copy(Path(f"{sample}.killed"), tmp_path, "UPDATE journal SET body = body", ())

    async def play() -> None:
        await read(copy)
        async with opened(copy) as store:
            assert await commit(store, ONE, 5, 6) == [True]
        ask(copy, "DELETE FROM chunks WHERE game_id = ? AND first = 1", (ONE,))
        _, entire, _ = await read(copy)
        assert entire == {**SAMPLE, ONE: None}

    asyncio.run(play())


def test_a_damaged_file_is_told_and_is_no_crash(sample: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    content = sample.read_bytes()
    copy.write_bytes(content[:4096] + bytes(len(content) - 4096))
    with pytest.raises((Damaged, Unavailable)):
        asyncio.run(read(copy))


# Recovery


def test_of_a_damaged_chunk_every_entry_but_the_flipped_one_remains(sample: Path, tmp_path: Path) -> None:
    async def play() -> None:
        ((rowid, body),) = ask(sample, "SELECT rowid, body FROM chunks WHERE game_id = ?", (ONE,))
        start = body.index(b"\n") + 1
        for place in range(start, len(body)):
            flipped = body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :]
            copy = damaged_copy(sample, tmp_path, "UPDATE chunks SET body = ? WHERE rowid = ?", (flipped, rowid))
            async with opened(copy) as store:
                remains = await store.remains(ONE)
            kept = [remains.entries[n] == entry for n, entry in enumerate(SAMPLE[ONE], 1)]
            assert (remains.last, kept.count(False)) == (4, 1)

    asyncio.run(play())


def test_a_rebuild_keeps_the_damaged_bytes_in_the_file_through_restarts(sample: Path, tmp_path: Path) -> None:
    query = "SELECT first, last, body FROM chunks WHERE game_id = ?"
    copy = damaged_copy(sample, tmp_path, "UPDATE chunks SET body = x'00' || body WHERE game_id = ?", (ONE,))
    before = ask(copy, query, (ONE,))

    async def play() -> str | None:
        async with opened(copy) as store:
            claimed = await store.claim(ONE, ME)
            assert isinstance(claimed, Claimed)
            where = await store.rebuild(ONE, claimed.epoch, (b"new",), "now")
        async with opened(copy) as store:
            assert await whole(store) == (b"new",)
            assert await whole(store, TWO) == SAMPLE[TWO]
            assert [table.game_id for table in await store.tables()] == [ONE, TWO]
        return where

    assert asyncio.run(play()) == f"{copy}, as {ONE}:damaged:now"
    assert ask(copy, query, (f"{ONE}:damaged:now",)) == before
