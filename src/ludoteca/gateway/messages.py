"""The gateway's own messages, beside those it passes on."""

from typing import Annotated, Literal

from ludoteca.kernel import Meta, Value
from ludoteca.table.messages import Empty
from ludoteca.table.wire import VERSION, Action, ErrorBody, Frame, Who, error, result
from ludoteca.tokens import BYTES_AT_MOST


class Hello(Value, frozen=True):
    """Payload of `hello`, the first frame of a socket without a token in its handshake."""

    token: Annotated[str, Meta(max_length=BYTES_AT_MOST)]


class HelloResult(Value, frozen=True, kw_only=True):
    """Payload of the `action.result` of an accepted `hello`: no table has carried anything out."""

    effects: Empty = Empty()
    status: Literal["ok"] = "ok"


class TableMoved(Value, frozen=True):
    """Payload of `table.moved`."""

    ws_url: str


def accepted(action: Action, who: Who, ts: int) -> Frame:
    return result(action, who, HelloResult(), ts)


def duplicate(game_id: str, who: Who, ts: int) -> Frame:
    return error(game_id, who, ErrorBody(code="duplicate_connection_handled", reason="you have connected anew"), ts)


def events_lost(game_id: str, ts: int) -> Frame:
    """Something may have been lost on the way to this process."""
    return error(game_id, Who("player"), ErrorBody(code="desync", reason="events may have been lost: send a sync"), ts)


def moved(game_id: str, url: str, ts: int) -> Frame:
    """Another process serves the table and can be reached directly."""
    return Frame(
        message_type="table.moved",
        game_id=game_id,
        player_id=None,
        role="player",
        ts=ts,
        version=VERSION,
        origin="game",
        payload=TableMoved(url),
    )
