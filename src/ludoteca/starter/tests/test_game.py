"""The game as a whole: it obeys the laws, and it is played as it was played before."""

from pathlib import Path

from ludoteca.laws import check_all
from ludoteca.playthrough import playthrough

from my_game import GAME

GOLDEN = Path(__file__).parent / "golden" / "default-1.txt"


def test_the_game_obeys_the_laws() -> None:
    for _, broken in check_all(GAME):
        if broken is not None:
            raise broken


def test_the_same_random_game_is_played_as_before() -> None:
    """If you changed the rules on purpose, make the file again, and read the difference:

    ludoteca playthrough my_game:GAME --seed 1 > tests/golden/default-1.txt
    """
    assert playthrough(GAME, None, 1).splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()
