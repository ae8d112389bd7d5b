"""JSON Schemas of the wire, for programs in other languages and for the generated TypeScript.

They are made of the types that tables are built from (`table/wire.py`, `table/messages.py`) and of a game's own types.

Laws kept here:
- The wire has a schema of its own; a game adds its actions, events and views, and nothing else.
- An event's or action's `type` is the envelope's `message_type`; its other fields are the payload.

Must not know: any game by name.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from .kernel import AnyGame, Outcome, schema
from .kernel.scene import Scene
from .table.messages import ACTIONS, EVENTS, Snapshot
from .table.wire import VERSION, Action, ErrorBody, ErrorResult, Frame, OkResult

TAG: Final = "type"
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
Schema: TypeAlias = dict[str, Any]


class Untagged(ValueError):
    """A game whose actions or events have no names, so that no envelope can carry them."""


_NUMBER: Final[Schema] = {"type": ["integer", "null"]}
REPEATED: Final[Schema] = {
    "message_type": {"type": "string"},
    "game_id": {"type": "string"},
    "action_id": {"type": "string"},
    "player_id": _NUMBER,
    "role": {"type": ["string", "null"]},
    "ts": {"type": "integer"},
    "version": {"type": "string"},
    "origin": {"type": "string"},
}
"""What a payload may repeat of its envelope."""
STATED: Final[Schema] = {
    "decision": _NUMBER,
    "phase": {"type": ["string", "null"]},
    "turn": _NUMBER,
    "seq": _NUMBER,
    "sequence": _NUMBER,
}
"""What a payload may state about the table: the decision it answers, and where the game is."""

FRAMES: Final = {
    "EventFrame": "Something happened. `to_act` is on the last event of an input.",
    "ResultFrame": "The answer to an action.",
    "SyncFrame": "Everything a reader may know, after the event `seq`.",
    "ErrorFrame": "Something is wrong that answers no action.",
    "BusFrame": "Any of these as it goes over the bus: its payload has names from its envelope too.",
}
"""The kinds of messages to a reader that have a schema of their own."""


def wire_schema() -> Schema:
    """The messages that are the same for every game; those of the table by their `message_type`."""
    bodies: Mapping[str, Any] = {"ok": OkResult, "refused": ErrorResult, "error": ErrorBody, **ACTIONS, **EVENTS}
    parts, definitions = _messages({"scene": Scene, **bodies})
    parts["snapshot"] = _with_scene(parts["snapshot"], parts["scene"])
    frame, result = definitions["Frame"], {"anyOf": [parts.pop("ok"), parts.pop("refused")]}
    definitions["ResultFrame"] = _narrowed(frame, "ResultFrame", result, "action_id", name="action.result")
    definitions["ErrorFrame"] = _narrowed(frame, "ErrorFrame", parts["error"], name="error")
    definitions["BusFrame"] = _on_bus(frame)
    frames = {"action.result": _ref("ResultFrame"), "error": _ref("ErrorFrame"), "bus": _ref("BusFrame")}
    beside = {name: REPEATED if name == "create" else {**STATED, **REPEATED} for name in ACTIONS}
    actions = {
        name: _envelope(parts["action"], name, _with(_resolved(parts[name], definitions), extra))
        for name, extra in beside.items()
    }
    events = {name: _envelope(parts["event"], name, parts[name]) for name in EVENTS}
    return _document(f"wire {VERSION}", {**parts, **frames, **actions, **events}, definitions)


def game_schema(game: AnyGame) -> Schema:
    """What one game says on the wire: `action` (in), `event` and `snapshot` (out), and the types inside them."""
    types = game.types
    own = {"config": types.config, "view": types.view, "choice": types.action, "told": types.told}
    beside = {} if game.hosting.beside_view is None else {"beside": game.hosting.beside_view}
    parts, definitions = _messages({"outcome": Outcome, **own, **beside})
    beside_view = _resolved(parts.pop("beside"), definitions)["properties"] if beside else {}
    _extend(definitions["Snapshot"], beside_view)
    del parts["frame"]
    choice = parts.pop("choice")
    choices, told = _tagged(choice, definitions), _tagged(parts.pop("told"), definitions)
    extra = {**STATED, **REPEATED}
    frames = {
        "action": {"anyOf": [_envelope(parts["action"], tag, _with(body, extra)) for tag, body in choices.items()]},
        "event": {"anyOf": [_envelope(parts["event"], tag, body) for tag, body in told.items()]},
        "snapshot": _snapshot(parts, choice, beside_view),
    }
    return _document(f"{game.name} {game.version}", {**parts, **frames}, definitions)


def _messages(kinds: Mapping[str, Any]) -> tuple[Schema, Schema]:
    """The schemas of these types, beside those of every action, event and snapshot; and all definitions."""
    document = schema({"action": Action, "frame": Frame, "snapshot": Snapshot, **kinds})
    parts, definitions = document["properties"], document["$defs"]
    frame = definitions["Frame"]
    definitions["EventFrame"] = _narrowed(frame, "EventFrame", {"type": "object"}, "seq", optional="to_act")
    definitions["SyncFrame"] = _narrowed(frame, "SyncFrame", parts["snapshot"], "seq", name="sync")
    parts |= {"event": _ref("EventFrame"), "snapshot": _ref("SyncFrame")}
    return parts, definitions


def _narrowed(
    frame: Schema, title: str, payload: Schema, *required: str, optional: str = "", name: str | None = None
) -> Schema:
    """A frame as one kind of message to a reader has it: with these of its optional fields, and this payload."""
    kept = {*frame["required"], *required, optional}
    properties = {field: each for field, each in frame["properties"].items() if field in kept}
    properties |= {field: properties[field]["anyOf"][0] for field in required}  # without null
    properties |= {"payload": payload} | ({} if name is None else {"message_type": {"const": name}})
    return {
        **frame,
        "title": title,
        "description": FRAMES[title],
        "properties": properties,
        "required": [*frame["required"], *required],
    }


def _on_bus(frame: Schema) -> Schema:
    named = {name: frame["properties"][name] for name in ("message_type", "game_id", "action_id")}
    payload = {"type": "object", "properties": named, "required": ["message_type", "game_id"]}
    titled = {**frame, "title": "BusFrame", "description": FRAMES["BusFrame"]}
    return {**titled, "properties": {**frame["properties"], "payload": payload}}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _envelope(frame: Schema, message_type: str, payload: Schema) -> Schema:
    return {"allOf": [frame, {"properties": {"message_type": {"const": message_type}, "payload": payload}}]}


def _extend(payload: Schema, fields: Schema) -> None:
    payload["properties"] |= fields
    payload["required"] += list(fields)


def _snapshot(parts: Schema, choice: Schema, beside_view: Schema) -> Schema:
    """The wire's, with the game's own types where the wire knows none."""
    typed = {
        "config": parts["config"],
        "legal": {"items": choice},
        "view": {"anyOf": [parts["view"], {"type": "null"}]},
        **beside_view,
    }
    return {"allOf": [parts["snapshot"], {"properties": {"payload": {"properties": typed}}}]}


def _with_scene(snapshot: Schema, scene: Schema) -> Schema:
    """Only here, and not in the schemas of games: a scene is the same for all of them."""
    typed = {"scene": {"anyOf": [scene, {"type": "null"}]}}
    return {"allOf": [snapshot, {"properties": {"payload": {"properties": typed}}}]}


def _tagged(union: Schema, definitions: Schema) -> dict[str, Schema]:
    """Each member of a union by its tag, without the tag."""
    try:
        members = [_resolved(member, definitions) for member in union.get("anyOf", [union])]
        return {member["properties"][TAG]["enum"][0]: _untagged(member) for member in members}
    except KeyError:
        raise Untagged("its actions and events must be tagged values: the tag is their message_type") from None


def _untagged(member: Schema) -> Schema:
    properties = {name: each for name, each in member["properties"].items() if name != TAG}
    return {**member, "properties": properties, "required": [name for name in member["required"] if name != TAG]}


def _with(payload: Schema, extra: Schema) -> Schema:
    """With these fields too. One that is the payload's own stays as it is."""
    own = payload["properties"]
    return {**payload, "properties": {**own, **extra, **own}}


def _resolved(part: Schema, definitions: Schema) -> Schema:
    found: Schema = definitions[part["$ref"].rpartition("/")[2]]
    return found


def _document(title: str, properties: Schema, definitions: Schema) -> Schema:
    """Without definitions that nothing refers to any more."""
    used = set(re.findall(r'"#/\$defs/([^"]+)"', json.dumps([properties, definitions])))
    return {
        "$schema": DIALECT,
        "title": title,
        "type": "object",
        "properties": properties,
        "$defs": {name: each for name, each in sorted(definitions.items()) if name in used},
    }
