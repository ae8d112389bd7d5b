"""Our Catan against catanatron's, where that is installed: `python -m bench.oracles.catanatron` compares more."""

import importlib.util
from collections import Counter

import pytest
from bench.oracles.catanatron import __main__ as command

from ludoteca.games.catan import robber
from ludoteca.games.catan.types import Config

IS_INSTALLED = importlib.util.find_spec("catanatron") is not None
GAMES = 14

beside = pytest.mark.skipif(not IS_INSTALLED, reason=command.MISSING)


def compared(games: int) -> Counter[str]:
    from bench.oracles.catanatron.lockstep import compare  # noqa: PLC0415 - it needs catanatron

    return compare(games, seed=5)


def test_without_it_one_is_told_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["catanatron"])
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert command.main() == 2
    assert capsys.readouterr().err == f"{command.MISSING}\n"


@beside
def test_every_game_is_the_same_action_by_action() -> None:
    found = compared(GAMES)
    assert found["games"] == GAMES
    assert min(found[kind] for kind in ("road", "settlement", "city", "knight", "trade", "discard")) >= GAMES


@beside
def test_a_broken_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from bench.oracles.catanatron.lockstep import Disagreement  # noqa: PLC0415

    def rounded_up(config: Config, cards: int) -> int:
        return (cards + 1) // 2 if cards > config.discard_threshold else 0

    monkeypatch.setattr(robber, "discards_of", rounded_up)
    with pytest.raises(Disagreement, match="discards of"):
        compared(GAMES)
