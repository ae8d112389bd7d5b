"""The search for plays against a slow one that reads like the rule, on random positions."""

import random
from itertools import permutations

from ludoteca.games.backgammon.board import Relative, absolute, pips_of, relative, turned
from ludoteca.games.backgammon.plays import Single, after, dice_left, plays, singles, sources

POSITIONS = 300
SLOWLY = 60  # of them by the rule itself


def random_position(dice: random.Random) -> Relative:
    """Any position: often with checkers on the bar, often with all at home."""
    own_points = range(1, 7) if dice.random() < 0.3 else range(1, 25)
    seen = [0] * 27
    for _ in range(dice.randint(1, 15)):
        seen[dice.choice(own_points)] += 1
    seen[25] = dice.choice((0, 0, 0, 1, 2)) if len(own_points) == 24 else 0
    own = sum(seen)
    while own > 15:
        point = dice.choice([point for point in range(1, 26) if seen[point] > 0])
        seen[point] -= 1
        own -= 1
    for _ in range(dice.randint(1, 14)):
        point = dice.randint(1, 24)
        if seen[point] <= 0:
            seen[point] -= 1
    seen[26] = dice.choice((0, 0, 1))
    seen[0] = 15 - own
    return tuple(seen)


def sequences(seen: Relative, order: tuple[int, ...]) -> list[tuple[Single, ...]]:
    """Every way to play dice in this order, as far as it goes."""
    if not order:
        return [()]
    found = [
        (Single(point, order[0]), *rest)
        for point in sources(seen, order[0])
        for rest in sequences(after(seen, Single(point, order[0])), order[1:])
    ]
    return found or [()]


def by_the_rule(seen: Relative, dice: tuple[int, ...]) -> list[tuple[Single, ...]]:
    """As many dice as possible; of one die only, the higher if that can be played."""
    found = [play for order in set(permutations(dice)) for play in sequences(seen, order)]
    longest = [play for play in found if len(play) == max(map(len, found))]
    if len(dice) == 2 and len(longest[0]) == 1:
        high = [play for play in longest if play[0].die == max(dice)]
        return high or longest
    return longest


def rolled(dice: random.Random) -> tuple[int, ...]:
    first, second = dice.randint(1, 6), dice.randint(1, 6)
    return (first,) * 4 if first == second else (max(first, second), min(first, second))


def test_listed_moves_and_reached_boards_are_those_of_the_rule() -> None:
    dice = random.Random(11)
    for _ in range(SLOWLY):
        seen, roll = random_position(dice), rolled(dice)
        expected = by_the_rule(seen, roll)
        assert set(singles(seen, roll)) == {play[0] for play in expected if play}, (seen, roll)
        boards = set()
        for each in expected:
            board = seen
            for single in each:
                board = after(board, single)
            boards.add(board)
        assert set(plays(seen, roll)) == boards, (seen, roll)


def test_both_sides_see_the_same_board() -> None:
    dice = random.Random(5)
    for _ in range(POSITIONS):
        seen = random_position(dice)
        for side in (0, 1):
            where = absolute(seen, side)
            assert relative(where, side) == seen
            assert relative(where, 1 - side) == turned(seen)
        assert turned(turned(seen)) == seen


def test_dice_left_are_what_is_not_used() -> None:
    assert dice_left((1, 6), (6,)) == (1,)
    assert dice_left((4, 4, 4, 4), (4,)) == (4, 4, 4)
    assert dice_left((1, 6), ()) == (6, 1)


def test_a_move_takes_as_many_pips_as_its_die_unless_it_bears_off() -> None:
    dice = random.Random(9)
    for _ in range(POSITIONS):
        seen, die = random_position(dice), dice.randint(1, 6)
        for single in singles(seen, (die,)):
            gone = pips_of(seen) - pips_of(after(seen, single))
            assert gone == min(die, single.point)
