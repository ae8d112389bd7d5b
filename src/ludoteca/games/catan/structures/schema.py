"""The documents as one JSON Schema, derived from their types: a document is a snapshot, a record or an occurrence.

It also ties an ActionRecord's payload to its type and events to their constants, which the types alone do not express.

Must not know: where the schema is stored.
"""

from typing import Any, get_args

from ludoteca.kernel import schema

from ..actions import Action
from .records import EVENT_TYPES, ActionRecord, Occurrence
from .snapshot_types import SCHEMA_VERSION, StateSnapshot


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
    return {
        "$schema": made["$schema"],
        "title": f"Catan's structures {SCHEMA_VERSION}",
        "oneOf": list(parts.values()),
        "$defs": definitions,
    }


def _payload(definitions: dict[str, Any], reference: dict[str, str]) -> dict[str, Any]:
    """An action without its type, which stands beside the payload; the action's own definition is removed."""
    action = definitions.pop(reference["$ref"].rpartition("/")[2])
    fields = {name: field for name, field in action["properties"].items() if name != "type"}
    return {**action, "properties": fields, "required": [name for name in action["required"] if name != "type"]}


def _tied(kind: str, payload: dict[str, Any]) -> dict[str, Any]:
    return {"if": {"properties": {"type": {"const": kind}}}, "then": {"properties": {"payload": payload}}}
