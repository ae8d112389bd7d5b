"""Frames as they go over the bus. A reader of the bus may look at payloads alone: each repeats its `message_type` and
`game_id`, and in an answer the `action_id`. Sockets get lean frames, without these repeats.

Laws kept here:
- An action says who acts, and a frame for one reader names the action it answers.
- Bytes that were named and then made lean are the bytes before. Nothing is decoded for it: this is done to every event.
- A payload with a field of such a name is left as it is.

Must not know: what else is in a payload, who is connected.
"""

import re
from typing import Final

from ludoteca.kernel.values import build, decode, encode, replace

from .wire import Action, Frame, Who

AGAIN: Final = "event.again"
"""An event that one reader has asked for again, as payload."""

RESULT: Final = b'{"message_type":"action.result"'

_NAMES: Final = frozenset({"message_type", "game_id", "action_id"})
_NAMED: Final = re.compile(b'"(?:message_type|game_id|action_id)":')
_PAYLOAD: Final = b',"payload":{'
_PLAYER: Final = b',"player_id":'  # the key after the names; a quote within a string would be escaped


def named(raw: bytes) -> bytes:
    """A frame as the bus gets it: its payload begins with the names from its envelope."""
    head, start, rest = raw.partition(_PAYLOAD)
    if not start or (_NAMED.search(rest) and _has_names_itself(raw)):
        return raw
    return b"%b%b%b%b%b" % (head, start, _names(head), b"" if rest.startswith(b"}") else b",", rest)


def lean(raw: bytes) -> bytes:
    """The inverse of `named`."""
    head, start, rest = raw.partition(_PAYLOAD)
    names = _names(head)
    if not names or not rest.startswith(names):
        return raw
    return b"%b%b%b" % (head, start, rest[len(names) :].removeprefix(b","))


def with_sender(action: Action, who: Who) -> bytes:
    """An action as it goes over the bus: with its verified sender, whatever the sender wrote there."""
    return encode(replace(action, player_id=who.seat, role=who.role))


def answer(raw: bytes, action: Action, who: Who) -> bytes:
    """What a table has answered to the sender of this action. A result names it already; a snapshot, and an event sent
    again, do not."""
    return named(raw if raw.startswith(RESULT) else encode(_addressed(decode(raw, Frame), action, who)))


def unaddressed(frame: Frame) -> Frame:
    """A snapshot or an event sent again as its reader gets it. Malformed if there is none inside."""
    if frame.message_type != AGAIN:
        return replace(frame, action_id=None)
    again: Frame = build(frame.payload, Frame)
    return again


def _addressed(frame: Frame, action: Action, who: Who) -> Frame:
    if frame.message_type == "sync":
        return replace(frame, action_id=action.action_id)
    again = replace(frame, message_type=AGAIN, player_id=who.seat, role=who.role, payload=frame)
    return replace(again, action_id=action.action_id, seq=None, to_act=None)


def _names(head: bytes) -> bytes:
    """The keys of the envelope before `player_id`, as they are written there."""
    names, found, _ = head.partition(_PLAYER)
    return names[1:] if found else b""


def _has_names_itself(raw: bytes) -> bool:
    frame: Frame = decode(raw, Frame)
    return not _NAMES.isdisjoint(frame.payload)
