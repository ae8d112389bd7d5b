"""RULES.md, "The island" and "Setup", sentence by sentence."""

from ludoteca.dealers import PyRandom
from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import SetupPlaceRoad, SetupPlaceSettlement
from ludoteca.games.catan.events import BoardLaid, ResourcesProduced, RoadPlaced, SettlementPlaced
from ludoteca.games.catan.geometry import TILE_NEIGHBOURS, VERTEX_EDGES, VERTEX_NEIGHBOURS
from ludoteca.games.catan.layout import STANDARD
from ludoteca.games.catan.types import Config, State
from ludoteca.kernel import Chance, Move, Shuffle, begin

from .helpers import PLAIN, act, acting, after, edge, hand, may, refusal, say, told_by

START = GAME.setup(PLAIN).state
FIRST_ROUND = ("settlement 0", "road 0-1", "settlement 28", "road 27-28")
SECOND_ROUND = ("settlement 43", "road 43-44", "settlement 16", "road 15-16")


def test_the_seats_are_blue_and_orange() -> None:
    assert GAME.seats(PLAIN) == ("blue", "orange")


def test_the_robber_begins_in_the_desert() -> None:
    assert STANDARD.tiles[START.robber] == "DESERT"
    random = begin(GAME, Config(layout="random"), PyRandom(5)).state
    assert random.board.tiles[random.robber] == "DESERT"


def test_a_random_layout_shuffles_tiles_then_numbers_then_ports() -> None:
    state = GAME.setup(Config(layout="random")).state
    assert GAME.draw(state) == Shuffle(19)
    state = after(state, Chance(tuple(range(19))))
    assert GAME.draw(state) == Shuffle(18)
    together = after(state, Chance(tuple(range(18))))  # as in the standard layout, where red numbers touch
    assert GAME.draw(together) == Shuffle(18)
    apart = after(together, Chance((0, 1, 2, 3, 4, 5, 6, 10, 8, 9, 7, *range(11, 18))))  # the 8 of tile 11 on tile 8
    assert GAME.draw(apart) == Shuffle(9)
    laid = after(apart, Chance(tuple(range(9))))
    assert (GAME.draw(laid), laid.board.numbers[8], laid.board.numbers[11]) == (None, 8, 12)


def test_on_a_random_layout_no_red_number_lies_beside_another() -> None:
    for seed in range(30):
        board = begin(GAME, Config(layout="random"), PyRandom(seed)).state.board
        red = {tile for tile, number in enumerate(board.numbers) if number in (6, 8)}
        assert len(red) == 4
        assert not any(red.intersection(TILE_NEIGHBOURS[tile]) for tile in red)


def test_a_random_layout_has_the_same_tiles_numbers_and_ports() -> None:
    made = begin(GAME, Config(layout="random"), PyRandom(1))
    board = made.state.board
    for ours, standard in ((board.tiles, STANDARD.tiles), (board.ports, STANDARD.ports)):
        assert ours != standard
        assert sorted(ours) == sorted(standard)
    assert sorted(map(str, board.numbers)) == sorted(map(str, STANDARD.numbers))
    assert made.events[-1].payload == BoardLaid(board)


def test_the_same_seed_lays_out_the_same_island() -> None:
    one, two, other = (begin(GAME, Config(layout="random"), PyRandom(seed)).state.board for seed in (3, 3, 4))
    assert one == two != other


def test_settlements_and_roads_are_placed_in_the_order_blue_orange_orange_blue() -> None:
    state, order = START, []
    for line in FIRST_ROUND + SECOND_ROUND:
        assert state.phase == "SETUP"
        order.append((min(GAME.to_act(state)), line.split()[0]))
        state = say(state, line)
    assert order == [(seat, piece) for seat in (0, 1, 1, 0) for piece in ("settlement", "road")]


def test_then_blue_has_the_first_turn() -> None:
    state = say(START, *FIRST_ROUND, *SECOND_ROUND)
    assert (state.phase, state.current, state.turn, acting(state)) == ("ROLL", 0, 1, [0])


def test_the_first_settlement_may_stand_anywhere() -> None:
    assert may(START, "settlement") == [str(vertex) for vertex in range(54)]


def test_a_settlement_needs_a_free_vertex_with_no_building_beside_it() -> None:
    state = say(START, "settlement 0", "road 0-1")
    closed = {0, *VERTEX_NEIGHBOURS[0]}
    assert may(state, "settlement") == [str(vertex) for vertex in range(54) if vertex not in closed]
    for vertex in closed:
        assert refusal(state, SetupPlaceSettlement(vertex, 1)).code == "bad_site"


def test_a_road_begins_at_the_settlement_just_placed() -> None:
    state = say(START, "settlement 0")
    assert may(state, "road") == ["0-1", "0-5", "0-9"]
    assert refusal(state, SetupPlaceRoad(edge("1-2"), 1)).code == "bad_site"
    second = say(START, *FIRST_ROUND, *SECOND_ROUND[:-1])
    assert {edge(name) for name in may(second, "road")} == set(VERTEX_EDGES[16])
    assert refusal(second, SetupPlaceRoad(edge("0-5"), 2)).code == "bad_site"  # of blue's other settlement


def test_a_settlement_is_followed_by_its_road_and_not_by_another_settlement() -> None:
    state = act(START, SetupPlaceSettlement(0, 1))
    assert refusal(state, SetupPlaceSettlement(20, 1)).code == "wrong_phase"
    assert refusal(START, SetupPlaceRoad(0, 1)).code == "wrong_phase"


def test_an_action_of_the_setup_says_which_round_it_is() -> None:
    assert refusal(START, SetupPlaceSettlement(0, 2)).code == "wrong_round"
    state = say(START, *FIRST_ROUND)
    assert GAME.legal(state, 1)[0] == SetupPlaceSettlement(2, 2)


def test_the_second_settlement_brings_one_card_for_each_producing_tile_around_it() -> None:
    state = say(START, *FIRST_ROUND)
    assert [who.resources for who in state.players] == [hand(""), hand("")]
    settled, told = told_by(state, Move(1, SetupPlaceSettlement(18, 2)))  # tiles 4, 5 and 13
    assert settled.players[1].resources == hand("2 brick, lumber")
    assert settled.bank == (17, 18, 19, 19, 19)
    assert told == (
        SettlementPlaced(1, 18),
        ResourcesProduced((hand(""), hand("2 brick, lumber"))),
        *told[2:],
    )


def test_the_desert_and_the_sea_bring_nothing() -> None:
    beside_the_desert = say(START, *FIRST_ROUND, "settlement 3")  # tiles 0, 3 and 4
    assert beside_the_desert.players[1].resources == hand("wool, brick")
    on_the_coast = say(START, *FIRST_ROUND, "settlement 47")  # tile 16 alone
    assert on_the_coast.players[1].resources == hand("grain")


def test_each_piece_is_told_to_everybody() -> None:
    _, told = told_by(START, Move(0, SetupPlaceSettlement(0, 1)), Move(0, SetupPlaceRoad(0, 1)))
    assert [each for each in told if isinstance(each, SettlementPlaced | RoadPlaced)] == [
        SettlementPlaced(0, 0),
        RoadPlaced(0, 0),
    ]


def test_nobody_places_for_the_other() -> None:
    assert refusal(START, Move(1, SetupPlaceSettlement(0, 1))).code == "wrong_player"


def test_a_state_of_the_setup_knows_whose_turn_it_is() -> None:
    state: State = START
    for line in FIRST_ROUND + SECOND_ROUND:
        assert GAME.to_act(state) == {state.current}
        state = say(state, line)
