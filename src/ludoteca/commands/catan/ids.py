"""`ludoteca catan ids`: the ids of tiles, vertices, edges and ports, with their coordinates, for other programs."""

import csv
import json
import sys
from typing import Annotated

import typer

from ...games.catan.structures.id_tables import id_tables

_COLUMNS = (
    *("kind", "id", "x", "y", "z", "direction", "vertex_a", "vertex_b", "edge_id"),
    *("lexicographic", "catanatron"),
)


def ids(
    as_csv: Annotated[bool, typer.Option("--csv", help="One table as CSV instead of JSON.")] = False,
) -> None:
    """Print every id with its cube coordinates.

    `lexicographic` is the id in the specification's other order, `catanatron` what catanatron calls the same place.
    `direction` counts clockwise: a vertex of the tile at x, y, z from its north, a port's side from its north-east.
    """
    tables = id_tables()
    if not as_csv:
        print(json.dumps(tables, indent=1))
        return
    writer = csv.DictWriter(sys.stdout, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for kind, rows in tables.items():
        for row in rows:
            other = row.get("catanatron", "")
            shown = "-".join(map(str, other)) if isinstance(other, list) else other
            writer.writerow({"kind": kind, **row, "catanatron": shown})
