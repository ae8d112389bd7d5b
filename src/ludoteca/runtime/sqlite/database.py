"""The database under the SQLite store: its lock, its schema, and what its errors mean.

Laws kept here:
- One process has the file: a second one fails at once with `InUse`, whatever files beside it are missing. If the file
  itself is deleted or replaced, nothing is written any more: what only this process can see is not kept.
- A write is durable when it returns, or raises Unavailable and has left nothing behind. After an error of the disk
  itself, or in a damaged file, nothing is written any more until the file is reopened: what a disk has kept of a
  failed write is unknown, and a second sync may falsely succeed.
- A file that is something else is left as it is.

Must not know: entries, tables, epochs, event loops.
"""

import fcntl
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from ..checksum import Damaged
from ..store import Unavailable

BUSY_SECONDS: Final = 2.0  # how long a lock of another program on the file is waited for
WAL_BYTES: Final = 64 << 20  # a write-ahead log that has grown beyond is cut back to this
VERSION: Final = 1
APPLICATION: Final = 0x4C55444F  # marks the file as ours: "LUDO"

SCHEMA: Final = f"""
CREATE TABLE journal (turn INTEGER PRIMARY KEY, body BLOB NOT NULL);
CREATE TABLE tables (game_id TEXT PRIMARY KEY, epoch INTEGER NOT NULL, live INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX live_tables ON tables (game_id) WHERE live;
CREATE TABLE chunks (game_id TEXT, first INTEGER, last INTEGER, body BLOB NOT NULL, PRIMARY KEY (game_id, first, last));
CREATE TABLE snapshots (game_id TEXT, n INTEGER, body BLOB NOT NULL, PRIMARY KEY (game_id, n));
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""
ENDED: Final = """
CREATE TABLE ended (game_id TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX ended_since ON ended (at);
INSERT INTO ended SELECT game_id, strftime('%s', 'now') FROM tables WHERE NOT live;
"""
"""What a file of the first release lacks: since when tables are over. That release ignores it."""
SETTINGS: Final = (
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = OFF",  # some builds overwrite what is deleted: the journal would be written twice
    f"PRAGMA journal_size_limit = {WAL_BYTES}",
)


class InUse(Exception):
    """Another process has this store open, or this one already has."""


class NotAStore(Exception):
    """The file is something else, or a store of another version."""


def connected(path: Path) -> sqlite3.Connection:
    """A connection for the calling thread, with explicit transactions and checkpoints."""
    db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    db.execute("PRAGMA wal_autocheckpoint = 0")
    return db


class Database:
    """An open database, for one thread. `stopped` says why nothing is written any more, if so."""

    def __init__(self, path: Path, lock: int | None = None) -> None:
        """`lock`: what `locked` has returned for this file, which this object now owns; None: lock it here."""
        self.path = path
        self.stopped = ""
        self._locks = [locked(path) if lock is None else lock]
        try:
            self.db = _opened(path)
            self._locks.append(_locked_itself(path))
        except BaseException:
            self._unlock()
            raise
        self._file = _identity(path)

    def close(self) -> None:
        """Closing checkpoints the WAL; if that fails, the next opening does it."""
        with suppress(sqlite3.Error):
            self.db.close()
        self._unlock()

    def _unlock(self) -> None:
        for lock in self._locks:
            os.close(lock)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        with _told(self.path):
            yield self.db

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """For one statement, which is a transaction by itself. Any error is Unavailable."""
        if not self.stopped and _identity(self.path) != self._file:
            self.stop("the file was deleted or replaced")
        if self.stopped:
            raise Unavailable(self.stopped)
        try:
            yield self.db
        except sqlite3.Error as error:
            self.note(error)
            raise Unavailable(f"{self.path}: {error}") from error

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """For several statements: all of them, or none."""
        with self.writing() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

    def probe(self) -> None:
        """Write what stands there already: it takes a page of the write-ahead log, as a row does."""
        with self.transaction() as db:
            db.execute(f"PRAGMA user_version = {VERSION}")

    def note(self, error: sqlite3.Error) -> None:
        """A write or a checkpoint failed: if the disk or the file is to blame, stop writing."""
        code = _code(error)
        # A full disk can show as this one too: the index beside the log could not grow. Nothing of ours was written.
        full = code == sqlite3.SQLITE_IOERR_SHMSIZE
        if code & 0xFF in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) and not full:
            self.stop(str(error))

    def stop(self, why: str) -> None:
        self.stopped = f"{self.path}: nothing is written until it is reopened, after: {why}"


def locked(path: Path) -> int:
    """Lock the file until the returned descriptor is closed; InUse if another process has it.

    The lock is a file of its own, because the database may not be there yet."""
    return _flocked(path, Path(f"{path}.lock"), os.O_RDWR | os.O_CREAT)


def _locked_itself(path: Path) -> int:
    """Lock the database too, since anybody may delete a file that is empty. Only Linux keeps these locks and those of
    SQLite apart; elsewhere ours would keep SQLite out."""
    if sys.platform == "linux":
        return _flocked(path, path, os.O_RDONLY)
    return os.open(path, os.O_RDONLY)


def _flocked(path: Path, file: Path, flags: int) -> int:
    try:
        lock = os.open(file, flags, 0o644)
    except OSError as error:
        raise Unavailable(str(error)) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise InUse(f"{path} is open already, in this process or in another") from error
    return lock


def _identity(path: Path) -> tuple[int, int] | None:
    """Of the file under this path; None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _opened(path: Path) -> sqlite3.Connection:
    with _told(path):
        db = connected(path)
        try:
            _prepare(path, db)
        except BaseException:
            db.close()
            raise
        return db


def _prepare(path: Path, db: sqlite3.Connection) -> None:
    version, application, things = (
        db.execute(query).fetchone()[0]
        for query in ("PRAGMA user_version", "PRAGMA application_id", "SELECT count(*) FROM sqlite_schema")
    )
    if (version, application) != (VERSION, APPLICATION) and (things or version or application):
        raise NotAStore(f"{path} is not a store of version {VERSION}")
    if db.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        raise Unavailable(f"{path}: this place cannot keep a write-ahead log")
    for setting in SETTINGS:
        db.execute(setting)
    if not things:
        db.executescript(f"BEGIN IMMEDIATE; {SCHEMA} COMMIT;")
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'ended'").fetchone():
        db.executescript(f"BEGIN IMMEDIATE; {ENDED} COMMIT;")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """A read error, as an exception of ours."""
    try:
        yield
    except sqlite3.Error as error:
        kind = {sqlite3.SQLITE_NOTADB: NotAStore, sqlite3.SQLITE_CORRUPT: Damaged}.get(_code(error) & 0xFF, Unavailable)
        raise kind(f"{path}: {error}") from error


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0)  # an error of the Python module itself has none
