"""RULES.md, "Development cards", sentence by sentence."""

import pytest

from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import BuyDevelopment, PlayKnight, PlayProgress, Resources
from ludoteca.games.catan.events import (
    DevelopmentBought,
    KnightPlayed,
    MonopolyPlayed,
    ResourceStolen,
    RoadBuildingPlayed,
    RoadPlaced,
    RobberMoved,
    YearOfPlentyPlayed,
)
from ludoteca.games.catan.resources import DECK
from ludoteca.games.catan.types import Player, State
from ludoteca.kernel import Chance, Move, Pick, step

from .helpers import (
    BLUE,
    ORANGE,
    act,
    answer,
    cards,
    edge,
    hand,
    may,
    player,
    position,
    refusal,
    roads,
    roll,
    say,
    told_by,
    with_hand,
    written,
)

RINGS = ("0-1-2-3-4-5-0-9-22", "9-6-7-8-1")


def holding(dev: str, hand_: str = "", new: str = "") -> Player:
    return player(hand_, settlements=(0, 16), ways=("0-1", "15-16"), dev=dev, new=new)


def bought(card: int) -> State:
    return answer(act(position(with_hand(BLUE, "wool, grain, ore")), BuyDevelopment()), card)


# Buying


def test_there_are_14_knights_5_victory_points_and_two_of_each_other() -> None:
    assert cards("14 knight, 2 road building, 2 year of plenty, 2 monopoly, 5 victory point") == DECK
    assert GAME.view(position(), 0).deck == 25


def test_a_card_is_drawn_when_it_is_bought() -> None:
    orange = player(settlements=(28, 43), ways=("27-28", "43-44"), dev="3 knight, monopoly")
    state = act(position(with_hand(BLUE, "wool, grain, ore"), orange), BuyDevelopment())
    assert GAME.draw(state) == Pick(5, (11, 2, 2, 1, 5))
    after_it = answer(state, 3)
    assert (after_it.players[0].new_dev_cards, after_it.deck) == (cards("monopoly"), (11, 2, 2, 0, 5))


def test_only_its_owner_hears_which_card_it_is() -> None:
    state = act(position(with_hand(BLUE, "wool, grain, ore")), BuyDevelopment())
    _, events = step(GAME, state, Chance((4,)))
    heard = [[event.payload for event in events if event.is_for(reader)] for reader in (0, 1, None)]
    assert heard == [
        [DevelopmentBought(0, "VICTORY_POINT")],
        [DevelopmentBought(0, None)],
        [DevelopmentBought(0, None)],
    ]


def test_when_all_are_sold_none_is_bought() -> None:
    blue = player("wool, grain, ore", settlements=(0, 16), ways=("0-1", "15-16"), dev="14 knight, 2 year of plenty")
    orange = player(settlements=(28, 43), ways=("27-28", "43-44"), dev="2 road building, 2 monopoly, 5 victory point")
    assert may(position(blue, orange), "buy") == []
    assert refusal(position(blue, orange), "buy").code == "no_card_left"


# Playing


def test_one_card_is_played_a_turn() -> None:
    state = act(position(holding("2 knight, monopoly")), PlayKnight(18))
    assert may(state, "knight") == may(state, "monopoly") == []
    for line in ("knight 3", "monopoly ore"):
        assert refusal(state, line).code == "one_card_a_turn"


def test_a_knight_before_the_roll_is_that_card_too() -> None:
    state = roll(act(position(holding("2 knight, monopoly"), phase="ROLL", dice=None), PlayKnight(18)), 1, 1)
    assert may(state, "knight") == may(state, "monopoly") == []


def test_in_the_next_turn_another_may_be_played() -> None:
    state = say(act(position(holding("2 knight")), PlayKnight(18)), "end", "roll")
    state = say(answer(state, 5, 4), "end", "roll")
    assert may(answer(state, 5, 4), "knight")


def test_none_is_played_on_the_turn_it_was_bought() -> None:
    state = bought(0)
    assert may(state, "knight") == []
    found = refusal(state, "knight 3")
    assert (found.code, found.reason) == ("no_such_card", "that card was bought this turn")


def test_an_older_copy_may_be() -> None:
    state = position(holding("knight", new="knight"))
    assert len(may(state, "knight")) == 18
    assert act(state, PlayKnight(3)).players[0].new_dev_cards == cards("knight")


def test_after_the_turn_the_card_may_be_played() -> None:
    state = say(bought(3), "end")
    assert (state.players[0].dev_cards, state.players[0].new_dev_cards) == (cards("monopoly"), cards(""))


def test_nobody_plays_what_he_does_not_hold() -> None:
    for line in ("knight 3", "monopoly ore", "plenty ore ore", "roads 1-2 2-3"):
        assert refusal(position(), line).code == "no_such_card"


# The knight


def test_a_knight_moves_the_robber_and_robs_without_discards() -> None:
    state = position(holding("knight", "12 wool"), with_hand(ORANGE, "12 ore"))
    asked, told = told_by(state, Move(0, PlayKnight(8, 1)))
    assert (told, asked.robber) == ((KnightPlayed(0), RobberMoved(0, 8)), 8)
    robbed, told = told_by(asked, Chance((4,)))
    assert told == (ResourceStolen(0, 1, "ORE"),)
    assert (robbed.phase, robbed.owes) == ("ACTION", (0, 0))
    assert [sum(who.resources) for who in robbed.players] == [13, 11]
    assert robbed.players[0].played_dev_cards == cards("knight")


def test_its_tile_and_victim_are_in_its_payload() -> None:
    state = position(holding("knight"), with_hand(ORANGE, "ore"))
    assert PlayKnight(8, 1) in GAME.legal(state, 0)
    assert refusal(state, PlayKnight(8)).code == "bad_victim"
    assert refusal(state, PlayKnight(0)).code == "bad_tile"


# Road building


def test_road_building_builds_two_roads_for_free() -> None:
    state = position(holding("road building"))
    built, told = told_by(state, Move(0, PlayProgress("ROAD_BUILDING", edges=roads("1-2-3"))))
    assert built.players[0].roads == tuple(sorted(roads("0-1-2-3", "15-16")))
    assert built.bank == state.bank
    assert told == (RoadBuildingPlayed(0), RoadPlaced(0, edge("1-2")), RoadPlaced(0, edge("2-3")))


def test_the_second_road_may_go_on_from_the_first_whichever_is_named_first() -> None:
    state = position(holding("road building"))
    first, second = edge("0-5"), edge("5-19")
    one = act(state, PlayProgress("ROAD_BUILDING", edges=(first, second)))
    assert one == act(state, PlayProgress("ROAD_BUILDING", edges=(second, first)))


def test_listed_are_pairs_with_the_lower_id_first() -> None:
    state = position(holding("road building"))
    pairs = [action.edges for action in GAME.legal(state, 0) if isinstance(action, PlayProgress)]
    assert roads("1-2-3") in pairs
    assert (min(edge("1-2"), edge("14-15")), max(edge("1-2"), edge("14-15"))) in pairs
    assert all(pair is not None and pair[0] < pair[1] for pair in pairs)
    assert len(set(pairs)) == len(pairs)


def test_both_roads_must_be_buildable() -> None:
    state = position(holding("road building"))
    for edges in (roads("2-3-4"), (edge("1-2"), edge("4-5")), (edge("1-2"),) * 2, (edge("0-1"), edge("1-2"))):
        assert refusal(state, PlayProgress("ROAD_BUILDING", edges=edges)).code == "bad_site"
    assert refusal(state, PlayProgress("ROAD_BUILDING", edges=(edge("1-2"),))).code == "bad_payload"
    assert refusal(state, PlayProgress("ROAD_BUILDING", edges=())).code == "bad_payload"


def test_one_road_if_no_second_can_be_built() -> None:
    fourteen = player(settlements=(0, 2), ways=(*RINGS, "22-23-19"), dev="road building")
    assert len(fourteen.roads) == 14
    state = position(fourteen)
    around = {"5-19", "19-21", "23-45", "22-48", "6-51", "7-24", "8-10", "2-12", "3-15", "4-18"}
    assert set(may(state, "roads")) == around
    assert len(say(state, "roads 8-10").players[0].roads) == 15
    assert refusal(state, "roads 8-10 7-24").code == "bad_payload"


def test_without_a_road_left_it_is_not_played() -> None:
    fifteen = player(settlements=(0, 2), ways=(*RINGS, "22-23-19-5"), dev="road building")
    assert may(position(fifteen), "roads") == []
    assert refusal(position(fifteen), "roads 8-10").code == "no_piece_left"


# Year of plenty


def test_a_year_of_plenty_takes_two_cards_from_the_bank() -> None:
    state = position(holding("year of plenty"))
    assert len(may(state, "plenty")) == 15
    rich, told = told_by(state, Move(0, PlayProgress("YEAR_OF_PLENTY", resources=Resources(wool=1, ore=1))))
    assert (rich.players[0].resources, rich.bank) == (hand("wool, ore"), (19, 19, 18, 19, 18))
    assert told == (YearOfPlentyPlayed(0, hand("wool, ore")),)
    assert say(state, "plenty ore ore").players[0].resources == hand("2 ore")


def test_which_must_have_them() -> None:
    state = position(holding("year of plenty"), with_hand(ORANGE, "18 ore, 19 wool"))
    assert "ore ore" not in may(state, "plenty")
    assert "grain ore" in may(state, "plenty")
    assert not any("wool" in line for line in may(state, "plenty"))
    assert refusal(state, "plenty ore ore").code == "bank_is_short"


@pytest.mark.parametrize("taken", [Resources(), Resources(ore=1), Resources(ore=2, wool=1)])
def test_two_and_no_other_number(taken: Resources) -> None:
    state = position(holding("year of plenty"))
    assert refusal(state, PlayProgress("YEAR_OF_PLENTY", resources=taken)).code == "bad_payload"


# Monopoly


def test_a_monopoly_takes_all_cards_of_one_resource() -> None:
    state = position(holding("monopoly", "ore"), with_hand(ORANGE, "3 ore, wool"))
    assert may(state, "monopoly") == ["brick", "lumber", "wool", "grain", "ore"]
    taken, told = told_by(state, Move(0, PlayProgress("MONOPOLY", resource="ORE")))
    assert [who.resources for who in taken.players] == [hand("4 ore"), hand("wool")]
    assert told == (MonopolyPlayed(0, "ORE", 3),)


def test_even_if_there_are_none() -> None:
    state = say(position(holding("monopoly"), with_hand(ORANGE, "wool")), "monopoly ore")
    assert state.players[0].resources == hand("")
    assert state.players[0].played_dev_cards == cards("monopoly")


# Payloads


@pytest.mark.parametrize(
    "action",
    [
        PlayProgress("MONOPOLY"),
        PlayProgress("MONOPOLY", resource="ORE", edges=(1, 2)),
        PlayProgress("ROAD_BUILDING"),
        PlayProgress("ROAD_BUILDING", edges=(1, 2), resource="ORE"),
        PlayProgress("YEAR_OF_PLENTY", resource="ORE"),
        PlayProgress("YEAR_OF_PLENTY", resources=Resources(ore=2), resource="ORE"),
    ],
)
def test_a_progress_card_comes_with_what_it_needs_and_nothing_else(action: PlayProgress) -> None:
    state = position(holding("monopoly, road building, year of plenty"))
    assert refusal(state, action).code == "bad_payload"


# Victory points


def test_a_victory_point_card_is_not_played() -> None:
    state = position(holding("5 victory point"))
    assert written(state) == ["end"]


def test_it_counts_as_soon_as_it_is_bought_and_stays_hidden() -> None:
    state = bought(4)
    own, theirs = GAME.view(state, 0).players[0], GAME.view(state, 1).players[0]
    assert (own.victory_points, own.hidden_victory_points) == (2, 1)
    assert (theirs.victory_points, theirs.hidden_victory_points, theirs.new_dev_card_count) == (2, None, 1)
    later = say(state, "end")
    assert GAME.view(later, 0).players[0].hidden_victory_points == 1
