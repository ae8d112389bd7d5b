"""What the gateway itself says, beside what it passes on."""

from typing import Annotated, Any

from ludoteca.kernel import Meta, Value
from ludoteca.table.wire import VERSION, Action, Frame, Role, Who, result_ok
from ludoteca.tokens import BYTES_AT_MOST


class Hello(Value, frozen=True):
    """Payload of `hello`, the first frame of a socket that brings no token in its handshake."""

    token: Annotated[str, Meta(max_length=BYTES_AT_MOST)]


def accepted(action: Action, who: Who, ts: int) -> Frame:
    return result_ok(action, who, {}, ts)


def duplicate(game_id: str, who: Who, ts: int) -> Frame:
    return _error(game_id, who.role, who.seat, "duplicate_connection_handled", "you have connected anew", ts)


def unsure(game_id: str, ts: int) -> Frame:
    """Something may have been lost on the way to this process."""
    return _error(game_id, "player", None, "desync", "events may have been lost: send a sync", ts)


def moved(game_id: str, url: str, ts: int) -> Frame:
    """The table is served by another process, which can be reached without a detour."""
    return _frame("table.moved", game_id, "player", None, ts, {"ws_url": url})


def _error(game_id: str, role: Role, seat: int | None, code: str, reason: str, ts: int) -> Frame:
    return _frame("error", game_id, role, seat, ts, {"code": code, "reason": reason})


def _frame(message_type: str, game_id: str, role: Role, seat: int | None, ts: int, payload: Any) -> Frame:
    return Frame(
        message_type=message_type,
        game_id=game_id,
        player_id=seat,
        role=role,
        ts=ts,
        version=VERSION,
        origin="game",
        payload=payload,
    )
