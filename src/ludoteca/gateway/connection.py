"""One socket: who it is, how much it may still send, and what it is sent.

Laws kept here:
- A token says who the client is: in the handshake's Authorization header, or in the first frame, `hello`. Until then
  nothing else is accepted.
- What a message claims (its table, its player, their role) must match the token, wherever the table is hosted.
- A bad message costs its sender an error, and too many of them the connection; nobody else is affected.
- What waits for a slow reader is bounded. A closed connection is no longer a reader, even while its last bytes leave.
"""

import asyncio
from functools import lru_cache
from typing import Any, Final, Protocol

from picows import WSFrame, WSListener, WSMsgType, WSTransport

from ludoteca.kernel import Malformed
from ludoteca.runtime.calls import Call
from ludoteca.runtime.clock import Clock
from ludoteca.runtime.metrics import Metrics
from ludoteca.runtime.relay import Relay
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.store import Holder
from ludoteca.runtime.token_bucket import TokenBucket
from ludoteca.table.wire import (
    BYTES_AT_MOST,
    Action,
    Refusable,
    Refusal,
    UnsupportedVersion,
    Who,
    encode,
    read_action,
    replace,
    result_error,
    unreadable,
)
from ludoteca.tokens import Claims

from .messages import accepted, duplicate, events_lost, moved

FRAGMENTS_AT_MOST: Final = 16
SNAPSHOT_COST: Final = 4
WORDS_COST: Final = 16
PARTING_SECONDS: Final = 0.05
NOBODY: Final = Who("observer", None, "")

DONE: Final = 1000
GOING_AWAY: Final = 1001
PROTOCOL: Final = 1002
UNSUPPORTED: Final = 1003
NOT_TEXT: Final = 1007
POLICY: Final = 1008
TOO_BIG: Final = 1009
TOO_SLOW: Final = 1013
UNAUTHORIZED: Final = 4401
REPLACED: Final = 4409


class ConnectedGateway(Protocol):
    """A gateway, as its connections know it."""

    settings: Settings
    metrics: Metrics
    clock: Clock
    relay: Relay

    def connected(self, connection: "Connection") -> None: ...
    def disconnected(self, connection: "Connection") -> None: ...
    def hello(self, connection: "Connection", action: Action) -> None: ...
    def stopped_reading(self, connection: "Connection") -> None: ...
    def flush_soon(self, connection: "Connection") -> None: ...
    def take(self, game_id: str, call: Call) -> None: ...
    def spend(self, network: str, now: int, cost: int) -> bool: ...
    def mono(self) -> int: ...
    def wall(self) -> int: ...


class SocketCall:
    """An action that came over a socket."""

    __slots__ = ("_connection", "action", "who")
    is_broadcast = False

    def __init__(self, connection: "Connection", action: Action) -> None:
        self._connection = connection
        self.who = connection.who
        self.action = action

    def answer(self, frame: bytes) -> None:
        self._connection.deliver(frame)

    def served_elsewhere(self, holder: Holder) -> None:
        self._connection.relay(self, holder)


class Connection(WSListener):
    # Faster than a dict, which is not an ordinary one in a subclass of a C class; there may be ten thousand of these.
    __slots__ = (
        "_error_budget",
        "_gateway",
        "_message_budget",
        "_moved",
        "_out",
        "_outgoing",
        "_parts",
        "_transport",
        "address",
        "claims",
        "closed",
        "closed_at",
        "file",
        "game_id",
        "joined",
        "network",
        "newest_until",
        "number",
        "opened_at",
        "pinged_at",
        "received_at",
        "who",
    )

    def __init__(self, gateway: ConnectedGateway, game_id: str, number: int) -> None:
        self._gateway = gateway
        self.game_id = game_id
        self.number = number
        self.who = NOBODY
        self.claims: Claims | None = None
        self.joined = False  # whether its player has joined over this very socket
        self.closed = False
        self.closed_at = 0
        self.newest_until = 0  # its seat is announced, and earlier announcements of others may still be on their way
        self.address = self.network = self.file = ""
        now = gateway.mono()
        self.opened_at = self.received_at = now
        self.pinged_at = 0
        self._message_budget = TokenBucket(gateway.settings.rate_per_second, gateway.settings.rate_burst, now)
        self._error_budget = TokenBucket(
            gateway.settings.errors_per_minute / 60, gateway.settings.errors_per_minute, now
        )
        self._parts: list[bytes] = []
        self._outgoing: list[bytes] = []
        self._moved = ""
        self._transport: WSTransport
        self._out: asyncio.Transport

    # What picows calls

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._out = transport.underlying_transport
        peer: Any = transport.underlying_transport.get_extra_info("peername")
        self.address = self.address or (str(peer[0]) if peer else "")
        self.file = str(transport.underlying_transport.get_extra_info("socket").fileno())
        self._gateway.connected(self)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._mark_closed()
        self._gateway.disconnected(self)

    def pause_writing(self) -> None:
        """The backlog of a slow reader is checked with every message; picows would only log."""

    def resume_writing(self) -> None:
        """As `pause_writing`."""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if self.closed:
            return
        self.received_at = now = self._gateway.clock().mono
        if not self._message_budget.spend(now):
            self.cut(POLICY, "too many messages")
            return
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.cut(PROTOCOL, "no extension was agreed on")
            return
        match frame.msg_type:
            case WSMsgType.TEXT if frame.fin and not self._parts:  # the common case
                self._message(frame.get_payload_as_bytes())
            case WSMsgType.TEXT | WSMsgType.CONTINUATION as kind:
                self._part(frame, begins=kind == WSMsgType.TEXT)
            case WSMsgType.PING:
                transport.send_pong(frame.get_payload_as_bytes())
                self._check_backlog()
            case WSMsgType.PONG:
                pass
            case WSMsgType.CLOSE:
                self._mark_closed()
                transport.send_close(DONE, b"")  # type: ignore[arg-type]  # as in `cut`
                transport.disconnect()
            case _:
                self.cut(UNSUPPORTED, "text only")

    # Outgoing

    def deliver(self, frame: bytes) -> None:
        """Sent at the end of this loop iteration, with everything else for this reader: a result and its event are one
        system call, where picows would make two."""
        if self.closed:
            return
        if not self._outgoing:
            self._gateway.flush_soon(self)
        self._outgoing += (head(len(frame)), frame)

    def flush(self) -> None:
        if self.closed or not self._outgoing:
            return
        self._out.write(b"".join(self._outgoing))
        self._outgoing.clear()
        if self._out.get_write_buffer_size():
            self._check_backlog()

    def _check_backlog(self) -> None:
        if self._out.get_write_buffer_size() > self._gateway.settings.outgoing_bytes:
            self.cut(TOO_SLOW, "too slow", at_once=True)

    def events_lost(self) -> None:
        self.deliver(encode(events_lost(self.game_id, self._gateway.wall())))

    def relay(self, call: SocketCall, holder: Holder) -> None:
        """Another process has the table: send the action there over the bus, and tell the client where."""
        if holder.url and holder.url != self._moved:
            self._moved = holder.url
            self.deliver(encode(moved(self.game_id, holder.url, self._gateway.wall())))
        self._gateway.relay.take(call)

    def ping(self) -> None:
        self.pinged_at = self._gateway.mono()
        self._transport.send_ping()

    def replaced(self) -> None:
        """The player has opened a newer connection, which replaces this one."""
        self.deliver(encode(duplicate(self.game_id, self.who, self._gateway.wall())))
        self.cut(REPLACED, "connected anew")

    def cut(self, code: int, reason: str, *, at_once: bool = False) -> None:
        if not at_once:
            self.flush()
        if self.closed:
            return
        self._mark_closed()
        self._gateway.metrics.cut.labels(code=str(code)).inc()
        if at_once:
            self.drop()
            return
        self._transport.send_close(code, reason.encode())  # type: ignore[arg-type]  # the stub lists standard codes only
        self._close_later()

    def drop(self) -> None:
        """Close without waiting for what the client has not read."""
        self._transport.disconnect(graceful=False)

    def _close_later(self) -> None:
        """Not at once: closing a connection with unread bytes resets it, and the client may never learn why."""
        self.stop_reading()
        asyncio.get_running_loop().call_later(PARTING_SECONDS, self._transport.disconnect)

    def stop_reading(self) -> None:
        """Read nothing more from the socket."""
        self._mark_closed()
        if not self._transport.underlying_transport.is_closing():
            self._transport.underlying_transport.pause_reading()

    def _mark_closed(self) -> None:
        if not self.closed:
            self.closed = True
            self.closed_at = self._gateway.mono()
            self._gateway.stopped_reading(self)

    # Incoming

    def _part(self, frame: WSFrame, *, begins: bool) -> None:
        """A fragmented message: allowed, as long as the whole is small."""
        if begins == bool(self._parts):
            self.cut(PROTOCOL, "unexpected continuation frame, or a new message within a message")
            return
        self._parts.append(frame.get_payload_as_bytes())
        if len(self._parts) > FRAGMENTS_AT_MOST or sum(map(len, self._parts)) > BYTES_AT_MOST:
            self.cut(TOO_BIG, "too big")
        elif frame.fin:
            whole, self._parts = b"".join(self._parts), []
            self._message(whole)

    def _message(self, raw: bytes) -> None:
        if len(raw) > BYTES_AT_MOST:
            self.cut(TOO_BIG, "too big")
            return
        try:
            action = read_action(raw, game_id=self.game_id)
        except UnsupportedVersion as unsupported:
            self._refuse(unsupported.action, unsupported.action.refusal)
            return
        except Malformed as malformed:
            self._malformed(raw, malformed)
            return
        if action.message_type == "hello":
            self._hello(action)
        elif self.claims is None:
            self._refuse(action, Refusal("unauthorized", "say hello first, with a token"))
            self.cut(UNAUTHORIZED, "no hello")
        elif (refusal := self._claims_refusal(action)) is not None:
            self._refuse(action, refusal)
        elif not self._gateway.spend(self.network, self.received_at, _cost(action)):
            self._refuse(action, Refusal("game_unavailable", "too many messages from this address; wait a little"))
        else:
            if action.message_type == "join" and self.who.role == "player":
                self.joined, action = True, _named(action, self.who)
            self._gateway.take(self.game_id, SocketCall(self, action))

    def _claims_refusal(self, action: Action) -> Refusal | None:
        """Why the sender may not send this action. A table checks the same; but over the bus it believes us, and an
        action goes to the table it names."""
        if action.game_id != self.game_id:
            return Refusal("join_failed", "that is another table")
        if action.player_id is not None and action.player_id != self.who.seat:
            return Refusal("forbidden", "you are not that player")
        if action.role is not None and action.role != self.who.role:
            return Refusal("forbidden", f"you are here as {self.who.role}")
        return None

    def _malformed(self, raw: bytes, malformed: Malformed) -> None:
        self._gateway.metrics.malformed.inc()
        if not _is_text(raw):
            self.cut(NOT_TEXT, "not UTF-8")
        elif not self._error_budget.spend(self._gateway.mono()):
            self.cut(POLICY, "too many unreadable messages")
        elif isinstance(malformed, Refusable):
            self._refuse(malformed.action, malformed.action.refusal)
        else:
            self.deliver(encode(unreadable(self.game_id, malformed, self._gateway.wall())))

    def _hello(self, action: Action) -> None:
        try:
            self._gateway.hello(self, action)
        except Refusal as refusal:
            self._refuse(action, refusal)
            self.cut(UNAUTHORIZED, "not accepted")
        else:
            self.deliver(encode(accepted(action, self.who, self._gateway.wall())))

    def _refuse(self, action: Action, refusal: Refusal) -> None:
        self.deliver(encode(result_error(action, self.who, refusal, self._gateway.wall())))


@lru_cache(1024)
def head(size: int) -> bytes:
    """The header of a WebSocket text frame of this size, as servers write it: final and unmasked."""
    if size < 126:
        return b"\x81%c" % size
    if size < 65_536:
        return b"\x81\x7e%b" % size.to_bytes(2, "big")
    return b"\x81\x7f%b" % size.to_bytes(8, "big")


def _cost(action: Action) -> int:
    """What an action counts against its address: a snapshot is more work than a move, and one in words much more."""
    if action.message_type not in {"sync", "join"}:
        return 1
    return WORDS_COST if action.payload.get("words") else SNAPSHOT_COST


def _named(action: Action, who: Who) -> Action:
    """A `join` with the name of the token, if it brings none: over the bus the token is not there to be asked."""
    if not who.name or "name" in action.payload:
        return action
    return replace(action, payload={**action.payload, "name": who.name})


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True
