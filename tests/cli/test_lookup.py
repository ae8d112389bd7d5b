"""Finding a game, its config and its seats: what is named wrong is said in one line, with what there is instead."""

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

import pytest

from ludoteca.bots import bots_for
from ludoteca.console.arguments import find_game, known_games
from ludoteca.console.errors import Failure
from ludoteca.games import GAMES

from .terminal import DUEL, ENVIRONMENT, NIM, PROGRAM, ROOT, ludoteca, refused


@pytest.mark.parametrize("command", ["play", "rules", "schema"])
def test_an_unknown_game_lists_the_games(command: str) -> None:
    complaint = refused(command, "nothing-like-it")
    assert complaint == f"no game 'nothing-like-it'; the games are: {', '.join(sorted(GAMES))}"


def test_a_mistyped_game_suggests_the_near_one() -> None:
    name = min(GAMES)
    assert refused("rules", name[:-1] + "_").endswith(f"(did you mean {name}?)")


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        (
            "no.such:GAME",
            "cannot import 'no.such': ModuleNotFoundError: No module named 'no'; "
            "run this in the folder that holds it, or install it",
        ),
        (
            "lacking:GAME",
            "cannot import 'lacking': ModuleNotFoundError: No module named 'no', "
            "at lacking.py:1, in <module>: import no",
        ),
        ("tests.cli.nim:GAEM", "tests.cli.nim has no 'GAEM'; its games are: GAME (did you mean GAME?)"),
        ("tests.cli.nim:NOT_A_GAME", "tests.cli.nim:NOT_A_GAME is not a Game but a value of type int"),
        (":GAME", "cannot import '': ValueError: Empty module name"),
        ("exits:GAME", "cannot import 'exits': SystemExit: 3, at exits.py:2, in <module>: sys.exit(3)"),
        ("exits.py", "cannot import 'exits': SystemExit: 3, at exits.py:2, in <module>: sys.exit(3)"),
        ("a.b.py", "a.b.py cannot be imported: a module's name has no dots; rename the file"),
    ],
)
def test_an_import_path_that_leads_nowhere(here: Path, path: str, complaint: str) -> None:
    (here / "exits.py").write_text("import sys\nsys.exit(3)\n")
    (here / "lacking.py").write_text("import no")
    (here / "a.b.py").write_text((ROOT / "tests/cli/nim.py").read_text())
    assert refused("rules", path) == complaint


def test_a_game_that_lies_here_uninstalled_is_named_by_its_package(here: Path) -> None:
    (here / "own_game").mkdir()
    (here / "own_game/__init__.py").touch()
    advice = "; own_game lies in the current folder: install it, or write own_game:GAME"
    assert refused("play", "own-game").endswith(advice)
    assert "install" not in refused("play", "other-game")


@pytest.mark.parametrize(
    ("command", "advice"),
    [
        (("play", NIM, "--others", "bot:simple"), "write a bot of your own as bot:package.module:NAME"),
        (("simulate", NIM, "--seats", "simple"), "write one of your own as package.module:NAME"),
    ],
)
def test_an_unknown_bot_says_how_to_write_ones_own(command: tuple[str, ...], advice: str) -> None:
    assert refused(*command).endswith(f"random; {advice}")


def test_a_mistyped_bot_of_a_module_lists_its_functions() -> None:
    complaint = refused("play", NIM, "--others", "bot:tests.cli.crash_game:bott")
    assert complaint.startswith("tests.cli.crash_game has no 'bott'; its functions are: ")
    assert complaint.endswith("(did you mean bot?)")
    assert "apply" in complaint


@pytest.mark.parametrize("name", ["own_game.py", "own_game:GAME"])
def test_what_lies_beside_a_game_shadows_no_package(here: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A server imports its web framework after the games."""
    library = here / "site-packages"
    library.mkdir()
    (library / "a_framework.py").write_text("WHOSE = 'theirs'\n")
    (here / "a_framework.py").write_text("WHOSE = 'mine'\n")
    (here / "own_helper.py").write_text("WHOSE = 'mine'\n")
    (here / "own_game.py").write_text("def later():\n    import own_helper\n    return own_helper.WHOSE\n")
    with (here / "own_game.py").open("a") as file:
        file.write((ROOT / "tests/cli/nim.py").read_text())
    monkeypatch.syspath_prepend(str(library))
    with patch.dict(sys.modules):
        find_game(name)
        assert import_module("a_framework").WHOSE == "theirs"
        assert sys.modules["own_game"].later() == "mine"


def test_a_game_may_be_named_twice_and_beside_its_own_package() -> None:
    shipped = min(GAMES)
    again = f"ludoteca.games.{shipped}:GAME"
    games = known_games((DUEL, DUEL, again))
    assert set(games) == {*known_games(), "duel"}
    assert games[shipped] is GAMES[shipped]


def test_another_game_under_a_name_that_is_taken_is_refused(here: Path) -> None:
    (here / "another_duel.py").write_text(
        "from dataclasses import replace\nfrom tests.toys.duel import GAME as DUEL\nGAME = replace(DUEL)\n"
    )
    with pytest.raises(Failure, match=r"the game 'duel' of another_duel.py:GAME cannot be served: the name is taken"):
        known_games((DUEL, "another_duel.py:GAME"))


def test_ones_own_game_lies_in_the_current_directory(here: Path) -> None:
    (here / "mine.py").write_text((ROOT / "tests/cli/nim.py").read_text())
    (here / "broken.py").write_text("def (")
    play = [*PROGRAM, "play", "mine:GAME", "--others", "bot:random", "--log", "a"]
    done = subprocess.run(play, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert "ludoteca verify a --game mine:GAME" in done.stdout
    broken = subprocess.run(
        [*PROGRAM, "rules", "broken:GAME"], env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert broken.returncode == 2
    assert broken.stderr.startswith("ludoteca: cannot import 'broken': SyntaxError")


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--set", "stones"], "--set stones: write it as KEY=VALUE"),
        (["--set", "=3"], "--set =3: write it as KEY=VALUE"),
        (["--set", "stones=many"], "--set stones: Expected int, got str"),
        (["--set", "stones=NaN"], "--set stones: Expected int, got str"),
        (["--set", "stones=" + "[" * 5000], "--set stones: Expected int, got str"),
        (["--set", "stones=-1"], "--set stones: Expected int >= 0"),
        (["--set", "stone=3"], "--set stone: nim has no such setting; its settings are: stones (did you mean stones?)"),
        (["--set", "stones=0"], "nim cannot be set up like this: there must be something to take"),
        (["--preset", "shorts"], "nim has no preset 'shorts'; its presets are: short (did you mean short?)"),
    ],
)
def test_a_config_that_does_not_fit(args: list[str], complaint: str) -> None:
    assert refused("play", NIM, *args) == complaint


def test_a_field_with_few_values_names_them() -> None:
    name, field, values = next(_fields_with_choices())
    complaint = refused("play", name, "--set", f"{field}=absurd")
    assert complaint == f"--set {field}: Invalid enum value 'absurd'; choose from: {', '.join(values)}"


def test_settings_change_a_preset() -> None:
    short = ludoteca("play", NIM, "--preset", "short")
    assert "3 stones" in short.stdout
    changed = ludoteca("play", NIM, "--preset", "short", "--set", "stones=5", "--set", "stones=6")
    assert "6 stones" in changed.stdout


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--west", "human"], "no option --west, and nim has no such seat; its seats are: --north, --far-south"),
        (["--2", "human"], "no option --2, and nim has no such seat; its seats are: --north, --far-south"),
        (["--me", "west"], "no seat 'west'; the seats are: north (0), far south (1)"),
        (["--north"], "--north needs to know who sits there: human or bot:NAME"),
        (["--north", "--far-south", "human"], "--north needs to know who sits there: human or bot:NAME"),
        (["--north", "human", "--0=bot:random"], "the seat north is given twice"),
        (["--me", "0", "--north", "human"], "the seat north is given twice"),
        (["--others", "bot:randon"], "nobody called 'bot:randon' can play nim; there are: human, bot:random"),
        (["--north", "robot"], "nobody called 'robot' can play nim; there are: human, bot:random"),
        (["--north", "bot:tests.cli.nim:NOT_A_GAME"], "tests.cli.nim:NOT_A_GAME is not a bot: a bot is a function of"),
        (["--seed", "-1"], "--seed: from 0 to 9223372036854775807"),
        (["another"], f"name one game to play, not 2: {NIM} another"),
    ],
)
def test_seats_that_do_not_fit(here: Path, args: list[str], complaint: str) -> None:
    assert refused("play", NIM, *args).startswith(complaint)
    assert list(here.iterdir()) == []


def test_seats_are_called_by_name_or_number_before_or_after_the_game() -> None:
    first = ludoteca("play", "--NORTH", "bot:random", NIM, "--1=bot:random", "--seed", "1")
    assert first.stdout.startswith("nim 1.0.0 – north bot:random, far south bot:random\n")
    mine = ludoteca("play", NIM, "--me", "Far South", "--others", "bot:random")
    assert mine.stdout.startswith("nim 1.0.0 – north bot:random, far south human\n")


def test_every_game_has_the_random_bot() -> None:
    assert all("random" in bots_for(name) for name in (*GAMES, "nim", "no such game", "os.path", "../x"))


def test_a_game_with_nobody_named_is_for_people() -> None:
    assert "left human, right human" in ludoteca("play", DUEL).stdout


def _fields_with_choices() -> Iterator[tuple[str, str, list[str]]]:
    for name, game in GAMES.items():
        for field, kind in game.types.config.__annotations__.items():
            values = getattr(kind, "__args__", ())
            if values and all(isinstance(value, str) for value in values):
                yield name, field, sorted(values)
