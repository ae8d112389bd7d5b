"""Black's bans under renju, on drawn positions, and against the definitions read slowly.

`?` is the point in question. A comment says why it is banned or not; the words are those of `definition`. Every
drawing is tried in all eight ways it can be turned and mirrored.
"""

import random

import pytest

from ludoteca.games.gomoku import GAME
from ludoteca.games.gomoku.renju import banned_cells, is_banned
from ludoteca.games.gomoku.types import Board, Cell, Mark, Place
from ludoteca.kernel import Elapsed, Pick

from .board_drawings import Drawing, board_of, drawn, random_board, stones_of
from .definition import is_banned_by_definition
from .helpers import place, play_at, position, refusal, told_by

CENTRE = (4, 4)

# Each case: its name, the drawing, and where its upper left corner lies.
BANNED: list[tuple[str, str, Cell]] = [
    ("overline of six", "XXX?XX", CENTRE),
    ("overline of six at its end", "XXXXX?", CENTRE),
    ("overline of seven", "XXX?XXX", CENTRE),
    ("overline of nine", "XXXX?XXXX", (3, 4)),
    ("overline between white stones", "OXX?XXXO", CENTRE),
    ("overline in the corner", "XX?XXX", (0, 0)),
    # Two unbroken rows of four, each with at least one free end.
    (
        "double four on two lines",
        """
        ...X
        ...X
        ...X
        XXX?
        """,
        CENTRE,
    ),
    # A four needs only one way to five: both rows have a white stone, or the edge, at one end.
    (
        "double four with one end closed on each",
        """
        ....O
        ....X
        ....X
        ....X
        OXXX?
        """,
        (0, 0),
    ),
    # X.XXX is a four as well: the gap makes it five.
    (
        "double four with gaps",
        """
        ....X
        .....
        ....X
        ....X
        X.XX?
        """,
        CENTRE,
    ),
    # Two fours of different stones on one line: each gap makes exactly five.
    ("double four on one line, one stone outside", "X.X?X.X", CENTRE),
    ("double four on one line, two stones outside", "XX.X?.XX", CENTRE),
    ("double four on one line, three stones outside", "XXX.?.XXX", CENTRE),
    ("double four on one line, between white stones", "OX.?XX.XO", CENTRE),
    # Three fours are more than one.
    (
        "triple four",
        """
        X..X..
        .X.X..
        ..XX..
        XXX?..
        """,
        CENTRE,
    ),
    # Two rows of three, free on all sides.
    (
        "double three on two lines",
        """
        ..X
        ..X
        XX?
        """,
        CENTRE,
    ),
    (
        "double three with the stone in the middle",
        """
        .X.
        X?X
        .X.
        """,
        CENTRE,
    ),
    # X.XX is a three: the gap makes it a straight four.
    (
        "double three with gaps",
        """
        ...X
        ....
        ...X
        X.X?
        """,
        CENTRE,
    ),
    (
        "triple three",
        """
        X..X
        .X.X
        ....
        .XX?
        """,
        CENTRE,
    ),
    # O.XX?..O leaves six cells: the right one makes .XXXX. of them.
    (
        "double three with six cells between white stones",
        """
        ....X...
        ....X...
        O.XX?..O
        """,
        CENTRE,
    ),
    # One free cell before the edge is enough: .XX?X. is a straight four.
    (
        "double three one cell from the edge",
        """
        ...X
        ...X
        .XX?
        """,
        (0, 4),
    ),
    # A stone further along the line does no harm, as long as one of the two stones that make four makes it straight:
    # X..XX?# leaves ..XXXX., whose ends both make exactly five.
    (
        "double three with a stone at a distance",
        """
        .....X..
        .....X..
        X..XX?..
        """,
        CENTRE,
    ),
    # The gap would make a straight four and a three. That is allowed, so the row is a three (see the false three by a
    # double four, which has one more stone in the column).
    (
        "double three whose straight four comes with another three",
        """
        ...X...X
        ...X..X.
        ..X.X?..
        """,
        CENTRE,
    ),
    # As the false three by a double three, but a white stone spoils one of the two threes that banned the gap.
    (
        "double three after a false double three at its gap",
        """
        O.......
        .X.X...X
        ..XX..X.
        ..X.X?..
        """,
        CENTRE,
    ),
    # A four and two threes: the threes alone are banned.
    (
        "double three together with a four",
        """
        X..X..
        .X.X..
        ......
        XXX?..
        """,
        CENTRE,
    ),
]

ALLOWED: list[tuple[str, str, Cell]] = [
    ("five", "XX?XX", CENTRE),
    ("a straight four is one four", "XX?X", CENTRE),
    ("one three", "XX?", CENTRE),
    # The five comes first, whatever else the stone makes.
    (
        "five together with an overline",
        """
        ...X..
        ...X..
        ...X..
        ...X..
        XXX?XX
        """,
        CENTRE,
    ),
    (
        "five together with a double four",
        """
        X..X..X
        .X.X.X.
        ..XXX..
        XXX?X..
        """,
        CENTRE,
    ),
    (
        "five together with a double three",
        """
        ..X.X
        ...XX
        XXXX?
        """,
        CENTRE,
    ),
    # A four and a three may be made together.
    (
        "four and three",
        """
        ...X
        ...X
        XXX?
        """,
        CENTRE,
    ),
    # XX.XX? is no four: the gap would make six.
    (
        "a false four that can only become an overline",
        """
        .....X
        .....X
        .....X
        XX.XX?
        """,
        CENTRE,
    ),
    (
        "a false four between white stones",
        """
        ....X
        ....X
        ....X
        OXXX?O
        """,
        CENTRE,
    ),
    (
        "a false four between a white stone and the edge",
        """
        ...X
        ...X
        ...X
        XXX?O
        """,
        (0, 4),
    ),
    # On one line only one gap makes exactly five: the other would make six (X?XX.XX).
    ("one four on a line with an overline", "X.X?X.XX", CENTRE),
    # Closed at one end, three stones can never be a straight four.
    (
        "a false three closed at one end",
        """
        ...X
        ...X
        OXX?
        """,
        CENTRE,
    ),
    (
        "a false three at the edge",
        """
        ..X
        ..X
        XX?
        """,
        (0, 4),
    ),
    # O.XX?.O leaves five cells: four stones on them touch a white stone.
    (
        "a false three with five cells between white stones",
        """
        ....X..
        ....X..
        O.XX?.O
        """,
        CENTRE,
    ),
    (
        "a false three with five cells between a white stone and the edge",
        """
        ...X.
        ...X.
        .XX?.O
        """,
        (0, 4),
    ),
    (
        "a false three with a gap, closed at one end",
        """
        ....X
        ....X
        OX.X?
        """,
        CENTRE,
    ),
    # XX?# touches the white stone. #XX? leaves X.XXXX, whose gap makes six.
    (
        "a false three whose straight four could become an overline",
        """
        .....X..
        .....X..
        X..XX?.O
        """,
        CENTRE,
    ),
    # The row X.X? needs its gap, and there a stone would make a second four in the column.
    (
        "a false three by a double four",
        """
        ...X....
        ...X...X
        ...X..X.
        ..X.X?..
        """,
        CENTRE,
    ),
    # The gap of X.X? would make six in the column.
    (
        "a false three by an overline",
        """
        ...X....
        ...X....
        ...X...X
        ...X..X.
        ..X.X?..
        ...X....
        """,
        CENTRE,
    ),
    # The gap of X.X? would make two threes besides the straight four: the column, and the diagonal from the left.
    (
        "a false three by a double three",
        """
        ........
        .X.X...X
        ..XX..X.
        ..X.X?..
        """,
        CENTRE,
    ),
    # The gap of X.X? makes five in the column, and a three is what becomes a straight four without making five.
    (
        "a false three whose straight four is a five as well",
        """
        ...X....
        ...X....
        ...X...X
        ...X..X.
        ..X.X?..
        """,
        CENTRE,
    ),
    # Row and column of ? are mirror images. The row needs a; a makes a three on the diagonal, and one in its column if
    # b may be played. There b makes a straight four and a three on a diagonal; its row would need c, which makes two
    # fours, so that row is no three and b may be played. So a is a double three, and of the threes of ? only the
    # diagonal one is left.
    (
        "false threes four stones deep",
        """
        ..XX..
        .X?aX.
        .XcbX.
        ..XX..
        """,
        CENTRE,
    ),
]

EVERY_WAY = range(8)


def turned(drawing: Drawing, way: int) -> Drawing:
    """One of the eight ways to turn and mirror a board."""

    def moved(cell: Cell) -> Cell:
        x, y = cell if way < 4 else (cell[1], cell[0])
        for _ in range(way % 4):
            x, y = size - 1 - y, x
        return x, y

    size = len(drawing.board)
    marks: tuple[Mark, ...] = ("X", "O")
    stones = {moved(cell): mark for mark in marks for cell in stones_of(drawing.board, mark)}
    return Drawing(board_of(stones, size), {name: moved(cell) for name, cell in drawing.named.items()})


def all_ways(cases: list[tuple[str, str, Cell]]) -> list[object]:
    return [
        pytest.param(turned(drawn(text, at=at), way), id=f"{name}-{way}")
        for name, text, at in cases
        for way in EVERY_WAY
    ]


@pytest.mark.parametrize("drawing", all_ways(BANNED))
def test_black_may_not_make_an_overline_a_double_four_or_a_double_three(drawing: Drawing) -> None:
    state = position(drawing.board, "X", "renju")
    assert is_banned(drawing.board, *drawing.point)
    assert Place(*drawing.point) not in GAME.legal(state, 0)
    refused = refusal(state, place(0, *drawing.point))
    assert (refused.code, refused.facts) == ("forbidden_point", {"x": drawing.point[0], "y": drawing.point[1]})


@pytest.mark.parametrize("drawing", all_ways(ALLOWED))
def test_black_may_make_everything_else(drawing: Drawing) -> None:
    state = position(drawing.board, "X", "renju")
    assert not is_banned(drawing.board, *drawing.point)
    assert Place(*drawing.point) in GAME.legal(state, 0)
    assert play_at(state, drawing.point).board[drawing.point[1]][drawing.point[0]] == "X"


@pytest.mark.parametrize(("name", "text", "at"), [case for case in ALLOWED if case[0].startswith("five")])
def test_a_five_wins_whatever_else_the_stone_makes(name: str, text: str, at: Cell) -> None:
    drawing = drawn(text, at=at)
    result = play_at(position(drawing.board, "X", "renju"), drawing.point).result
    assert result is not None, name
    assert (result.winner, result.reason, len(result.line)) == (0, "five", 5)


@pytest.mark.parametrize(("name", "text", "at"), BANNED)
def test_white_may_take_a_point_that_is_banned_for_black(name: str, text: str, at: Cell) -> None:
    drawing = drawn(text, at=at)
    state = position(drawing.board, "O", "renju")
    assert Place(*drawing.point) in GAME.legal(state, 1), name
    assert play_at(state, drawing.point).board[drawing.point[1]][drawing.point[0]] == "O"


@pytest.mark.parametrize(("name", "text", "at"), BANNED)
def test_white_has_no_bans(name: str, text: str, at: Cell) -> None:
    drawing = drawn(text.translate(str.maketrans("XO", "OX")), at=at)
    state = position(drawing.board, "O", "renju")
    assert Place(*drawing.point) in GAME.legal(state, 1), name
    assert play_at(state, drawing.point).board[drawing.point[1]][drawing.point[0]] == "O"


@pytest.mark.parametrize(("name", "text", "at"), BANNED)
def test_there_are_no_bans_under_the_other_rules(name: str, text: str, at: Cell) -> None:
    drawing = drawn(text, at=at)
    for state in (position(drawing.board, "X"), position(drawing.board, "X", "standard")):
        assert Place(*drawing.point) in GAME.legal(state, 0), name
        assert play_at(state, drawing.point).board[drawing.point[1]][drawing.point[0]] == "X"


def test_a_deep_false_three_is_decided_stone_by_stone() -> None:
    """The comment on the drawing, step by step."""
    _, text, at = ALLOWED[-1]
    drawing = drawn(text, at=at)
    black = stones_of(drawing.board, "X") | {drawing.point}
    a, b, c = (drawing.named[name] for name in "abc")
    assert is_banned(all_black(black), *a)
    assert not is_banned(all_black(black | {a}), *b)
    assert is_banned(all_black(black | {a, b}), *c)


def all_black(cells: frozenset[Cell]) -> Board:
    return board_of(dict.fromkeys(cells, "X"))


def test_a_stone_that_only_chance_names_is_never_on_a_banned_point() -> None:
    drawing = drawn("XXX?XX")
    state, _ = told_by(position(drawing.board, "X", "renju"), Elapsed("turn-6"))
    assert GAME.draw(state) == Pick(15 * 15 - 5 - 1)


def test_if_black_has_no_legal_point_left_the_game_is_a_draw() -> None:
    """White takes the last cell but one; the last one would give black six in a row."""
    top_rows = """
        OXXX?XXOOXXOOXX
        XXOOOOOXXOOXXOO
        """
    drawing = drawn(top_rows, at=(0, 0))
    last_but_one = (0, 14)
    rest = {(x, y): CHECKED[(x // 2 + y) % 2] for x in range(15) for y in range(2, 15) if (x, y) != last_but_one}
    board = (*drawing.board[:2], *board_of(rest)[2:])
    assert empty_cells(board) == [drawing.point, last_but_one]
    result = play_at(position(board, "O", "renju"), last_but_one).result
    assert result is not None
    assert (result.winner, result.reason, result.line) == (None, "no_legal_move", ())


CHECKED: tuple[Mark, Mark] = ("X", "O")
"""Pairs of stones, shifted from row to row: nowhere are there more than two of a colour in a row."""


def test_bans_agree_with_the_definitions_on_random_positions() -> None:
    """A few thousand points on small crowded boards, where shapes meet each other and the edges."""
    dice = random.Random(20)
    answers = []
    for _ in range(200):
        board = random_board(dice, dice.choice((0.2, 0.3, 0.4)), dice.choice((0.02, 0.1, 0.2)))
        banned = {cell for cell in empty_cells(board) if is_banned_by_definition(board, cell)}
        assert {cell for cell in empty_cells(board) if is_banned(board, *cell)} == banned, board
        assert banned_cells(board) == banned
        answers += [cell in banned for cell in empty_cells(board)]
    assert len(answers) > 5000
    assert sum(answers) > 500  # or the boards would show nothing


def empty_cells(board: Board) -> list[Cell]:
    return [(x, y) for y, row in enumerate(board) for x, mark in enumerate(row) if mark is None]


@pytest.mark.parametrize(("name", "text", "at"), BANNED + ALLOWED)
def test_drawings_agree_with_the_definitions(name: str, text: str, at: Cell) -> None:
    drawing = drawn(text, at=at)
    assert is_banned_by_definition(drawing.board, drawing.point) == ((name, text, at) in BANNED)
