"""Morris, sentence by sentence; the numbers are those of its RULES.md. And how it is drawn and touched."""

import pytest

from ludoteca.kernel import Illegal, Left, Move, Outcome, Resigned, step

from .morris import GAME
from .morris.rules import Action, Config, Place, Slide, State

THREE = Config(men=3)


def played(*moves: str, config: Config = THREE) -> State:
    """The state after these moves, white's first."""
    state = GAME.setup(config).state
    for number, text in enumerate(moves):
        seat = number % 2
        state = step(GAME, state, Move(seat, GAME.text.read(text, GAME.view(state, seat)))).state
    return state


def written(state: State) -> set[str]:
    """The legal actions in notation."""
    view = GAME.view(state, state.turn)
    return {GAME.text.write(action, view) for action in GAME.legal(state, state.turn)}


def refused(state: State, seat: int, action: Action) -> str:
    with pytest.raises(Illegal) as refusal:
        step(GAME, state, Move(seat, action))
    return refusal.value.code


def test_1_white_begins_and_they_take_turns() -> None:
    assert played().turn == 0
    assert played("a1").turn == 1
    assert refused(played(), 1, Place("a1")) == "not_your_turn"


def test_2_men_in_hand_are_placed_on_empty_points() -> None:
    assert len(written(played())) == 24
    assert refused(played("a1"), 1, Place("a1")) == "not_possible"


def test_3_a_man_moves_along_a_line_and_with_three_left_anywhere() -> None:
    placed = ("a1", "a7", "d1", "g7", "b2", "d2", "f6", "b6")
    state = played(*placed, config=Config(men=4))
    assert {each for each in written(state) if each.startswith("a1")} == {"a1-a4"}
    assert {each for each in written(played(*placed[:6])) if each.startswith("b2-b")} == {"b2-b4", "b2-b6"}


def test_4_a_mill_takes_a_man() -> None:
    assert {each for each in written(played("a1", "a7", "d1", "d7")) if each.startswith("g1")} == {"g1xa7", "g1xd7"}


def test_5_a_man_in_a_mill_is_taken_only_if_there_is_no_other() -> None:
    moves = ("a1", "a7", "d1", "d7", "b2", "g7xb2", "e3", "e5")
    four = played(*moves, config=Config(men=5))
    assert {each for each in written(four) if each.startswith("g1")} == {"g1xe5"}
    only = played(*moves[:6], config=Config(men=4))
    assert {each for each in written(only) if each.startswith("g1")} == {"g1xa7", "g1xd7", "g1xg7"}


def test_6_fewer_than_three_men_or_a_resignation_lose() -> None:
    assert played("a1", "a7", "d1", "d7", "g1xa7").outcome == Outcome((1, -1), "men")
    assert step(GAME, played(), Resigned(0)).state.outcome == Outcome((-1, 1), "resigned")


def test_7_quiet_turns_are_a_draw() -> None:
    there, back = ("a1-a4", "g7-g4"), ("a4-a1", "g4-g7")
    moves = ("a1", "g7", "d2", "d6", "f2", "b6", *there, *back)
    assert played(*moves, config=Config(men=3, quiet=10)).outcome == Outcome((0, 0), "quiet")


def test_8_being_away_costs_nothing() -> None:
    assert step(GAME, played("a1"), Left(0)).state == played("a1")


def test_an_action_is_played_by_its_points_in_order() -> None:
    view = GAME.view(played(), 0)
    assert GAME.text.touch(Place("g1", "d7"), view) == ("g1", "d7")
    assert GAME.text.touch(Slide("a1", "a4", "d7"), view) == ("a1", "a4", "d7")


def test_the_terminal_draws_the_scene() -> None:
    drawn = GAME.text.picture(GAME.view(played("a1", "g7"), None)).splitlines()
    assert drawn[0] == "seat 0 2, seat 1 2"
    assert drawn[1].split() == ["a7", "d7", "X"]
    assert drawn[-1].split() == ["O", "d1", "g1"]
