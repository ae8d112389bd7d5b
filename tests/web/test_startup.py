"""How a server starts, says what is wrong, tells how it is, and leaves."""

import os
import signal
import socket
import stat
import subprocess
from pathlib import Path

import pytest
import requests

from ludoteca.runtime.sqlite.database import locked
from tests.times import PATIENCE

from . import deployments
from .browser import eventually
from .deployments import SECRET, Running, command, environment
from .table_players import finished, sit_down


def failed(*arguments: str, **more: str) -> str:
    """The one line on stderr of a command that does not start."""
    ended = subprocess.run(
        command(*arguments),
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert ended.returncode == 2, ended
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert "Traceback" not in ended.stderr
    return ended.stderr


def health(url: str) -> tuple[int, str]:
    response = requests.get(f"{url}/health", timeout=PATIENCE)
    return response.status_code, response.json()["status"]


# Its folder


@pytest.mark.parametrize("kind", ["serve", "service"])
def test_what_is_kept_nobody_else_may_read_even_where_the_folder_was_there_before(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o755)
    for name in ("tables.db", "web.db") if kind == "serve" else ("tables.db",):
        (folder / name).touch()
        (folder / name).chmod(0o644)
    place = folder if kind == "serve" else folder / "tables.db"
    running = Running(kind, tmp_path / "log", "--data", str(place), "--ops", "", LUDOTECA_SECRET_KEY=SECRET)
    try:
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir() if file.suffix != ".lock"}
        assert "tables.db" in modes
        assert set(modes.values()) == {0o600}
    finally:
        running.close()


def test_a_folder_that_somebody_has_open_is_left_as_it_is(tmp_path: Path) -> None:
    lock = locked(tmp_path / "tables.db")
    try:
        assert "has" in failed("serve", "--data", str(tmp_path), "--listen", "127.0.0.1:0")
        assert [file.name for file in tmp_path.iterdir()] == ["tables.db.lock"]
    finally:
        os.close(lock)


@pytest.mark.parametrize(
    ("name", "left", "lost"),
    [
        ("tables.db", "missing", "games"),
        ("tables.db", "empty", "games"),
        ("web.db", "empty", "accounts"),
        ("secret", "missing", "logged out"),
    ],
)
def test_it_says_which_file_is_gone_from_a_folder_that_was_in_use(
    name: str, left: str, lost: str, tmp_path: Path
) -> None:
    with deployments.embedded(tmp_path) as deployment:
        assert "though other files are there" not in deployment.log
        deployment.kill()
        for file in (tmp_path / "data").glob(f"{name}*"):
            file.unlink()
        if left == "empty":
            (tmp_path / "data" / name).touch()
        deployment.start()
        warning = next(line for line in deployment.log.splitlines() if "though other files are there" in line)
        assert f"{name} is {left}" in warning
        assert lost in warning
        assert "restore" in warning


# The secret


def test_a_secret_is_made_at_the_first_start_that_nobody_else_may_read_and_kept(tmp_path: Path) -> None:
    with deployments.embedded(tmp_path) as deployment:
        file = tmp_path / "data" / "secret"
        secret = file.read_text()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert len(set(secret)) >= 8
        assert len(secret) >= 64
        ada = deployment.browser("Ada")
        name = ada.name
        deployment.kill()
        deployment.start()
        assert (file.read_text(), ada.name) == (secret, name)
        assert secret not in deployment.log


def test_a_secret_whose_writing_was_cut_short_is_not_taken_for_one(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("")
    assert "secret" in failed("serve", "--data", str(tmp_path), "--listen", "127.0.0.1:0")


# What can be wrong


def test_a_port_in_use_is_said_in_a_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        said = failed("serve", "--data", str(tmp_path), "--listen", address)
    assert said == f"ludoteca: cannot listen on {address}: Address already in use (--listen names another)\n"


@pytest.mark.parametrize("listen", ["nowhere", "127.0.0.1:99999"])
def test_an_address_that_is_none_is_said_in_a_line(tmp_path: Path, listen: str) -> None:
    assert "address" in failed("serve", "--data", str(tmp_path), "--listen", listen)


def test_a_folder_that_another_serves_already_is_said_in_a_line(tmp_path: Path) -> None:
    with deployments.embedded(tmp_path):
        failed("serve", "--data", str(tmp_path / "data"), "--listen", "127.0.0.1:0")


@pytest.mark.parametrize(
    "url",
    [
        "mysql://here/there",
        "postgresql://ludo:open-sesame@127.0.0.1:1/none",
        "sqlite:////no/such/folder/web.db",
        "postgresql://[",
    ],
)
def test_a_database_that_is_not_there_is_said_in_a_line_without_its_password(tmp_path: Path, url: str) -> None:
    said = failed("serve", "--data", str(tmp_path), "--listen", "127.0.0.1:0", DATABASE_URL=url)
    assert "open-sesame" not in said


@pytest.mark.parametrize(
    ("place", "reason"), [("127.0.0.1:1", "Connection refused"), ("nowhere.invalid:5432", "nowhere.invalid")]
)
def test_a_postgresql_that_is_not_there_is_named_with_the_reason(tmp_path: Path, place: str, reason: str) -> None:
    """The reason is known at the first try; after the pool's time-out there is none."""
    url = f"postgresql://ludo:open-sesame@{place}/none"
    said = failed("serve", "--data", str(tmp_path), "--listen", "127.0.0.1:0", DATABASE_URL=url)
    assert said.startswith(f"ludoteca: PostgreSQL at {place} cannot be used: ")
    assert reason in said.partition("cannot be used: ")[2]
    assert "open-sesame" not in said


def test_a_database_that_is_none_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "web.db").write_bytes(b"this is no database, and was never meant to be one" * 100)
    failed("serve", "--data", str(tmp_path), "--listen", "127.0.0.1:0")


def test_a_redis_that_is_not_there_is_said_in_a_line(tmp_path: Path) -> None:
    said = failed(
        "web",
        REDIS_URL="redis://127.0.0.1:1/0",
        DATABASE_URL=f"sqlite:///{tmp_path / 'web.db'}",
        LUDOTECA_SECRET_KEY=SECRET,
    )
    assert "127.0.0.1:1" in said


# How it is, and how it leaves


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_whoever_is_asked_to_leave_as_soon_as_it_is_open_leaves_and_says_nothing(
    tmp_path: Path, how: signal.Signals
) -> None:
    serve = Running("serve", tmp_path / "log", "--data", str(tmp_path / "data"))
    assert serve._end(how) == 0
    assert serve.log == f"Ludoteca is open: {serve.url}/\n"


def test_a_server_that_is_well_says_so(embedded: deployments.Deployment) -> None:
    told = requests.get(f"{embedded.url}/health", timeout=PATIENCE)
    assert (told.status_code, told.json()["status"]) == (200, "ok")
    assert set(told.json()) == {"status", "tables"}


def test_a_process_that_answers_is_alive_whatever_else_is_wrong(embedded: deployments.Deployment) -> None:
    assert requests.get(f"{embedded.url}/live", timeout=PATIENCE).status_code == 200
    assert requests.get(f"{embedded.url}/ready", timeout=PATIENCE).status_code == 200


def test_a_server_whose_database_or_redis_has_died_says_so_and_gets_well_again(tmp_path: Path) -> None:
    with deployments.scaled_out(tmp_path, webs=1, services=1) as deployment:
        ada, bo = deployment.browser("Ada"), deployment.browser("Bo")
        code = sit_down(ada, bo)
        ada.table(code)
        assert health(deployment.url) == (200, "ok")
        deployment.database.kill()
        eventually(lambda: health(deployment.url) == (503, "database unavailable"))
        assert requests.get(f"{deployment.url}/live", timeout=PATIENCE).status_code == 200
        assert ada.refused("GET", "lobby") == (503, "unavailable")
        deployment.database.start()
        eventually(lambda: health(deployment.url) == (200, "ok"))
        deployment.redis.kill()
        eventually(lambda: health(deployment.url) == (503, "store unavailable"))
        deployment.redis.start()
        eventually(lambda: health(deployment.url) == (200, "ok"))
        cy, di = deployment.browser("Cy"), deployment.browser("Di")
        assert finished(deployment, cy, di, sit_down(cy, di))["reason"] == "five"
        assert "eyJ" not in deployment.log
        assert SECRET not in deployment.log


def test_the_page_is_one_for_all_addresses_and_what_is_missing_is_missing(embedded: deployments.Deployment) -> None:
    pages = {requests.get(f"{embedded.url}{path}", timeout=PATIENCE).text for path in ("/", "/room/ABC123", "/x/y")}
    assert len(pages) == 1
    for path in ("/assets/none.js", "/static/none.css", "/static/%2e%2e/secret", "/api/"):
        assert requests.get(f"{embedded.url}{path}", timeout=PATIENCE).status_code == 404


def test_the_admin_has_its_styles(embedded: deployments.Deployment) -> None:
    css = requests.get(f"{embedded.url}/static/admin/css/base.css", timeout=PATIENCE)
    assert (css.status_code, css.headers["Content-Type"].split(";")[0]) == (200, "text/css")
