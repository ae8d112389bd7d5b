"""The check against GNU Backgammon, as far as it can be tested without it; `python -m bench.oracles.gnubg` runs it."""

import pytest
from bench.oracles import gnubg
from bench.oracles.gnubg import Disagreement, check_orders, check_plays, check_results
from bench.oracles.gnubg_orders import Order, commands_of, matches, one_match

from ludoteca.games.backgammon.board import start_position
from ludoteca.games.backgammon.gnubg_ids import ids_of
from ludoteca.games.backgammon.types import (
    Config,
    DiceRolled,
    GameWon,
    Moved,
    OpeningRolled,
    State,
    TurnEnded,
    TurnPassed,
)
from ludoteca.gitplay.player.moves import legal_plays

OPENING = State(Config(), start_position("standard"), phase="moving", active=0, dice=(3, 1))


def test_without_it_one_is_told_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(gnubg, "PLACES", ())
    monkeypatch.setattr("sys.argv", ["gnubg"])
    assert gnubg.main() == 2
    assert capsys.readouterr().err == "GNU Backgammon is not installed: apt-get install gnubg gnubg-data\n"


def test_what_was_told_becomes_its_commands() -> None:
    moves = (Moved(-1, 20, 4), Moved(20, 14, 6, hit=True))
    assert commands_of(OpeningRolled((3, 1), 0), OPENING) == ["set turn 0", "set dice 3 1", "hint"]
    assert commands_of(DiceRolled(1, (6, 4)), OPENING) == ["set dice 6 4"]  # white is to move: black has passed
    assert commands_of(TurnEnded(0, 1, (6, 4), moves), OPENING) == ["move bar/15*"]
    assert commands_of(TurnPassed(1, 2, (6, 6, 6, 6)), OPENING) == ["move"]
    given_up = GameWon(1, "gammon", 2, "resigned", (0, 2))
    assert commands_of(given_up, OPENING) == ["resign gammon", "accept"]


def test_matches_are_played_until_enough_games_are_complete() -> None:
    played = list(matches(3, seed=1))
    assert sum(won.reason == "borne_off" for match in played for won in match.results) >= 3
    assert all(match.orders for match in played)


def test_a_play_that_only_one_side_lists_is_a_disagreement() -> None:
    listed = legal_plays(OPENING)
    assert check_plays(OPENING, listed) == len(listed)
    with pytest.raises(Disagreement, match="1 other boards"):
        check_plays(OPENING, listed[1:])
    with pytest.raises(Disagreement, match="none of ours"):
        check_plays(OPENING, [*listed, "24/19"])


def test_a_different_position_score_or_cube_is_a_disagreement() -> None:
    order = Order(("set dice 3 1",), OPENING)
    ours = ":".join(ids_of(OPENING))
    assert check_orders((order,), [{"id": ours, "plays": None}]) == 0
    for theirs in ("sGfwATDgc/ABMA:" + ours.split(":")[1], "4HPwATDgc/ABMA:cAlgAAAAAAAE"):
        with pytest.raises(Disagreement, match="leads to"):
            check_orders((order,), [{"id": theirs, "plays": None}])


def test_a_different_result_is_a_disagreement() -> None:
    played = one_match(Config(), ("random", "greedy"), seed=5)
    (won,) = played.results
    info = {"winner": "XO"[won.winner], "points-won": won.points, "score-X": 0, "score-O": 0}
    check_results(played, {"games": [{"info": info}]})
    with pytest.raises(Disagreement, match="came to"):
        check_results(played, {"games": [{"info": {**info, "points-won": won.points + 1}}]})
