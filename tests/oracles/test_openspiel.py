"""Our games against OpenSpiel's.

Gomoku: random games through the referee, compared after every move. Backgammon: the boards that legal plays lead to, on
positions and rolls of random games. `python -m bench.oracles.gomoku` and `bench.oracles.backgammon` go further.
"""

import pytest
from bench.oracles import backgammon
from bench.oracles.gomoku import compare

from tests.times import TIMES

GAMES, PARTS = 500 * TIMES, 4
POSITIONS = 5_000 * TIMES


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
