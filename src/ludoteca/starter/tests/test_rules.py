"""The sentences of RULES.md, by their numbers."""

import pytest
from ludoteca.kernel import Event, Illegal, Move, Resigned, step

from my_game import GAME
from my_game.rules import Config, GaveUp, Place, State


def played(*cells: tuple[int, int]) -> State:
    """The state after these marks, put in turn."""
    state = GAME.setup(Config()).state
    for number, (x, y) in enumerate(cells):
        state = step(GAME, state, Move(number % 2, Place(x, y))).state
    return state


def test_2_a_mark_is_put_on_an_empty_cell() -> None:
    state = played((1, 1))
    assert Place(1, 1) not in GAME.legal(state, 1)
    with pytest.raises(Illegal) as refusal:
        step(GAME, state, Move(1, Place(1, 1)))
    assert refusal.value.code == "not_legal"


def test_3_three_in_a_row_win() -> None:
    state = played((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))
    assert state.outcome is not None
    assert state.outcome.winners == {0}


def test_5_a_player_who_resigns_has_lost_and_everybody_is_told() -> None:
    state, events = step(GAME, played((1, 1)), Resigned(0))
    assert state.outcome is not None
    assert state.outcome.winners == {1}
    assert events == (Event(GaveUp(0)),)
