"""`ludoteca GAME solve`, for the game that is solved."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludoteca.bots import Solution
from ludoteca.bots.orcain.policy_table import shipped
from ludoteca.bots.orcain.solver_commands import SOLUTION
from ludoteca.cli import app


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, arguments)
    return done.exit_code, done.output


def test_a_table_is_made_anew_told_and_judged(here: Path) -> None:
    code, output = run("orcain", "solve", "--to", "table.json")
    assert code == 0
    assert output.startswith("Solved in ")
    assert "Value to the first seat: 0.000000. Exploitability: " in output
    assert "Written: table.json, 40 kB.\n" in output
    assert len((here / "table.json").read_text().splitlines()) == len(shipped()) + 5


def test_the_table_that_is_shipped_is_checked_and_nothing_is_written(here: Path) -> None:
    code, output = run("orcain", "solve", "--check")
    assert (code, output.count("\n")) == (0, 1)
    assert output.startswith("Value to the first seat: 0.000000. Exploitability: ")
    assert not list(here.iterdir())


def test_a_table_that_is_not_optimal_fails_the_check(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    text = SOLUTION.table.read_text()
    spoilt = text.replace(
        '"3 10 10": {"value": 0.0, "mix": {"acd": 0.3', '"3 10 10": {"value": 0.0, "mix": {"acd": 0.9'
    )
    assert spoilt != text
    (here / "table.json").write_text(spoilt)
    other = Solution(here / "table.json", SOLUTION.solve, SOLUTION.value)
    monkeypatch.setattr("ludoteca.bots.orcain.solver_commands.SOLUTION", other)
    code, output = run("orcain", "solve", "--check")
    assert code == 1
    assert "the table is not optimal" in output


def test_without_scipy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ludoteca.bots.orcain.solver", raising=False)
    monkeypatch.delitem(sys.modules, "scipy.optimize", raising=False)
    monkeypatch.setitem(sys.modules, "scipy", None)
    code, output = run("orcain", "solve", "--to", "table.json")
    assert code == 2
    assert output == 'ludoteca: scipy is not installed: pip install "ludoteca[solve]"\n'


def test_the_table_is_checked_without_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    assert run("orcain", "solve", "--check")[0] == 0


def test_where_nothing_can_be_written_it_says_so() -> None:
    code, output = run("orcain", "solve", "--to", "nowhere/table.json")
    assert code == 2
    assert "cannot write nowhere/table.json" in output


def test_checking_writes_nothing_so_it_takes_no_file() -> None:
    assert run("orcain", "solve", "--check", "--to", "table.json")[0] == 2


def test_games_without_commands_of_their_own_have_no_group() -> None:
    assert run("gomoku", "solve")[0] == 2
