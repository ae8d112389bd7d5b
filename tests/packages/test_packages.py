"""A package brings a game: every command knows it. A package in which something is wrong costs one line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.games import GAMES

from ..web.deployments import embedded
from .installing import EXAMPLE, installed, ludoteca, path_with, written

NAME = "liars-dice"
GAME_OF_MINE = """
from dataclasses import replace
from ludoteca import Hosting
from tests.cli.nim import GAME as NIM
GAME = replace(NIM, name="mine")
"""
CONFIGS_OF_MINE = f"{GAME_OF_MINE}\nfrom tests.cli.nim import Config\n"
BOTS_OF_MINE = f"{GAME_OF_MINE}\nBOTS = {{'first': lambda view, legal, dealer: legal[0]}}\n"


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(EXAMPLE, tmp_path_factory.mktemp("example"))


def listed(folder: Path) -> tuple[set[str], list[str]]:
    """The games that `ludoteca games` lists, and what it complains of."""
    done = ludoteca(folder, "games")
    assert done.returncode == 0, done.stderr
    return {line.split()[0] for line in done.stdout.splitlines()[1:-1]}, done.stderr.splitlines()


def test_an_installed_game_is_listed_with_its_bots(example: Path) -> None:
    done = ludoteca(example, "games")
    (line,) = [line for line in done.stdout.splitlines() if line.startswith(f"{NAME} ")]
    assert line.split()[1:4] == ["2", "random,", "counting"]
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rules", NAME), "Ones are wild"),
        (("games", NAME), "Bots: random, counting"),
        (("laws", NAME, "--law", "secrecy", "--examples", "5"), "liars-dice obeys 1 law."),
        (("playthrough", NAME, "--preset", "short", "--seed", "1"), "second: win, by the last die"),
        (("schema", NAME), '"dice.rolled"'),
        (("play", NAME, "--others", "bot:counting", "--seed", "3"), "win, by the last die"),
    ],
    ids=lambda given: given[0] if isinstance(given, tuple) else "",
)
def test_every_command_knows_an_installed_game(example: Path, arguments: tuple[str, ...], said: str) -> None:
    done = ludoteca(example, *arguments)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


PLAYED = """
import ludoteca, sys, warnings
warnings.simplefilter("always")
for _ in range(3):
    ludoteca.verify(ludoteca.play("gomoku", seed=1).record)
print("bad_one" in sys.modules)
for _ in range(3):
    ludoteca.load("mine"), ludoteca.all_games()
print(ludoteca.bots_for("mine")["first"].__name__)
"""


def test_from_python_packages_are_looked_at_once_and_only_for_what_is_not_ours(tmp_path: Path) -> None:
    written(tmp_path, "bad_one", "raise SystemExit", games="bad = bad_one:GAME")
    written(tmp_path, "good_one", BOTS_OF_MINE, games="mine = good_one:GAME", bots="mine = good_one:BOTS")
    command = [sys.executable, "-c", PLAYED]
    done = subprocess.run(command, env=path_with(tmp_path), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["False", "<lambda>"]
    assert done.stderr.count("UserWarning: the game 'bad' of the package bad_one 1.0 is left out") == 1


def test_its_games_are_recorded_verified_and_replayed_by_name(example: Path, tmp_path: Path) -> None:
    record = str(tmp_path / "game.jsonl")
    ludoteca(example, "play", NAME, "--others", "bot:counting", "--seed", "3", "--log", record)
    assert ludoteca(example, "verify", record).stdout.startswith(f"OK  {NAME}, ")
    assert "win, by the last die" in ludoteca(example, "replay", record).stdout


@pytest.mark.parametrize(
    ("code", "entry", "why"),
    [
        ("import nowhere", "mine = bad_one:GAME", "ModuleNotFoundError: No module named 'nowhere'"),
        ("raise SystemExit(3)", "mine = bad_one:GAME", "SystemExit: 3"),
        (
            "class Panic(BaseException): pass\nraise Panic('at once')",
            "mine = bad_one:GAME",
            "Panic: at once",
        ),
        ("", "mine = bad_one:GAME", "AttributeError: module 'bad_one' has no attribute 'GAME'"),
        ("GAME = 7", "mine = bad_one:GAME", "bad_one:GAME is not a Game but a value of type int"),
        (GAME_OF_MINE, "yours = bad_one:GAME", "bad_one:GAME has the name 'mine'"),
        (GAME_OF_MINE, "Mine! = bad_one:GAME", "a name is 1 to 32 of a-z, 0-9 and hyphens, a letter first"),
        (GAME_OF_MINE, f"{min(GAMES)} = bad_one:GAME", "the name is taken"),
        (
            f"{GAME_OF_MINE}\nGAME = replace(GAME, home='nowhere')",
            "mine = bad_one:GAME",
            "it cannot be set up: ModuleNotFoundError: No module named 'nowhere'",
        ),
        (
            f"{GAME_OF_MINE}\nGAME = replace(GAME, hosting=Hosting(stakes=lambda config: config.nothing))",
            "mine = bad_one:GAME",
            "it cannot be set up: AttributeError: 'Config' object has no attribute 'nothing'",
        ),
        (
            f"{GAME_OF_MINE}\nGAME = replace(GAME, hosting=Hosting(defaults_by_language={{'vi': {{'nothing': 1}}}}))",
            "mine = bad_one:GAME",
            "it cannot be set up: Malformed: Object contains unknown field `nothing` (at $)",
        ),
        (
            f"{CONFIGS_OF_MINE}\nGAME = replace(GAME, presets={{'casual': Config(0)}})",
            "mine = bad_one:GAME",
            "it cannot be set up: Illegal: bad_config: there must be something to take",
        ),
        (
            f"{CONFIGS_OF_MINE}\nGAME = replace(GAME, presets={{'casual': Config(-1)}})",
            "mine = bad_one:GAME",
            "it cannot be set up: Malformed: Expected `int` >= 0 (at $.stones)",
        ),
    ],
    ids=[
        *("import", "exit", "panic", "nothing", "no game", "misnamed", "bad name", "taken"),
        *("homeless", "no stakes", "bad default in a language", "bad preset", "preset out of bounds"),
    ],
)
def test_a_package_in_which_something_is_wrong_costs_one_line_that_names_it(
    tmp_path: Path, code: str, entry: str, why: str
) -> None:
    written(tmp_path, "bad-one", code, games=entry)
    written(tmp_path, "good-one", GAME_OF_MINE.replace("mine", "fine"), games="fine = good_one:GAME")
    games, complaints = listed(tmp_path)
    assert games == {*GAMES, "fine"}
    name = entry.partition(" = ")[0]
    assert complaints == [f"ludoteca: the game {name!r} of the package bad-one 1.0 is left out: {why}"]


def test_a_server_starts_beside_such_a_package_and_says_which_it_is(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    written(packages, "bad-one", "import nowhere", games="mine = bad_one:GAME")
    with embedded(tmp_path, PYTHONPATH=path_with(packages)["PYTHONPATH"]) as deployment:
        assert set(GAMES) <= {game["name"] for game in deployment.browser().get("games")}
        assert deployment.log.count("the game 'mine' of the package bad-one 1.0 is left out") == 1


def test_a_game_that_cannot_be_shown_is_missing_from_the_list_and_nothing_else_is(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    no_table_takes_it = (
        "GAME = replace(GAME, hosting=Hosting(test_only=frozenset({'stones'})), presets={'casual': Config(3)})"
    )
    written(packages, "bad-one", f"{CONFIGS_OF_MINE}\n{no_table_takes_it}", games="mine = bad_one:GAME")
    with embedded(tmp_path, PYTHONPATH=path_with(packages)["PYTHONPATH"]) as deployment:
        for _ in range(2):
            names = {game["name"] for game in deployment.browser().get("games")}
            assert names >= set(GAMES)
            assert "mine" not in names
        (line,) = [line for line in deployment.log.splitlines() if "game_left_out" in line]
        assert '"game": "mine"' in line


def test_what_a_package_prints_is_no_answer_of_a_command(tmp_path: Path) -> None:
    written(tmp_path, "loud-one", f"print('hello')\n{GAME_OF_MINE}", games="mine = loud_one:GAME")
    done = ludoteca(tmp_path, "referee", "mine", typed='{"do": "setup"}\n')
    (answer,) = done.stdout.splitlines()
    assert json.loads(answer)["ok"] is True
    assert "hello" in done.stderr


def test_of_two_packages_with_the_same_name_the_first_in_the_alphabet_has_it(tmp_path: Path) -> None:
    for package in ("second", "first"):
        written(tmp_path, package, GAME_OF_MINE, games=f"mine = {package}:GAME")
    games, complaints = listed(tmp_path)
    assert games == {*GAMES, "mine"}
    assert complaints == ["ludoteca: the game 'mine' of the package second 1.0 is left out: the name is taken"]


def test_a_bot_that_cannot_be_loaded_leaves_the_others_and_the_game(tmp_path: Path) -> None:
    written(tmp_path, "a-game", GAME_OF_MINE, games="mine = a_game:GAME", bots="mine = a_game:BOTS")
    written(tmp_path, "its-bots", BOTS_OF_MINE, bots="mine = its_bots:BOTS")
    done = ludoteca(tmp_path, "games", "mine")
    assert "Bots: random, first" in done.stdout
    assert "the bots for 'mine' of the package a-game 1.0 are left out: AttributeError" in done.stderr


def test_nobody_elses_bots_play_a_game_of_ours(tmp_path: Path) -> None:
    name = min(GAMES)
    written(tmp_path, "its-bots", BOTS_OF_MINE, bots=f"{name} = its_bots:BOTS")
    done = ludoteca(tmp_path, "games", name)
    assert "first" not in done.stdout.partition("Bots: ")[2].splitlines()[0]


@pytest.mark.parametrize("arguments", [("--help",), ("rules", min(GAMES)), ("games", min(GAMES))], ids=" ".join)
def test_a_command_that_needs_no_game_of_others_looks_for_none(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    written(tmp_path, "bad-one", "import nowhere", games="mine = bad_one:GAME")
    done = ludoteca(tmp_path, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
