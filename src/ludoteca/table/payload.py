"""The payload of an action: the action's own fields, repeats of its envelope, and statements about the table.

Laws kept here:
- A payload may repeat any key of its envelope. A true repeat says nothing new; a false one is refused.
- A field of the action itself is never taken for a repeat or a statement, whatever its name.

Must not know: any game by name, what becomes of an action.
"""

from collections.abc import Container
from functools import lru_cache
from typing import Any, Final, get_args
from zlib import crc32

from ludoteca.kernel import Value, canonical

from .wire import Action, Refusal, Who, replace

ENVELOPE_KEYS: Final = frozenset(Action.__struct_fields__) - {"payload"}
"""What a payload may repeat."""

STATEMENT_KEYS: Final = frozenset({"decision", "phase", "turn", "seq", "sequence"})
"""What the sender of an action may state about the table: one that is wrong is out of step."""


class ActionKey(Value, frozen=True):
    """The idempotency key of an action: whose it is, its id, and a fingerprint of its body."""

    reader: str = ""
    action_id: str = ""
    body: int = 0


NO_ACTION: Final = ActionKey()


def action_key(who: Who, action: Action) -> ActionKey:
    """The key of an action. The fingerprint tells a repeat from another action under the same id; a client that makes
    two collide fools only itself. What repeats the envelope may differ: a client that sends again has another `ts`."""
    fields = action.payload
    if not ENVELOPE_KEYS.isdisjoint(fields):
        fields = {key: value for key, value in fields.items() if not _is_true_repeat(key, value, who, action)}
    return ActionKey(who.key, action.action_id, crc32(canonical((action.message_type, fields))))


def without_repeats(who: Who, action: Action, own: Container[str] = ()) -> Action:
    """The action without what its payload repeats; Refusal if that contradicts its envelope. `own` are the fields of
    the action itself."""
    if ENVELOPE_KEYS.isdisjoint(action.payload):
        return action
    repeated = {key: action.payload[key] for key in sorted(ENVELOPE_KEYS & action.payload.keys()) if key not in own}
    for key, value in repeated.items():
        if not _is_true_repeat(key, value, who, action):
            raise _false_repeat(key, who)
    return replace(action, payload={key: value for key, value in action.payload.items() if key not in repeated})


@lru_cache(64)
def fields_by_type(actions: Any) -> dict[str, frozenset[str]]:
    """The fields of each of a game's actions, by its `message_type`."""
    members = [each for each in get_args(actions) or (actions,) if hasattr(each, "__struct_config__")]
    return {str(each.__struct_config__.tag): frozenset(each.__struct_encode_fields__) for each in members}


def is_number(stated: Any, number: int | None) -> bool:
    """Equal, and an int: Python also takes true and 1.0 for 1."""
    return type(stated) is int and stated == number


def _is_true_repeat(key: str, value: Any, who: Who, action: Action) -> bool:
    """Null claims nothing; and what the envelope leaves out, the payload may say in its place."""
    match key:
        case "player_id":
            return value is None or is_number(value, who.seat)
        case "role":
            return value is None or value == who.role
        case "ts":
            return type(value) is int and value >= 0 and action.ts in (0, value)
        case _:
            return key in ENVELOPE_KEYS and value == getattr(action, key)


def _false_repeat(key: str, who: Who) -> Refusal:
    match key:
        case "game_id":
            return Refusal("join_failed", "that is another table")
        case "player_id":
            return Refusal("forbidden", "you are not that player")
        case "role":
            return Refusal("forbidden", f"you are here as {who.role}")
        case _:
            return Refusal("invalid_action", f"the payload repeats {key} with another value than its envelope")
