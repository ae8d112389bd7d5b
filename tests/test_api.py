"""`import ludoteca`: what is public, and that it plays, replays and verifies as the commands do."""

import ast
import doctest
import inspect
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

import ludoteca
from ludoteca.games import GAMES
from ludoteca.kernel import scene
from ludoteca.kernel.record import read, undated

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


def test_every_type_in_a_public_signature_is_public() -> None:
    every = (getattr(ludoteca, name) for name in ludoteca.__all__)
    public = [value for value in every if is_ours(value) and (inspect.isclass(value) or inspect.isfunction(value))]
    for value in public:
        named = {name for name in annotated(value) if is_ours(vars(sys.modules[value.__module__]).get(name))}
        assert named <= {*ludoteca.__all__, *vars(scene)}, f"in the signature of {value.__name__}"
    assert {"Bot", "Verdict", "Draws"} <= {name for value in public for name in annotated(value)}


def is_ours(value: object) -> bool:
    """Whether this is a class or a function of ours, or a type that is made of such."""
    if isinstance(value, list | tuple):  # what a Callable takes
        return any(map(is_ours, value))
    if inspect.isclass(value) or inspect.isfunction(value):
        return value.__module__.startswith("ludoteca")
    return is_ours(get_args(value))


def annotated(value: Any) -> Iterator[str]:
    """The names in the annotations of a function, or of a class and all that is public in it."""
    for node in ast.walk(ast.parse(inspect.getsource(value))):
        if isinstance(node, ast.FunctionDef) and (node.name == "__init__" or not node.name.startswith("_")):
            arguments = (each for each in ast.walk(node.args) if isinstance(each, ast.arg))
            yield from names(node.returns, *(each.annotation for each in arguments))
        elif isinstance(node, ast.AnnAssign) and not ast.unparse(node.target).startswith(("_", "self._")):
            yield from names(node.annotation)


def names(*annotations: ast.expr | None) -> Iterator[str]:
    for node in (node for annotation in annotations if annotation is not None for node in ast.walk(annotation)):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            yield node.value


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_plays_the_same_game_as_the_command(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "2025-10-17T20:41:00Z"
    command("play", game, "--others", "bot:random", "--seed", "11", "--log", "game.jsonl", "--timestamp", text)
    time = datetime.fromisoformat(text)
    assert ludoteca.play(game, seed=11, timestamp=time).record == (tmp_path / "game.jsonl").read_bytes()


def test_a_record_is_dated_by_the_clock_or_by_a_timestamp() -> None:
    live, fixed = (
        ludoteca.play("orcain", seed=1),
        ludoteca.play("orcain", seed=1, timestamp=datetime(2026, 1, 1, tzinfo=UTC)),
    )
    assert all(line.at is not None for line in read(live.record).entries)
    assert {line.at for line in read(fixed.record).entries} == {1_767_225_600_000}
    assert undated(read(live.record)) == undated(read(fixed.record))
    with pytest.raises(ValueError, match="2026-01-01 00:00:00 has no time zone"):
        ludoteca.play("orcain", timestamp=datetime(2026, 1, 1))


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
        ("liars_dice:rules", "liars_dice:rules is not a Game but a value of type module"),
        ("nothing-like-it", "no game 'nothing-like-it'; the games are: backgammon, "),
    ],
)
def test_a_game_that_is_nowhere_is_a_lookup_error(name: str, said: str) -> None:
    with pytest.raises(LookupError, match=f"^{re.escape(said)}"):
        ludoteca.load(name)


def test_a_bot_of_ones_own_is_named_by_its_place() -> None:
    named = ludoteca.play("backgammon", ["ludoteca.bots:random_bot"], seed=1)
    assert undated(read(named.record)) == undated(read(ludoteca.play("backgammon", ["random"], seed=1).record))
    with pytest.raises(LookupError, match="is not a bot: a bot is a function"):
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
