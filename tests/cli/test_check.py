"""`ludoteca check`: what is wrong with a configuration, a line each with what to do, and the exit code."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runtime.valkey import valkey
from tests.services.postgres import postgres
from tests.services.smtp import mailbox
from tests.times import PATIENCE

SECRET = "a secret of thirty-two bytes or more, for tests"
PUBLIC = {
    "LUDOTECA_HTTPS": "1",
    "LUDOTECA_HOSTS": "games.example.org",
    "LUDOTECA_ORIGINS": "https://games.example.org",
    "LUDOTECA_PROXIES": "1",
    "LUDOTECA_STAFF_SECOND_FACTOR": "1",
}


def checked(folder: Path, *options: str, **environ: str) -> tuple[int, dict[str, tuple[str, str]]]:
    """The exit code, and by what a line is about its level and the rest."""
    ours = ("LUDOTECA_", "DATABASE_URL", "REDIS_URL", "SECRET_KEY")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    command = [sys.executable, "-m", "ludoteca", "check", "--data", str(folder / "data"), *options]
    ended = subprocess.run(
        command, env={**kept, **environ}, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert ended.stderr == ""
    lines = [line.split(maxsplit=1) for line in ended.stdout.splitlines()]
    found = {about: (level, what) for level, rest in lines for about, what in [rest.split(": ", 1)]}
    return ended.returncode, found


def test_a_server_for_oneself_needs_nothing_to_be_set(tmp_path: Path) -> None:
    code, found = checked(tmp_path)
    assert code == 0
    assert "error" not in {level for level, _ in found.values()}
    assert not (tmp_path / "data").exists()


def test_a_public_server_needs_https_and_a_name(tmp_path: Path) -> None:
    code, found = checked(tmp_path, "--deploy")
    assert code == 1
    assert found["LUDOTECA_HTTPS"][0] == found["LUDOTECA_HOSTS"][0] == "error"
    assert found["LUDOTECA_PROXIES"][0] == "warning"
    code, found = checked(tmp_path, "--deploy", **PUBLIC)
    assert code == 0
    assert found.pop("LUDOTECA_SMTP_URL")[0] == "warning"
    assert {level for about, (level, _) in found.items() if about.startswith("LUDOTECA_")} == {"ok"}


@pytest.mark.parametrize(
    ("name", "value", "about"),
    [
        ("LUDOTECA_SECRET_KEY", "short", "LUDOTECA_SECRET_KEY"),
        ("LUDOTECA_PROXIES", "many", "settings"),
        ("LUDOTECA_ORIGINS", "https://elsewhere.example.org", "LUDOTECA_ORIGINS"),
        ("LUDOTECA_SMTP_URL", "mail.example.org", "LUDOTECA_SMTP_URL"),
        ("DATABASE_URL", "mysql://nobody@nowhere/none", "DATABASE_URL"),
        ("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none", "PostgreSQL at 127.0.0.1:1"),
        ("REDIS_URL", "redis://127.0.0.1:1/0", "Redis at 127.0.0.1:1"),
        ("REDIS_URL", "redis://127.0.0.1:1/3", "REDIS_URL"),
    ],
)
def test_each_mistake_is_named(name: str, value: str, about: str, tmp_path: Path) -> None:
    code, found = checked(tmp_path, "--deploy", **{**PUBLIC, name: value})
    assert code == 1
    assert found[about][0] == "error"


def test_a_mail_server_is_asked_whether_it_takes_mails(tmp_path: Path) -> None:
    environ = {**PUBLIC, "LUDOTECA_MAIL_FROM": "ludoteca@example.org"}
    with mailbox() as mails:
        code, found = checked(tmp_path, LUDOTECA_SMTP_URL=mails.url, **environ)
        assert (code, found["LUDOTECA_SMTP_URL"][0]) == (0, "ok")
        code, found = checked(tmp_path, LUDOTECA_SMTP_URL=f"smtp://ludoteca:wrong@{mails.address}", **environ)
    assert (code, found["LUDOTECA_SMTP_URL"][0]) == (1, "error")
    assert "wrong@" not in found["LUDOTECA_SMTP_URL"][1]


def test_a_folder_that_others_can_read_the_secret_of_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    secret = tmp_path / "data" / "secret"
    secret.write_text(SECRET)
    secret.chmod(0o644)
    code, found = checked(tmp_path)
    assert (code, found[str(secret)][0]) == (1, "error")


def test_services_and_webs_need_a_durable_store_and_a_postgresql(tmp_path: Path) -> None:
    with valkey() as weak, valkey(aof=True) as durable, postgres() as server, server.fresh_database() as database:
        environ = {**PUBLIC, "LUDOTECA_SECRET_KEY": SECRET}
        code, found = checked(tmp_path, "--deploy", REDIS_URL=durable.url, DATABASE_URL=database, **environ)
        assert code == 0, found
        assert {level for level, _ in found.values()} <= {"ok", "warning"}
        code, found = checked(tmp_path, REDIS_URL=weak.url, DATABASE_URL="sqlite:///web.db", **environ)
        assert code == 1
        assert found[f"Redis at 127.0.0.1:{weak.port}"] == (
            "error",
            "appendonly is no, so a restart loses every table: set it to yes",
        )
        assert found["DATABASE_URL"][0] == "error"
        code, found = checked(tmp_path, REDIS_URL=durable.url)
        assert (code, found["LUDOTECA_SECRET_KEY"][0], found["DATABASE_URL"][0]) == (1, "error", "error")
