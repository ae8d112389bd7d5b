"""RULES.md, "Building", sentence by sentence."""

import pytest

from ludoteca.games.catan.actions import BuildCity, BuildRoad, BuildSettlement, Resources
from ludoteca.games.catan.events import CityPlaced, RoadPlaced, SettlementPlaced, VictoryPointsUpdated
from ludoteca.kernel import Move, replace

from .helpers import BLUE, RICH, edge, hand, may, player, position, refusal, say, told_by, with_hand

WEALTHY = with_hand(BLUE, RICH)
RINGS = ("0-1-2-3-4-5-0-9-22", "9-6-7-8-1")


@pytest.mark.parametrize(
    ("line", "price"),
    [
        ("road 1-2", "brick, lumber"),
        ("settlement 2", "brick, lumber, wool, grain"),
        ("city 0", "2 grain, 3 ore"),
        ("buy", "wool, grain, ore"),
    ],
)
def test_each_thing_has_its_price(line: str, price: str) -> None:
    blue = (
        player(price, settlements=(0, 16), ways=("0-1-2", "15-16")) if "settlement" in line else with_hand(BLUE, price)
    )
    state = position(blue)
    built = say(state, line)
    assert (built.players[0].resources, built.bank) == (hand(""), (19,) * 5)
    assert refusal(position(replace(blue, resources=hand(""))), line).code == "cannot_pay"


@pytest.mark.parametrize("missing", range(5))
def test_nothing_is_listed_that_cannot_be_paid(missing: int) -> None:
    brick, lumber, wool, grain, ore = (0 if kind == missing else 3 for kind in range(5))
    blue = player((brick, lumber, wool, grain, ore), settlements=(0, 16), ways=("0-1-2", "15-16"))
    found = {word for word in ("road", "settlement", "city", "buy") if may(position(blue), word)}
    needs = {"road": (0, 1), "settlement": (0, 1, 2, 3), "city": (3, 4), "buy": (2, 3, 4)}
    assert found == {word for word, kinds in needs.items() if missing not in kinds}


def test_a_road_is_built_on_a_free_edge_that_touches_an_own_road() -> None:
    around = {"1-2", "0-5", "1-8", "0-9", "14-15", "3-15", "16-17", "16-36"}
    assert set(may(position(WEALTHY), "road")) == around
    assert refusal(position(WEALTHY), "road 2-3").code == "bad_site"
    assert refusal(position(WEALTHY), "road 0-1").code == "bad_site"


def test_listed_roads_ascend_by_edge_id() -> None:
    found = [edge(name) for name in may(position(WEALTHY), "road")]
    assert found == sorted(found)


def test_but_not_past_a_building_of_the_other_player() -> None:
    orange = player(settlements=(1, 28), ways=("1-8", "27-28"))
    blue = player(RICH, settlements=(4, 16), ways=("4-5-0", "15-16"))
    at_the_wall = say(position(blue, orange), "road 0-1")
    assert "1-2" not in may(at_the_wall, "road")
    assert refusal(at_the_wall, "road 1-2").code == "bad_site"


def test_a_road_of_the_other_player_does_not_stop_one_from_passing() -> None:
    orange = player(settlements=(7, 28), ways=("7-8-1", "27-28"))
    assert "1-2" in may(position(WEALTHY, orange), "road")


def test_an_edge_holds_one_road() -> None:
    orange = player(settlements=(2, 28), ways=("1-2", "27-28"))
    state = position(player(RICH, settlements=(0, 16), ways=("0-1", "15-16")), orange)
    assert "1-2" not in may(state, "road")
    assert refusal(state, "road 1-2").code == "bad_site"


def test_a_settlement_is_built_on_a_vertex_that_an_own_road_touches() -> None:
    blue = player(RICH, settlements=(0, 16), ways=("0-1-2-3", "15-16"))
    state = position(blue)
    assert may(state, "settlement") == ["2", "3"]
    assert refusal(state, "settlement 20").code == "bad_site"


def test_by_the_distance_rule() -> None:
    orange = player(settlements=(12, 28), ways=("12-13", "27-28"))
    blue = player(RICH, settlements=(0, 16), ways=("0-1-2-3", "15-16"))
    state = position(blue, orange)
    assert may(state, "settlement") == ["3"]
    assert refusal(state, "settlement 2").code == "bad_site"  # beside orange's 12
    assert refusal(state, "settlement 1").code == "bad_site"  # beside blue's own 0


def test_a_city_takes_the_place_of_an_own_settlement_which_comes_back() -> None:
    state = position(WEALTHY)
    assert may(state, "city") == ["0", "16"]
    built, told = told_by(state, Move(0, BuildCity(16)))
    assert (built.players[0].settlements, built.players[0].cities) == ((0,), (16,))
    assert told == (CityPlaced(0, 16), VictoryPointsUpdated((3, 2)))
    for line in ("city 28", "city 20", "city 16"):
        assert refusal(built, line).code == "bad_site"


def test_nothing_is_built_without_a_piece_for_it() -> None:
    roads = player(RICH, settlements=(0, 2), ways=(*RINGS, "22-23-19-5"))
    assert len(roads.roads) == 15
    assert may(position(roads), "road") == []
    assert refusal(position(roads), "road 8-10").code == "no_piece_left"
    five = player(RICH, settlements=(0, 2, 4, 7, 22), ways=(*RINGS, "22-23-19"))
    assert may(position(five), "settlement") == []
    assert refusal(position(five), "settlement 19").code == "no_piece_left"
    four = player(RICH, settlements=(22,), cities=(0, 2, 4, 7), ways=RINGS)
    assert may(position(four), "city") == []
    assert refusal(position(four), "city 22").code == "no_piece_left"


def test_a_city_frees_its_settlement_to_be_built_again() -> None:
    five = player((5, 5, 5, 9, 9), settlements=(0, 2, 4, 7, 22), ways=(*RINGS, "22-23-19"))
    assert may(say(position(five), "city 0"), "settlement") == ["19"]


def test_pay_with_if_it_is_given_must_be_the_price() -> None:
    state = position(WEALTHY)
    price = Resources(brick=1, lumber=1)
    assert told_by(state, Move(0, BuildRoad(edge("1-2"), free=False, pay_with=price)))[1][0] == RoadPlaced(
        0, edge("1-2")
    )
    for action in (
        BuildRoad(edge("1-2"), free=False, pay_with=Resources(brick=2)),
        BuildSettlement(2, free=False, pay_with=price),
        BuildCity(0, pay_with=price),
    ):
        assert refusal(state, action).code == "wrong_price"


def test_free_must_be_false() -> None:
    assert refusal(position(WEALTHY), BuildRoad(edge("1-2"), free=True)).code == "not_free"
    assert refusal(position(WEALTHY), BuildSettlement(2, free=True)).code == "not_free"


def test_what_is_built_is_told_with_the_points() -> None:
    blue = player(RICH, settlements=(0, 16), ways=("0-1-2", "15-16"))
    _, told = told_by(position(blue), Move(0, BuildSettlement(2, free=False)))
    assert told == (SettlementPlaced(0, 2), VictoryPointsUpdated((3, 2)))


def test_lists_of_pieces_ascend() -> None:
    built = say(
        position(with_hand(BLUE, (9, 9, 9, 9, 9))),
        "road 16-17",
        "road 1-2",
        "road 0-5",
        "settlement 2",
        "city 2",
        "city 0",
    )
    own = built.players[0]
    assert (own.settlements, own.cities, list(own.roads)) == ((16,), (0, 2), sorted(own.roads))
