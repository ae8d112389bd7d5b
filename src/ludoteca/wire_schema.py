"""The messages of the wire as types: what JSON Schemas are made of, for whoever talks to a table from another language.

The table builds its frames from plain dicts; here is what they must look like. Tests hold real frames against this.

Laws kept here:
- The wire has a schema of its own; a game adds its actions, events and views, and nothing else.
- An event's or action's `type` is the envelope's `message_type`; its other fields are the payload.

Must not know: any game by name.
"""

import json
import re
from typing import Any, Final, Literal, TypeAlias

from .kernel import AnyGame, Outcome, Seat, Value, schema
from .kernel.values import field
from .table.entries import ClientSeed, Create, Name
from .table.wire import HIDDEN, VERSION, Action, ActionId, ErrorCode, Frame, GameId, Recovery, Role

TAG: Final = "type"
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
Schema: TypeAlias = dict[str, Any]


class Untagged(ValueError):
    """A game whose actions or events have no names, so that no envelope can carry them."""


class Join(Value, frozen=True, omit_defaults=True):
    """Payload of the action `join`."""

    name: Name = ""
    client_seed: ClientSeed = ""
    last_seq: int = -1
    words: bool = False


class Sync(Value, frozen=True, omit_defaults=True):
    """Payload of the action `sync`. `words`: the view and the legal actions as text too."""

    last_seq: int = -1
    words: bool = False


class Empty(Value, frozen=True):
    """A payload with nothing of its own."""


class Envelope(Value, frozen=True, kw_only=True, omit_defaults=True):
    """What every message to a reader has."""

    message_type: str
    game_id: GameId
    player_id: Seat | None
    role: Role
    ts: int
    version: str
    origin: Literal["game"]


class EventFrame(Envelope, frozen=True, kw_only=True):
    """Something happened. `to_act` stands on the last event of an input."""

    payload: dict[str, Any]
    seq: int
    to_act: tuple[Seat, ...] | None = None


class Done(Value, frozen=True):
    """`seq` is the number of the last event when the action had been carried out; `decision`, of a player, the number
    of his latest decision then, open only while he must act."""

    seq: int
    decision: int | None = None


class Accepted(Value, frozen=True, tag_field="status", tag="ok"):
    effects: Done


class Refused(Value, frozen=True, tag_field="status", tag="error", omit_defaults=True):
    code: ErrorCode
    reason: str
    recovery: Recovery
    facts: dict[str, Any] = field(default_factory=dict)


class ResultFrame(Envelope, frozen=True, kw_only=True):
    """The answer to an action."""

    message_type: Literal["action.result"]
    payload: Accepted | Refused
    action_id: ActionId


class SeatTaken(Value, frozen=True):
    """One seat as everyone may know it."""

    player_id: Seat
    seat: str
    name: str
    bot: str | None
    joined: bool
    present: bool


class TimeLeft(Value, frozen=True):
    name: str
    seats: tuple[Seat, ...]
    ms: int
    paused: bool


class Snapshot(Value, frozen=True, omit_defaults=True):
    """Everything a reader may know. `view` is the game's own type; with words asked for, `picture` is the same as text,
    and `notation` holds the legal actions in the game's own writing."""

    game: str
    game_version: str
    config: Any
    commitment: str
    client_seeds: tuple[str, ...] | None
    reveal: str | None
    seats: tuple[SeatTaken, ...]
    you: Seat | None
    seq: int
    to_act: tuple[Seat, ...]
    decision: int | None
    legal: tuple[Any, ...]
    timers: tuple[TimeLeft, ...]
    view: Any
    outcome: Outcome | None
    closed: bool
    picture: str | None = None
    notation: tuple[str, ...] | None = None


class SyncFrame(Envelope, frozen=True, kw_only=True):
    message_type: Literal["sync"]
    payload: Snapshot
    seq: int


class Presence(Value, frozen=True):
    """Of `player.join`, `player.leave` and `player.reconnect`."""

    player_id: Seat
    name: Name


class GameStart(Value, frozen=True):
    seats: tuple[SeatTaken, ...]
    client_seeds: tuple[str, ...]


class MatchEnd(Value, frozen=True):
    outcome: Outcome
    reveal: str


TABLE_EVENTS: Final[dict[str, Any]] = {
    "player.join": Presence,
    "player.leave": Presence,
    "player.reconnect": Presence,
    "game.start": GameStart,
    "match.end": MatchEnd,
    "table.closed": Empty,
    HIDDEN: Empty,
}
TABLE_ACTIONS: Final[dict[str, Any]] = {
    "join": Join,
    "sync": Sync,
    "leave": Empty,
    "resign": Empty,
    "create": Create,
    "delete": Empty,
}
REPEATED: Final[Schema] = {
    "message_type": {"type": "string"},
    "game_id": {"type": "string"},
    "player_id": {"type": ["integer", "null"]},
    "role": {"type": ["string", "null"]},
}
"""What a payload may repeat of its envelope."""
DECISION: Final[Schema] = {"decision": {"type": ["integer", "null"]}}
"""Which decision a game's action answers, if its sender likes to say so."""


def wire_schema() -> Schema:
    """The messages that are the same for every game; those of the table by their `message_type`."""
    whole = {"action": Action, "frame": Frame, "event": EventFrame, "action.result": ResultFrame, "snapshot": SyncFrame}
    document = schema({**whole, **TABLE_ACTIONS, **TABLE_EVENTS})
    parts, definitions = document["properties"], document["$defs"]
    actions = {
        name: _envelope(parts["action"], name, _with(_resolved(parts[name], definitions), REPEATED))
        for name in TABLE_ACTIONS
    }
    events = {name: _envelope(parts["event"], name, parts[name]) for name in TABLE_EVENTS}
    return _document(f"wire {VERSION}", {**parts, **actions, **events}, definitions)


def game_schema(game: AnyGame) -> Schema:
    """What one game says on the wire: `action` (in), `event` and `snapshot` (out), and what stands in them."""
    types = game.types
    own = {"config": types.config, "view": types.view, "choice": types.action, "told": types.told}
    document = schema({"action": Action, "event": EventFrame, "snapshot": SyncFrame, "outcome": Outcome, **own})
    parts, definitions = document["properties"], document["$defs"]
    choice = parts.pop("choice")
    choices, told = _tagged(choice, definitions), _tagged(parts.pop("told"), definitions)
    extra = {**DECISION, **REPEATED}
    frames = {
        "action": {"anyOf": [_envelope(parts["action"], tag, _with(body, extra)) for tag, body in choices.items()]},
        "event": {"anyOf": [_envelope(parts["event"], tag, body) for tag, body in told.items()]},
        "snapshot": _snapshot(parts, choice),
    }
    return _document(f"{game.name} {game.version}", {**parts, **frames}, definitions)


def _envelope(frame: Schema, message_type: str, payload: Schema) -> Schema:
    return {"allOf": [frame, {"properties": {"message_type": {"const": message_type}, "payload": payload}}]}


def _snapshot(parts: Schema, choice: Schema) -> Schema:
    """The wire's, with the game's own types where the wire knows none."""
    typed = {
        "config": parts["config"],
        "legal": {"items": choice},
        "view": {"anyOf": [parts["view"], {"type": "null"}]},
    }
    return {"allOf": [parts["snapshot"], {"properties": {"payload": {"properties": typed}}}]}


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
    return {**payload, "properties": {**payload["properties"], **extra}}


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
        "$defs": {name: each for name, each in definitions.items() if name in used},
    }
