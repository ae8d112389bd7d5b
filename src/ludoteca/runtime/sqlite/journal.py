"""The tables of the SQLite file: a journal of commits, and chunks of entries per table that it is folded into.

Laws kept here:
- All entries of a commit go into one row of the journal, in one transaction. Folding is one transaction too: before and
  after any crash every entry is in one place.
- Damage on the disk is reported as Damaged for the table concerned, never skipped. Only damage in the last row of the
  journal is dropped, as a torn write, and `dropped` names it.
- A snapshot never stands for entries that are not there.

All of it runs on one thread. Must not know: epochs and who holds what, event loops.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple

from ..checksum import DIGITS, Damaged, add_checksum, strip_checksum
from ..store import StoredSnapshot, TableCopy, Write
from .database import Database
from .rows import Part, chunk_of, entries_of, parts_of, remains_of, row_of, runs_of, spoilt

ROWS: Final = """
SELECT game_id, epoch, live,
    coalesce((SELECT last FROM chunks c WHERE c.game_id = t.game_id ORDER BY first DESC LIMIT 1), 0)
FROM tables t
"""
RESTING: Final = 2  # in the column `live`: live, but nobody need serve it
EXPIRED: Final = -1  # there too: over, and its entries are deleted
STATES: Final[tuple[Literal["ended", "live", "resting"], ...]] = (
    "ended",
    "live",
    "resting",
)  # what the numbers in the column `live` mean
CHUNKS: Final = "SELECT first, last, body FROM chunks WHERE game_id = ? AND last > ? ORDER BY first"
SNAPSHOTS: Final = "SELECT n, body FROM snapshots WHERE game_id = ? ORDER BY n DESC"
DROP_OLD: Final = """
DELETE FROM snapshots WHERE game_id = ?1
    AND n NOT IN (SELECT n FROM snapshots WHERE game_id = ?1 ORDER BY n DESC LIMIT 2)
"""
DROP_AHEAD: Final = """
DELETE FROM snapshots
    WHERE game_id IN (SELECT game_id FROM tables)
    AND n > coalesce((SELECT max(last) FROM chunks c WHERE c.game_id = snapshots.game_id), 0)
"""


class TableRow(NamedTuple):
    """A table in the file, with the number of its last folded entry."""

    game_id: str
    epoch: int
    live: int
    last: int

    @property
    def is_expired(self) -> bool:
        """Whether it is over, and its entries are deleted."""
        return self.live == EXPIRED


class File:
    def __init__(self, path: Path, lock: int | None) -> None:
        self.database = Database(path, lock)
        self.dropped: list[str] = []
        self._turn = 0
        try:
            self._recover()
        except BaseException:
            self.database.close()
            raise

    def close(self) -> None:
        self.database.close()

    def append(self, writes: Sequence[Write]) -> None:
        """Append one row to the journal, synced to disk when this returns."""
        body = row_of(self._turn + 1, writes)
        with self.database.writing() as db:
            db.execute("INSERT INTO journal VALUES (?, ?)", (self._turn + 1, body))
        self._turn += 1

    def create(self, write: Write) -> None:
        with self.database.transaction() as db:
            db.execute("INSERT INTO tables VALUES (?, ?, TRUE)", (write.game_id, write.epoch))
            if write.entries:
                db.execute("INSERT INTO journal VALUES (?, ?)", (self._turn + 1, row_of(self._turn + 1, [write])))
        self._turn += bool(write.entries)

    def raise_epoch(self, game_id: str, epoch: int) -> None:
        with self.database.writing() as db:
            db.execute("UPDATE tables SET epoch = ?, live = (live > 0) WHERE game_id = ?", (epoch, game_id))

    def rest(self, game_id: str) -> None:
        with self.database.writing() as db:
            db.execute("UPDATE tables SET live = ? WHERE game_id = ? AND live", (RESTING, game_id))

    def end(self, game_id: str, at: float) -> None:
        with self.database.transaction() as db:
            db.execute("UPDATE tables SET live = FALSE WHERE game_id = ?", (game_id,))
            db.execute(
                "INSERT INTO ended SELECT game_id, ? FROM tables WHERE game_id = ? ON CONFLICT DO NOTHING",
                (at, game_id),
            )

    def ended_before(self, at: float, at_most: int) -> list[str]:
        """Some tables that were over by then, those that ended first."""
        with self.database.reading() as db:
            found = db.execute("SELECT game_id FROM ended WHERE at < ? ORDER BY at LIMIT ?", (at, at_most)).fetchall()
        return [game_id for (game_id,) in found]

    def expire(self, game_ids: Iterable[str]) -> None:
        """Delete everything of them but their ids and epochs."""
        rows = [(game_id,) for game_id in game_ids]
        with self.database.transaction() as db:
            for name in ("chunks", "snapshots", "ended"):
                db.executemany(f"DELETE FROM {name} WHERE game_id = ?", rows)  # noqa: S608
            db.executemany("UPDATE tables SET live = ? WHERE game_id = ?", [(EXPIRED, *row) for row in rows])

    def fold(self, runs: Iterable[Part], snapshots: Iterable[StoredSnapshot]) -> None:
        """These runs are all that the journal holds: keep them as chunks, with the snapshots, and empty it."""
        chunks = [(run.game_id, run.first, run.last, chunk_of(run.game_id, run.first, run.entries)) for run in runs]
        kept = [
            (snapshot.game_id, snapshot.n, add_checksum(_label(snapshot.game_id, snapshot.n), snapshot.body))
            for snapshot in snapshots
        ]
        with self.database.transaction() as db:
            db.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?)", chunks)
            db.execute("DELETE FROM journal")
            db.executemany("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", kept)
            db.executemany(DROP_OLD, [(game_id,) for game_id, _, _ in kept])

    def put(self, copies: Sequence[TableCopy]) -> None:
        """Tables of another store, in a file that nobody has open as a store; one that is there already is replaced."""
        ids = [(each.game_id,) for each in copies]
        with self.database.transaction() as db:
            for name in ("tables", "chunks", "snapshots"):
                db.executemany(f"DELETE FROM {name} WHERE game_id = ?", ids)  # noqa: S608
            rows = [(each.game_id, each.epoch, STATES.index(each.state)) for each in copies]
            db.executemany("INSERT INTO tables VALUES (?, ?, ?)", rows)
        self.fold(
            [Part(each.game_id, 1, len(each.entries), each.entries) for each in copies if each.entries],
            [StoredSnapshot(each.game_id, each.epoch, each.n, each.snapshot) for each in copies if each.n],
        )

    def copies(self) -> Iterator[TableCopy]:
        """Every table, to be put into another store; Damaged if the entries of one are not what was kept."""
        for row in self.rows():
            entries = tuple(entry for part in self.parts(row.game_id, 0) for entry in part.entries)
            state = "ended" if row.is_expired else STATES[row.live]
            yield TableCopy(row.game_id, row.epoch, state, entries, *self.snapshot(row.game_id))

    def checkpoint(self) -> None:
        """The rest of a checkpoint, between two writes: only a fully checkpointed WAL restarts."""
        with self.database.writing() as db:
            db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def row(self, game_id: str) -> TableRow | None:
        with self.database.reading() as db:
            found = db.execute(f"{ROWS} WHERE game_id = ?", (game_id,)).fetchone()
        return TableRow(*found) if found else None

    def rows(self) -> list[TableRow]:
        with self.database.reading() as db:
            return [TableRow(*found) for found in db.execute(f"{ROWS} ORDER BY game_id")]

    def live(self) -> list[str]:
        with self.database.reading() as db:
            return [
                game_id for (game_id,) in db.execute("SELECT game_id FROM tables WHERE live = TRUE ORDER BY game_id")
            ]

    def parts(self, game_id: str, after: int) -> list[Part]:
        """The folded entries of a table, from the chunk that contains entry `after` + 1."""
        with self.database.reading() as db:
            found = db.execute(CHUNKS, (game_id, after)).fetchall()
        return [Part(game_id, first, last, entries_of(game_id, first, last, body)) for first, last, body in found]

    def snapshot(self, game_id: str) -> tuple[int, bytes]:
        """The newest snapshot that is not damaged, after its number; 0 if there is none."""
        with self.database.reading() as db:
            found = db.execute(SNAPSHOTS, (game_id,)).fetchall()
        for n, body in found:
            with suppress(Damaged):
                return n, strip_checksum(_label(game_id, n), body)
        return 0, b""

    def remains(self, game_id: str) -> tuple[dict[int, bytes], list[tuple[int, bytes]], bool]:
        """The folded entries and the snapshots of a table as they are, damaged or not, and whether it has ended."""
        with self.database.reading() as db:
            chunks = db.execute(CHUNKS, (game_id, 0)).fetchall()
            snapshots = db.execute(SNAPSHOTS, (game_id,)).fetchall()
            ended = db.execute("SELECT NOT live FROM tables WHERE game_id = ?", (game_id,)).fetchone()
        entries = {n: entry for chunk in chunks for n, entry in remains_of(*chunk).items()}
        return entries, [(n, body[DIGITS:]) for n, body in snapshots], ended == (1,)

    def rebuild(self, game_id: str, entries: Sequence[bytes], aside: str) -> None:
        """These entries instead of the folded ones, which are kept, with the snapshots, under the name `aside`."""
        with self.database.transaction() as db:
            for name in ("chunks", "snapshots"):
                db.execute(f"UPDATE {name} SET game_id = ? WHERE game_id = ?", (aside, game_id))  # noqa: S608
            chunk = (game_id, 1, len(entries), chunk_of(game_id, 1, entries))
            db.execute("INSERT INTO chunks VALUES (?, ?, ?, ?)", chunk)
            db.execute("UPDATE tables SET live = TRUE WHERE game_id = ?", (game_id,))
            db.execute("DELETE FROM ended WHERE game_id = ?", (game_id,))

    def _recover(self) -> None:
        """Fold what the previous process has left in the journal. Always a transaction: if the file cannot be written,
        fail now."""
        with self.database.reading() as db:
            rows = db.execute("SELECT turn, body FROM journal ORDER BY turn").fetchall()
        chunks = list(self._chunks(rows))
        with self.database.transaction() as db:
            db.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?)", chunks)
            db.execute("DELETE FROM journal")
            if self.dropped:  # a snapshot of lost entries would be trusted once its number is used again
                db.execute(DROP_AHEAD)

    def _chunks(self, rows: Sequence[tuple[int, bytes]]) -> Iterator[tuple[str, int, int, bytes]]:
        tables: dict[str, list[Part]] = {}
        for place, (turn, body) in enumerate(rows, 1):
            if turn != rows[0][0] + place - 1:
                raise Damaged(f"{self.database.path}: the journal lacks the row before {turn}")
            for part in self._parts(turn, body, is_last=place == len(rows)):
                tables.setdefault(part.game_id, []).append(part)
        for game_id, first, last, entries, raw in (run for parts in tables.values() for run in runs_of(parts)):
            yield game_id, first, last, chunk_of(game_id, first, entries) if entries else spoilt(raw)

    def _parts(self, turn: int, body: bytes, *, is_last: bool) -> list[Part]:
        try:
            parts = parts_of(turn, body)
        except Damaged as error:
            if not is_last:
                raise
            self.dropped.append(str(error))
            return []
        if is_last:
            self.dropped += [f"{part.game_id} {part.first}-{part.last}" for part in parts if not part.entries]
            return [part for part in parts if part.entries]
        return parts


def _label(game_id: str, n: int) -> str:
    return f"{game_id} snapshot {n}"
