"""Finding a game, its config and its seats: what is named wrong is said in one line, with what there is instead."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.bots import bots_for
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
        ("no.such:GAME", "cannot import 'no.such': ModuleNotFoundError: No module named 'no'"),
        ("tests.cli.nim:GAEM", "tests.cli.nim has no 'GAEM'; its games are: GAME"),
        ("tests.cli.nim:NOT_A_GAME", "tests.cli.nim:NOT_A_GAME is not a Game but a value of type int"),
        (":GAME", "cannot import '': ValueError: Empty module name"),
    ],
)
def test_an_import_path_that_leads_nowhere(path: str, complaint: str) -> None:
    assert refused("rules", path) == complaint


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
