"""How backgammon is written: single moves, whole plays, hints, the drawn board, and what is told."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.board import relative
from ludoteca.games.backgammon.notation import read_play, step_name, write_play
from ludoteca.games.backgammon.plays import dice_left, plays
from ludoteca.games.backgammon.turns import as_move
from ludoteca.games.backgammon.types import (
    Action,
    CheckerMove,
    CheckerMoved,
    Config,
    Cube,
    Done,
    Double,
    Drop,
    Moved,
    MoveUndone,
    Position,
    Roll,
    State,
    Take,
    Told,
    Undo,
)
from ludoteca.kernel import Chance, Illegal, Left, Move, Resigned, Returned, replace

from .helpers import CONFIRMED, START, act, after, moves_of, play, position, started, to_move, to_roll, told_by, written
from .worlds import positions_and_rolls


def read(text: str, state: State) -> Action:
    action: Action = GAME.text.read(text, GAME.view(state, None))
    return action


def picture(state: State) -> list[str]:
    return GAME.text.picture(GAME.view(state, None)).splitlines()


# Single moves


@pytest.mark.parametrize("dice", [(3, 1), (1, 3)])
def test_each_side_counts_from_its_own_home(dice: tuple[int, int]) -> None:
    assert written(started(dice=dice)) == ["24/21", "24/23", "13/10", "8/5", "8/7", "6/3", "6/5"]


@pytest.mark.parametrize(
    ("word", "move"),
    [
        ("8/5", CheckerMove(7, 4, 3)),
        (" 8 / 5 ", CheckerMove(7, 4, 3)),
        ("08/05", CheckerMove(7, 4, 3)),
        ("8/5*", CheckerMove(7, 4, 3)),
        ("24/21", CheckerMove(23, 20, 3)),
    ],
)
def test_moves_are_read_as_people_type_them(word: str, move: CheckerMove) -> None:
    assert read(word, started()) == move


@pytest.mark.parametrize("word", ["bar/20", "BAR/20", "25/20"])
def test_the_bar_has_a_name_and_a_number(word: str) -> None:
    assert read(word, to_move(position("6:2", "", bar=(1, 0)), 0, 5, 1)) == CheckerMove(-1, 19, 5)


@pytest.mark.parametrize("word", ["6/off", "6/OFF", "6/0"])
def test_so_has_off(word: str) -> None:
    assert read(word, to_move(position("", "6:2"), 1, 6, 1)) == CheckerMove(18, 24, 6)


def test_where_either_die_bears_off_the_lower_is_meant_and_the_other_named() -> None:
    state = to_move(position("4:2", "1:1"), 0, 6, 5)
    assert written(state) == ["4/off:6", "4/off"]
    assert read("4/off", state) == CheckerMove(3, 24, 5)
    assert read("4/off:6", state) == CheckerMove(3, 24, 6)


def test_a_hit_is_marked() -> None:
    assert "13/7*" in written(to_move(position("13:2", "18:1"), 0, 6, 1))


@pytest.mark.parametrize(
    ("word", "action"),
    [
        ("roll", Roll()),
        ("double", Double()),
        ("take", Take()),
        ("Drop", Drop()),
        ("done", Done()),
        (" undo ", Undo()),
    ],
)
def test_the_rest_are_words(word: str, action: Action) -> None:
    assert read(word, started()) == action
    assert GAME.text.write(action, GAME.view(started(), 0)) == word.strip().lower()


def test_a_move_that_is_not_legal_is_read_all_the_same_so_that_the_rules_can_say_why() -> None:
    assert read("6/2", started(dice=(3, 1))) == CheckerMove(5, 1, 4)


@pytest.mark.parametrize("word", ["", "13", "13/7/5 6/5", "x/3", "13-7", "13/", "99/3", "5/9", "13/off/3", "13/5"])
def test_what_cannot_be_read_is_answered_with_a_hint(word: str) -> None:
    with pytest.raises(Illegal) as caught:
        read(word, started())
    assert caught.value.code == "unreadable"
    assert caught.value.reason


@pytest.mark.parametrize(
    ("state", "hint"),
    [
        (started(), "a move like 13/7, bar/20 or 6/off"),
        (started(CONFIRMED), "a move like 13/7, bar/20 or 6/off, done or undo"),
        (to_roll(START, 0), "roll or double"),
        (act(to_roll(START, 0), Double()), "take or drop"),
    ],
)
def test_the_hint_says_what_is_asked(state: State, hint: str) -> None:
    with pytest.raises(Illegal, match=f"'hm' is not {hint}"):
        read("hm", state)


# Whole plays


@pytest.mark.parametrize(
    ("where", "dice", "text"),
    [
        (START, (3, 1), "8/5 6/5"),
        (START, (6, 5), "24/13"),
        (START, (2, 2), "13/11(2) 6/4(2)"),
        (START, (4, 4), "24/20(2) 13/9(2)"),
        (position("13:2 6:2", "18:1"), (6, 2), "13/7*/5"),
        (position("13:2 6:2", "18:1 20:1"), (6, 2), "13/7*/5*"),
        (position("6:2", "", bar=(1, 0)), (5, 1), "bar/20 6/5"),
        (position("6:2", "5:1", bar=(2, 0)), (5, 1), "bar/24 bar/20*"),
        (position("6:1 5:1", "1:1"), (6, 5), "6/off 5/off"),
        (position("2:4", "1:1"), (6, 6), "2/off(4)"),
    ],
)
def test_plays_in_standard_notation_both_ways(where: Position, dice: tuple[int, ...], text: str) -> None:
    state = to_move(where, 0, *dice)
    moves = read_play(text, where, 0, dice_left(state.dice, ()))
    _, told = told_by(state, *(Move[Action](0, move) for move in moves))
    made = [Moved(event.from_, event.to, event.die, event.hit) for event in told if isinstance(event, CheckerMoved)]
    assert write_play(made, 0) == text


@pytest.mark.parametrize("text", ["6/5 8/5", "8/5 6/5", "8/5* 6/5*"])
def test_any_order_is_understood(text: str) -> None:
    assert play(started(), text)[0].position == play(started(), "8/5 6/5")[0].position


@pytest.mark.parametrize("text", ["13/7 7/5", "13/7/5", "13/5", "13/11/5"])
def test_joined_or_not(text: str) -> None:
    state = to_move(START, 0, 6, 2)
    assert play(state, text)[0].position == play(state, "13/11 11/5")[0].position


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("8/5", "illegal_move"),
        ("8/4 6/5", "illegal_move"),
        ("9/5", "illegal_move"),
        ("", "illegal_move"),
        ("8/5 6/5 6/5", "illegal_move"),
        ("hello", "unreadable"),
        ("5/8", "unreadable"),
        ("8/5(9)", "unreadable"),
        ("99/5", "unreadable"),
    ],
)
def test_what_is_no_play_of_these_dice_is_refused(text: str, code: str) -> None:
    with pytest.raises(Illegal) as caught:
        read_play(text, START, 0, (3, 1))
    assert caught.value.code == code


def test_a_pass_is_written_as_nothing() -> None:
    shut_out = position("", "1:2 2:2 3:2 4:2 5:2 6:2", bar=(1, 0))
    assert read_play("", shut_out, 0, (6, 5)) == ()
    assert write_play((), 0) == ""


@given(positions_and_rolls(), st.integers(0, 10_000))
@settings(max_examples=300, deadline=None)
def test_a_play_with_every_step_written_is_read_as_these_very_steps(
    world: tuple[Position, int, tuple[int, ...]], pick: int
) -> None:
    """Signs for hits or not: so it can be given to a shell, and no other way to the same point is meant."""
    where, side, dice = world
    reached = plays(relative(where, side), dice_left(dice, ()))
    chosen = sorted(reached.items())[pick % len(reached)][1]
    moves = [as_move(single, side) for single in chosen]
    text = " ".join(step_name(move.from_, move.to, side, hit=False) for move in moves)
    again = read_play(text, where, side, dice_left(dice, ()))
    assert [(move.from_, move.to) for move in again] == [(move.from_, move.to) for move in moves]


def test_a_way_that_hits_is_told_from_one_that_does_not() -> None:
    where = position("13:2 24:2 8:3 6:5 5:3", "18:1 7:14")
    assert where.board[6] == -1
    for text, between in (("13/7 7/5", 6), ("13/11 11/5", 10), ("13/7*/5", 6), ("13/5", 10)):
        first, second = read_play(text, where, 0, (6, 2))
        assert (first.to, second.from_) == (between, between)


@given(positions_and_rolls(), st.integers(0, 10_000))
@settings(max_examples=300, deadline=None)
def test_every_play_reads_back_to_the_board_it_leads_to(
    world: tuple[Position, int, tuple[int, ...]], pick: int
) -> None:
    where, side, dice = world
    seen = relative(where, side)
    reached = plays(seen, dice_left(dice, ()))
    board, chosen = sorted(reached.items())[pick % len(reached)]
    state = to_move(where, side, *dice, config=CONFIRMED)
    made: list[Moved] = []
    for single in chosen:
        state, told = told_by(state, Move(side, as_move(single, side)))
        assert isinstance(told[0], CheckerMoved)
        made.append(Moved(told[0].from_, told[0].to, told[0].die, told[0].hit))
    again = read_play(write_play(made, side), where, side, dice_left(dice, ()))
    after_it = to_move(where, side, *dice, config=CONFIRMED)
    for move in again:
        after_it = after(after_it, Move(side, move))
    assert after_it.position == state.position
    assert relative(after_it.position, side) == board


@given(positions_and_rolls())
@settings(max_examples=200, deadline=None)
def test_every_single_move_reads_back(world: tuple[Position, int, tuple[int, ...]]) -> None:
    where, side, dice = world
    state = to_move(where, side, *dice)
    words = written(state)
    assert len(set(words)) == len(words)
    assert [read(word, state) for word in words] == moves_of(state)


# The board


def test_the_board_is_drawn_as_gnu_backgammon_draws_it() -> None:
    assert picture(started()) == [
        " +13-14-15-16-17-18------19-20-21-22-23-24-+",
        " | X           O    |   | O              X |   O: black, 167 pips",
        " | X           O    |   | O              X |",
        " | X           O    |   | O                |",
        " | X                |   | O                |",
        " | X                |   | O                |",
        " |                  |BAR|                  |   Dice: 3-1",
        " | O                |   | X                |",
        " | O                |   | X                |",
        " | O           X    |   | X                |",
        " | O           X    |   | X              O |",
        " | O           X    |   | X              O |   X: white, 167 pips *",
        " +12-11-10--9--8--7-------6--5--4--3--2--1-+",
        "",
        "Turn 1: white to move.",
    ]


def test_it_shows_bar_off_cube_score_and_a_high_pile() -> None:
    config = Config(points=7, cube=True)
    state = replace(
        to_move(position("6:12", "6:9 4:2", bar=(2, 1)), 0, 5, 1, config=config), cube=Cube(4, 1), score=(3, 2)
    )
    text = "\n".join(picture(state))
    for part in (
        "| X | X ",  # on the bar
        "|12 ",  # the height of a pile too high to draw
        "| 9 ",
        "Cube: 4, black's",
        "O: black",
        "2 of 7",
        "3 of 7 *",
        "3 off",
        "Game 1 of a match to 7",
        "Dice: 5-1",
    ):
        assert part in text, part


def test_the_dice_that_are_left_are_named() -> None:
    once = after(started(CONFIRMED), Move(0, CheckerMove(7, 4, 3)))
    assert any("Dice: 3-1 (left: 1)" in line for line in picture(once))


@pytest.mark.parametrize(
    ("state", "status"),
    [
        (GAME.setup(Config()).state, "The dice roll."),
        (to_roll(START, 1), "Turn 7: black rolls or doubles."),
        (act(to_roll(START, 1), Double()), "Turn 7: white takes or drops, for 2."),
        (after(started(), Resigned(1)), "white has won."),
    ],
)
def test_the_last_line_says_what_is_awaited(state: State, status: str) -> None:
    assert picture(state)[-1] == status


# What is told


def line(told: Told) -> str:
    return GAME.text.tell(told, GAME.view(started(), None))


def test_everything_is_told_in_a_line() -> None:
    state, told = told_by(GAME.setup(Config(cube=True, points=2)).state, Chance((2, 2)), Chance((3, 1)))
    lines = [line(event) for event in told]
    state, told = play(state, "8/5 6/5")
    lines += [line(event) for event in told]
    state, told = told_by(state, Move(1, Double()), Left(0), Returned(0), Move(0, Take()), Chance((6, 6)))
    lines += [line(event) for event in told]
    state, told = told_by(state, Resigned(1))
    lines += [line(event) for event in told]
    assert lines == [
        "White rolls 2, black 2: again.",
        "White rolls 3, black 1: white begins.",
        "white moves 8/5.",
        "white moves 6/5.",
        "white has played 3-1: 8/5 6/5.",
        "black doubles to 2.",
        "white is away.",
        "white is back.",
        "white takes: the cube is at 2.",
        "black rolls 6-6.",
        "white wins a backgammon, 6 points: black resigned.",
        "white wins the match (6-0): black resigned.",
    ]


def test_a_pass_a_drop_a_move_taken_back_and_a_new_game_too() -> None:
    shut_out = position("", "1:2 2:2 3:2 4:2 5:2 6:2", bar=(1, 0))
    waiting = replace(to_move(shut_out, 0), phase="rolling", dice=())
    _, told = told_by(waiting, Chance((6, 5)))
    assert line(told[1]) == "white passes with 6-5. No legal moves available."
    offered = act(to_roll(START, 0, Config(points=2, cube=True)), Double())
    _, told = told_by(offered, Move(1, Drop()))
    assert [line(event) for event in told] == [
        "black drops.",
        "white wins a single game, 1 point: black dropped.",
        "Game 2 begins at 1-0, the Crawford game.",
    ]
    assert line(MoveUndone(0, 7, 4, 3)) == "white takes 8/5 back."
