"""The board that a package brings along, as the server hands it out."""

from collections.abc import Iterator

import pytest
import requests

from ludoteca.games import GAMES

from ..web.deployments import Deployment, embedded
from .installing import EXAMPLE, installed, path_with


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    package = installed(EXAMPLE, tmp_path_factory.mktemp("package"))
    with embedded(tmp_path_factory.mktemp("deployment"), PYTHONPATH=path_with(package)["PYTHONPATH"]) as deployment:
        yield deployment


def fetched(deployment: Deployment, path: str) -> requests.Response:
    return deployment.browser().session.get(deployment.url + path)


def test_the_games_say_where_their_own_boards_are(deployment: Deployment) -> None:
    boards = {game["name"]: game["board"] for game in deployment.browser().get("games")}
    assert boards["liars-dice"] == "/boards/liars-dice.js"
    assert all(boards[name] is None for name in GAMES)


def test_a_board_is_served_as_a_script_of_our_own_address(deployment: Deployment) -> None:
    answer = fetched(deployment, "/boards/liars-dice.js")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.content == (EXAMPLE / "src/liars_dice/board.js").read_bytes()


@pytest.mark.parametrize("name", [min(GAMES) + ".js", "nothing.js", "liars-dice", "RULES.md", "x/liars-dice.js"])
def test_nothing_else_is_served_there(deployment: Deployment, name: str) -> None:
    answer = fetched(deployment, f"/boards/{name}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
