"""The exported ids: every place once, with its coordinates, and mapped one to one to the other orders."""

import csv
import io
import json

from bench.oracles.catanatron import island
from catanatron.models.map import BASE_MAP_TEMPLATE, initialize_tiles

from ludoteca.games.catan.geometry import EDGE_VERTICES, PORT_EDGES, TILE_VERTICES, TILES
from ludoteca.games.catan.structures.id_tables import id_tables
from tests.cli.terminal import ludoteca

TABLES = id_tables()


def test_every_id_is_exported_in_order_with_its_coordinates() -> None:
    assert {name: [row["id"] for row in rows] for name, rows in TABLES.items()} == {
        "tiles": list(range(19)),
        "vertices": list(range(54)),
        "edges": list(range(72)),
        "ports": list(range(9)),
    }
    for row in TABLES["vertices"]:
        tile = TILES.index((row["x"], row["y"], row["z"]))
        assert TILE_VERTICES[tile][row["direction"]] == row["id"]
    assert [(row["vertex_a"], row["vertex_b"]) for row in TABLES["edges"]] == list(EDGE_VERTICES)
    assert [row["edge_id"] for row in TABLES["ports"]] == list(PORT_EDGES)


def test_the_lexicographic_reading_is_a_permutation_that_sorts_the_coordinates() -> None:
    for name in ("vertices", "edges"):
        assert sorted(row["lexicographic"] for row in TABLES[name]) == list(range(len(TABLES[name])))
    by_rank = sorted(TABLES["vertices"], key=lambda row: row["lexicographic"])
    places = [(row["x"], row["y"], row["z"], row["direction"]) for row in by_rank]
    assert places == sorted(places)


def test_catanatrons_ids_are_those_of_catanatron() -> None:
    lands = initialize_tiles(BASE_MAP_TEMPLATE)
    assert [row["catanatron"] for row in TABLES["tiles"]] == [lands[place].id for place in island.COORDINATES]
    assert [row["catanatron"] for row in TABLES["vertices"]] == list(island.NODES)
    assert [tuple(row["catanatron"]) for row in TABLES["edges"]] == list(island.EDGES)


def test_the_command_prints_json_or_csv() -> None:
    assert json.loads(ludoteca("catan", "ids").stdout) == TABLES
    rows = list(csv.DictReader(io.StringIO(ludoteca("catan", "ids", "--csv").stdout)))
    assert len(rows) == 19 + 54 + 72 + 9
    assert (rows[19]["kind"], rows[19]["id"]) == ("vertices", "0")
