"""How gomoku is written: cells, choices, hints, the drawn board, and what is told."""

import re

import pytest

from ludoteca.games.gomoku import GAME
from ludoteca.games.gomoku.types import (
    Action,
    ChoiceMade,
    Choose,
    ColorsAssigned,
    GameEnded,
    Place,
    Reason,
    Result,
    State,
    StonePlaced,
    Told,
    View,
)
from ludoteca.kernel import Elapsed, Illegal, Input, Resigned, replace

from .board_drawings import drawn
from .helpers import (
    PLAIN,
    SWAP2,
    THREE_STONES,
    TWO_MORE,
    choose,
    place,
    play_at,
    played,
    position,
    started,
)

FIVE_STONES = (*THREE_STONES, *TWO_MORE)


def seen(state: State) -> View:
    return GAME.view(state, None)


def read(text: str, state: State) -> Action:
    action: Action = GAME.text.read(text, seen(state))
    return action


def lines_of(state: State) -> list[str]:
    return GAME.text.picture(seen(state)).splitlines()


def row_of(state: State, number: int) -> str:
    """The drawn row with this number, its numbers at both ends taken away."""
    (line,) = (line for line in lines_of(state) if line.split()[:1] == [str(number)])
    return line.removeprefix(f"{number:>2} ").removesuffix(f" {number}")


def status_of(state: State) -> str:
    return lines_of(state)[-1]


# Notation


@pytest.mark.parametrize("size", [15, 19])
def test_every_cell_is_written_and_read_back(size: int) -> None:
    state = started(replace(PLAIN, size=size))
    actions = GAME.legal(state, 0)
    words = [GAME.text.write(action, seen(state)) for action in actions]
    assert len(set(words)) == size * size
    assert [read(word, state) for word in words] == list(actions)


@pytest.mark.parametrize(
    ("size", "word", "x", "y"),
    [
        (15, "a1", 0, 14),
        (15, "a15", 0, 0),
        (15, "o1", 14, 14),
        (15, "o15", 14, 0),
        (15, "h8", 7, 7),
        (15, "i9", 8, 6),
        (19, "a1", 0, 18),
        (19, "s19", 18, 0),
        (19, "j10", 9, 9),
        (19, "h8", 7, 11),
    ],
)
def test_columns_are_letters_from_the_left_and_rows_numbers_from_the_bottom(
    size: int, word: str, x: int, y: int
) -> None:
    state = started(replace(PLAIN, size=size))
    assert read(word, state) == Place(x, y)
    assert GAME.text.write(Place(x, y), seen(state)) == word


@pytest.mark.parametrize("word", ["H8", " h8 ", "h 8", "h08"])
def test_cells_are_read_as_people_type_them(word: str) -> None:
    assert read(word, started()) == Place(7, 7)


@pytest.mark.parametrize("word", ["p1", "a16", "a0", "z99"])
def test_a_cell_beyond_the_board_is_refused_with_where_it_ends(word: str) -> None:
    with pytest.raises(Illegal, match=f"{word} is not on the board, which goes from a1 to o15"):
        read(word, started())


@pytest.mark.parametrize(
    ("word", "choice"),
    [
        ("black", "black"),
        ("white", "white"),
        ("more", "place_more"),
        ("place_more", "place_more"),
        (" BLACK ", "black"),
    ],
)
def test_black_white_and_more_choose(word: str, choice: str) -> None:
    assert read(word, played(*THREE_STONES)) == Choose(choice)


@pytest.mark.parametrize("inputs", [THREE_STONES, FIVE_STONES])
def test_every_choice_is_written_and_read_back(inputs: tuple[Input[Action], ...]) -> None:
    state = played(*inputs)
    (seat,) = GAME.to_act(state)
    for action in GAME.legal(state, seat):
        assert read(GAME.text.write(action, seen(state)), state) == action


@pytest.mark.parametrize("action", [Place(), Place(x=1), Place(y=1), Choose()])
def test_an_unfinished_action_has_no_notation(action: Action) -> None:
    with pytest.raises(Illegal) as caught:
        GAME.text.write(action, seen(started()))
    assert caught.value.code == "unreadable"


@pytest.mark.parametrize("word", ["", "8h", "h", "88", "hello", "h8 h9", "h-1", "h８"])
@pytest.mark.parametrize(
    ("inputs", "hint"),
    [
        ((), "a cell, like h8"),
        (THREE_STONES, "one of black, white, place_more"),
        (FIVE_STONES, "one of black, white"),
        ((*FIVE_STONES, choose(0, "black")), "a cell, like h8"),
    ],
)
def test_what_cannot_be_read_is_answered_with_a_hint(inputs: tuple[Input[Action], ...], hint: str, word: str) -> None:
    with pytest.raises(Illegal) as caught:
        read(word, played(*inputs))
    assert caught.value.code == "unreadable"
    assert caught.value.reason.endswith(f"is not {hint}")


# The picture


@pytest.mark.parametrize("size", [15, 19])
def test_letters_stand_over_and_under_their_columns(size: int) -> None:
    state = play_at(play_at(started(replace(PLAIN, size=size)), (size - 1, 2)), (3, 2))
    lines = lines_of(state)
    row = lines[1 + 2]
    assert lines[0] == lines[size + 1]
    assert lines[0].split() == list("abcdefghijklmnopqrs"[:size])
    assert row.index("X") == lines[0].index("abcdefghijklmnopqrs"[size - 1])
    assert row.index("O") == lines[0].index("d")
    assert row.count("·") == size - 2


@pytest.mark.parametrize("size", [15, 19])
def test_rows_are_numbered_from_the_bottom_at_both_sides(size: int) -> None:
    rows = lines_of(started(replace(PLAIN, size=size)))[1 : size + 1]
    numbers = [str(number) for number in range(size, 0, -1)]
    assert [row.split()[0] for row in rows] == [row.split()[-1] for row in rows] == numbers


def test_the_last_stone_stands_in_parentheses() -> None:
    state = played(place(0, 7, 7), place(1, 8, 7), config=PLAIN)
    assert row_of(state, 8) == " · · · · · · · X(O)· · · · · · "
    assert GAME.text.picture(seen(state)).count("(") == 1


def test_the_last_stone_may_stand_at_either_edge() -> None:
    assert row_of(played(place(0, 0, 0), config=PLAIN), 15).startswith("(X)·")
    assert row_of(played(place(0, 14, 0), config=PLAIN), 15).endswith("·(X)")


def test_an_empty_board_has_no_last_stone() -> None:
    for config in (PLAIN, SWAP2):
        assert "(" not in "".join(lines_of(started(config))[:17])


def test_stones_of_the_opening_are_shown_by_their_order() -> None:
    """Stones 1 to 5 lie on h8, i7, g8, j6 and f10; the last one stands in parentheses."""
    state = played(*FIVE_STONES)
    assert row_of(state, 8) == " · · · · · · 3 1 · · · · · · · "
    assert row_of(state, 7) == " · · · · · · · · 2 · · · · · · "
    assert row_of(state, 6) == " · · · · · · · · · 4 · · · · · "
    assert row_of(state, 10) == " · · · · ·(5)· · · · · · · · · "


def test_after_the_opening_they_are_shown_by_their_colour() -> None:
    state = played(*FIVE_STONES, choose(0, "white"))
    assert row_of(state, 8) == " · · · · · · X X · · · · · · · "
    assert row_of(state, 7) == " · · · · · · · · O · · · · · · "
    assert row_of(state, 6) == " · · · · · · · · · X · · · · · "
    assert row_of(state, 10) == " · · · · ·(O)· · · · · · · · · "


def won(text: str, at: tuple[int, int] = (4, 4)) -> State:
    drawing = drawn(text, at=at)
    return play_at(position(drawing.board, "X"), drawing.point)


def test_a_winning_column_stands_in_brackets() -> None:
    state = won("X\nX\n?\nX\nX", at=(7, 4))
    for number in range(7, 12):
        assert row_of(state, number) == " · · · · · · ·[X]· · · · · · · "
    assert "(" not in "".join(lines_of(state)[:17])


def test_a_winning_diagonal_stands_in_brackets() -> None:
    state = won("X....\n.X...\n..?..\n...X.\n....X", at=(0, 0))
    assert row_of(state, 15).startswith("[X]· ·")
    assert row_of(state, 11).startswith(" · · · ·[X]·")


@pytest.mark.parametrize("at", [(0, 0), (4, 4), (10, 14), (3, 9)])
@pytest.mark.parametrize("text", ["XX?XX", "XXXX?", "XXX?XX"])
def test_a_winning_row_stands_in_brackets_that_open_before_it_and_close_after_it(
    text: str, at: tuple[int, int]
) -> None:
    if at[0] + len(text) > 15:
        at = (15 - len(text), at[1])
    row = row_of(won(text, at), 15 - at[1])
    found = re.search(r"\[.*\]", row)
    assert found is not None
    stones = found[0][1:-1]
    assert stones[::2] == "X" * len(text)
    assert len(set(stones[1::2])) == 1  # the same sign between all of them


@pytest.mark.parametrize(
    ("inputs", "status"),
    [
        ((), "Swap 2, player1: place stone 1/3."),
        (THREE_STONES[:1], "Swap 2, player1: place stone 2/3."),
        (THREE_STONES[:2], "Swap 2, player1: place stone 3/3."),
        (
            THREE_STONES,
            "Swap 2, player2 chooses: black, white, place_more. Stones 1, 3, 4 are black, 2, 5 white.",
        ),
        (FIVE_STONES[:4], "Swap 2, player2: place stone 1/2."),
        (FIVE_STONES[:5], "Swap 2, player2: place stone 2/2."),
        (FIVE_STONES, "Swap 2, player1 chooses: black, white. Stones 1, 3, 4 are black, 2, 5 white."),
        ((*FIVE_STONES, choose(0, "black")), "X to move: player1 (black)."),
        ((*FIVE_STONES, choose(0, "white"), place(1, 0, 0)), "O to move: player1 (white)."),
        ((Elapsed("turn-1"),), "Chance names a cell."),
        ((*THREE_STONES, choose(1, "black"), Resigned(0)), "player2 (black) has won."),
        ((Resigned(0),), "player2 has won."),
    ],
)
def test_the_line_below_the_board_says_who_has_to_do_what(inputs: tuple[Input[Action], ...], status: str) -> None:
    assert status_of(played(*inputs)) == status


def test_a_seat_named_after_its_colour_is_not_called_so_twice() -> None:
    assert status_of(started(PLAIN)) == "X to move: black."
    assert status_of(played(Resigned(0), config=PLAIN)) == "white has won."


@pytest.mark.parametrize(
    ("reason", "words"), [("board_full", "the board is full"), ("no_legal_move", "black has no legal point left")]
)
def test_a_draw_is_called_a_draw(reason: Reason, words: str) -> None:
    assert status_of(replace(started(PLAIN), result=Result(None, reason))) == f"Draw: {words}."


# What is told


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (StonePlaced(0, 7, 7, "X"), ["player1", "X", "h8"]),
        (StonePlaced(1, 0, 14, "O", auto=True), ["player2", "O", "a1", "out of time"]),
        (StonePlaced(0, 7, 7, "X", 3), ["player1", "3", "h8"]),
        (ChoiceMade(1, "place_more"), ["player2", "two more"]),
        (ChoiceMade(1, "white"), ["player2", "white"]),
        (ChoiceMade(0, "black", auto=True), ["player1", "black", "out of time"]),
        (ColorsAssigned(1, 0, 0), ["player2 is black", "player1 is white", "player1 moves first"]),
        (GameEnded(1, "five"), ["player2 wins", "five"]),
        (GameEnded(None, "board_full"), ["Nobody wins", "the board is full"]),
        (GameEnded(None, "no_legal_move"), ["Nobody wins", "no legal point"]),
        (GameEnded(0, "resigned"), ["player1 wins", "player2 resigned"]),
        (GameEnded(0, "timeout"), ["player1 wins", "out of time"]),
        (GameEnded(0, "abandoned"), ["player1 wins", "stayed away"]),
    ],
)
def test_every_event_is_told_in_one_line(told: Told, words: list[str]) -> None:
    line = GAME.text.tell(told, seen(started()))
    assert all(word in line for word in words), line
    assert "\n" not in line


def test_only_what_was_made_by_the_clock_is_told_as_out_of_time() -> None:
    for told in (StonePlaced(0, 7, 7, "X"), ChoiceMade(1, "black")):
        assert "time" not in GAME.text.tell(told, seen(started()))
