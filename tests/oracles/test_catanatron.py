"""Our Catan against catanatron's: `python -m bench.oracles.catanatron` compares more."""

import importlib.util

import pytest
from bench.oracles.catanatron import __main__ as command
from bench.oracles.catanatron.lockstep import Disagreement, compare

from ludoteca.games.catan import robber
from ludoteca.games.catan.types import Config

GAMES = 14


def test_without_it_one_is_told_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["catanatron"])
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert command.main() == 2
    assert capsys.readouterr().err == f"{command.MISSING}\n"


def test_every_game_agrees_action_by_action() -> None:
    found = compare(GAMES, seed=5)
    assert found["games"] == GAMES
    assert min(found[kind] for kind in ("road", "settlement", "city", "knight", "trade", "discard")) >= GAMES


def test_a_broken_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def rounded_up(config: Config, cards: int) -> int:
        return (cards + 1) // 2 if cards > config.discard_threshold else 0

    monkeypatch.setattr(robber, "discards_of", rounded_up)
    with pytest.raises(Disagreement, match="discards of"):
        compare(GAMES, seed=5)
