"""Folders like those of `ludoteca serve`, and backups with something wrong in them."""

import io
import os
import sqlite3
import tarfile
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from ludoteca.backup import MANIFEST, back_up

Members = dict[str, bytes]
MADE = "2026-11-15T12:00:00+00:00"


def folder(place: Path, text: str = "kept") -> Path:
    """Two small databases with a row each, and a secret."""
    place.mkdir(mode=0o700)
    for name in ("web.db", "tables.db"):
        with closing(sqlite3.connect(place / name)) as db:
            db.executescript(f"PRAGMA journal_mode=WAL; CREATE TABLE said (text); INSERT INTO said VALUES ('{text}');")
    with os.fdopen(os.open(place / "secret", os.O_WRONLY | os.O_CREAT, 0o600), "w") as out:
        out.write(f"secret of {text}")
    return place


def said(place: Path) -> dict[str, str]:
    """What stands in each file of such a folder."""
    found = {"secret": (place / "secret").read_text()}
    for name in ("web.db", "tables.db"):
        with closing(sqlite3.connect(place / name)) as db:
            found[name] = db.execute("SELECT text FROM said").fetchone()[0]
    return found


def saying(text: str) -> dict[str, str]:
    return {"secret": f"secret of {text}", "web.db": text, "tables.db": text}


def backed_up(place: Path) -> Path:
    file = place / "kept.tar.gz"
    back_up(folder(place / "original"), file, MADE)
    return file


def members(file: Path) -> Members:
    with tarfile.open(file) as tar:
        return {member.name: _bytes(tar, member) for member in tar}


def written(file: Path, contents: Mapping[str, bytes]) -> Path:
    with tarfile.open(file, "w:gz") as tar:
        for name, body in contents.items():
            info = tarfile.TarInfo(name)
            info.size = len(body)
            tar.addfile(info, io.BytesIO(body))
    return file


def changed(file: Path, change: Callable[[Members], Members]) -> Path:
    """Another backup, like this one but for what is changed in it."""
    return written(file.with_name("changed.tar.gz"), change(members(file)))


def manifest_with(old: bytes, new: bytes) -> Callable[[Members], Members]:
    def change(found: Members) -> Members:
        assert old in found[MANIFEST]
        return {**found, MANIFEST: found[MANIFEST].replace(old, new)}

    return change


def _bytes(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    source = tar.extractfile(member)
    assert source is not None
    return source.read()
