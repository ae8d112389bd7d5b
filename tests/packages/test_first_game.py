"""docs/first-game.md and its game of one file: in the terminal, simulated, under the laws, and on the page."""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from ludoteca import load
from ludoteca.kernel import Game
from ludoteca.kernel.contract import same_state

from ..web.deployments import Deployment, embedded
from .installing import ROOT, ludoteca

FILE: Final = ROOT / "examples" / "chomp.py"
PAGE: Final = (ROOT / "docs" / "first-game.md").read_text(encoding="utf-8")
COMMANDS: Final = re.findall(r"^    (ludoteca .*)$", PAGE, re.MULTILINE)
FIELDS: Final = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
LINES_AT_MOST: Final = 65  # without empty ones
WRITTEN: Final = {"name", "types", "setup", "to_act", "legal", "apply", "view", "outcome"}
EAT_THE_CORNER: Final = '{"row":3,"column":5,"type":"eat"}\n'


@pytest.fixture
def here(tmp_path: Path) -> Path:
    shutil.copy(FILE, tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with embedded(tmp_path_factory.mktemp("deployment"), "--game", str(FILE)) as deployment:
        yield deployment


def test_the_page_shows_the_whole_file() -> None:
    (shown,) = re.findall(r"^```python examples/chomp.py\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert shown == FILE.read_text(encoding="utf-8")
    assert len([line for line in shown.splitlines() if line]) <= LINES_AT_MOST


def test_the_page_names_every_field_that_has_a_default() -> None:
    assert {*FIELDS} | WRITTEN == {*Game.__dataclass_fields__}


def test_its_commands_do_what_they_say(here: Path) -> None:
    assert len(COMMANDS) == 3
    for command in COMMANDS:
        done = ludoteca(here, *shlex.split(command)[1:], typed=f"{EAT_THE_CORNER}quit\n")
        assert done.returncode == 0, f"{command}: {done.stderr}"


def test_it_is_drawn_as_the_page_says(here: Path) -> None:
    (code,) = re.findall(r"^## Draw it$.*?^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    text = (here / "chomp.py").read_text(encoding="utf-8")
    drawn = text.replace("GAME = Game(\n", f"{code}\n\nGAME = Game(\n    text=TEXT,\n")
    (here / "chomp.py").write_text(drawn, encoding="utf-8")
    done = ludoteca(here, "laws", "chomp.py", "--examples", "5")
    assert done.returncode == 0, done.stdout
    done = ludoteca(here, "play", "chomp.py", typed="quit\n")
    assert "! A A A A A" in done.stdout


def test_it_is_played_in_the_terminal(here: Path) -> None:
    played = ["play", "chomp.py", "--second", "bot:random", "--log", "game.jsonl"]
    done = ludoteca(here, *played, typed=f"{EAT_THE_CORNER}resign\nyes\n")
    assert "\n  !#####\n  ######\n" in done.stdout
    assert "eaten: seat 0, row 3, column 5" in done.stdout
    assert "verify game.jsonl --game chomp.py" in done.stdout
    assert ludoteca(here, "verify", "game.jsonl", "--game", "chomp.py").returncode == 0


def test_it_obeys_the_laws(here: Path) -> None:
    assert "chomp obeys " in ludoteca(here, "laws", "chomp.py", "--examples", "20").stdout


def test_workers_simulate_it(here: Path) -> None:
    done = ludoteca(here, "simulate", "chomp.py:GAME", "--games", "20", "--workers", "2")
    assert done.returncode == 0, done.stderr
    assert "chomp 1.0.0, 20 games from seed 1: random, random" in done.stdout


def test_it_is_in_the_lobby_with_a_bot_and_its_rules(deployment: Deployment) -> None:
    (shown,) = [game for game in deployment.browser().get("games") if game["name"] == "chomp"]
    assert (shown["title"], shown["seats"], shown["bots"]) == ("Chomp", ["first", "second"], ["random"])
    assert shown["about"].startswith("Chomp: two players eat a bar of chocolate")
    assert "poisoned square loses" in deployment.browser().get("rules/chomp?language=en")["html"]


def test_it_is_played_on_the_page_against_a_bot(deployment: Deployment) -> None:
    ada = deployment.browser("Ada")
    room = ada.room(game="chomp", seats=["me", "bot:random"], config={"rows": 2})
    assert ada.table(room["code"])["game_id"]


def test_the_page_of_a_game_that_the_server_does_not_serve_is_missing(deployment: Deployment) -> None:
    assert deployment.browser().refused("GET", "rules/nim?language=en") == (404, "not_found")


@pytest.mark.parametrize(
    ("name", "code", "complaint"),
    [
        ("gone.py", None, "there is no file gone.py"),
        ("none.py", "GAME = 7", "none.py has 0 games; name one as none.py:NAME; its games are: none"),
        (
            "two.py",
            "from chomp import GAME\nMORE = GAME",
            "two.py has 2 games; name one as two.py:NAME; its games are:",
        ),
        ("two.py:LESS", "from chomp import GAME", "two.py has no 'LESS'; its games are: GAME"),
        ("os.py", "", "os.py cannot be imported: another module is called 'os'; rename the file"),
        ("typo.py", "def (", "cannot import 'typo': SyntaxError: "),
        (
            "misspelt.py",
            "\nGAME = Gmae()",
            "cannot import 'misspelt': NameError: name 'Gmae' is not defined, at misspelt.py:2, in <module>: GAME",
        ),
    ],
)
def test_a_file_without_one_game_is_refused_with_the_reason(
    here: Path, name: str, code: str | None, complaint: str
) -> None:
    if code is not None:
        (here / name.partition(":")[0]).write_text(code, encoding="utf-8")
    done = ludoteca(here, "rules", name)
    assert done.returncode == 2
    assert done.stderr.startswith(f"ludoteca: {complaint}")


@pytest.mark.parametrize(
    ("name", "reason"),
    [("gomoku", "the name is taken"), ("Chomp!", "a name is 1 to 32 of a-z, 0-9 and hyphens, a letter first")],
)
def test_a_name_that_cannot_be_served_is_refused_before_anything_starts(here: Path, name: str, reason: str) -> None:
    code = FILE.read_text(encoding="utf-8").replace('name="chomp"', f'name="{name}"')
    (here / "chomp.py").write_text(code, encoding="utf-8")
    done = ludoteca(here, "serve", "--game", "chomp.py")
    assert (done.returncode, done.stderr) == (
        2,
        f"ludoteca: the game {name!r} of chomp.py cannot be served: {reason}\n",
    )
    assert not (here / "ludoteca-data").exists()


def test_python_loads_it_by_its_file() -> None:
    game = load(str(FILE))
    assert (game.name, game.home, game.resample) == ("chomp", "chomp", same_state)
