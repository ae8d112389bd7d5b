"""The documents as one JSON Schema, derived from their types: a document is a snapshot, a record or an occurrence.

It also ties an ActionRecord's payload to its type and events to their constants, which the types alone do not express.

Must not know: where the schema is stored.
"""

from typing import Any, Final, get_args

from ludoteca.kernel import schema

from ..actions import Action
from .former_documents import NUMPY
from .records import EVENT_TYPES, ActionRecord, Occurrence
from .snapshot_types import SCHEMA_VERSION, StateSnapshot

_GAME_ID_IN_ANY_CASE: Final = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$"


def _integers(count: int) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "integer"}, "minItems": count, "maxItems": count}


_TWISTERS: Final[list[dict[str, Any]]] = [
    {"prefixItems": [{"const": 3}, _integers(625), {}], "type": "array", "minItems": 3, "maxItems": 3},
    {"prefixItems": [{"const": NUMPY}, _integers(624)], "type": "array", "minItems": 3, "maxItems": 5},
    {
        "type": "object",
        "properties": {"bit_generator": {"const": NUMPY}, "state": {"type": "object"}},
        "required": ["bit_generator", "state"],
    },
]
"""`random.getstate()`, and the two ways in which NumPy gives the same generator's state."""


def documents() -> dict[str, Any]:
    """A schema that exactly these three documents match; each is also under `$defs`, by its type's name."""
    actions = {str(kind.__struct_config__.tag): kind for kind in get_args(Action)}
    made = schema({"snapshot": StateSnapshot, "record": ActionRecord, "occurrence": Occurrence, **actions})
    parts, definitions = made["properties"], made["$defs"]
    payloads = {kind: _payload(definitions, parts.pop(kind)) for kind in actions}
    definitions["ActionRecord"]["allOf"] = [_tied(kind, payload) for kind, payload in payloads.items()]
    definitions["RecordResult"]["properties"]["events"]["items"] = {"enum": list(EVENT_TYPES)}
    definitions["StateSnapshot"]["properties"]["compressed"] = {
        "description": "On disk: whether this is MsgPack or NPZ.",
        "type": "boolean",
    }
    _allow_what_0_1_may_have(definitions["StateSnapshot"])
    for name in ("StateSnapshot", "ActionRecord", "Occurrence"):
        definitions[name]["properties"]["game_id"]["pattern"] = _GAME_ID_IN_ANY_CASE
    return {
        "$schema": made["$schema"],
        "title": f"Catan's structures {SCHEMA_VERSION}",
        "oneOf": list(parts.values()),
        "$defs": definitions,
    }


def _allow_what_0_1_may_have(snapshot: dict[str, Any]) -> None:
    """Logs of any length, and other forms of the twister; what later documents may have is in `else`."""
    fields = snapshot["properties"]
    later = {"log": {"maxItems": fields["log"].pop("maxItems")}, "rng_state": fields.pop("rng_state")}
    fields["rng_state"] = {}
    snapshot["if"] = {"properties": {"schema_version": {"pattern": r"^0\.1\."}}}
    tagged = {"type": "object", "properties": {"state": {"anyOf": _TWISTERS}}, "required": ["type", "state"]}
    snapshot["then"] = {"properties": {"rng_state": {"anyOf": [later["rng_state"], *_TWISTERS, tagged]}}}
    snapshot["else"] = {"properties": later}


def _payload(definitions: dict[str, Any], reference: dict[str, str]) -> dict[str, Any]:
    """An action without its type, which stands beside the payload; the action's own definition is removed."""
    action = definitions.pop(reference["$ref"].rpartition("/")[2])
    fields = {name: field for name, field in action["properties"].items() if name != "type"}
    return {**action, "properties": fields, "required": [name for name in action["required"] if name != "type"]}


def _tied(kind: str, payload: dict[str, Any]) -> dict[str, Any]:
    return {"if": {"properties": {"type": {"const": kind}}}, "then": {"properties": {"payload": payload}}}
