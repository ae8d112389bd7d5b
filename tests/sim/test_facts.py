"""What is counted beyond the outcome, and that the simulation itself knows no game."""

import pytest

from ludoteca.games import GAMES
from ludoteca.sim.game_facts import NOTHING, facts_of
from tests.games.catan.helpers import player, position
from tests.tidy.sources import PACKAGE, sources

from .batches import batch, played


def test_dice_are_counted_in_every_game_that_rolls_them() -> None:
    (result,) = played(batch("backgammon", "random"), [0])
    dice = dict(result.facts.histograms["dice"])
    assert set(dice) <= set(range(2, 13))
    assert sum(dice.values()) > 20


def test_a_game_without_dice_has_no_histogram() -> None:
    (result,) = played(batch("gomoku", "random"), [0])
    assert result.facts == NOTHING


def test_balanced_dice_which_are_cards_are_counted_as_dice_too() -> None:
    (result,) = played(batch("catan", "random", dice="balanced", turn_limit=100), [0])
    assert sum(count for _, count in result.facts.histograms["dice"]) == result.facts.of_game["turns"] == 100


def test_points_of_catan_are_counted_with_where_they_come_from() -> None:
    blue = player(
        settlements=(0, 16), cities=(12,), ways=("0-1-2-12-13-14", "15-16"), dev="victory point", played="3 knight"
    )
    counted = facts_of("catan", position(blue)).of_seats
    assert counted["points"] == (2 + 2 + 2 + 2 + 1, 2)
    assert counted["settlements"] == (2, 2)
    assert counted["cities"] == (1, 0)
    assert counted["roads"] == (6, 2)
    assert counted["longest road"] == (5, 1)
    assert counted["holds longest road"] == (1, 0)
    assert counted["knights played"] == (3, 0)
    assert counted["holds largest army"] == (1, 0)
    assert counted["victory point cards"] == (1, 0)


@pytest.mark.parametrize("name", ["no such game", "", "../catan"])
def test_a_game_that_counts_nothing_has_no_facts(name: str) -> None:
    assert facts_of(name, None) == NOTHING


@pytest.mark.parametrize("name", GAMES)
def test_simulation_knows_games_by_name_only_in_facts_and_in_their_own_packages(name: str) -> None:
    own = {"game_facts", *(game.replace("-", "_") for game in GAMES)}
    general = [source for source in sources(PACKAGE / "sim") if not own & {*source.module[2:3]}]
    assert len(general) >= 5
    assert not [source.name for source in general if name in source.text.lower()]
