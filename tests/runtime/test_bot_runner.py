"""Bots in worker processes: what one that misbehaves costs, it costs its own table, and workers end with us."""

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import psutil
import pytest

from ludoteca.dealers import PyRandom
from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame, begin
from ludoteca.runtime.bot_runner import BotFailed, BotQuestion, WorkerBotRunner
from ludoteca.runtime.metrics import Metrics
from ludoteca.runtime.worker_pool import Suspended, WorkerPool
from ludoteca.runtime.worker_process import WorkerLost
from tests.packages.installing import ROOT, written
from tests.times import PATIENCE, within

from .bots_that_misbehave import BOTS, GAME, NAME, ONCE, PIDS

MODULE: Final = "tests.runtime.bots_that_misbehave"
SECONDS: Final = 0.3
MEGABYTES: Final = 256
COMMAND: Final = [sys.executable, "-P", "-m", "ludoteca.worker", "--megabytes", str(MEGABYTES)]


class Bots:
    """Workers, and a table whose decision they are asked for."""

    def __init__(self, folder: Path, size: int, seconds: float, *, start: bool) -> None:
        self.folder = folder
        self.metrics = Metrics()
        self.pool = WorkerPool("bots", COMMAND, size, self.metrics)
        self.runner = WorkerBotRunner(lambda _: BOTS.keys(), self.pool, seconds)
        if start:
            self.pool.start()

    def ask(self, bot: str, owner: str = "ada", game: AnyGame = GAME) -> Any:
        state = begin(game, game.types.config(), PyRandom(1)).state
        seat = min(game.to_act(state))
        legal = game.legal(state, seat)
        return self.runner.choose(BotQuestion(game.name, bot, game.view(state, seat), legal, owner)), legal

    def chosen(self, bot: str, owner: str = "ada", game: AnyGame = GAME) -> Any:
        answer, _ = self.ask(bot, owner, game)
        return answer.result(PATIENCE)

    def failure(self, bot: str, owner: str = "ada") -> BaseException | None:
        failed: BaseException | None = self.ask(bot, owner)[0].exception(PATIENCE)
        return failed

    def measured(self, name: str) -> float:
        found = self.metrics.registry.get_sample_value(f"ludoteca_{name}", {"pool": "bots"})
        assert found is not None
        return found

    def pids(self) -> list[int]:
        """The processes in which bots have noted that they run."""
        file = self.folder / "pids"
        return [int(line) for line in file.read_text().split()] if file.exists() else []


Making = Callable[..., Bots]


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Making]:
    written(tmp_path, "feral-bots", "", games=f"{NAME} = {MODULE}:GAME", bots=f"{NAME} = {MODULE}:BOTS")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT), str(tmp_path))))
    monkeypatch.setenv(PIDS, str(tmp_path / "pids"))
    monkeypatch.setenv(ONCE, str(tmp_path / "once"))
    made: list[Bots] = []

    def make(size: int = 1, seconds: float = PATIENCE, start: bool = True) -> Bots:
        made.append(Bots(tmp_path, size, seconds, start=start))
        return made[-1]

    yield make
    for each in made:
        each.pool.close()


def is_gone(pid: int) -> bool:
    """A process that nobody has waited for yet is gone too."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def ends(pid: int) -> bool:
    return any(is_gone(pid) for _ in within())


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_shipped_bot_chooses_a_legal_action(bots: Making, game: AnyGame) -> None:
    asked = bots()
    answer, legal = asked.ask("random", game=game)
    assert answer.result(PATIENCE) in legal


def test_a_bot_chooses_in_a_process_of_its_own(bots: Making) -> None:
    asked = bots()
    answer, legal = asked.ask("first")
    assert answer.result(PATIENCE) == legal[0]
    assert asked.pids() == asked.pool.pids()
    assert os.getpid() not in asked.pids()


def test_a_bot_that_fails_says_where_and_stops_none(bots: Making) -> None:
    asked = bots()
    failed = asked.failure("raises")
    assert isinstance(failed, BotFailed)
    assert failed.fields["error"] == "KeyError"
    assert "bots_that_misbehave.py" in failed.fields["where"]
    assert "secret" not in str(failed.fields)
    assert isinstance(asked.failure("leaves"), BotFailed)
    assert isinstance(asked.failure("nobody"), BotFailed)
    assert asked.chosen("nothing") is None
    asked.chosen("first")
    assert len(asked.pool.pids()) == 1


def test_what_a_bot_prints_and_reads_disturbs_nothing(bots: Making) -> None:
    asked = bots()
    answer, legal = asked.ask("prints")
    assert answer.result(PATIENCE) == legal[-1]
    answer, legal = asked.ask("first")
    assert answer.result(PATIENCE) == legal[0]


def test_a_worker_whose_bot_hangs_is_replaced_and_the_table_tries_again(bots: Making) -> None:
    asked = bots(seconds=SECONDS)
    assert isinstance(asked.failure("hangs"), WorkerLost)
    first, second = asked.pids()
    assert first != second
    assert ends(first)
    assert ends(second)
    assert any(asked.failure("first", "bob") is None for _ in within())


@pytest.mark.parametrize("bot", ["crashes", "eats"])
def test_a_bot_that_ends_its_worker_costs_its_own_answer_only(bots: Making, bot: str) -> None:
    asked = bots()
    failing, legal = asked.ask(bot)
    others = [asked.ask("first", "bob")[0] for _ in range(3)]
    assert isinstance(failing.exception(PATIENCE), WorkerLost)
    assert [each.result(PATIENCE) for each in others] == [legal[0]] * 3


def test_a_bot_that_crashes_once_answers_when_asked_again(bots: Making) -> None:
    asked = bots()
    answer, legal = asked.ask("crashes_once")
    assert answer.result(PATIENCE) == legal[-1]
    assert len(set(asked.pids())) == 2


def test_jobs_that_wait_are_counted_and_so_are_workers_replaced(bots: Making) -> None:
    asked = bots(start=False)
    waiting = [asked.ask(bot)[0] for bot in ("crashes_once", "first", "first")]
    assert asked.measured("jobs_waiting") == 3
    asked.pool.start()
    assert all(each.result(PATIENCE) for each in waiting)
    assert asked.measured("jobs_waiting") == 0
    assert asked.measured("workers_replaced_total") == 1
    assert asked.measured("job_seconds_count") == asked.measured("job_wait_seconds_count") == 4


def test_an_owner_who_costs_worker_after_worker_is_suspended(bots: Making) -> None:
    asked = bots()
    failures = [asked.failure("crashes", "mallory") for _ in range(4)]
    assert [type(each) for each in failures] == [WorkerLost, Suspended, Suspended, Suspended]
    assert isinstance(asked.failure("first", "mallory"), Suspended)
    asked.chosen("first", "ada")


def test_a_worker_is_left_to_others_while_bots_of_one_owner_hang(bots: Making) -> None:
    asked = bots(size=2)
    for _ in range(5):
        asked.ask("hangs", "mallory")
    assert any(asked.pids() for _ in within())
    for _ in range(3):
        asked.chosen("first", "ada")
    assert len(asked.pool.pids()) == 2


def test_bots_of_one_owner_make_those_of_another_wait_for_one_answer_at_most(bots: Making) -> None:
    asked, order = bots(start=False), []

    def ask(owner: str) -> Any:
        answer, _ = asked.ask("first", owner)
        answer.add_done_callback(lambda _: order.append(owner))
        return answer

    many = [ask("guest") for _ in range(100)]
    ask("ada")
    asked.pool.start()
    many[-1].result(PATIENCE)
    assert order.index("ada") == 1


def test_a_worker_knows_no_secret_and_none_of_our_files(bots: Making, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_SECRET_KEY", "a secret of thirty-two bytes or more")
    monkeypatch.setenv("DATABASE_URL", "postgresql://ada:secret@localhost/ludoteca")
    monkeypatch.setenv("GITHUB_CLIENT_SECRET", "the secret of the login with GitHub")
    asked = bots()
    asked.chosen("first")
    (pid,) = asked.pool.pids()
    worker = psutil.Process(pid)
    assert not {name for name in worker.environ() if "LUDOTECA" in name or "DATABASE" in name or "SECRET" in name}
    assert not worker.net_connections("inet")
    assert os.getpgid(pid) == pid


ORPHANED = f"""
import sys
from ludoteca.runtime.metrics import Metrics
from ludoteca.runtime.worker_pool import WorkerPool
pool = WorkerPool("bots", {COMMAND!r}, 1, Metrics())
pool.start()
while not pool.pids():
    pass
print(pool.pids()[0], flush=True)
sys.stdin.read()
"""


def test_a_worker_ends_when_nobody_has_read_what_it_said() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        worker = subprocess.Popen(COMMAND, stdin=theirs.fileno(), stdout=theirs.fileno())
        theirs.close()
        assert select.select([ours], [], [], PATIENCE)[0]
    assert worker.wait(PATIENCE) == 0


@pytest.mark.parametrize("end", ["kill", "leave"])
def test_workers_end_with_the_process_that_started_them(end: str) -> None:
    parent = subprocess.Popen([sys.executable, "-c", ORPHANED], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert parent.stdin is not None
    pid = int(parent.stdout.readline())
    if end == "kill":
        parent.send_signal(signal.SIGKILL)
    parent.stdin.close()
    parent.wait(PATIENCE)
    parent.stdout.close()
    assert ends(pid)
