"""One socket: who it is, what it may still send, and what it is told.

Laws kept here:
- Who the other side is, a token says: in the handshake's Authorization header, or in the first frame, `hello`. Until
  then nothing else is listened to.
- A bad message costs its sender an error, and too many of them the connection; nobody else notices.
- What waits for a slow reader is bounded.
"""

from typing import TYPE_CHECKING, Any, Final

from picows import WSFrame, WSListener, WSMsgType, WSTransport

from ludoteca.kernel import Malformed
from ludoteca.table.wire import BYTES_AT_MOST, Action, Refusal, Who, encode, error, read_action, result_error
from ludoteca.tokens import Claims

from .credits import Credits
from .messages import accepted, duplicate, moved, unsure

if TYPE_CHECKING:
    from ludoteca.runtime.store import Holder

    from .gateway import Gateway

FRAGMENTS_AT_MOST: Final = 16
NOBODY: Final = Who("observer", None, "")

GOING_AWAY: Final = 1001
UNSUPPORTED: Final = 1003
NOT_TEXT: Final = 1007
POLICY: Final = 1008
TOO_BIG: Final = 1009
TOO_SLOW: Final = 1013
UNAUTHORIZED: Final = 4401
REPLACED: Final = 4409


class SocketCall:
    """An action that came over a socket."""

    __slots__ = ("_connection", "action", "who")

    def __init__(self, connection: "Connection", action: Action) -> None:
        self._connection = connection
        self.who = connection.who
        self.action = action

    def answer(self, frame: bytes) -> None:
        self._connection.hear(frame)

    def elsewhere(self, holder: "Holder") -> None:
        self._connection.relay(self, holder)


class Connection(WSListener):
    def __init__(self, gateway: "Gateway", game_id: str, number: int) -> None:
        self._gateway = gateway
        self.game_id = game_id
        self.number = number
        self.who = NOBODY
        self.claims: Claims | None = None
        self.joined = False  # whether its player has taken his seat over this very socket
        self.closed = False
        self.address = ""
        now = gateway.mono()
        self.opened_at = self.heard_at = now
        self.pinged_at = 0
        self._credits = Credits(gateway.settings.rate_per_second, gateway.settings.rate_burst, now)
        self._forgiven = Credits(gateway.settings.errors_per_minute / 60, gateway.settings.errors_per_minute, now)
        self._parts: list[bytes] = []
        self._moved = ""
        self._transport: WSTransport

    # What picows calls

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        peer: Any = transport.underlying_transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        self._gateway.connected(self)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.closed = True
        self._gateway.disconnected(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if self.closed:
            return
        self.heard_at = now = self._gateway.mono()
        if not self._credits.spend(now):
            self.cut(POLICY, "too many messages")
            return
        kind = frame.msg_type
        if kind == WSMsgType.TEXT and frame.fin and not self._parts:
            self._message(frame.get_payload_as_bytes())
        elif kind in (WSMsgType.TEXT, WSMsgType.CONTINUATION):
            self._part(frame)
        elif kind == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        elif kind == WSMsgType.CLOSE:
            self.closed = True
            transport.send_close(frame.get_close_code(), b"")
            transport.disconnect()
        elif kind != WSMsgType.PONG:
            self.cut(UNSUPPORTED, "text only")

    # What a reader and a caller are told

    def hear(self, frame: bytes) -> None:
        if self.closed:
            return
        self._transport.send(WSMsgType.TEXT, frame)
        if self._transport.underlying_transport.get_write_buffer_size() > self._gateway.settings.outgoing_bytes:
            self.cut(TOO_SLOW, "too slow", at_once=True)

    def unsure(self) -> None:
        self.hear(encode(unsure(self.game_id, self._gateway.wall())))

    def relay(self, call: SocketCall, holder: "Holder") -> None:
        """Its table is served elsewhere: the action goes there over the bus, and the client is told where."""
        if holder.url and holder.url != self._moved:
            self._moved = holder.url
            self.hear(encode(moved(self.game_id, holder.url, self._gateway.wall())))
        self._gateway.relay.take(call)

    def ping(self) -> None:
        self.pinged_at = self._gateway.mono()
        self._transport.send_ping()

    def replaced(self) -> None:
        """The player has connected anew: the later connection counts."""
        self.hear(encode(duplicate(self.game_id, self.who, self._gateway.wall())))
        self.cut(REPLACED, "connected anew")

    def cut(self, code: int, reason: str, *, at_once: bool = False) -> None:
        if self.closed:
            return
        self.closed = True
        self._gateway.metrics.cut.labels(code=str(code)).inc()
        if at_once:
            self._transport.disconnect(graceful=False)
            return
        self._transport.send_close(code, reason.encode())  # type: ignore[arg-type]  # the stub lists standard codes only
        self._transport.disconnect()

    # What comes in

    def _part(self, frame: WSFrame) -> None:
        """A message in several frames: allowed, as long as all of it is small."""
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
            action = read_action(raw)
        except Malformed as malformed:
            self._malformed(raw, malformed)
            return
        if action.message_type == "hello":
            self._hello(action)
        elif self.claims is None:
            self._refuse(action, Refusal("unauthorized", "say hello first, with a token"))
            self.cut(UNAUTHORIZED, "no hello")
        else:
            self.joined = self.joined or (action.message_type == "join" and self.who.role == "player")
            self._gateway.take(self.game_id, SocketCall(self, action))

    def _malformed(self, raw: bytes, malformed: Malformed) -> None:
        self._gateway.metrics.malformed.inc()
        if not _is_text(raw):
            self.cut(NOT_TEXT, "not UTF-8")
        elif self._forgiven.spend(self._gateway.mono()):
            self.hear(encode(error(self.game_id, malformed, self._gateway.wall())))
        else:
            self.cut(POLICY, "too many unreadable messages")

    def _hello(self, action: Action) -> None:
        try:
            self._gateway.greet(self, action)
        except Refusal as refusal:
            self._refuse(action, refusal)
            self.cut(UNAUTHORIZED, "not accepted")
        else:
            self.hear(encode(accepted(action, self.who, self._gateway.wall())))

    def _refuse(self, action: Action, refusal: Refusal) -> None:
        self.hear(encode(result_error(action, self.who, refusal, self._gateway.wall())))


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True
