"""GNU Backgammon's Position ID and Match ID, read and written.

A position key is a string of bits: first for the side not on roll, then for the side on roll. Each point, from the ace
point to the bar, contributes a one per checker and a closing zero. A match key is a sequence of fixed-width numbers.
Bits fill bytes from the lowest up; the bytes are written in base 64 without padding.

Player 0 of a match key is white, player 1 black, as in the columns of a `.mat` file.
"""

import base64
import binascii
from typing import Final, NamedTuple

from ludoteca.kernel import Malformed

from .board import OWN_BAR, absolute, other, relative
from .match import CUBE_AT_MOST
from .types import CHECKERS, Cube, Dice, Pair, Position, Side, State

_POSITION_BITS: Final = 80
_CENTRED: Final = 3
_WIDTHS: Final = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)
_MATCH_BITS: Final = 72

PLAYING: Final = 1
OVER: Final = 2
RESIGNED: Final = 3
DROPPED: Final = 4


class MatchKey(NamedTuple):
    """The fields of a Match ID. `decides` is the player who must act: the one on roll, or the one offered a double."""

    cube: Cube
    on_roll: Side
    crawford: bool
    game_state: int
    decides: Side
    doubled: bool
    resigned: int  # 0, or what was offered: 1 single, 2 gammon, 3 backgammon
    dice: Dice  # (), or two, the higher first
    points: int
    score: Pair
    jacoby: bool


def position_id(position: Position, on_roll: Side) -> str:
    bits = ""
    for side in (other(on_roll), on_roll):
        seen = relative(position, side)
        bits += "".join("1" * max(0, count) + "0" for count in seen[1 : OWN_BAR + 1])
    return _written(bits.ljust(_POSITION_BITS, "0"))


def read_position_id(text: str, on_roll: Side) -> Position:
    """The position with `on_roll` on roll, since an ID does not say whether that is white. Raises Malformed."""
    bits = _bits(text, _POSITION_BITS)
    counts = [len(run) for run in bits.split("0")]
    if len(counts) <= 50 or any(counts[50:]):
        raise Malformed("not a Position ID: it does not tell of two sides of 25 points")
    theirs, ours = counts[:25], counts[25:50]
    if sum(theirs) > CHECKERS or sum(ours) > CHECKERS:
        raise Malformed(f"not a Position ID: more than {CHECKERS} checkers")
    if any(ours[point] and theirs[23 - point] for point in range(24)):
        raise Malformed("not a Position ID: both sides on one point")
    points = [ours[point] - theirs[23 - point] for point in range(24)]
    return absolute((CHECKERS - sum(ours), *points, ours[24], theirs[24]), on_roll)


def match_id(key: MatchKey) -> str:
    dice = sorted(key.dice[:2], reverse=True) or [0, 0]
    fields = (
        key.cube.value.bit_length() - 1,
        _CENTRED if key.cube.owner is None else key.cube.owner,
        key.on_roll,
        int(key.crawford),
        key.game_state,
        key.decides,
        int(key.doubled),
        key.resigned,
        *dice,
        key.points,
        *key.score,
        int(not key.jacoby),
    )
    bits = "".join(f"{field:0{width}b}"[::-1] for field, width in zip(fields, _WIDTHS, strict=True))
    return _written(bits.ljust(_MATCH_BITS, "0"))


def read_match_id(text: str) -> MatchKey:
    """The fields of an ID, or Malformed."""
    bits = _bits(text, _MATCH_BITS)
    fields, at = [], 0
    for width in _WIDTHS:
        fields.append(int(bits[at : at + width][::-1], 2))
        at += width
    cube, owner, on_roll, crawford, state, decides, doubled, resigned, first, second, points, *rest = fields
    if first > 6 or second > 6 or (first == 0) != (second == 0):
        raise Malformed(f"not a Match ID: no dice show {first}-{second}")
    if 1 << cube > CUBE_AT_MOST or owner == 2 or state > DROPPED:
        raise Malformed("not a Match ID: there is no such cube, or no such state of a game")
    return MatchKey(
        cube=Cube(1 << cube, None if owner == _CENTRED else owner),
        on_roll=on_roll,
        crawford=bool(crawford),
        game_state=state,
        decides=decides,
        doubled=bool(doubled),
        resigned=resigned,
        dice=(max(first, second), min(first, second)) if first else (),
        points=points,
        score=(rest[0], rest[1]),
        jacoby=not rest[2],
    )


def ids_of(state: State) -> tuple[str, str]:
    """The Position ID and the Match ID of a state."""
    on_roll = 0 if state.active is None else state.active
    is_answer = state.phase == "answer"
    key = MatchKey(
        cube=state.cube,
        on_roll=on_roll,
        crawford=state.crawford_game,
        game_state=_game_state(state),
        decides=other(on_roll) if is_answer else on_roll,
        doubled=is_answer,
        resigned=0,
        dice=state.dice[:2],
        points=state.config.points,
        score=state.score,
        jacoby=state.config.jacoby,
    )
    return position_id(state.position, on_roll), match_id(key)


def _game_state(state: State) -> int:
    if state.result is None:
        return PLAYING if state.active is not None else 0
    return {"resigned": RESIGNED, "dropped": DROPPED}.get(state.result.reason, OVER)


def _written(bits: str) -> str:
    data = bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, len(bits), 8))
    return base64.b64encode(data).decode().rstrip("=")


def _bits(text: str, count: int) -> str:
    letters = -(-count // 6)
    try:
        data = base64.b64decode(text + "=" * (-letters % 4), validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if len(text) != letters or len(data) * 8 != count:
        raise Malformed(f"an ID of {letters} letters, digits, + and / is needed")
    bits = "".join(f"{byte:08b}"[::-1] for byte in data)
    if _written(bits) != text:
        raise Malformed("an ID whose last letter says more than there is to say")
    return bits
