"""A crash in an author's rules: every command names their file and line, and nobody is asked to report it to us."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludoteca.cli import app
from ludoteca.laws import LAWS

from .crash_game import apply, bot

GAME = "tests.cli.crash_game:GAME"
LINE = f"crash_game.py:{apply.__code__.co_firstlineno + 2}, in apply: assert made.state.stones > 5"
BOT_LINE = f"crash_game.py:{bot.__code__.co_firstlineno + 1}, in bot"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, typed: str = "") -> tuple[int, str]:
    done = CliRunner().invoke(app, arguments, input=typed)
    return done.exit_code, done.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", GAME, "--others", "bot:random"),
        ("simulate", GAME, "--games", "3"),
        ("simulate", GAME, "--games", "3", "--workers", "2"),
        ("playthrough", GAME),
    ],
    ids=" ".join,
)
def test_the_line_of_the_rules_is_named(arguments: tuple[str, ...]) -> None:
    code, output = run(*arguments)
    assert code == 70
    assert LINE in output
    assert "report" not in output
    assert "Traceback" not in output


def test_the_line_of_a_bot_is_named() -> None:
    code, output = run("play", "gomoku", "--others", "bot:tests.cli.crash_game:bot")
    assert (code, BOT_LINE in output, "report" in output) == (70, True, False)
    assert "bot:tests.cli.crash_game:bot at black crashed: KeyError: " in output
    assert "ludoteca laws" not in output


def test_a_playthrough_prints_the_game_up_to_the_crash() -> None:
    _, output = run("playthrough", GAME)
    assert "1. north: " in output
    assert "north may: log two three (3)" in output


def test_laws_show_the_shortest_game_that_crashes() -> None:
    code, output = run("laws", GAME)
    assert code == 1
    assert "the game crashes in play, before any law can be tried" in output
    assert "assert made.state.stones > 5" in output
    assert f"crashing breaks 1 of {len(LAWS)} laws and crashes in play: {len(LAWS) - 1} laws not checked" in output


def test_a_crash_in_play_counts_as_no_broken_law() -> None:
    _, output = run("laws", GAME, "--law", "frozen values", "--law", "secrecy")
    assert output.endswith("crashing crashes in play: 2 laws not checked\n")


def test_the_referee_answers_with_the_line() -> None:
    _, output = run("referee", GAME, typed='{"do":"setup","seed":4}\n{"do":"random","n":9}\n')
    _, answer = map(json.loads, output.splitlines())
    assert answer["code"] == "internal"
    assert LINE in answer["reason"]
