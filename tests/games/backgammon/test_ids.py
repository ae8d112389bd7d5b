"""GNU Backgammon's IDs: published ones to the letter, and every position and match both ways."""

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.games.backgammon.gnubg_ids import (
    DROPPED,
    OVER,
    PLAYING,
    RESIGNED,
    MatchKey,
    ids_of,
    match_id,
    position_id,
    read_match_id,
    read_position_id,
)
from ludoteca.games.backgammon.types import CheckerMove, Config, Cube, Double, Drop, Position
from ludoteca.kernel import Malformed, Move, Resigned, replace

from .helpers import START, act, after, play, position, started, to_move, to_roll
from .worlds import positions

AFTER_31 = position("6:4 5:2 8:2 13:5 24:2", "6:5 8:3 13:5 24:2")

# From the manual: 2-4 in a match to 9, player 0 holds a 2-cube, player 1 has just rolled 52.
MANUAL = MatchKey(Cube(2, 0), 1, False, PLAYING, 1, False, 0, (5, 2), 9, (2, 4), jacoby=True)


def test_the_start_has_its_published_id_for_both_sides() -> None:
    assert position_id(START, 0) == position_id(START, 1) == "4HPwATDgc/ABMA"


def test_after_3_1_the_other_side_is_on_roll() -> None:
    assert position_id(AFTER_31, 1) == "sGfwATDgc/ABMA"
    assert position_id(AFTER_31, 0) == "4HPwATCwZ/ABMA"


def test_fifteen_on_the_bar_against_fifteen_off() -> None:
    assert position_id(position("", "", bar=(15, 0)), 0) == "AAAAAAAA/v8AAA"


@pytest.mark.parametrize("side", [0, 1])
def test_a_position_id_is_read_for_whoever_is_on_roll(side: int) -> None:
    assert read_position_id("4HPwATDgc/ABMA", side) == START
    assert read_position_id("sGfwATDgc/ABMA", 1) == AFTER_31


@given(positions(), st.integers(0, 1))
@settings(max_examples=300)
def test_every_position_comes_back_from_its_id(where: Position, side: int) -> None:
    text = position_id(where, side)
    assert len(text) == 14
    assert read_position_id(text, side) == where


@pytest.mark.parametrize(
    "text", ["", "4HPwATDgc/ABM", "4HPwATDgc/ABMAA", "4HPwATDgc/ABM!", "//////////////", "4HPwATDgc/ABMB"]
)
def test_what_is_no_position_id_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        read_position_id(text, 0)


def test_both_sides_on_one_point_is_no_position() -> None:
    bits = ("1" + "0" * 25 + "0" * 23 + "10" + "0").ljust(80, "0")  # theirs on their ace point, ours on our 24
    raw = bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, 80, 8))
    with pytest.raises(Malformed, match="both sides on one point"):
        read_position_id(base64.b64encode(raw).decode().rstrip("="), 0)


# Match IDs


def test_the_manuals_example() -> None:
    assert match_id(MANUAL) == "QYkqASAAIAAA"
    assert read_match_id("QYkqASAAIAAA") == MANUAL


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("cAkAAAAAAAAA", MatchKey(Cube(), 1, False, PLAYING, 1, False, 0, (), 0, (0, 0), jacoby=True)),
        ("cIkqAAAAAAAA", MatchKey(Cube(), 1, False, PLAYING, 1, False, 0, (5, 2), 1, (0, 0), jacoby=True)),
        ("MAEgAgAAAAAA", MatchKey(Cube(), 0, False, PLAYING, 0, False, 0, (), 17, (0, 0), jacoby=True)),
        ("cIlqAAAAAAAE", MatchKey(Cube(), 1, False, PLAYING, 1, False, 0, (5, 2), 3, (0, 0), jacoby=False)),
        ("QwlgAAAAAAAA", MatchKey(Cube(8, 0), 1, False, PLAYING, 1, False, 0, (), 3, (0, 0), jacoby=True)),
        ("UwlgAAAAAAAA", MatchKey(Cube(8, 1), 1, False, PLAYING, 1, False, 0, (), 3, (0, 0), jacoby=True)),
    ],
)
def test_published_match_ids(text: str, key: MatchKey) -> None:
    assert read_match_id(text) == key
    assert match_id(key) == text


def test_a_match_id_derived_by_hand() -> None:
    """Cube 1 in the middle, black on roll, Crawford, playing, black to decide, 6-4, 7 points, 6-3, no Jacoby:
    0000 11 1 1 | 100 1 0 00 0 | 11 001 111 | 00000000 | 0000 0110 | 00000000 | 000 11000 | 00000000 | 00 1 00000."""
    key = MatchKey(Cube(), 1, True, PLAYING, 1, False, 0, (6, 4), 7, (6, 3), jacoby=False)
    assert match_id(key) == "8AnzAGAAGAAE"


def test_dice_are_written_with_the_higher_first() -> None:
    low_first = MANUAL._replace(dice=(2, 5))
    assert match_id(low_first) == match_id(MANUAL)


@st.composite
def keys(draw: st.DrawFn) -> MatchKey:
    value = 1 << draw(st.integers(0, 12))
    dice = draw(st.sampled_from([(), *((high, low) for high in range(1, 7) for low in range(1, high + 1))]))
    side = st.integers(0, 1)
    score = st.integers(0, (1 << 15) - 1)
    return MatchKey(
        Cube(value, draw(st.sampled_from([None, 0, 1]))),
        draw(side),
        draw(st.booleans()),
        draw(st.integers(0, 4)),
        draw(side),
        draw(st.booleans()),
        draw(st.integers(0, 3)),
        dice,
        draw(score),
        (draw(score), draw(score)),
        draw(st.booleans()),
    )


@given(keys())
def test_every_match_key_comes_back_from_its_id(key: MatchKey) -> None:
    text = match_id(key)
    assert len(text) == 12
    assert read_match_id(text) == key


@pytest.mark.parametrize("text", ["", "QYkqASAAIAA", "QYkqASAAIAA!", "////////////", "cIkHAAAAAAAA", "bwkAAAAAAAAA"])
def test_what_is_no_match_id_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        read_match_id(text)


# Of states


def test_the_ids_of_a_state() -> None:
    assert ids_of(started(dice=(3, 1)))[0] == "4HPwATDgc/ABMA"
    rolling, _ = play(started(dice=(3, 1)), "8/5 6/5")
    assert ids_of(rolling) == ("sGfwATDgc/ABMA", "cAkAAAAAAAAE")


def test_a_state_says_dice_score_cube_and_who_decides() -> None:
    config = Config(points=9, cube=True)
    state = replace(to_move(START, 1, 5, 2, config=config), cube=Cube(2, 0), score=(2, 4))
    assert read_match_id(ids_of(state)[1]) == MANUAL._replace(jacoby=False)
    offered = act(to_roll(START, 0), Double())
    key = read_match_id(ids_of(offered)[1])
    assert (key.on_roll, key.decides, key.doubled) == (0, 1, True)


def test_a_state_says_how_a_game_ended() -> None:
    assert read_match_id(ids_of(after(started(), Resigned(0)))[1]).game_state == RESIGNED
    dropped = after(act(to_roll(START, 0), Double()), Move(1, Drop()))
    assert read_match_id(ids_of(dropped)[1]).game_state == DROPPED
    over = act(to_move(position("1:1", "6:1"), 0, 6, 5), CheckerMove(0, 24, 6))
    assert read_match_id(ids_of(over)[1]).game_state == OVER
