"""`import ludoteca`: what is public, and that it plays, replays and verifies as the commands do."""

import doctest
import inspect
import re
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import ludoteca
from ludoteca.games import GAMES

from .cli.terminal import ludoteca as command


def test_nothing_is_public_by_accident() -> None:
    named = {name for name, value in vars(ludoteca).items() if not isinstance(value, ModuleType)}
    assert {name for name in named if not name.startswith("_")} | {"__version__"} == set(ludoteca.__all__)
    assert ludoteca.__all__ == sorted(ludoteca.__all__)


@pytest.mark.parametrize("name", [name for name in ludoteca.__all__ if name != "__version__"])
def test_what_is_public_is_documented(name: str) -> None:
    value = getattr(ludoteca, name)
    if inspect.isfunction(value) or (inspect.isclass(value) and value.__module__.startswith("ludoteca")):
        assert inspect.getdoc(value), name


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_plays_the_same_game_as_the_command(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command("play", game, "--others", "bot:random", "--seed", "11", "--log", "game.jsonl")
    assert ludoteca.play(game, seed=11).record == (tmp_path / "game.jsonl").read_bytes()


def test_without_a_seed_chance_is_fair_and_revealed() -> None:
    verdict = ludoteca.verify(ludoteca.play("backgammon").record)
    assert verdict.draws.name == "RECOMPUTED"
    assert verdict.drawn > 0


def test_a_replay_leads_through_every_state_to_the_last() -> None:
    played = ludoteca.play("gomoku", ["greedy"], seed=3)
    *_, last = ludoteca.replay(played.record)
    assert last.state == played.state


def test_a_changed_record_is_refused() -> None:
    record = ludoteca.play("gomoku", seed=3).record
    with pytest.raises(ludoteca.BadEntry):
        ludoteca.verify(record.replace(b'"seed":3', b'"seed":4'))


def test_a_game_of_ones_own_is_named_by_its_place() -> None:
    game = ludoteca.load("liars_dice:GAME")
    played = ludoteca.play(game, seed=1)
    assert ludoteca.verify(played.record, game).outcome == played.outcome


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nope:GAME", "cannot import 'nope': ModuleNotFoundError: No module named 'nope'"),
        ("liars_dice:GAEM", "liars_dice has no 'GAEM'; its games are: GAME"),
        ("liars_dice:rules", "liars_dice:rules is no Game but a module"),
        ("nothing-like-it", "no game 'nothing-like-it'; the games are: backgammon, "),
    ],
)
def test_a_game_that_is_nowhere_is_a_lookup_error(name: str, said: str) -> None:
    with pytest.raises(LookupError, match=f"^{re.escape(said)}"):
        ludoteca.load(name)


def test_a_bot_of_ones_own_is_named_by_its_place() -> None:
    named = ludoteca.play("backgammon", ["ludoteca.bots:random_bot"], seed=1)
    assert named.record == ludoteca.play("backgammon", ["random"], seed=1).record
    with pytest.raises(LookupError, match="is no bot: a bot is a function"):
        ludoteca.play("backgammon", ["ludoteca.games.backgammon:GAME"])


def test_settings_are_checked_by_the_game() -> None:
    assert ludoteca.configure("gomoku", rule="caro").rule == "caro"
    assert ludoteca.configure("gomoku", "large").size == 19
    with pytest.raises(ludoteca.Malformed, match="colour"):
        ludoteca.configure("gomoku", colour="red")
    with pytest.raises(ludoteca.Malformed):
        ludoteca.configure("gomoku", rule=object())
    with pytest.raises(LookupError, match="its presets are: casual"):
        ludoteca.configure("gomoku", "blitz")


def test_what_is_unknown_is_answered_with_what_is_known() -> None:
    with pytest.raises(LookupError, match="did you mean gomoku"):
        ludoteca.load("gomuko")
    with pytest.raises(LookupError, match="there are: random, greedy"):
        ludoteca.play("gomoku", ["clever"])
    with pytest.raises(ValueError, match="at most 2"):
        ludoteca.play("gomoku", ["random"] * 3)


def test_a_function_is_a_bot() -> None:
    def first(_view: Any, legal: Sequence[Any], _dealer: ludoteca.Dealer) -> Any:
        return legal[0]

    played = ludoteca.play("gomoku", [first], seed=1)
    moves = [step.given.action for step in ludoteca.replay(played.record) if isinstance(step.given, ludoteca.Move)]
    assert (moves[0].x, moves[0].y) == (0, 0)


def test_the_page_about_python_is_true() -> None:
    page = Path(__file__).parents[1] / "docs" / "python.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 15
    assert failed == 0
