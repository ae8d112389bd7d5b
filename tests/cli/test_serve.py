"""`ludoteca serve`, `web` and `manage` on the command line: what they say before anything is served."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from tests.times import PATIENCE

from .terminal import ROOT, ludoteca, refused

PLACES = ("REDIS_URL", "DATABASE_URL", "LUDOTECA_SECRET_KEY", "SECRET_KEY")
REDIS = "redis://127.0.0.1:1/0"


@pytest.fixture(autouse=True)
def nothing_set(environment: None) -> None:
    for name in (*PLACES, "DJANGO_SETTINGS_MODULE"):
        os.environ.pop(name, None)


def manage(*arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
    environ = {name: value for name, value in os.environ.items() if name not in PLACES}
    return subprocess.run(
        [sys.executable, "-m", "ludoteca", "manage", *arguments],
        env={**environ, "PYTHONPATH": str(ROOT), **more},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("command", ["serve", "web", "manage"])
def test_help_says_what_a_command_is_for(command: str) -> None:
    result = ludoteca(command, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.stdout


def test_help_of_serve_says_that_nothing_is_needed_and_where_everything_lies() -> None:
    said = " ".join(ludoteca("serve", "--help").stdout.split())
    assert all(word in said for word in ("--data", "--listen", "no Redis", "FOLDER", "127.0.0.1:8000"))


def test_web_says_what_it_needs_one_thing_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "REDIS_URL" in refused("web")
    assert "DATABASE_URL" in refused("web", "--redis", REDIS)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///web.db")
    assert "LUDOTECA_SECRET_KEY" in refused("web", "--redis", REDIS)


@pytest.mark.parametrize("url", ["http://here", "redis://127.0.0.1/7", "nonsense"])
def test_web_refuses_a_redis_that_is_none(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///web.db")
    monkeypatch.setenv("LUDOTECA_SECRET_KEY", "a secret of thirty-two bytes or more, for tests")
    refused("web", "--redis", url)


def test_a_level_of_the_log_that_there_is_not_is_refused() -> None:
    assert "log-level" in refused("serve", "--log-level", "loud")


@pytest.mark.parametrize("secret", ["", "short", "a" * 64])
def test_a_weak_secret_is_refused_and_not_shown(monkeypatch: pytest.MonkeyPatch, secret: str) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///web.db")
    monkeypatch.setenv("LUDOTECA_SECRET_KEY", secret)
    said = refused("serve")
    assert "LUDOTECA_SECRET_KEY" in said
    assert not secret or secret not in said


@pytest.mark.parametrize("folder", ["file", "file/data"])
def test_a_folder_that_cannot_be_made_is_said(folder: str) -> None:
    Path("file").write_text("")
    assert "cannot make" in refused("serve", "--data", folder)


def test_manage_needs_a_server() -> None:
    assert "there is no" in refused("manage", "check")


def test_the_schema_of_the_api_is_a_json_schema_of_every_shape() -> None:
    document = json.loads(ludoteca("schema", "--web").stdout)
    jsonschema.Draft202012Validator.check_schema(document)
    assert {"RoomInfo", "Me", "Lobby", "Token", "Live", "WatchRoom", "Error"} <= {
        part["title"] for part in document["anyOf"]
    }


@pytest.mark.parametrize("more", [["gomoku"], ["--wire"], ["--of", "view"]])
def test_the_schema_of_the_api_goes_alone(more: list[str]) -> None:
    assert "goes alone" in refused("schema", "--web", *more)


def test_django_finds_nothing_wrong_and_a_superuser_is_a_member_who_can_be_seen(tmp_path: Path) -> None:
    for arguments in (["check"], ["migrate", "--verbosity", "0"]):
        done = manage("--data", str(tmp_path), *arguments)
        assert (done.returncode, done.stderr) == (0, ""), done
    made = manage(
        "--data",
        str(tmp_path),
        "createsuperuser",
        "--noinput",
        DJANGO_SUPERUSER_USERNAME="ada",
        DJANGO_SUPERUSER_EMAIL="ada@example.org",
        DJANGO_SUPERUSER_PASSWORD="a horse, a battery",
    )
    assert made.returncode == 0, made.stderr
    with sqlite3.connect(tmp_path / "web.db") as database:
        rows = database.execute("select username, nickname, is_guest, is_staff from players").fetchall()
    database.close()
    assert rows == [("ada", "ada", 0, 1)]


def test_a_command_that_django_does_not_know_is_said_without_a_traceback(tmp_path: Path) -> None:
    done = manage("--data", str(tmp_path), "dance")
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
