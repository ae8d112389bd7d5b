"""Every law, on every registered game and on the toys; and what a registered game must have."""

from pathlib import Path

import pytest

from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame
from ludoteca.laws import LAWS, Law, check
from tests.times import TIMES
from tests.toys import LOBBY_TOYS

EXAMPLES = 20 * TIMES
GAMES_AND_TOYS = [*GAMES.values(), *LOBBY_TOYS.values()]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name.replace(" ", "_"))
@pytest.mark.parametrize("game", GAMES_AND_TOYS, ids=lambda game: game.name)
def test_law(game: AnyGame, law: Law) -> None:
    check(game, law, examples=EXAMPLES)


def test_the_registry_names_each_game_as_the_game_names_itself() -> None:
    assert all(name == game.name for name, game in GAMES.items())


@pytest.mark.parametrize("name", GAMES)
def test_a_registered_game_has_a_golden_playthrough(name: str) -> None:
    golden = Path(__file__).parents[1] / "games" / name / "golden"
    assert list(golden.glob("*.txt")), f"{golden} holds no playthrough: see docs/add-a-game.md"
