"""RULES.md, "Points", sentence by sentence; the longest road against its definition."""

import os
import random
from collections import Counter
from collections.abc import Iterable

import pytest

from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import BuildCity, BuildRoad, BuildSettlement, BuyDevelopment, EndTurn, PlayKnight
from ludoteca.games.catan.events import GameEnded, LargestArmyMoved, LongestRoadMoved, VictoryPointsUpdated
from ludoteca.games.catan.geometry import EDGE_VERTICES, TILE_COUNT, TILE_EDGES, VERTEX_EDGES, VERTEX_TILES
from ludoteca.games.catan.roads import longest_road
from ludoteca.games.catan.types import Config, Result, State
from ludoteca.games.catan.victory import points, visible_points
from ludoteca.kernel import Chance, Move, Outcome, Resigned, replace

from .definition import longest_by_trying
from .helpers import (
    BLUE,
    ORANGE,
    RICH,
    act,
    after,
    answer,
    edge,
    player,
    position,
    roads,
    say,
    told_by,
    with_hand,
)

NETWORKS = int(os.environ.get("CATAN_NETWORKS", "5000"))


# The longest road


@pytest.mark.parametrize(
    ("ways", "cut_at", "length"),
    [
        ((), (), 0),
        (("0-1",), (), 1),
        (("0-1-2-3-4",), (), 4),
        (("0-1-2-3", "2-12-13"), (), 4),  # a fork counts its two longest arms
        (("0-1-2", "1-8"), (), 2),
        (("0-1-2-3-4-5-0",), (), 6),  # a cycle counts all its roads
        (("0-1-2-3-4-5-0-9",), (), 7),  # a way may come back to a vertex
        (("9-0-1-2-3-4-5-0", "2-12"), (), 7),  # but uses no road twice: one of the two tails
        (("0-1-2-3-4-5-0", "1-8-7-6-9-0"), (), 11),  # two cycles that share a road, all roads in one way
        (("0-1-2", "14-15"), (), 2),  # what is not connected does not count together
        (("0-1-2-3-4",), (2,), 2),  # a building of the other player cuts
        (("0-1-2-3-4",), (1,), 3),
        (("0-1-2-3-4",), (0, 4), 4),  # at its end it does not
        (("0-1-2-3-4-5-0",), (0,), 6),  # a cycle is cut open, and loses nothing
        (("0-1-2-3-4-5-0",), (0, 3), 3),
        (("0-1-2-3-4-5-0-9",), (0,), 6),
    ],
)
def test_the_longest_way_along_own_roads_that_uses_none_twice(
    ways: tuple[str, ...], cut_at: tuple[int, ...], length: int
) -> None:
    assert longest_road(roads(*ways), cut_at) == length
    assert longest_by_trying(frozenset(roads(*ways)), frozenset(cut_at)) == length


def test_it_is_what_trying_every_way_finds() -> None:
    """Random networks of up to 15 roads that grow from one or two places, with up to three buildings on their way.
    Every other one has only three tiles to grow on, so that it closes cycles."""
    dice, seen = random.Random(7), Counter[str]()
    for number in range(NETWORKS):
        if number % 2:
            network = grown(dice, dice.randint(6, 15), meeting_tiles(dice))
        else:
            network = grown(dice, dice.randint(1, 15), range(TILE_COUNT))
        touched = {vertex for road in network for vertex in EDGE_VERTICES[road]}
        cut_at = frozenset(dice.sample(sorted(touched), min(len(touched), dice.randint(0, 3))))
        length = longest_road(sorted(network), cut_at)
        assert length == longest_by_trying(network, cut_at), (network, cut_at)
        is_cyclic = len(network) >= len(touched)  # a network without cycles has more vertices than roads
        is_cut = length < longest_road(sorted(network), ())
        seen.update({"cycle": is_cyclic, "two cycles": len(network) > len(touched), "cut": is_cut})
        seen["cut cycle"] += is_cyclic and is_cut
    assert min(seen["cycle"], seen["cut"], seen["cut cycle"]) > NETWORKS // 5
    assert seen["two cycles"] > NETWORKS // 10


def meeting_tiles(dice: random.Random) -> tuple[int, ...]:
    """Three tiles around a vertex; they have 15 edges."""
    return dice.choice([tiles for tiles in VERTEX_TILES if len(tiles) == 3])


def grown(dice: random.Random, size: int, tiles: Iterable[int]) -> frozenset[int]:
    room = {road for tile in tiles for road in TILE_EDGES[tile]}
    network = set(dice.sample(sorted(room), min(size, dice.randint(1, 2))))
    while len(network) < size:
        beside = {each for road in network for vertex in EDGE_VERTICES[road] for each in VERTEX_EDGES[vertex]}
        network.add(dice.choice(sorted(beside & room - network)))
    return frozenset(network)


# Titles


def racing(blue: str, orange: str) -> State:
    return position(player(RICH, settlements=(0,), ways=(blue,)), player(settlements=(28,), ways=(orange,)))


def test_the_longest_road_of_at_least_five_counts_two() -> None:
    four = racing("0-1-2-3-4", "28-27")
    assert (four.longest_road, visible_points(four, 0)) == (None, 1)
    five, told = told_by(four, Move(0, BuildRoad(edge("4-5"), free=False)))
    assert (five.longest_road, five.players[0].longest_road_len, visible_points(five, 0)) == (0, 5, 3)
    assert told[1:] == (LongestRoadMoved(0), VictoryPointsUpdated((3, 1)))


def test_it_is_taken_by_strictly_more_and_kept_in_a_tie() -> None:
    state = racing("0-1-2-3-4", "28-27-26-25-24-7")
    assert state.longest_road == 1
    tied = say(state, "road 4-5")
    assert (tied.players[0].longest_road_len, tied.players[1].longest_road_len, tied.longest_road) == (5, 5, 1)
    more, told = told_by(tied, Move(0, BuildRoad(edge("5-19"), free=False)))
    assert more.longest_road == 0
    assert told[1:] == (LongestRoadMoved(0), VictoryPointsUpdated((3, 1)))


def cutting(orange_way: str, blue_way: str = "13-12-2") -> State:
    """Blue can build on 2, in the middle of orange's road; orange holds the title."""
    blue = player(RICH, settlements=(13,), ways=(blue_way,))
    orange = player(settlements=(int(orange_way.rpartition("-")[2]),), ways=(orange_way,))
    return position(blue, orange)


def test_a_building_of_the_other_player_cuts_it_and_nobody_holds_it() -> None:
    state = cutting("0-1-2-3-4-5")
    assert (state.longest_road, state.players[1].longest_road_len) == (1, 5)
    cut, told = told_by(state, Move(0, BuildSettlement(2, free=False)))
    assert (cut.longest_road, cut.players[1].longest_road_len) == (None, 3)
    assert told[1:] == (LongestRoadMoved(None), VictoryPointsUpdated((2, 1)))


def test_cut_but_still_with_the_most_its_holder_keeps_it() -> None:
    state = cutting("8-1-2-3-4-5-19-21")
    cut = say(state, "settlement 2")
    assert (cut.players[1].longest_road_len, cut.longest_road) == (5, 1)


def test_cut_to_fewer_than_the_other_has_it_goes_to_him() -> None:
    state = cutting("0-1-2-3-4-5-19", "2-12-13-14-34-33")
    assert (state.players[0].longest_road_len, state.longest_road) == (5, 1)
    cut = say(state, "settlement 2")
    assert (cut.players[1].longest_road_len, cut.longest_road) == (4, 0)


def test_cut_to_as_many_as_the_other_has_its_holder_keeps_it() -> None:
    state = cutting("8-1-2-3-4-5-19-21", "2-12-13-14-34-33")
    cut = say(state, "settlement 2")
    lengths = [who.longest_road_len for who in cut.players]
    assert (lengths, cut.longest_road) == ([5, 5], 1)


def test_the_largest_army_of_at_least_three_counts_two() -> None:
    blue = player(settlements=(0, 16), ways=("0-1", "15-16"), dev="knight", played="2 knight")
    state, told = told_by(position(blue), Move(0, PlayKnight(18)))
    assert (state.largest_army, visible_points(state, 0)) == (0, 4)
    assert told[2:] == (LargestArmyMoved(0), VictoryPointsUpdated((4, 2)))


def test_a_second_army_needs_strictly_more() -> None:
    blue = player(settlements=(0, 16), ways=("0-1", "15-16"), dev="2 knight", played="2 knight")
    orange = player(settlements=(28, 43), ways=("27-28", "43-44"), played="3 knight")
    state = position(blue, orange)
    tied = act(state, PlayKnight(18))
    assert tied.largest_army == 1
    more = act(replace(tied, has_played_card=False), PlayKnight(17))
    assert (more.largest_army, visible_points(more, 0), visible_points(more, 1)) == (0, 4, 2)


# Victory


def nearly(config: Config, **more: str) -> State:
    """Blue has four settlements' and cities' worth: 7 points."""
    blue = player((9, 9, 9, 9, 9), settlements=(2,), cities=(0, 4, 16), ways=("0-1-2-3-4", "15-16"), **more)
    return position(blue, ORANGE, config)


def test_a_settlement_counts_1_a_city_2_a_victory_point_card_1() -> None:
    state = nearly(Config(), dev="2 victory point", new="victory point")
    assert (visible_points(state, 0), points(state, 0)) == (7, 10)


def test_who_has_the_points_after_an_action_on_his_turn_wins() -> None:
    state, told = told_by(nearly(Config(vp_to_win=8)), Move(0, BuildCity(2)))
    assert (state.phase, state.result) == ("GAME_OVER", Result(0, "points"))
    assert GAME.outcome(state) == Outcome((1, -1), "points")
    assert told[-1] == GameEnded(0, "points", (8, 2))


def test_fifteen_by_default() -> None:
    assert GAME.setup(Config()).state.config.vp_to_win == 15
    state = act(nearly(Config(), dev="5 victory point"), BuildCity(2))
    assert GAME.outcome(state) is None


def test_hidden_points_count_and_a_victory_point_card_may_win_at_once() -> None:
    state = act(nearly(Config(vp_to_win=9), dev="victory point"), BuyDevelopment())
    assert GAME.outcome(answer(state, 0)) is None
    assert answer(state, 4).result == Result(0, "points")


def test_a_title_may_win() -> None:
    state = nearly(Config(vp_to_win=9))
    assert GAME.outcome(say(state, "road 4-5")) == Outcome((1, -1), "points")


def test_at_the_end_nothing_is_legal() -> None:
    over = act(nearly(Config(vp_to_win=8)), BuildCity(2))
    assert GAME.legal(over, 0) == GAME.legal(over, 1) == []
    assert GAME.to_act(over) == frozenset()


def test_at_the_end_all_cards_are_shown() -> None:
    over = act(nearly(Config(vp_to_win=9), dev="victory point"), BuildCity(2))
    shown = GAME.view(over, 1).players[0]
    assert (shown.hidden_victory_points, shown.resources) == (1, over.players[0].resources)


def test_after_the_last_turn_who_has_more_points_wins() -> None:
    blue = player(settlements=(0, 16), ways=("0-1", "15-16"), dev="victory point")
    state, told = told_by(position(blue, config=Config(turn_limit=7)), Move(0, EndTurn()))
    assert (state.result, GAME.outcome(state)) == (Result(0, "turn_limit"), Outcome((1, -1), "turn_limit"))
    assert told[-1] == GameEnded(0, "turn_limit", (3, 2))


def test_equal_points_are_a_draw() -> None:
    state = act(position(config=Config(turn_limit=7)), EndTurn())
    assert (state.result, GAME.outcome(state)) == (Result(None, "turn_limit"), Outcome((0, 0), "turn_limit"))


def test_before_the_last_turn_the_game_goes_on() -> None:
    assert act(position(config=Config(turn_limit=8)), EndTurn()).result is None


@pytest.mark.parametrize("seat", [0, 1])
def test_who_resigns_loses(seat: int) -> None:
    over = after(position(), Resigned(seat))
    assert over.result == Result(1 - seat, "resigned")
    assert GAME.legal(over, 0) == GAME.legal(over, 1) == []


def test_the_points_everybody_sees_are_told_when_they_change_and_only_then() -> None:
    state = position(with_hand(BLUE, RICH))
    _, told = told_by(state, Move(0, BuildRoad(edge("1-2"), free=False)))
    assert not any(isinstance(each, VictoryPointsUpdated) for each in told)
    _, told = told_by(act(state, BuyDevelopment()), Chance((4,)))
    assert not any(isinstance(each, VictoryPointsUpdated) for each in told)
