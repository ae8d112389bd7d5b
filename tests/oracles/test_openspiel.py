"""Our games against OpenSpiel's.

Gomoku: two thousand random games through the referee, compared after every move. Backgammon: the boards that legal
plays lead to, on twenty thousand positions and rolls of random games.
"""

import pytest
from bench.oracles import backgammon
from bench.oracles.gomoku import compare

GAMES, PARTS = 2000, 4
POSITIONS = 20_000


@pytest.mark.parametrize("part", range(PARTS))
def test_gomoku_agrees_with_openspiel(part: int) -> None:
    games = GAMES // PARTS
    moves = compare(games, seed=part)
    assert moves >= games * 9  # no game of five in a row is shorter


@pytest.mark.parametrize("part", range(PARTS))
def test_backgammon_agrees_with_openspiel(part: int) -> None:
    positions = POSITIONS // PARTS
    seen = backgammon.compare(positions, seed=part)
    assert seen["positions"] == positions
    assert min(seen[sort] for sort in ("bar", "bear-off", "doubles", "pass")) >= positions // 50
