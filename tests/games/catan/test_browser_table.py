"""What the browser's board draws by is what the rules count by: `front/src/games/catan.island.json` is made of their
tables. `LUDOTECA_GOLDEN=write pytest tests/games/catan/test_browser_table.py` makes it anew.
"""

import json
import os
from pathlib import Path
from typing import Any, Final

from ludoteca.games.catan import geometry, resources

FILE: Final = Path(__file__).parents[3] / "front/src/games/catan.island.json"


def table() -> dict[str, Any]:
    """Where ids lie, and what things cost; hands in the order of `resources`."""
    return {
        "tiles": geometry.TILES,
        "tile_vertices": geometry.TILE_VERTICES,
        "edge_vertices": geometry.EDGE_VERTICES,
        "port_edges": geometry.PORT_EDGES,
        "resources": resources.RESOURCES,
        "developments": resources.DEVELOPMENTS,
        "prices": {
            "road": resources.ROAD_PRICE,
            "settlement": resources.SETTLEMENT_PRICE,
            "city": resources.CITY_PRICE,
            "development": resources.DEVELOPMENT_PRICE,
        },
        "pieces": {"road": resources.ROADS, "settlement": resources.SETTLEMENTS, "city": resources.CITIES},
        "rates": {"any": resources.ANY_PORT_RATE, "own": resources.PORT_RATE},
    }


def test_the_browser_draws_by_the_tables_of_the_rules() -> None:
    made = "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(part)}" for name, part in table().items()) + "\n}\n"
    if os.environ.get("LUDOTECA_GOLDEN") == "write":
        FILE.write_text(made, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == made
