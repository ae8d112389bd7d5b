"""When a row wins: every rule, in every direction, at edges and corners."""

import random
import re
from itertools import product

import pytest

from ludoteca.games.gomoku import GAME
from ludoteca.games.gomoku.types import Board, Cell, Mark, Result, Rule
from ludoteca.games.gomoku.wins import winning_line
from ludoteca.kernel import Outcome

from .board_drawings import board_of, drawn, random_board, without
from .helpers import PLAIN, place, play_at, played, position

SIZE = 15
RULES: tuple[Rule, ...] = ("freestyle", "standard", "caro", "renju")
MARKS: tuple[Mark, ...] = ("X", "O")
OTHER: dict[Mark, Mark] = {"X": "O", "O": "X"}
STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))


def cells_from(first: Cell, step: Cell, count: int) -> tuple[Cell, ...]:
    return tuple((first[0] + index * step[0], first[1] + index * step[1]) for index in range(count))


def is_on(cell: Cell) -> bool:
    return 0 <= cell[0] < SIZE and 0 <= cell[1] < SIZE


def every_row(step: Cell, count: int) -> list[tuple[Cell, ...]]:
    """Every place on the board where a row of so many stones fits, corners and edges included."""
    rows = (cells_from(first, step, count) for first in product(range(SIZE), range(SIZE)))
    return [row for row in rows if all(map(is_on, row))]


def completed(
    row: tuple[Cell, ...], last: Cell, mark: Mark, rule: Rule, opposing: tuple[Cell, ...] = ()
) -> Result | None:
    """The result when `last` completes this row of `mark`, with opposing stones on some cells."""
    stones = dict.fromkeys(without(row, last), mark) | dict.fromkeys(filter(is_on, opposing), OTHER[mark])
    return play_at(position(board_of(stones), mark, rule), last).result


def wins(row: tuple[Cell, ...], last: Cell, mark: Mark, rule: Rule, opposing: tuple[Cell, ...] = ()) -> bool:
    result = completed(row, last, mark, rule, opposing)
    if result is None:
        return False
    assert (result.winner, result.reason) == (MARKS.index(mark), "five")
    assert set(result.line) == set(row)
    return True


def ends_of(row: tuple[Cell, ...], step: Cell) -> tuple[Cell, Cell]:
    """The two cells just beyond a row; they may lie off the board."""
    (x, y), (last_x, last_y) = row[0], row[-1]
    return (x - step[0], y - step[1]), (last_x + step[0], last_y + step[1])


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("rule", RULES)
def test_exactly_five_win_everywhere_under_every_rule(rule: Rule, mark: Mark, step: Cell) -> None:
    for index, row in enumerate(every_row(step, 5)):
        assert wins(row, row[index % 5], mark, rule)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("rule", RULES)
def test_four_win_nowhere(rule: Rule, mark: Mark, step: Cell) -> None:
    rows = every_row(step, 4)
    for index, row in enumerate((*rows[:6], *rows[-6:])):
        assert completed(row, row[index % 4], mark, rule) is None


def test_five_with_a_gap_do_not_win() -> None:
    row = cells_from((3, 7), (1, 0), 6)
    assert completed(without(row, (5, 7)), (8, 7), "X", "freestyle") is None


def test_five_of_both_colours_do_not_win() -> None:
    row = cells_from((3, 7), (1, 0), 5)
    assert completed(without(row, (5, 7)), (7, 7), "X", "freestyle", opposing=((5, 7),)) is None


OVERLINES = [(6, 5), (6, 3), (7, 3), (8, 4), (9, 4)]  # how many stones, and which comes last so that no five was there


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(("count", "last"), OVERLINES)
@pytest.mark.parametrize(
    ("rule", "mark", "expected"),
    [
        ("freestyle", "X", True),
        ("freestyle", "O", True),
        ("standard", "X", False),
        ("standard", "O", False),
        ("caro", "X", False),
        ("caro", "O", False),
        ("renju", "O", True),
    ],
)
def test_more_than_five_win_in_freestyle_and_for_white_in_renju_only(
    rule: Rule, mark: Mark, expected: bool, count: int, last: int, step: Cell
) -> None:
    rows = every_row(step, count)
    for row in (rows[0], rows[len(rows) // 2], rows[-1]):
        assert wins(row, row[last], mark, rule) is expected


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("step", STEPS)
def test_one_stone_joins_two_rows(step: Cell, rule: Rule, mark: Mark) -> None:
    row = every_row(step, 5)[40]
    for joint in row[1:-1]:
        assert wins(row, joint, mark, rule)


@pytest.mark.parametrize("rule", ["standard", "caro"])
def test_a_stone_that_makes_six_and_five_on_two_lines_wins_with_the_five(rule: Rule) -> None:
    drawing = drawn(
        """
        ...X..
        ...X..
        ...X..
        ...X..
        XXX?XX
        """
    )
    result = play_at(position(drawing.board, "X", rule), drawing.point).result
    assert result is not None
    x, y = drawing.point
    assert result.line == cells_from((x, y - 4), (0, 1), 5)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("mark", MARKS)
def test_caro_does_not_count_five_between_two_opposing_stones(mark: Mark, step: Cell) -> None:
    for row in every_row(step, 5):
        before, after = ends_of(row, step)
        blocked_twice = is_on(before) and is_on(after)
        assert wins(row, row[2], mark, "caro", opposing=(before, after)) is not blocked_twice


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("mark", MARKS)
def test_caro_counts_five_with_one_opposing_stone_beside(mark: Mark, step: Cell) -> None:
    for row in every_row(step, 5):
        for end in ends_of(row, step):
            assert wins(row, row[4], mark, "caro", opposing=(end,))


@pytest.mark.parametrize("mark", MARKS)
def test_caro_the_edge_is_no_block(mark: Mark) -> None:
    from_edge_to_stone = cells_from((0, 7), (1, 0), 5)
    assert wins(from_edge_to_stone, (2, 7), mark, "caro", opposing=((5, 7),))
    from_edge_to_edge = cells_from((0, 4), (1, -1), 5)
    assert wins(from_edge_to_edge, (2, 2), mark, "caro")


def test_caro_own_stones_further_on_are_no_block() -> None:
    row = cells_from((4, 7), (1, 0), 5)
    beyond = dict.fromkeys([(2, 7), (10, 7)], MARKS[0])
    board = board_of(dict.fromkeys(row[:-1], MARKS[0]) | beyond)
    assert play_at(position(board, "X", "caro"), row[-1]).result is not None


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_opposing_stones_at_both_ends_do_not_matter_elsewhere(rule: Rule) -> None:
    row = cells_from((4, 7), (1, 0), 5)
    assert wins(row, row[0], "X", rule, opposing=ends_of(row, (1, 0)))


def test_five_win_on_nineteen_lines_too() -> None:
    row = cells_from((14, 14), (1, 1), 5)
    result = play_at(position(board_of(dict.fromkeys(row[:-1], "O"), 19), "O"), row[-1]).result
    assert result is not None
    assert (result.winner, result.line) == (1, row)


def checked_cells(mark: Mark) -> list[Cell]:
    """Pairs of stones, shifted from row to row: nowhere are there more than two of a colour in a row."""
    remainder = MARKS.index(mark)
    return [(x, y) for y in range(SIZE) for x in range(SIZE) if (x // 2 + y) % 2 == remainder]


@pytest.mark.parametrize("rule", ["freestyle", "standard", "caro"])
def test_a_full_board_without_a_winner_is_a_draw(rule: Rule) -> None:
    black, white = checked_cells("X"), checked_cells("O")
    assert (len(black), len(white)) == (113, 112)
    inputs = [place(seat, *cell) for pair in zip(black, white, strict=False) for seat, cell in enumerate(pair)]
    config = position(board_of({}), "X", rule).config
    before_the_last = played(*inputs, config=config)
    assert before_the_last.result is None
    after = play_at(before_the_last, black[-1])
    assert after.result == Result(None, "board_full")
    assert all(all(row) for row in after.board)


def test_the_last_stone_of_a_full_board_may_win() -> None:
    stones: dict[Cell, Mark] = {cell: mark for mark in MARKS for cell in checked_cells(mark)}
    row = cells_from((0, 14), (1, 0), 5)
    board = board_of(stones | dict.fromkeys(row, MARKS[0]) | {(5, 14): "O"})
    last = row[-1]
    almost = position(tuple(tuple(None if (x, y) == last else board[y][x] for x in range(15)) for y in range(15)), "X")
    assert play_at(almost, last).result == Result(0, "five", row)


def test_the_outcome_scores_a_win_a_loss_and_a_draw() -> None:
    row = cells_from((4, 7), (1, 0), 5)
    won = play_at(position(board_of(dict.fromkeys(row[:-1], MARKS[1])), "O"), row[-1])
    assert GAME.outcome(won) == Outcome((-1, 1), "five")
    assert GAME.outcome(played(config=PLAIN)) is None


def line_text(board: Board, x: int, y: int, step: Cell) -> tuple[str, int]:
    """The whole line through a cell, beyond the edges `#`, and where the cell stands on it."""
    size, dx, dy = len(board), *step
    offsets = range(-size, size + 1)
    cells = [(x + index * dx, y + index * dy) for index in offsets]
    signs = [board[b][a] or "." if 0 <= a < size and 0 <= b < size else "#" for a, b in cells]
    return "".join(signs), size


def winning_rows(board: Board, x: int, y: int, mark: Mark, rule: Rule) -> int:
    """How many rows through the cell win, by the table of RULES.md read as patterns."""
    count = 0
    for step in STEPS:
        text, here = line_text(board, x, y, step)
        row = next(found for found in re.finditer(f"{mark}+", text) if found.start() <= here < found.end())
        length, ends = row.end() - row.start(), text[row.start() - 1] + text[row.end()]
        may_be_longer = rule == "freestyle" or (rule == "renju" and mark == "O")
        is_blocked = rule == "caro" and ends == OTHER[mark] * 2
        count += length >= 5 and (length == 5 or may_be_longer) and not is_blocked
    return count


def test_wins_agree_with_patterns_on_random_positions() -> None:
    dice = random.Random(5)
    found = 0
    for _ in range(150):
        board = random_board(dice, black=0.55, white=0.35)
        for x, y, rule in product(range(9), range(9), RULES):
            mark = board[y][x]
            if mark is not None:
                expected = winning_rows(board, x, y, mark, rule) > 0
                assert bool(winning_line(board, x, y, mark, rule)) == expected, (board, x, y, rule)
                found += expected
    assert found > 500
