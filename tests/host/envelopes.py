"""Envelopes made from the schemas, most of them wrong in some way: a type, a key, a version, or the very bytes."""

import json
import random
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from ludoteca.kernel import AnyGame
from ludoteca.table.payload import ENVELOPE_KEYS, STATEMENT_KEYS
from ludoteca.wire_schema import game_schema

from .stand import Json

WIRE: Final = json.loads((Path(__file__).parents[2] / "docs" / "schemas" / "wire.json").read_text(encoding="utf-8"))
OWN_ACTIONS: Final = ("join", "sync", "leave", "resign", "create", "delete")

WRONG: Final[list[Any]] = [
    None,
    True,
    False,
    -1,
    0,
    1,
    2**63 - 1,
    2**70,
    1.5,
    1e300,
    float("nan"),
    float("inf"),
    "",
    "x",
    "é",
    "\x00",
    "\ud800",
    "a" * 70,
    [],
    [[]],
    {},
    {"": None},
    {"type": "place", "__proto__": {}},
    [1, "2", None],
]
TYPES: Final = ["", "x", "JOIN", "action.result", "match.end", "event.hidden", "sync ", "\n", "é" * 80, "_", "type"]
VERSIONS: Final = ["1.0.0", "1.9.9", "2.0.0", "0.0.0", "1.0", "", "1.0.0\n", "one", "9999.9999.9999", "1.0.0-beta"]
TABLES: Final = ["TABLE7", "OTHER1", "table7", "", "TABLE77", "TABLE\n", "../..", "ＴABLE7", "*"]


class Envelopes:
    """A stream of them for one game, by seed."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self._dice = random.Random(seed)
        document = game_schema(game)
        self._defs: Json = {**WIRE["$defs"], **document["$defs"]}
        wire = {part["title"]: part for part in WIRE["anyOf"]}
        forms = [wire[kind] for kind in OWN_ACTIONS] + document["properties"]["action"]["anyOf"] * 3
        self._forms: list[Json] = [form["allOf"][1]["properties"] for form in forms]
        self._keys: Json = WIRE["$defs"]["Action"]["properties"]
        self._seats = len(game.seats(game.types.config()))
        self._number = 0

    def next(self, game_id: str) -> bytes:
        tree = self._right(game_id)
        for _ in range(self._dice.choice((0, 1, 1, 1, 2))):
            self._spoil(tree)
        text = json.dumps(tree, ensure_ascii=self._dice.random() < 0.5)
        raw = text.encode("utf-8", "surrogatepass")
        return self._damaged(raw) if self._dice.random() < 0.2 else raw

    def _right(self, game_id: str) -> Json:
        """An envelope that keeps to the schema; whether it makes sense is another matter."""
        dice, form = self._dice, self._dice.choice(self._forms)
        self._number += 1
        payload = {
            key: self._sample(each) for key, each in form["payload"]["properties"].items() if dice.random() < 0.6
        }
        for key in sorted(ENVELOPE_KEYS | STATEMENT_KEYS):  # nearly always true, or not there
            if dice.random() < 0.97:
                payload.pop(key, None)
        tree: Json = {
            "message_type": form["message_type"]["const"],
            "game_id": game_id,
            "action_id": f"e{self._number}",
            "payload": payload,
        }
        role = dice.choice(("player",) * 18 + ("observer", "host", None))
        if role is not None:
            tree["role"] = role
        if role == "player" or dice.random() < 0.1:
            tree["player_id"] = dice.randrange(self._seats)
        for key in ("ts", "version", "origin"):
            if dice.random() < 0.2:
                tree[key] = {"ts": dice.choice((0, 1, 2**62)), "version": "1.0.0", "origin": "web"}[key]
        if dice.random() < 0.1:
            payload |= {key: each for key, each in tree.items() if key != "payload"}
        return tree

    def _spoil(self, tree: Json) -> None:
        dice = self._dice
        inside = tree["payload"] if isinstance(tree.get("payload"), dict) and dice.random() < 0.5 else tree
        keys = list(inside if inside is not tree else {**self._keys, **tree})
        match dice.randrange(8):
            case 0 if keys:
                inside.pop(dice.choice(keys), None)
            case 1:
                inside[dice.choice(("extra", "", "type", "seat", "to", "seq", "__class__"))] = self._wrong()
            case 2:
                tree["message_type"] = dice.choice(TYPES)
            case 3:
                tree["version"] = dice.choice(VERSIONS)
            case 4:
                tree["game_id"] = dice.choice(TABLES)
            case _ if keys:
                inside[dice.choice(keys)] = self._wrong()
            case _:
                tree["payload"] = self._wrong()

    def _wrong(self) -> Any:
        return deepcopy(self._dice.choice(WRONG))  # it may be spoiled further

    def _damaged(self, raw: bytes) -> bytes:
        dice, place = self._dice, self._dice.randrange(len(raw))
        match dice.randrange(6):
            case 0:
                return raw[:place]
            case 1:
                return raw[:place] + dice.randbytes(1) + raw[place + 1 :]
            case 2:
                return dice.randbytes(dice.randrange(80))
            case 3:
                return raw[:-1] + b',"action_id":"twice"}'
            case 4:
                return b"[" * dice.choice((10, 40, 3000)) + raw
            case _:
                return raw + b" " * dice.choice((1, 5000))

    def _sample(self, schema: Json) -> Any:
        """A value that keeps to a schema."""
        dice = self._dice
        if "$ref" in schema:
            return self._sample(self._defs[schema["$ref"].rpartition("/")[2]])
        if "anyOf" in schema:
            return self._sample(dice.choice(schema["anyOf"]))
        if "enum" in schema or "const" in schema:
            return dice.choice(schema.get("enum") or [schema["const"]])
        kinds = schema.get("type", "null")
        match dice.choice(kinds) if isinstance(kinds, list) else kinds:
            case "integer":
                return dice.randint(schema.get("minimum", 0), schema.get("maximum", 16))
            case "string":
                return dice.choice(("", "x", "random", "black", "Ada"))[: schema.get("maxLength")]
            case "boolean":
                return dice.random() < 0.5
            case "array":
                items = schema.get("items") or {}
                return [self._sample(items) for _ in range(dice.randrange(4))] if isinstance(items, dict) else []
            case "object":
                return {key: self._sample(each) for key, each in schema.get("properties", {}).items()}
            case _:
                return None
