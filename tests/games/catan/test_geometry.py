"""The island's ids against the specification's tables and the rulings."""

from itertools import combinations, pairwise

import pytest

from ludoteca.games.catan import GAME
from ludoteca.games.catan.geometry import (
    COASTAL_EDGES,
    DIRECTIONS,
    EDGE_VERTICES,
    EDGES,
    PORT_EDGES,
    TILE_EDGES,
    TILE_NEIGHBOURS,
    TILE_VERTICES,
    TILES,
    VERTEX_EDGES,
    VERTEX_NEIGHBOURS,
    VERTEX_TILES,
    VERTICES,
    ports_at,
)
from ludoteca.games.catan.layout import STANDARD, has_reds_together, with_numbers, with_ports, with_tiles
from ludoteca.games.catan.picture import ids_picture
from ludoteca.rulebook import rulebook

TABLE = """
0 (0, 0, 0) DESERT | 1 (1, -1, 0) ORE | 2 (1, 0, -1) GRAIN | 3 (0, 1, -1) WOOL | 4 (-1, 1, 0) BRICK
5 (-1, 0, 1) LUMBER | 6 (0, -1, 1) GRAIN | 7 (2, -1, -1) LUMBER | 8 (2, 0, -2) BRICK | 9 (1, 1, -2) WOOL
10 (0, 2, -2) ORE | 11 (-1, 2, -1) GRAIN | 12 (-2, 2, 0) LUMBER | 13 (-2, 1, 1) BRICK | 14 (-2, 0, 2) WOOL
15 (-1, -1, 2) LUMBER | 16 (0, -2, 2) GRAIN | 17 (1, -2, 1) WOOL | 18 (2, -2, 0) ORE
"""
"""The specification's table, to the letter."""


def test_tiles_are_the_specifications_table() -> None:
    rows = [row.strip() for line in TABLE.strip().splitlines() for row in line.split("|")]
    ours = [f"{tile} {cube} {STANDARD.tiles[tile]}" for tile, cube in enumerate(TILES)]
    assert ours == rows


def test_cube_coordinates_sum_to_zero() -> None:
    assert all(sum(cube) == 0 for cube in TILES)


def test_tile_ids_spiral_clockwise_from_the_north_east() -> None:
    """Each ring's tiles follow one another in a circle, each beside the next."""
    for ring in (range(1, 7), range(7, 19)):
        circle = [*ring, ring[0]]
        assert all(after in TILE_NEIGHBOURS[before] for before, after in pairwise(circle))
    assert [TILES[tile] for tile in range(1, 7)] == list(DIRECTIONS)


def test_there_are_19_tiles_54_vertices_72_edges_and_9_ports() -> None:
    assert (len(TILES), len(VERTICES), len(EDGES), len(PORT_EDGES)) == (19, 54, 72, 9)
    assert sorted(VERTICES.values()) == list(range(54))
    assert sorted(EDGES.values()) == list(range(72))


def test_vertex_ids_are_the_order_of_first_appearance_by_tile_and_local_vertex() -> None:
    seen = list(dict.fromkeys(vertex for ring in TILE_VERTICES for vertex in ring))
    assert seen == list(range(54))


def test_edge_ids_are_the_order_of_first_appearance_by_tile_and_local_edge() -> None:
    seen = list(dict.fromkeys(edge for ring in TILE_EDGES for edge in ring))
    assert seen == list(range(72))


def test_a_local_edge_lies_between_its_local_vertex_and_the_next() -> None:
    for ring, edges in zip(TILE_VERTICES, TILE_EDGES, strict=True):
        for local, edge in enumerate(edges):
            assert EDGE_VERTICES[edge] == tuple(sorted((ring[local], ring[(local + 1) % 6])))


def test_local_vertices_run_clockwise_from_the_north() -> None:
    """The tile to the north-east shares the north and the north-east vertex; so on around the middle."""
    middle = TILE_VERTICES[0]
    for local in range(6):
        beside = TILE_VERTICES[1 + local]
        assert set(middle) & set(beside) == {middle[local], middle[(local + 1) % 6]}
    assert TILE_VERTICES[1][3] == middle[1]  # its south is the middle's north-east
    assert TILE_VERTICES[1][4] == middle[0]  # its south-west is the middle's north


def test_an_edges_coordinate_is_its_sorted_pair_of_vertices() -> None:
    assert all(one < two for one, two in EDGE_VERTICES)
    assert all(EDGES[ends] == edge for edge, ends in enumerate(EDGE_VERTICES))


def test_what_touches_what_agrees_from_both_sides() -> None:
    for vertex in range(54):
        assert {tile for tile in range(19) if vertex in TILE_VERTICES[tile]} == set(VERTEX_TILES[vertex])
        assert {edge for edge in range(72) if vertex in EDGE_VERTICES[edge]} == set(VERTEX_EDGES[vertex])
        assert all(vertex in VERTEX_NEIGHBOURS[beside] for beside in VERTEX_NEIGHBOURS[vertex])
        assert len(VERTEX_NEIGHBOURS[vertex]) == len(VERTEX_EDGES[vertex]) in (2, 3)


def test_neighbouring_tiles_share_exactly_one_edge() -> None:
    for one, two in combinations(range(19), 2):
        shared = set(TILE_EDGES[one]) & set(TILE_EDGES[two])
        assert len(shared) == (two in TILE_NEIGHBOURS[one])


@pytest.mark.parametrize(
    ("port", "tile", "outward", "kind"),
    [
        (0, 12, (0, 1, -1), "ANY"),
        (1, 10, (0, 1, -1), "BRICK"),
        (2, 8, (0, 1, -1), "ANY"),
        (3, 7, (1, -1, 0), "ORE"),
        (4, 18, (0, -1, 1), "ANY"),
        (5, 16, (1, -1, 0), "WOOL"),
        (6, 15, (0, -1, 1), "ANY"),
        (7, 14, (-1, 0, 1), "GRAIN"),
        (8, 13, (-1, 1, 0), "LUMBER"),
    ],
)
def test_ports_lie_on_the_coast_where_the_rulings_put_them(
    port: int, tile: int, outward: tuple[int, int, int], kind: str
) -> None:
    edge = PORT_EDGES[port]
    assert TILE_EDGES[tile][DIRECTIONS.index(outward)] == edge
    assert sum(edge in ring for ring in TILE_EDGES) == 1  # the sea is on the other side
    assert STANDARD.ports[port] == kind
    assert [ports_at(PORT_EDGES, [vertex]) for vertex in EDGE_VERTICES[edge]] == [{port}, {port}]


def test_no_vertex_has_two_standard_ports() -> None:
    assert len({vertex for edge in PORT_EDGES for vertex in EDGE_VERTICES[edge]}) == 18
    assert all(len(ports_at(PORT_EDGES, [vertex])) <= 1 for vertex in range(54))


def test_the_coast_is_a_ring_of_30_edges() -> None:
    assert len(COASTAL_EDGES) == 30
    assert all(sum(vertex in EDGE_VERTICES[edge] for edge in COASTAL_EDGES) in (0, 2) for vertex in range(54))


def test_the_standard_numbers_are_those_of_the_rulings() -> None:
    assert STANDARD.numbers == (None, 5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)


def test_that_6_and_8_touch_at_tiles_3_and_11_is_kept() -> None:
    assert 11 in TILE_NEIGHBOURS[3]
    assert (STANDARD.numbers[3], STANDARD.numbers[11]) == (6, 8)
    assert has_reds_together(STANDARD)


def test_the_picture_of_all_ids_stands_in_the_rule_book() -> None:
    rules = rulebook(GAME)
    assert rules is not None
    assert ids_picture() in rules
    for sign, number in (("[{}]", 19), ("({})", 54)):
        assert all(ids_picture().count(sign.format(each)) == 1 for each in range(number))


def test_shuffled_tiles_carry_the_numbers_around_the_desert() -> None:
    order = tuple(reversed(range(19)))
    board = with_ports(
        with_numbers(with_tiles(STANDARD, order), tuple(reversed(range(18)))), (8, 7, 6, 5, 4, 3, 2, 1, 0)
    )
    assert board.tiles == tuple(reversed(STANDARD.tiles))
    assert board.numbers == tuple(reversed(STANDARD.numbers))
    assert board.ports == tuple(reversed(STANDARD.ports))
