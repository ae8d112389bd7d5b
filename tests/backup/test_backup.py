"""A backup is whole or not there; a restore changes a folder wholly or not at all."""

import os
import shutil
import sqlite3
import stat
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from ludoteca.backup import COPYING, MANIFEST, BackupError, back_up, is_half_restored, restore
from ludoteca.runtime.sqlite.database import InUse, locked
from tests.cli.terminal import ludoteca, refused
from tests.web.browser import eventually
from tests.web.deployments import command, environment

from .archives import MADE, Members, backed_up, changed, folder, manifest_with, members, said, saying, written


def everything(place: Path) -> dict[str, bytes]:
    return {str(each.relative_to(place)): each.read_bytes() for each in place.rglob("*") if each.is_file()}


# Making one


def test_what_is_backed_up_comes_back(tmp_path: Path) -> None:
    restored = restore(backed_up(tmp_path), tmp_path / "new")
    assert said(tmp_path / "new") == saying("kept")
    assert restored.made == MADE


def test_what_a_writer_has_not_committed_is_not_in_it_and_what_he_has_is(tmp_path: Path) -> None:
    data = folder(tmp_path / "data")
    with closing(sqlite3.connect(data / "tables.db", isolation_level=None)) as writer:
        writer.execute("PRAGMA wal_autocheckpoint = 0")  # it stays in the log beside the database
        writer.execute("UPDATE said SET text = 'committed'")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE said SET text = 'not committed'")
        back_up(data, tmp_path / "file", MADE)
        writer.execute("COMMIT")
    restore(tmp_path / "file", tmp_path / "new")
    assert said(tmp_path / "new")["tables.db"] == "committed"
    assert said(data)["tables.db"] == "not committed"


def test_what_a_killed_server_has_left_beside_its_database_is_in_it(tmp_path: Path) -> None:
    data, killed = folder(tmp_path / "data"), tmp_path / "killed"
    with closing(sqlite3.connect(data / "web.db", isolation_level=None)) as writer:
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        writer.execute("UPDATE said SET text = 'acknowledged'")
        shutil.copytree(data, killed)  # as it lies on the disk at this moment
    assert (killed / "web.db-wal").stat().st_size
    back_up(killed, tmp_path / "file", MADE)
    restore(tmp_path / "file", tmp_path / "new")
    assert said(tmp_path / "new")["web.db"] == "acknowledged"


def test_the_database_of_the_web_is_copied_before_that_of_the_tables(tmp_path: Path) -> None:
    assert list(members(backed_up(tmp_path))) == [MANIFEST, "web.db", "tables.db", "secret"]


def test_only_its_owner_may_read_a_back_up_or_what_is_restored_of_it(tmp_path: Path) -> None:
    file = backed_up(tmp_path)
    restore(file, tmp_path / "new")
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in (file, *(tmp_path / "new").iterdir())}
    del modes["tables.db.lock"]  # it is empty
    assert modes == dict.fromkeys(("kept.tar.gz", "web.db", "tables.db", "secret"), 0o600)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_a_secret_that_is_in_the_environment_stays_there(tmp_path: Path) -> None:
    (folder(tmp_path / "data") / "secret").unlink()
    back_up(tmp_path / "data", tmp_path / "file", MADE)
    restore(tmp_path / "file", tmp_path / "new")
    assert not (tmp_path / "new" / "secret").exists()


def test_a_file_that_is_there_already_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("precious")
    with pytest.raises(BackupError, match="already"):
        back_up(folder(tmp_path / "data"), tmp_path / "file", MADE)
    assert (tmp_path / "file").read_text() == "precious"


@pytest.mark.parametrize("missing", ["web.db", "tables.db"])
def test_a_folder_that_is_none_of_ours_is_not_backed_up(tmp_path: Path, missing: str) -> None:
    (folder(tmp_path / "data") / missing).unlink()
    with pytest.raises(BackupError, match=f"there is no .*{missing}"):
        back_up(tmp_path / "data", tmp_path / "file", MADE)


def test_a_damaged_database_is_told_and_no_file_is_left(tmp_path: Path) -> None:
    data = folder(tmp_path / "data")
    whole = bytearray((data / "web.db").read_bytes())
    whole[4096:] = b"\xff" * (len(whole) - 4096)
    (data / "web.db").write_bytes(whole)
    with pytest.raises(BackupError, match=r"web\.db cannot be copied"):
        back_up(data, tmp_path / "file", MADE)
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


@contextmanager
def at_work(place: Path) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A backup that goes on until somebody kills it, for it cannot read a database; and where it makes its copies."""
    data = folder(place / "unreadable")
    with closing(sqlite3.connect(data / "web.db", isolation_level=None)) as writer:
        writer.executescript("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE said SET text = 'mine';")
        line = command("backup", str(place / "first.tar.gz"), "--data", str(data))
        with subprocess.Popen(line, env=environment(), stderr=subprocess.DEVNULL) as process:
            try:
                eventually(lambda: any(place.glob(f"{COPYING}*/web.db")))
                (copies,) = place.glob(f"{COPYING}*")
                yield process, copies
            finally:
                process.kill()


def test_what_a_killed_back_up_has_left_the_next_one_clears_away(tmp_path: Path) -> None:
    with at_work(tmp_path) as (_, copies):
        pass
    assert copies.is_dir()
    back_up(folder(tmp_path / "data"), tmp_path / "second.tar.gz", MADE)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["data", "second.tar.gz", "unreadable"]


def test_the_copies_of_a_back_up_that_is_being_made_are_left_alone(tmp_path: Path) -> None:
    with at_work(tmp_path) as (process, copies):
        back_up(folder(tmp_path / "data"), tmp_path / "second.tar.gz", MADE)
        assert process.poll() is None
        assert copies.is_dir()


# What is not restored


def flipped(found: Members) -> Members:
    body = bytearray(found["tables.db"])
    body[5000] ^= 1
    return {**found, "tables.db": bytes(body)}


def without(name: str) -> Callable[[Members], Members]:
    return lambda found: {each: body for each, body in found.items() if each != name}


def renamed(old: str, new: str) -> Callable[[Members], Members]:
    return lambda found: {(new if name == old else name): body for name, body in found.items()}


def both(*changes: Callable[[Members], Members]) -> Callable[[Members], Members]:
    def change(found: Members) -> Members:
        for each in changes:
            found = each(found)
        return found

    return change


BAD: dict[str, tuple[Callable[[Members], Members], str]] = {
    "one bit is not what it was": (flipped, "not what was kept"),
    "a part is missing": (without("tables.db"), "not where it should be"),
    "the manifest is missing": (without(MANIFEST), "manifest"),
    "the manifest says nonsense": (manifest_with(b'"files"', b'"flies"'), "manifest"),
    "there is more than it says": (lambda found: {**found, "more": b""}, "more than it says"),
    "another name is in it": (renamed("secret", "../secret"), "not where it should be"),
    "the manifest too has another name": (
        both(renamed("secret", "../secret"), manifest_with(b'"secret"', b'"../secret"')),
        "manifest",
    ),
    "a part is named twice": (manifest_with(b'"web.db"', b'"tables.db"'), "manifest"),
    "a newer version has made it": (manifest_with(b'"ludoteca":"', b'"ludoteca":"9'), "upgrade"),
    "it has a newer format": (manifest_with(b'"format":1', b'"format":2,"new":true'), "upgrade"),
}


@pytest.mark.parametrize(("change", "reason"), BAD.values(), ids=BAD)
def test_a_bad_back_up_is_refused_and_changes_nothing(
    tmp_path: Path, change: Callable[[Members], Members], reason: str
) -> None:
    file = changed(backed_up(tmp_path), change)
    taken = folder(tmp_path / "taken", "before")
    was = everything(taken)
    for data, force in ((tmp_path / "new", False), (taken, True)):
        with pytest.raises(BackupError, match=reason):
            restore(file, data, force=force)
    assert not (tmp_path / "new").exists()
    assert not (tmp_path / "secret").exists()
    assert {name: body for name, body in everything(taken).items() if name != "tables.db.lock"} == was


def test_a_back_up_that_is_cut_short_anywhere_is_refused(tmp_path: Path) -> None:
    whole = backed_up(tmp_path).read_bytes()
    file = tmp_path / "short"
    for length in range(0, len(whole) - 64, 97):  # of the last bytes, zeros and a sum, nothing is needed
        file.write_bytes(whole[:length])
        with pytest.raises(BackupError, match="damaged"):
            restore(file, tmp_path / "new")
        assert not (tmp_path / "new").exists()


def test_a_link_in_a_back_up_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("not yours")
    found = members(backed_up(tmp_path))
    del found["secret"]
    file = written(tmp_path / "linked", found)
    with tarfile.open(file, "w:gz") as tar:
        for name, body in found.items():
            (tmp_path / "piece").write_bytes(body)
            tar.add(tmp_path / "piece", name)
        link = tarfile.TarInfo("secret")
        link.type, link.linkname = tarfile.SYMTYPE, str(tmp_path / "outside")
        tar.addfile(link)
    with pytest.raises(BackupError, match="damaged"):
        restore(file, tmp_path / "new")


# Into a folder that is not empty


def test_a_folder_that_is_not_empty_is_left_alone_unless_one_insists(tmp_path: Path) -> None:
    file, taken = backed_up(tmp_path), folder(tmp_path / "taken", "before")
    (taken / "notes").write_text("mine")
    with pytest.raises(BackupError, match="--force"):
        restore(file, taken)
    assert said(taken) == saying("before")
    restore(file, taken, force=True)
    assert said(taken) == saying("kept")
    assert (taken / "notes").read_text() == "mine"


def test_nothing_of_the_folder_before_is_believed_after_a_restore(tmp_path: Path) -> None:
    file, taken = backed_up(tmp_path), folder(tmp_path / "taken", "before")
    for name in ("web.db", "tables.db"):
        (taken / f"{name}-wal").write_bytes(b"a log of another database")
    restore(file, taken, force=True)
    assert sorted(each.name for each in taken.iterdir()) == ["secret", "tables.db", "tables.db.lock", "web.db"]


def test_a_folder_that_a_server_has_open_is_left_alone(tmp_path: Path) -> None:
    file, taken = backed_up(tmp_path), folder(tmp_path / "taken", "before")
    lock = locked(taken / "tables.db")
    with pytest.raises(InUse):
        restore(file, taken, force=True)
    os.close(lock)
    assert said(taken) == saying("before")


def test_what_a_restore_that_was_killed_has_left_behind_is_cleared_away(tmp_path: Path) -> None:
    file, taken = backed_up(tmp_path), folder(tmp_path / "taken", "before")
    folder(taken / ".restoring.abc")
    restore(file, taken, force=True)
    assert sorted(each.name for each in taken.iterdir()) == ["secret", "tables.db", "tables.db.lock", "web.db"]


def test_an_interrupted_restore_is_reported_by_serve_and_can_be_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, taken = backed_up(tmp_path), folder(tmp_path / "taken", "before")

    def killed(source: Path, target: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            restore(file, taken, force=True)
    assert is_half_restored(taken)
    assert "cut short" in refused("serve", "--data", str(taken))
    restore(file, taken, force=True)
    assert not is_half_restored(taken)
    assert said(taken) == saying("kept")


# As typed


def test_one_command_each(tmp_path: Path) -> None:
    data, file, new = folder(tmp_path / "data"), tmp_path / "file.tar.gz", tmp_path / "new"
    made = ludoteca("backup", str(file), "--data", str(data))
    assert (made.exit_code, made.stdout.split(": ")[0]) == (0, f"{data} is backed up in {file}")
    done = ludoteca("restore", str(file), "--data", str(new))
    assert (done.exit_code, said(new)) == (0, saying("kept"))


def test_a_folder_without_the_accounts_is_not_taken_for_a_whole_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql:///elsewhere")
    data = folder(tmp_path / "data")  # with a database that was used before
    assert "DATABASE_URL" in refused("backup", str(tmp_path / "file"), "--data", str(data))
    assert not (tmp_path / "file").exists()


def test_what_goes_wrong_is_one_line(tmp_path: Path) -> None:
    data = folder(tmp_path / "data")
    assert "no backup" in refused("restore", str(data / "secret"), "--data", str(tmp_path / "new"))
    assert "No such file" in refused("restore", str(tmp_path / "none"), "--data", str(tmp_path / "new"))
    assert "No such file" in refused("backup", str(tmp_path / "none" / "file"), "--data", str(data))
    lock = locked(data / "tables.db")
    assert "stop it first" in refused("restore", str(data / "secret"), "--data", str(data), "--force")
    os.close(lock)
