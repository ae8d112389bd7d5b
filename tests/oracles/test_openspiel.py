"""Two thousand random games of gomoku through the referee against OpenSpiel, compared after every move."""

import pytest
from bench.oracles.gomoku import compare

GAMES, PARTS = 2000, 4


@pytest.mark.parametrize("part", range(PARTS))
def test_gomoku_agrees_with_openspiel(part: int) -> None:
    games = GAMES // PARTS
    moves = compare(games, seed=part)
    assert moves >= games * 9  # no game of five in a row is shorter
