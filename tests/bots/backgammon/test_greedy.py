"""Backgammon's `greedy`: it beats random play, plays everything to its end, and does what is plainly right."""

from typing import Any

import pytest

from ludoteca.bots import bots_for
from ludoteca.dealers import PyRandom
from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.types import Config, Done, Double, Drop, Roll, State, Take, Undo
from ludoteca.kernel import plain, replace
from ludoteca.sim.summary import by_bot

from ...games.backgammon.helpers import CONFIRMED, START, act, moves_of, play, position, started, to_move, to_roll
from ...sim.batches import batch, played

GAMES = 100


def test_greedy_beats_random_in_at_least_nine_of_ten_games() -> None:
    came_off = by_bot(played(batch("backgammon", "greedy", "random"), range(GAMES)))["greedy"]
    assert came_off.played == GAMES
    assert came_off.rate >= 0.9


@pytest.mark.parametrize("preset", [*GAME.presets])
def test_greedy_plays_every_preset_to_the_end(preset: str) -> None:
    against_itself = replace(batch("backgammon", "greedy"), config=plain(GAME.presets[preset]))
    (result,) = played(against_itself, [0])
    assert result.outcome is not None


def greedily(state: State, seat: int) -> Any:
    bot = bots_for("backgammon")["greedy"]
    return bot(GAME.view(state, seat), GAME.legal(state, seat), PyRandom(0))


def test_greedy_makes_the_five_point_with_3_1() -> None:
    state = started(Config(), (3, 1))
    first = greedily(state, 0)
    assert first in [move for move in moves_of(state) if move.to == 4]


def test_greedy_confirms_and_never_takes_back() -> None:
    state, _ = play(started(CONFIRMED), "8/5 6/5")
    assert greedily(state, 0) == Done()
    once = to_move(START, 0, 3, 1, config=CONFIRMED)
    assert greedily(once, 0) not in (Undo(), Done())


def test_greedy_doubles_a_long_lead_and_drops_when_far_behind() -> None:
    ahead = position("6:3 5:2 4:2", "6:5 5:5 4:5")
    assert greedily(to_roll(ahead, 0), 0) == Double()
    assert greedily(to_roll(START, 0), 0) == Roll()
    assert greedily(act(to_roll(ahead, 0), Double()), 1) == Drop()
    assert greedily(act(to_roll(START, 0), Double()), 1) == Take()
