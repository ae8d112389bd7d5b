"""All that a server keeps as one file: made while it is served or while it is not, and put back. For `ludoteca serve`
that is its folder; for several processes, copies of their PostgreSQL and of their tables in Redis, which are made and
put back elsewhere (`cli/backup.py`).

Laws kept here:
- What was acknowledged before a backup is begun is in it. What the web knows is copied before the tables: so each
  table that it takes for open is in the copy of `tables.db`. What the second copy knows beyond the first is settled by
  the scheduler when the restored server starts, as after a crash: a match that has ended at its table meanwhile is paid
  out then, and one that the first copy has as paid out is not looked at again. The other way round, a match that began
  between the copies would have no table, and be aborted.
- A file is there whole, or not at all; only its owner may read it, for the secret is in it. What one that was killed
  has left is cleared away by the next that is made beside it.
- Nothing that a file says is believed. Its names are compared with ours and never used, and every byte of it is checked
  before anything in a folder is changed.
- A folder is served by nobody while it is restored; one that is half restored says so (`is_half_restored`).

Must not know: what is in the databases.
"""

import fcntl
import gzip
import hashlib
import os
import shutil
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import IO, Annotated, Any, Final, Literal, TypeAlias, cast

from .kernel import Malformed, Meta, Value, decode
from .kernel.values import encode
from .runtime.sqlite.database import locked

FORMAT: Final = 1
WEB: Final = "web.db"
WEB_ROWS: Final = "web.rows"
TABLES: Final = "tables.db"
SECRET: Final = "secret"  # noqa: S105 - the name of the file
DATABASES: Final = (WEB, TABLES)  # in the order in which they are copied
SCALED_OUT: Final = (WEB_ROWS, TABLES)  # the same where several processes run
KINDS: Final[dict[tuple[str, ...], str]] = {DATABASES: "`ludoteca serve`", SCALED_OUT: "several processes"}
MANIFEST: Final = "manifest.json"
MANIFEST_BYTES: Final = 1 << 16
COPYING: Final = ".ludoteca-backup."
RESTORING: Final = ".restoring."
HALF: Final = "half-restored"
SIDES: Final = ("", "-wal", "-shm", "-journal")  # a database, and what SQLite keeps beside it
NOBODYS: Final = frozenset({f"{TABLES}.lock", "lost+found"})  # may lie in a folder that counts as empty
BUSY_SECONDS: Final = 10.0
PIECE: Final = 1 << 20

Name: TypeAlias = Literal["web.db", "web.rows", "tables.db", "secret"]


class ArchivedFile(Value, frozen=True):
    """A file in a backup."""

    name: Name
    bytes: Annotated[int, Meta(ge=0, le=1 << 53)]
    sha256: str


class Manifest(Value, frozen=True):
    """What a backup says of itself, at its beginning."""

    format: Literal[1]
    ludoteca: Annotated[str, Meta(pattern=r"^\d+(\.\d+)*")]
    made: str
    files: tuple[ArchivedFile, ...]

    @property
    def bytes(self) -> int:
        return sum(part.bytes for part in self.files)


class BackupError(Exception):
    """Why nothing was done: in one sentence, and without a secret in it."""


def back_up(data: Path, file: Path, made: str) -> Manifest:
    """Everything in the folder into a new file. `made`: when, as it is to be told."""
    for name in DATABASES:
        if not (data / name).is_file():
            raise BackupError(f"there is no {data / name}: this is not a folder of `ludoteca serve`")
    return archive(file, made, lambda place: _copies(data, place))


def archive(file: Path, made: str, copy: Callable[[Path], Sequence[Path]]) -> Manifest:
    """The files that `copy` makes in a folder, as one new file."""
    if file.exists():
        raise BackupError(f"there is a {file} already")
    with _workplace(file.absolute().parent) as place:
        manifest = pack(copy(place), place / "whole", made)
        os.rename(place / "whole", file)
        _sync(file.absolute().parent)
    return manifest


def restore(file: Path, data: Path, *, force: bool = False) -> Manifest:
    """What a backup holds, in this folder; InUse if somebody serves it. After a refusal the folder is as it was."""
    if not force and data.is_dir() and any(each.name not in NOBODYS for each in data.iterdir()):
        raise BackupError(f"{data} is not empty; --force replaces what a server keeps there")
    with _held(data), tempfile.TemporaryDirectory(prefix=RESTORING, dir=data) as place:
        whole = Path(place) / "whole"
        whole.mkdir()
        manifest = unpack(file, whole, DATABASES)
        _put_in_place(whole, data)
    return manifest


def is_half_restored(data: Path) -> bool:
    """Whether a restore was cut short in this folder: it holds parts of two servers."""
    return (data / HALF).exists()


def pack(files: Sequence[Path], whole: Path, made: str) -> Manifest:
    """These files, and a manifest before them, as one."""
    parts = tuple(_part(file) for file in files)
    manifest = Manifest(FORMAT, version("ludoteca"), made, parts)
    first = whole.with_name(MANIFEST)
    first.write_bytes(encode(manifest))
    with os.fdopen(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        with tarfile.open(fileobj=out, mode="w:gz", compresslevel=6) as tar:
            for file in (first, *files):
                tar.add(file, file.name, filter=_ours)
        out.flush()
        os.fsync(out.fileno())
    return manifest


def unpack(file: Path, folder: Path, databases: tuple[str, ...]) -> Manifest:
    """Every part of a backup of these databases, checked; BackupError if it is not what it was when it was made."""
    try:
        with tarfile.open(file, "r:gz") as tar:
            following: Callable[[], tarfile.TarInfo | None] = tar.next
            manifest = _manifest(_read(tar, following()), databases)
            for part in manifest.files:
                _unpack(tar, following(), part, folder / part.name)
            if following() is not None:
                raise BackupError(f"{file} holds more than it says")
        for name in set(databases) & set(DATABASES):
            _check(folder / name)
    except (tarfile.TarError, gzip.BadGzipFile, EOFError, zlib.error, sqlite3.Error) as error:
        raise BackupError(f"{file} is damaged, or no backup: {error}") from None
    return manifest


# Making one


def _copies(data: Path, place: Path) -> list[Path]:
    copies = [_copied(data / name, place / name) for name in DATABASES]
    if (data / SECRET).is_file():  # else it is in the environment, and stays there
        copies.append(Path(shutil.copyfile(data / SECRET, place / SECRET)))
    return copies


@contextmanager
def _workplace(parent: Path) -> Iterator[Path]:
    """A folder for copies, locked while in use: one that is not locked was left by a process that was killed."""
    door = _hold(parent)  # so that none is made while leftovers are looked for
    try:
        for left in parent.glob(f"{COPYING}*"):
            _clear_away(left)
        place = Path(tempfile.mkdtemp(prefix=COPYING, dir=parent))
        held = _hold(place)
    finally:
        os.close(door)
    try:
        yield place
    finally:
        shutil.rmtree(place)
        os.close(held)


def _hold(folder: Path, how: int = 0) -> int:
    """Ours until what is returned is closed, or we are killed."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | how)
    except OSError:
        os.close(handle)
        raise
    return handle


def _clear_away(left: Path) -> None:
    try:
        held = _hold(left, fcntl.LOCK_NB)
    except OSError:  # somebody is at work there, or it is not ours to open
        return
    shutil.rmtree(left, ignore_errors=True)
    os.close(held)


def _copied(source: Path, copy: Path) -> Path:
    """A consistent copy of a database, even while it is written to."""
    try:
        with closing(_opened(source)) as live, closing(_opened(copy, "rwc")) as made:
            live.backup(made)
        _check(copy)
    except sqlite3.Error as error:
        raise BackupError(f"{source} cannot be copied: {error}") from None
    return copy


def _opened(file: Path, mode: str = "rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode={mode}", uri=True, timeout=BUSY_SECONDS)


def _check(file: Path) -> None:
    """A damaged one is found when it is kept, and not when it is needed."""
    with closing(_opened(file)) as db:
        found: str = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def _part(file: Path) -> ArchivedFile:
    with file.open("rb") as source:
        seen = hashlib.file_digest(source, "sha256").hexdigest()
    return ArchivedFile(cast("Name", file.name), file.stat().st_size, seen)


def _ours(info: tarfile.TarInfo) -> tarfile.TarInfo:
    """Whose it was on this machine is nobody's business."""
    info.mode, info.uid, info.gid, info.uname, info.gname = 0o600, 0, 0, "", ""
    return info


# Putting one back


@contextmanager
def _held(data: Path) -> Iterator[None]:
    """The folder, made if it is not there, in nobody else's hands; gone again if it was made for nothing."""
    fresh = not data.exists()
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = locked(data / TABLES)
    try:
        for left in data.glob(f"{RESTORING}*"):  # by one that was killed: a copy of a secret lies in it
            shutil.rmtree(left)
        yield
    except BaseException:
        if fresh:
            shutil.rmtree(data)
        raise
    finally:
        os.close(lock)


def _read(tar: tarfile.TarFile, member: tarfile.TarInfo | None) -> bytes:
    if member is None or member.name != MANIFEST or member.size > MANIFEST_BYTES:
        raise tarfile.ReadError("it does not begin with a manifest")
    return _source(tar, member).read()


def _manifest(raw: bytes, databases: tuple[str, ...]) -> Manifest:
    try:
        told: dict[str, Any] = decode(raw, dict[str, Any])
        if isinstance(told.get("format"), int) and told["format"] > FORMAT:
            raise BackupError("the backup was made by a newer Ludoteca: upgrade this one first")
        manifest: Manifest = decode(raw, Manifest)
    except Malformed as error:
        raise tarfile.ReadError(f"its manifest: {error}") from None
    if _release(manifest.ludoteca) > _release(version("ludoteca")):
        raise BackupError(f"the backup was made by Ludoteca {manifest.ludoteca}: upgrade this one first")
    names = [part.name for part in manifest.files]
    for others, kind in KINDS.items():
        if others != databases and set(names) - {SECRET} == set(others):
            raise BackupError(f"it is a backup of {kind}, not of {KINDS[databases]}")
    if len(set(names)) != len(names) or not set(databases) <= set(names):
        raise tarfile.ReadError("its manifest does not name each database once")
    return manifest


def _release(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(".") if number.isdecimal())


def _unpack(tar: tarfile.TarFile, member: tarfile.TarInfo | None, part: ArchivedFile, file: Path) -> None:
    if member is None or (member.name, member.size) != (part.name, part.bytes):
        raise tarfile.ReadError(f"{part.name} is not where it should be")
    source, seen = _source(tar, member), hashlib.sha256()
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        while piece := source.read(PIECE):
            seen.update(piece)
            out.write(piece)
        out.flush()
        os.fsync(out.fileno())
    if seen.hexdigest() != part.sha256:
        raise tarfile.ReadError(f"{part.name} is not what was kept")


def _source(tar: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    source = tar.extractfile(member) if member.isreg() else None  # a link could point anywhere
    if source is None:
        raise tarfile.ReadError(f"{member.name} is not a file")
    return source


def _put_in_place(whole: Path, data: Path) -> None:
    """From the first line to the last the folder is marked: who is killed in between has to do it again."""
    (data / HALF).touch()
    _sync(data)
    for name in (*DATABASES, SECRET):
        for side in SIDES:
            (data / f"{name}{side}").unlink(missing_ok=True)
    for file in sorted(whole.iterdir()):
        os.replace(file, data / file.name)
    _sync(data)
    (data / HALF).unlink()
    _sync(data)


def _sync(folder: Path) -> None:
    """What is called how in a folder, on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
