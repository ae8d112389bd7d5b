"""Gomoku's `greedy`: it beats random play, wins where it can, stops what would win, and opens near the centre."""

from typing import Any

import pytest

from ludoteca.bots import bots_for
from ludoteca.bots.gomoku import OPENING_SPREAD
from ludoteca.dealers import PyRandom
from ludoteca.games.gomoku import GAME
from ludoteca.games.gomoku.types import Choose, Place, State
from ludoteca.kernel import plain, replace
from ludoteca.sim.summary import by_bot

from ...games.gomoku import helpers
from ...games.gomoku.board_drawings import drawn
from ...sim.batches import batch, played

GAMES = 20


def chosen(state: State, seed: int = 0) -> Any:
    (seat,) = GAME.to_act(state)
    return bots_for("gomoku")["greedy"](GAME.view(state, seat), GAME.legal(state, seat), PyRandom(seed))


def test_it_beats_random_every_time() -> None:
    came_off = by_bot(played(batch("gomoku", "greedy", "random"), range(GAMES)))["greedy"]
    assert (came_off.played, came_off.won) == (GAMES, GAMES)


@pytest.mark.parametrize("preset", [*GAME.presets])
def test_it_plays_every_preset_to_the_end(preset: str) -> None:
    (result,) = played(replace(batch("gomoku", "greedy"), config=plain(GAME.presets[preset])), [0])
    assert result.outcome is not None


def test_it_makes_five_rather_than_stop_a_four() -> None:
    board, named = drawn("""
        O O O O .
        X X X X ?
        """)
    assert chosen(helpers.position(board, "X")) in (Place(*named["?"]), Place(named["?"][0] - 5, named["?"][1]))


def test_it_stops_a_four_rather_than_make_one() -> None:
    board, named = drawn("""
        X O O O O ?
        . X X X . .
        """)
    assert chosen(helpers.position(board, "X")) == Place(*named["?"])


def test_it_opens_near_the_centre() -> None:
    centre = 7
    opening = {chosen(helpers.started(), seed) for seed in range(30)}
    assert all(max(abs(stone.x - centre), abs(stone.y - centre)) <= OPENING_SPREAD for stone in opening)
    assert len(opening) > 10  # and not always at the same place


def test_it_takes_a_colour_and_asks_for_no_more_stones() -> None:
    assert chosen(helpers.played(*helpers.THREE_STONES)) in (Choose("black"), Choose("white"))
