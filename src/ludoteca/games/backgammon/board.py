"""The board: where checkers start, how far they have to go, and what a finished game is worth.

All geometry is done on `Relative`, the board as one side sees it, so that both sides share the code. Index 0 holds the
side's own checkers that are off, 1 to 24 the points (own checkers positive, the other side's negative; own home is
1–6), 25 the own checkers on the bar, 26 the other side's.
"""

from typing import Final, TypeAlias

from .types import BAR, BLACK, CHECKERS, OFF, WHITE, Kind, Pair, Position, Side, Start

Relative: TypeAlias = tuple[int, ...]

OWN_BAR: Final = 25
THEIR_BAR: Final = 26
KINDS: Final[tuple[Kind, Kind, Kind]] = ("single", "gammon", "backgammon")

_AS_WRITTEN: Final = (2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2)
_STARTS: Final[dict[Start, Position]] = {
    "standard": Position(tuple(-count for count in _AS_WRITTEN), (0, 0), (0, 0)),
    "as-written": Position(_AS_WRITTEN, (0, 0), (0, 0)),
}


def start_position(start: Start) -> Position:
    return _STARTS[start]


def other(side: Side) -> Side:
    return 1 - side


def with_side(pair: Pair, side: Side, value: int) -> Pair:
    return (value, pair[1]) if side == WHITE else (pair[0], value)


def relative(position: Position, side: Side) -> Relative:
    """The board as this side sees it."""
    board, bar, home = position.board, position.bar, position.home
    if side == WHITE:
        return (home[WHITE], *board, bar[WHITE], bar[BLACK])
    return (home[BLACK], *[-count for count in reversed(board)], bar[BLACK], bar[WHITE])


def absolute(seen: Relative, side: Side) -> Position:
    """The inverse of `relative`; the other side's count of checkers off follows from the rest."""
    points = seen[1:OWN_BAR]
    theirs_off = CHECKERS - seen[THEIR_BAR] + sum(count for count in points if count < 0)
    if side == WHITE:
        return Position(points, (seen[OWN_BAR], seen[THEIR_BAR]), (seen[0], theirs_off))
    board = tuple([-count for count in reversed(points)])
    return Position(board, (seen[THEIR_BAR], seen[OWN_BAR]), (theirs_off, seen[0]))


def turned(seen: Relative) -> Relative:
    """The board as the other side sees it."""
    theirs_off = CHECKERS - seen[THEIR_BAR] + sum(count for count in seen[1:OWN_BAR] if count < 0)
    return (theirs_off, *[-count for count in reversed(seen[1:OWN_BAR])], seen[THEIR_BAR], seen[OWN_BAR])


def point_of(index: int, side: Side) -> int:
    """An index of the board, −1 or 24, as the point this side calls it: 25 is the bar, 0 is off."""
    if index == BAR:
        return OWN_BAR
    if index == OFF:
        return 0
    return index + 1 if side == WHITE else 24 - index


def origin(point: int, side: Side) -> int:
    """The inverse of `point_of` for a point that checkers leave."""
    return BAR if point == OWN_BAR else _index(point, side)


def target(point: int, side: Side) -> int:
    """The inverse of `point_of` for a point that checkers enter."""
    return OFF if point == 0 else _index(point, side)


def pips_of(seen: Relative) -> int:
    """The pip count of the own checkers."""
    return sum([point * count for point, count in enumerate(seen[: OWN_BAR + 1]) if count > 0])


def pips(position: Position) -> Pair:
    return pips_of(relative(position, WHITE)), pips_of(relative(position, BLACK))


def has_contact(seen: Relative) -> bool:
    """Whether some own checker still has to pass one of the other side's."""
    if seen[THEIR_BAR]:
        return True
    back = max((point for point in range(1, OWN_BAR + 1) if seen[point] > 0), default=0)
    return any(seen[point] < 0 for point in range(1, min(back, OWN_BAR)))


def kind_of_win(position: Position, loser: Side) -> Kind:
    """Single, gammon or backgammon if the loser lost here. A resignation costs the same, because nobody can be asked to
    accept less."""
    seen = relative(position, loser)
    if seen[0]:
        return "single"
    return "backgammon" if seen[OWN_BAR] or any(count > 0 for count in seen[19:OWN_BAR]) else "gammon"


def _index(point: int, side: Side) -> int:
    return point - 1 if side == WHITE else 24 - point
