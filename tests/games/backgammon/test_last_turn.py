"""The last turn is in everybody's view, so that a returning player sees what the other side has played."""

import pytest

from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.types import CheckerMove, Config, Done, Drop, LastTurn, Moved, State, Undo
from ludoteca.kernel import Chance, Elapsed, Move, Resigned, replace

from .helpers import CONFIRMED, act, after, play, position, roll, started, to_move

PLAYED = LastTurn(0, (3, 1), (Moved(7, 4, 3), Moved(5, 4, 1)))


def picture(state: State) -> list[str]:
    return GAME.text.picture(GAME.view(state, None)).splitlines()


@pytest.mark.parametrize("reader", [0, 1, None])
def test_everybody_sees_who_played_what_with_which_dice(reader: int | None) -> None:
    assert GAME.view(started(), reader).last is None
    assert GAME.view(play(started(), "8/5 6/5")[0], reader).last == PLAYED


def test_it_is_seen_until_the_next_turn_has_ended() -> None:
    state = roll(act(play(started(CONFIRMED), "8/5 6/5")[0], Done()), 6, 2)
    begun = act(state, CheckerMove(0, 6, 6))
    back = act(begun, Undo())
    ended = act(play(back, "24/18 13/11")[0], Done())
    assert [each.last for each in (state, begun, back)] == [PLAYED] * 3
    assert ended.last == LastTurn(1, (6, 2), (Moved(0, 6, 6), Moved(11, 13, 2)))


def test_hits_and_the_order_of_moves_are_as_they_were_played() -> None:
    state = to_move(position("8:1 6:2", "20:1 1:2"), 0, 3, 2)
    hit = after(state, Move(0, CheckerMove(7, 4, 3)), Move(0, CheckerMove(4, 2, 2)))
    assert hit.last == LastTurn(0, (3, 2), (Moved(7, 4, 3, hit=True), Moved(4, 2, 2)))


def test_a_pass_is_a_turn_without_moves() -> None:
    closed = position("10:2", "1:2 2:2 3:2 4:2 5:2 6:2", bar=(1, 0))
    waiting = replace(to_move(closed, 0), phase="rolling", dice=())
    passed = after(waiting, Chance((6, 5)))
    assert passed.last == LastTurn(0, (6, 5), ())
    assert "Last: white 6-5, passed." in picture(passed)


def test_what_chance_has_played_when_time_was_over_is_seen_too() -> None:
    state = after(started(), Elapsed("turn-1-1"), Chance((0,)), Chance((0,)))
    assert state.last is not None
    assert (state.last.seat, [move.die for move in state.last.moves]) == (0, [3, 1])


def test_the_winning_turn_is_seen_when_all_is_over() -> None:
    won = play(to_move(position("6:1 5:1", "6:5"), 0, 6, 5), "6/off 5/off")[0]
    assert won.result is not None
    assert won.last == LastTurn(0, (6, 5), (Moved(5, 24, 6), Moved(4, 24, 5)))


def test_the_next_game_of_a_match_begins_without_one() -> None:
    state = roll(play(started(Config(points=5)), "8/5 6/5")[0], 6, 2)
    assert state.last == PLAYED
    assert after(state, Resigned(1)).last is None


def test_a_double_does_not_hide_it() -> None:
    state = play(started(Config(cube=True)), "8/5 6/5")[0]
    doubled = GAME.apply(state, Move(1, GAME.legal(state, 1)[1])).state
    assert doubled.phase == "answer"
    assert doubled.last == PLAYED
    assert act(doubled, Drop()).last == PLAYED


def test_the_picture_says_it_above_what_is_awaited() -> None:
    state = roll(play(started(), "8/5 6/5")[0], 6, 2)
    assert picture(state)[-2:] == ["Last: white 3-1, 8/5 6/5.", "Turn 2: black to move."]
