"""RULES.md, "How it is written": a line for every action, and what is drawn and told."""

import pytest

from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import (
    BuildCity,
    BuildRoad,
    BuildSettlement,
    MoveRobber,
    PlayKnight,
    PlayProgress,
    Resources,
    RollDice,
    SetupPlaceRoad,
    SetupPlaceSettlement,
    TradePlayer,
)
from ludoteca.games.catan.catalogue import CATALOGUE
from ludoteca.games.catan.events import BankTraded, DevelopmentBought, GameEnded, ResourcesProduced, ResourceStolen
from ludoteca.games.catan.types import Config
from ludoteca.kernel import Illegal, replace

from .helpers import BLUE, ORANGE, edge, hand, player, position, to_roll, with_hand

ACTING = GAME.view(position(BLUE, with_hand(ORANGE, "ore")), 0)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("road 1-2", BuildRoad(edge("1-2"), free=False)),
        ("ROAD  2-1", BuildRoad(edge("1-2"), free=False)),
        ("road 17", BuildRoad(17, free=False)),
        ("settlement 12", BuildSettlement(12, free=False)),
        ("city 12", BuildCity(12)),
        ("robber 8", MoveRobber(8, 1)),
        ("robber 8 rob orange", MoveRobber(8, 1)),
        ("robber 3", MoveRobber(3)),
        ("knight 14", PlayKnight(14, 1)),
        ("roads 2-3 1-2", PlayProgress("ROAD_BUILDING", edges=(edge("1-2"), edge("2-3")))),
        ("roads 1-2", PlayProgress("ROAD_BUILDING", edges=(edge("1-2"),))),
        ("plenty ore wool", PlayProgress("YEAR_OF_PLENTY", resources=Resources(wool=1, ore=1))),
        ("offer: 2 wool, 1 ore for brick", TradePlayer(1, Resources(wool=2, ore=1), Resources(brick=1))),
        ("offer wool and ore for 3 brick", TradePlayer(1, Resources(wool=1, ore=1), Resources(brick=3))),
        ("roll 3 4", RollDice((3, 4))),
    ],
)
def test_a_line_is_read(line: str, action: object) -> None:
    assert GAME.text.read(line, ACTING) == action


def test_in_the_setup_the_same_words_place_the_first_pieces() -> None:
    view = GAME.view(GAME.setup(Config()).state, 0)
    assert GAME.text.read("settlement 12", view) == SetupPlaceSettlement(12, 1)
    assert GAME.text.read("road 0-1", view) == SetupPlaceRoad(0, 1)


def test_every_action_of_the_catalogue_has_a_line_that_reads_back() -> None:
    """Whose turn it is and which round of the setup, the view says; and who is robbed where nobody is named."""
    nobody_to_rob = position()
    turns = [GAME.view(nobody_to_rob, 0), GAME.view(position(current=1), 1)]
    turns += [replace(turns[0], setup_round=number) for number in (1, 2)]
    for action in CATALOGUE:
        line = GAME.text.write(action, turns[0])
        assert action in [GAME.text.read(line, view) for view in turns], line


@pytest.mark.parametrize(
    "line",
    [
        *(
            "road",
            "road 1-3",
            "road 72",
            "settlement 54",
            "city x",
            "robber 19",
            "port 9: 2 ore for wool",
            "plenty ore",
        ),
        *("bank: 4 gold for 1 ore", "offer: 20 ore for 1 wool", "offer: 1 ore, 1 ore for wool", "discard"),
    ],
)
def test_a_line_that_means_nothing_is_refused_with_a_hint(line: str) -> None:
    with pytest.raises(Illegal) as caught:
        GAME.text.read(line, ACTING)
    assert caught.value.code == "unreadable"
    assert caught.value.reason


def test_the_island_is_drawn_with_what_stands_on_it() -> None:
    blue = player("2 ore", settlements=(0,), cities=(16,), ways=("0-1", "15-16"), dev="knight", new="victory point")
    drawn = GAME.text.picture(GAME.view(position(blue, with_hand(ORANGE, "wool")), 0))
    words = drawn.split()
    assert {"b0", "B16", "o28", "o43", "34", "53"} <= set(words)
    assert (words.count("bbb"), words.count("ooo")) == (2, 2)
    assert "* blue: 3 of 15 points and 1 hidden; road 1; army 0; left: 13 roads, 4 settlements, 3 cities" in drawn
    assert "    2 cards (2 ore); 2 development cards (1 knight, 1 new victory point)" in drawn
    assert "    1 card; 0 development cards" in drawn
    assert "Ports: 0 ANY 36-37, 1 BRICK 32-33," in drawn
    assert drawn.splitlines()[-1] == "Turn 7 (1 and 2): blue builds, buys, plays, trades, or ends the turn."


def test_one_card_is_not_called_cards() -> None:
    blue = player("wool", settlements=(0,), cities=(16,), ways=("0-1", "15-16"), dev="knight")
    drawn = GAME.text.picture(GAME.view(position(blue), 0))
    assert "    1 card (1 wool); 1 development card (1 knight)" in drawn


def test_a_picture_says_whose_turn_it_is() -> None:
    assert GAME.text.picture(GAME.view(to_roll(current=1), None)).splitlines()[-1] == "Turn 8: orange rolls."


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (ResourcesProduced((hand("2 ore"), hand(""))), "blue gets 2 ore."),
        (ResourceStolen(0, 1, None), "blue steals a card from orange."),
        (ResourceStolen(0, 1, "ORE"), "blue steals ore from orange."),
        (DevelopmentBought(1, "YEAR_OF_PLENTY"), "orange buys a development card: year of plenty."),
        (BankTraded(0, hand("2 ore"), hand("wool"), 3), "blue trades 2 ore for 1 wool at port 3."),
        (GameEnded(1, "resigned", (3, 4)), "orange wins, blue 3, orange 4: blue resigned."),
        (GameEnded(None, "turn_limit", (4, 4)), "A draw, blue 4, orange 4: the last turn is over."),
    ],
)
def test_what_happened_is_told_in_a_line(told: object, line: str) -> None:
    assert GAME.text.tell(told, ACTING) == line  # type: ignore[arg-type]
