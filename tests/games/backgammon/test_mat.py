"""`.mat` files: what is written, what is read, and whole matches through the file and the rules again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.games.backgammon import mat_format
from ludoteca.games.backgammon.mat_conversion import replayed, transcribed
from ludoteca.games.backgammon.mat_format import CubeTurn, MatGame, MatMatch, Turn
from ludoteca.games.backgammon.types import Config
from ludoteca.kernel import Malformed

from .worlds import whole_game

SHORT = MatMatch(
    ("alice", "bob"),
    3,
    (
        MatGame(
            (0, 0),
            (
                Turn(1, (3, 1), "8/5 6/5"),
                Turn(0, (6, 4), "24/18 13/9"),
                CubeTurn(1, "Doubles", 2),
                CubeTurn(0, "Drops"),
            ),
            winner=1,
            points=1,
        ),
        MatGame(
            (0, 1),
            (
                Turn(0, (3, 1), "8/5 6/5"),
                CubeTurn(1, "Doubles", 2),
                CubeTurn(0, "Takes"),
                Turn(1, (4, 2), "8/4 6/4"),
                Turn(0, (5, 5), ""),
            ),
            winner=1,
            points=2,
        ),
    ),
)

WRITTEN = """\
; [Player 1 "alice"]
; [Player 2 "bob"]

 3 point match

 Game 1
 alice : 0                            bob : 0
  1)                                  31: 8/5 6/5
  2) 64: 24/18 13/9                    Doubles => 2
  3)  Drops                            Wins 1 point

 Game 2
 alice : 0                            bob : 1
  1) 31: 8/5 6/5                       Doubles => 2
  2)  Takes                           42: 8/4 6/4
  3) 55:                               Wins 2 points and the match
"""

FOREIGN = """\
; [Site "somewhere"]
# a comment of another kind

7 Point Match

 Game 1
 Mochizuki_Masayouki_(JPN) : 0  Takumitsu Suzuki : 0
  1)                             32: 24/21 13/11
  2) 52: 13/8 6/4*               54: bar/21* 13/8
  3) 43: 25/21 24/21             53: 24/21 13/8
  4)  Doubles => 2                Takes
  5) 62: 13/5                    61: Cannot Move
  6) 33:                         66: ????
      Wins 2 points
"""


def test_a_match_is_written_in_two_columns() -> None:
    assert mat_format.write(SHORT) == WRITTEN


def test_and_read_back() -> None:
    assert mat_format.read(WRITTEN) == SHORT


def test_it_can_be_played_by_the_rules_again() -> None:
    end = replayed(SHORT)
    assert end.state.result is not None
    assert (end.state.result.winner, end.state.score) == (1, (0, 3))


def test_files_of_others_are_read_as_well() -> None:
    match = mat_format.read(FOREIGN)
    assert (match.points, match.players) == (7, ("Mochizuki_Masayouki_(JPN)", "Takumitsu Suzuki"))
    (game,) = match.games
    assert (game.winner, game.points) == (0, 2)
    assert game.entries[:3] == (
        Turn(1, (3, 2), "24/21 13/11"),
        Turn(0, (5, 2), "13/8 6/4*"),
        Turn(1, (5, 4), "bar/21* 13/8"),
    )
    assert game.entries[5:] == (
        CubeTurn(0, "Doubles", 2),
        CubeTurn(1, "Takes"),
        Turn(0, (6, 2), "13/5"),
        Turn(1, (6, 1), ""),
        Turn(0, (3, 3), ""),
        Turn(1, (6, 6), ""),
    )


def test_tabs_and_a_byte_order_mark_do_no_harm() -> None:
    text = "\ufeff 0 point match\r\n\r\n Game 1\r\n a : 0\tb : 0\r\n  1)\t\t\t31: 8/5 6/5\r\n"
    assert mat_format.read(text).games[0].entries == (Turn(1, (3, 1), "8/5 6/5"),)


def test_names_that_would_break_the_columns_are_made_harmless() -> None:
    text = mat_format.write(MatMatch(('a: "b"\n; Game 1', ""), 0, (MatGame((0, 0), ()),)))
    assert mat_format.read(text).players == ("a_b_Game_1", "_")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1"),
        ("hello", "line 1"),
        (" 5 point match\n\n Game 1\n nobody", "line 4"),
        (" 5 point match\n\n Game 1\n", "line 3"),
        (" 5 point match\n\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5   sings", "line 5"),
        (" 5 point match\n\n Game 1\n a : 0   b : 0\n  1) 71: 8/5", "line 5"),
    ],
)
def test_what_is_no_mat_file_is_told_with_its_line(text: str, where: str) -> None:
    with pytest.raises(Malformed) as caught:
        mat_format.read(text)
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("31: 8/5 6/5  ", "31: 8/4 6/5  ", "game 2, entry 1"),
        ("64: 24/18 13/9", "66: 24/18 13/9", "game 1, entry 2"),
        (" Takes ", " Drops ", "game 2, entry 4"),
        (": 1\n  1) 31", ": 2\n  1) 31", "game 2"),
        ("Wins 1 point", "Wins 2 points", "game 1"),
        ("1)                                  31", "1)                                  33", "game 1, entry 1"),
    ],
)
def test_what_the_rules_do_not_allow_is_told_with_its_entry(old: str, new: str, where: str) -> None:
    assert old in WRITTEN
    with pytest.raises(Malformed) as caught:
        replayed(mat_format.read(WRITTEN.replace(old, new, 1)))
    assert caught.value.where == where


CONFIGS = (
    Config(),
    Config(cube=True),
    Config(points=1),
    Config(points=3, cube=True),
    Config(points=5, cube=True, confirm=True),
    Config(points=3),
)


@given(st.sampled_from(CONFIGS), st.integers(0, 100_000), st.one_of(st.none(), st.integers(1, 120)))
@settings(max_examples=25, deadline=None)
def test_whole_matches_go_through_the_file_and_the_rules_again(
    config: Config, seed: int, resign_at: int | None
) -> None:
    state, _, told = whole_game(config, seed, resign_at)
    match = transcribed(told, ("alice", "bob"), config.points)
    text = mat_format.write(match)
    assert mat_format.read(text) == match
    assert mat_format.write(mat_format.read(text)) == text
    end = replayed(mat_format.read(text))
    assert (end.state.score, end.state.result) == (state.score, state.result)
    assert end.state.games == state.games
    assert transcribed(end.told, ("alice", "bob"), config.points) == match


def test_a_game_as_written_is_exported_and_replayed_too() -> None:
    config = Config(start="as-written")
    state, _, told = whole_game(config, 8)
    match = mat_format.read(mat_format.write(transcribed(told, ("a", "b"), 0)))
    assert replayed(match, "as-written").state.position == state.position


def test_a_game_broken_off_has_no_winner() -> None:
    _, _, told = whole_game(Config(), 8)
    match = transcribed(told[:40], ("a", "b"), 0)
    assert match.games[0].winner is None
    assert "Wins" not in mat_format.write(match)
    assert replayed(mat_format.read(mat_format.write(match))).state.result is None
