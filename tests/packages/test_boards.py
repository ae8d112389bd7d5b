"""The board that a package brings along, as the server hands it out."""

from collections.abc import Iterator

import pytest
import requests

from ludoteca.games import GAMES

from ..web.houses import House, embedded
from .installing import EXAMPLE, installed, path_with


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    package = installed(EXAMPLE, tmp_path_factory.mktemp("package"))
    with embedded(tmp_path_factory.mktemp("house"), PYTHONPATH=path_with(package)["PYTHONPATH"]) as house:
        yield house


def fetched(house: House, path: str) -> requests.Response:
    return house.browser().session.get(house.url + path)


def test_the_games_say_where_their_own_boards_are(house: House) -> None:
    boards = {game["name"]: game["board"] for game in house.browser().get("games")}
    assert boards["liars-dice"] == "/boards/liars-dice.js"
    assert all(boards[name] is None for name in GAMES)


def test_a_board_is_served_as_a_script_of_our_own_address(house: House) -> None:
    answer = fetched(house, "/boards/liars-dice.js")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.content == (EXAMPLE / "src/liars_dice/board.js").read_bytes()


@pytest.mark.parametrize("name", [min(GAMES) + ".js", "nothing.js", "liars-dice", "RULES.md", "x/liars-dice.js"])
def test_nothing_else_is_served_there(house: House, name: str) -> None:
    answer = fetched(house, f"/boards/{name}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
