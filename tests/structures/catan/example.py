"""The specification's example of a StateSnapshot, with what it leaves out by `...` filled in, and its ActionRecord."""

import json
from typing import Any

_PLAYERS = """[
    {
      "player_id": 0,
      "name": "Blue",
      "victory_points": 7,
      "hidden_victory_points": 1,
      "resources": {"BRICK": 1, "LUMBER": 0, "WOOL": 2, "GRAIN": 3, "ORE": 0},
      "dev_cards": {"KNIGHT": 1, "ROAD_BUILDING": 0, "YEAR_OF_PLENTY": 0, "MONOPOLY": 0, "VICTORY_POINT": 0},
      "new_dev_cards": {"KNIGHT": 0, "ROAD_BUILDING": 0, "YEAR_OF_PLENTY": 0, "MONOPOLY": 0, "VICTORY_POINT": 0},
      "settlements": [12, 23],
      "cities": [45],
      "roads": [5, 18, 19],
      "longest_road_len": 3,
      "largest_army_size": 1,
      "played_dev_cards": {"KNIGHT": 1, "ROAD_BUILDING": 0, "YEAR_OF_PLENTY": 0, "MONOPOLY": 0}
    },
    {
      "player_id": 1,
      "name": "Orange",
      "victory_points": 6,
      "hidden_victory_points": 2,
      "resources": {"BRICK": 0, "LUMBER": 2, "WOOL": 0, "GRAIN": 1, "ORE": 2},
      "dev_cards": {"KNIGHT": 0, "ROAD_BUILDING": 1, "YEAR_OF_PLENTY": 0, "MONOPOLY": 0, "VICTORY_POINT": 0},
      "new_dev_cards": {"KNIGHT": 0, "ROAD_BUILDING": 0, "YEAR_OF_PLENTY": 0, "MONOPOLY": 0, "VICTORY_POINT": 1},
      "settlements": [34, 41],
      "cities": [],
      "roads": [9, 10],
      "longest_road_len": 2,
      "largest_army_size": 0,
      "played_dev_cards": {"KNIGHT": 0, "ROAD_BUILDING": 0, "YEAR_OF_PLENTY": 0, "MONOPOLY": 0}
    }
]"""

_TILES = (
    *("DESERT", "ORE", "GRAIN", "WOOL", "BRICK", "LUMBER", "GRAIN", "LUMBER", "BRICK", "WOOL", "ORE", "GRAIN"),
    *("LUMBER", "BRICK", "WOOL", "LUMBER", "GRAIN", "WOOL", "ORE"),
)
_PIPS = (None, 5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)
_PORTS = (
    *((5, "ANY"), (12, "BRICK"), (36, "ANY"), (30, "ORE"), (71, "ANY"), (62, "WOOL")),
    *((61, "ANY"), (57, "GRAIN"), (52, "LUMBER")),
)

SNAPSHOT: dict[str, Any] = {
    "schema_version": "0.1.0",
    "game_id": "7e3a2c2c-9a1f-4c4a-8d8a-1ef6adf1b4c3",
    "variant": {"vp_to_win": 15, "discard_threshold": 9},
    "rng_state": {"type": "py_random", "state": [3, [2147483648, *[0] * 623, 624], 0]},
    "turn": {
        "number": 12,
        "phase": "ACTION",
        "current_player": 1,
        "dice": {"last_roll": [3, 4], "robber_triggered": False},
    },
    "board": {
        "tiles": [
            {"tile_id": tile, "resource": resource, "pip_number": _PIPS[tile], "has_robber": tile == 0}
            for tile, resource in enumerate(_TILES)
        ],
        "ports": [{"port_id": port, "edge_id": edge, "type": kind} for port, (edge, kind) in enumerate(_PORTS)],
    },
    "players": json.loads(_PLAYERS),
    "bank": {
        "resources": {"BRICK": 18, "LUMBER": 16, "WOOL": 17, "GRAIN": 15, "ORE": 18},
        "dev_deck": [
            *("KNIGHT", "VICTORY_POINT", "ROAD_BUILDING"),
            *("KNIGHT",) * 11,
            *("VICTORY_POINT",) * 3,
            *("MONOPOLY", "YEAR_OF_PLENTY") * 2,
        ],
    },
    "discard_pile": {"dev_cards": []},
    "log": [{"action_id": 23, "type": "BUILD_ROAD", "player_id": 0, "payload": {"edge_id": 19}}],
}

RECORD: dict[str, Any] = {
    "schema_version": "0.1.0",
    "game_id": "7e3a2c2c-9a1f-4c4a-8d8a-1ef6adf1b4c3",
    "action_id": 27,
    "turn_number": 12,
    "player_id": 1,
    "type": "BUILD_SETTLEMENT",
    "payload": {"vertex_id": 34, "pay_with": {"BRICK": 1, "LUMBER": 1, "WOOL": 1, "GRAIN": 1}, "free": False},
    "result": {"state_hash": "sha256:e8d5" + "0" * 60, "events": ["VICTORY_POINTS_UPDATED", "SETTLEMENT_PLACED"]},
    "timestamp_utc": "2025-10-17T20:41:00Z",
}
