"""`ludoteca tables`: what a host does, typed at a service that runs."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.services import ANY_PORT, SECRET, on_file
from tests.times import PATIENCE


class Deployment:
    """A service on a file, and the command line beside it."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "tables.db"
        self.service = on_file(self.data, "--ops", ANY_PORT)

    def type(self, *words: str, secret: str = SECRET) -> subprocess.CompletedProcess[str]:
        environ = {**os.environ, "LUDOTECA_SECRET_KEY": secret, "COLUMNS": "80"}
        command = [sys.executable, "-m", "ludoteca", "tables", *words]
        return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False)

    @property
    def server(self) -> tuple[str, str]:
        return "--server", f"ws://127.0.0.1:{self.service.port}"

    @property
    def ops(self) -> tuple[str, str]:
        return "--ops", f"127.0.0.1:{self.service.ops}"

    def opened(self, *words: str) -> str:
        """The id of a new table."""
        found = re.match(
            r"table ([A-Z0-9]{6}) of gomoku is open", self.type("create", "gomoku", *words, *self.server).stdout
        )
        assert found is not None
        return found[1]


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    deployment = Deployment(tmp_path_factory.mktemp("deployment"))
    yield deployment
    if deployment.service.is_running:
        deployment.service.kill()


def test_a_table_is_created_and_every_person_is_told_how_to_join(deployment: Deployment) -> None:
    done = deployment.type("create", "gomoku", "--bot", "white=greedy", *deployment.server)
    assert done.returncode == 0
    assert "white: bot greedy" in done.stdout
    assert len(re.findall(r"LUDOTECA_TOKEN=\S+ \S+ join [A-Z0-9]{6}", done.stdout)) == 2


def test_the_tables_in_hand_are_listed(deployment: Deployment) -> None:
    table = deployment.opened("--bot", "1=random")
    listed = deployment.type("list", *deployment.ops).stdout
    assert re.search(rf"^{table} +gomoku +open +0 +black: free, white: bot random$", listed, re.MULTILINE)
    assert "Tables in hand: " in listed


def test_a_table_is_inspected_as_an_observer_sees_it(deployment: Deployment) -> None:
    seen = json.loads(deployment.type("inspect", deployment.opened(), *deployment.server).stdout)
    assert (seen["game"], seen["you"], seen["reveal"]) == ("gomoku", None, None)


def test_a_closed_table_is_closed_for_good(deployment: Deployment) -> None:
    table = deployment.opened()
    assert deployment.type("close", table, *deployment.server).stdout == f"table {table} is closed.\n"
    again = deployment.type("close", table, *deployment.server)
    assert (again.returncode, again.stderr) == (2, "ludoteca: the table is closed\n")


def test_the_events_of_a_game_of_bots_are_followed_to_its_end(deployment: Deployment) -> None:
    table = deployment.opened("--bot", "0=greedy", "--bot", "1=greedy")
    told = deployment.type("tail", table, *deployment.server)
    assert told.returncode == 0
    kinds = [line.split()[1] for line in told.stdout.splitlines()]
    assert not kinds or kinds[-1] == "match.end"  # it may have been over before we looked


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("create", "chess"), "no game 'chess'; the games are: backgammon, briscola, catan, gomoku"),
        (("create", "gomoku", "--bot", "white=zzz"), "the table is not open: gomoku has no bot 'zzz'"),
        (("create", "gomoku", "--bot", "7=greedy"), "--bot 7=greedy: there is no seat '7'"),
        (("create", "gomoku", "--bot", "greedy"), "--bot greedy: write it as SEAT=NAME"),
        (("create", "gomoku", "--bot", "0=random", "--bot", "black=random"), "the seat has a bot already"),
        (("create", "gomoku", "--server", "localhost:8700"), "'localhost:8700' is no address of a service"),
        (("create", "gomoku", "--redis", "localhost"), "invalid Redis URL"),
        (("create", "gomoku", "--redis", "redis://127.0.0.1/3"), "database 3 of Redis cannot be used, only 0"),
        (("inspect", "zzz"), "'zzz' is no table: six of A-Z and 0-9"),
        (("inspect", "ZZZZZZ"), "there is no such table"),
        (("list", "--ops", "127.0.0.1:9"), "no service tells its tables at 127.0.0.1:9"),
        (("list", "--ops", "no place:9"), "no service tells its tables at no place:9"),
        (("list", "--data", "/nowhere/at/all.db"), "there is no file /nowhere/at/all.db"),
        (("export", "ABC123"), "say where tables are kept, in one of two ways"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line(deployment: Deployment, words: tuple[str, ...], reason: str) -> None:
    own = () if any(word.startswith(("--server", "--redis")) for word in words) else deployment.server
    done = deployment.type(*words, *(own if words[0] in ("create", "inspect") else ()))
    assert done.returncode == 2
    assert done.stderr.startswith("ludoteca: ")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


def test_another_secret_opens_nothing(deployment: Deployment) -> None:
    done = deployment.type("create", "gomoku", *deployment.server, secret=SECRET[::-1])
    assert done.returncode == 2
    assert "signature" in done.stderr


def test_a_file_is_looked_at_when_no_service_has_it_open(deployment: Deployment) -> None:
    table = deployment.opened("--bot", "0=greedy", "--bot", "1=greedy")
    deployment.type("tail", table, *deployment.server)  # until it is over
    busy = deployment.type("list", "--data", str(deployment.data))
    assert (busy.returncode, "a service has" in busy.stderr) == (2, True)
    assert deployment.service.leave() == 0
    listed = deployment.type("list", "--data", str(deployment.data)).stdout
    assert re.search(rf"^{table} +ended", listed, re.MULTILINE)
    exported = deployment.type("export", table, "--data", str(deployment.data)).stdout
    record = deployment.data.with_name("record.jsonl")
    record.write_text(exported, encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "ludoteca", "verify", str(record)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0
