"""With `--keep` a folder holds so many backups, and says when the last one was made."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from ludoteca.backup import COPYING
from ludoteca.cli.backup_folder import METRICS, finish, next_file
from tests.cli.terminal import ludoteca, refused

from .archives import folder

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def metrics(place: Path) -> dict[str, float]:
    families = text_string_to_metric_families((place / METRICS).read_text())
    return {sample.name: sample.value for family in families for sample in family.samples}


def made(place: Path, days: int, keep: int) -> str:
    at = NOON + timedelta(days=days)
    file = next_file(place, at)
    file.write_bytes(b"x" * (days + 1))
    finish(file, keep, at)
    return file.name


def test_all_but_the_newest_backups_are_deleted_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "ludoteca-2026-11-01.tar.gz").write_text("made by hand")
    names = [made(tmp_path, days, keep=3) for days in range(5)]
    assert names[0] == "ludoteca-20261115T120000Z.tar.gz"
    assert {each.name for each in tmp_path.iterdir()} == {*names[2:], "ludoteca-2026-11-01.tar.gz", METRICS}


def test_the_folder_says_when_the_last_backup_was_made_and_its_size(tmp_path: Path) -> None:
    made(tmp_path, 2, keep=3)
    at = (NOON + timedelta(days=2)).timestamp()
    assert metrics(tmp_path) == {"ludoteca_backup_time_seconds": at, "ludoteca_backup_bytes": 3}
    assert (tmp_path / METRICS).stat().st_mode & 0o777 == 0o644, "another user collects it"


def test_one_command_makes_a_backup_and_deletes_an_old_one(tmp_path: Path) -> None:
    data, place = folder(tmp_path / "data"), tmp_path / "backups"
    place.mkdir()
    old = made(place, -1, keep=1)
    done = ludoteca("backup", str(place), "--keep", "1", "--data", str(data))
    assert done.exit_code == 0, done.output
    assert not (place / old).exists()
    (kept,) = place.glob("*.tar.gz")
    assert f"is backed up in {kept}" in done.stdout
    assert ludoteca("restore", str(kept), "--data", str(tmp_path / "new")).exit_code == 0


def test_a_backup_that_fails_deletes_none_and_says_so_in_one_line(tmp_path: Path) -> None:
    data, place = folder(tmp_path / "data"), tmp_path / "backups"
    place.mkdir()
    old = made(place, 0, keep=1)
    told = metrics(place)
    os.unlink(data / "web.db")
    assert "there is no" in refused("backup", str(place), "--keep", "1", "--data", str(data))
    assert {each.name for each in place.iterdir()} == {old, METRICS}
    assert metrics(place) == told
    assert "no folder" in refused("backup", str(tmp_path / "unmounted"), "--keep", "1", "--data", str(data))
    assert not any(tmp_path.glob(f"{COPYING}*"))
