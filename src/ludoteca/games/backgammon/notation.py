"""Standard notation: `13/7*/5`, `bar/20`, `6/off`, `8/4(2)`. Each side counts the points from its own home.

A play is written with the steps of one checker joined, every point named where it hits, and equal moves counted. The
reader takes it literally if that is a legal play, and otherwise by its result: any order, joined or not, is accepted if
some maximal play ends on the same board.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from ludoteca.kernel import Illegal

from .board import OWN_BAR, THEIR_BAR, Relative, point_of, relative
from .plays import Play, after, landing, plays, singles, without
from .turns import as_move
from .types import CheckerMove, Dice, Moved, Position, Side

_PART: Final = re.compile(r"(?P<stops>(?:bar|\d{1,2})(?:/(?:bar|off|\d{1,2})\*?)+)(?:\((?P<count>[1-4])\))?")
_NAMES: Final = {OWN_BAR: "bar", 0: "off"}
_POINTS: Final = {"bar": OWN_BAR, "off": 0}

Stop = tuple[int, bool]  # a point, and whether a blot is hit there


def point_name(point: int) -> str:
    return _NAMES.get(point, str(point))


def step_name(from_: int, to: int, side: Side, hit: bool) -> str:
    """One checker moved by one die."""
    return f"{point_name(point_of(from_, side))}/{point_name(point_of(to, side))}{'*' if hit else ''}"


def write_play(moves: Iterable[Moved], side: Side) -> str:
    """A turn's moves in standard notation; empty for a pass."""
    chains: list[list[Stop]] = []
    for move in moves:
        start, stop = point_of(move.from_, side), (point_of(move.to, side), move.hit)
        chain = next((chain for chain in chains if chain[-1][0] == start), None)
        if chain is None:
            chains.append([(start, False), stop])
        else:
            chain.append(stop)
    ordered = sorted(chains, key=lambda chain: (-chain[0][0], -chain[-1][0]))
    counted = Counter(_chain_name(chain) for chain in ordered)
    return " ".join(name if count == 1 else f"{name}({count})" for name, count in counted.items())


def read_play(text: str, position: Position, side: Side, left: Dice) -> tuple[CheckerMove, ...]:
    """The moves of a written play, or Illegal if it cannot be read or is not a play of these dice."""
    seen, ways = relative(position, side), _parts(text)
    literal = _as_written(seen, ways, left)
    if literal is not None:
        return tuple(as_move(single, side) for single in literal)
    board = seen
    for stops in ways:
        board = _carried(board, stops, text)
    reached = plays(seen, left)
    if board not in reached:
        raise Illegal("illegal_move", f"{text.strip()!r} is not a legal play of {'-'.join(map(str, left))}")
    return tuple(as_move(single, side) for single in reached[board])


def _as_written(seen: Relative, ways: list[tuple[int, ...]], left: Dice) -> Play | None:
    """The play, if it is written one die at a time in a legal order."""
    legal = singles(seen, left)
    if not ways:
        return None if legal else ()
    for single in reversed(legal):  # the lower of two usable dice, so that the higher stays
        if ways[0] == (single.point, landing(single)):
            rest = _as_written(after(seen, single), ways[1:], without(left, single.die))
            if rest is not None:
                return (single, *rest)
    return None


def _chain_name(chain: list[Stop]) -> str:
    (start, _), *between, last = chain
    shown = [stop for stop in between if stop[1]]
    return "/".join([point_name(start), *(point_name(point) + "*" * hit for point, hit in (*shown, last))])


def _parts(text: str) -> list[tuple[int, ...]]:
    """The path of each checker: its start, every point named, its end."""
    ways: list[tuple[int, ...]] = []
    for word in text.lower().split():
        found = _PART.fullmatch(word)
        if found is None:
            raise Illegal("unreadable", f"{word!r} is not a move: write 13/7, bar/20*, 6/off, 8/4(2)")
        names = found["stops"].replace("*", "").split("/")
        points = tuple(_POINTS[name] if name in _POINTS else int(name) for name in names)
        if list(points) != sorted(set(points), reverse=True) or points[0] > OWN_BAR:
            raise Illegal("unreadable", f"{word!r} does not move towards home")
        ways += [points] * int(found["count"] or 1)
    return ways


def _carried(board: Relative, stops: tuple[int, ...], text: str) -> Relative:
    """The board after one checker has taken this path, whatever the dice."""
    changed = list(board)
    changed[stops[0]] -= 1
    if changed[stops[0]] < 0:
        raise Illegal("illegal_move", f"{text.strip()!r}: there is no checker on {point_name(stops[0])}")
    for point in stops[1:]:
        if point and changed[point] == -1:
            changed[point] = 0
            changed[THEIR_BAR] += 1
    changed[stops[-1]] += 1
    return tuple(changed)
