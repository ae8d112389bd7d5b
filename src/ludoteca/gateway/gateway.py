"""The gateway: it admits and authenticates sockets, and hands their actions to the host or, over the bus, to another.

Laws kept here:
- A page may open a socket only from an allowed origin; a program without an origin brings its token in the handshake.
- A player has one live socket across all processes: the last one that said hello.
- A socket that does not say hello, falls silent, or outlives its token is closed.
"""

import asyncio
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Final
from uuid import uuid4

import structlog
from picows import WSAutoPingStrategy, WSUpgradeRequest, WSUpgradeResponse, WSUpgradeResponseWithListener
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # its stubs leave it out

from ludoteca.kernel import Malformed, Value, decode
from ludoteca.kernel.values import build
from ludoteca.runtime.bus import Subscription
from ludoteca.runtime.calls import Call
from ludoteca.runtime.crashes import exc_fields
from ludoteca.runtime.host import Host
from ludoteca.runtime.host_context import HostContext
from ludoteca.runtime.relay import Relay
from ludoteca.runtime.settings import SEATS, SHUT, is_game_id
from ludoteca.runtime.token_bucket import AddressBuckets
from ludoteca.table.payload import ENVELOPE_KEYS, without_repeats
from ludoteca.table.wire import BYTES_AT_MOST, Action, Refusal, Who, encode
from ludoteca.tokens import LEEWAY, Claims, Tokens, Unauthorized, who

from .address_counter import AddressCounter
from .connection import GOING_AWAY, PARTING_SECONDS, POLICY, UNAUTHORIZED, Connection
from .messages import Hello
from .origins import is_allowed_host, is_same_origin, network_of
from .picows_log import picows_logger

PATH: Final = "/table/"
SWEEP_SECONDS: Final = 1.0
LEAVING_LOOKS: Final = 20  # how often a shutdown checks whether all sockets are gone
LINGER_MS: Final = 5_000  # how long a closed connection may take to read its last bytes
ANNOUNCED_MS: Final = 2_000  # after this, our own announcement of a seat has come back over the bus, or never will
HANDSHAKE_SECONDS: Final = 5.0
READ_BUFFER: Final = 1024  # grows if needed; most messages are a quarter of it

log: Any = structlog.get_logger("ludoteca.gateway")


class SeatClaim(Value, frozen=True):
    """Sent between gateways on the bus: this connection of this gateway is the player's newest."""

    game_id: str
    player_id: int
    gateway: str
    number: int


class SeatShut(Value, frozen=True):
    """Sent to all gateways: tokens of this seat that expire by then are taken back, and its sockets are closed."""

    game_id: str
    player_id: int
    exp: int


class Gateway:
    def __init__(self, context: HostContext, tokens: Tokens, host: Host | None = None) -> None:
        self.settings = context.settings
        self.metrics = context.metrics
        self.clock = context.clock
        self._context = context
        self._tokens = tokens
        self._host = host
        self._name = uuid4().hex
        self._origins = frozenset(self.settings.listed("origins"))
        self._hosts = frozenset(name.lower() for name in self.settings.listed("hosts"))
        self._revoked = frozenset(self.settings.listed("revoked"))
        self._connections: dict[int, Connection] = {}
        self._to_flush: list[Connection] = []
        self._files: dict[str, Connection] = {}  # by file number
        self._addresses = AddressCounter(self.settings.sockets_per_address)
        self._budgets = AddressBuckets(self.settings.address_rate_per_second, self.settings.address_burst)
        self._count = 0
        self._leaving = False
        self._picows_logger = picows_logger(self.metrics, self._broken)
        self._sweeping: asyncio.Task[None] | None = None
        self._subscriptions: list[Subscription] = []
        self._shut: dict[tuple[str, int | None], int] = {}  # table and seat: until when tokens of before expire
        self.relay = Relay(context.bus, context.readers, context.clock, self.settings, self._is_here)
        if host is not None:
            host.changed = self._changed

    # Coming and going

    async def start(self) -> None:
        """Get ready for sockets; the port multiplexer makes a `protocol` for each."""
        for channel, hear in ((SEATS, self._seat_claimed), (SHUT, self._seat_shut)):
            self._subscriptions.append(await self._context.bus.subscribe(channel, hear, lambda: None))
        self.relay.start()
        self._sweeping = asyncio.get_running_loop().create_task(self._sweep_forever())

    def protocol(self) -> Any:
        """The asyncio protocol of a new socket. picows has no public name for it, so it is built as `ws_create_server`
        does and picows is pinned: connections come through our port multiplexer and not through its server."""
        return WSProtocol(
            None,  # address, of a client
            None,  # path, of a client
            False,  # server side
            self.admit,
            self._picows_logger,
            True,  # disconnect a client whose frame raises
            HANDSHAKE_SECONDS,
            False,  # pings are ours
            0.0,
            0.0,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            False,  # pongs too
            BYTES_AT_MOST,
            None,  # headers, of a client
            READ_BUFFER,
        )

    def stop_admitting(self) -> None:
        """Admit nobody else."""
        self._leaving = True

    async def leave(self) -> None:
        """Shut down: close all sockets, which costs no player anything."""
        self.stop_admitting()
        for connection in list(self._connections.values()):
            connection.cut(GOING_AWAY, "the server is leaving")
        await self._wait_until_empty()
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)
        for subscription in self._subscriptions:
            await subscription.end()
        await self.relay.stop()

    async def _wait_until_empty(self) -> None:
        """Wait until all sockets are gone, but not for those that do not read."""
        for _ in range(LEAVING_LOOKS):
            if not self._connections:
                return
            await asyncio.sleep(PARTING_SECONDS)
        for connection in list(self._connections.values()):
            connection.drop()

    def admit(self, request: WSUpgradeRequest) -> Any:
        """The handshake: a listener for the socket, or a response that refuses it."""
        game_id = request.path.decode("ascii", "replace").removeprefix(PATH)
        if not request.path.startswith(PATH.encode()) or not is_game_id(game_id):
            return _answer(HTTPStatus.NOT_FOUND, b"no such table")
        origin, bearer = request.headers.get("Origin"), request.headers.get("Authorization", "")
        if origin is not None and not self._may_come_from(origin, request.headers.get("Host", "")):
            return _answer(HTTPStatus.FORBIDDEN, b"this page may not open sockets here")
        if origin is None and not bearer:
            return _answer(HTTPStatus.FORBIDDEN, b"a token is needed")
        if self._leaving:
            return _answer(HTTPStatus.SERVICE_UNAVAILABLE, b"leaving")
        self._count += 1
        connection = Connection(self, game_id, self._count)
        connection.address = _forwarded(request.headers.getall("X-Forwarded-For", ()), self.settings.proxies)
        if bearer:
            try:
                connection.claims, connection.who = self._read(connection, bearer.removeprefix("Bearer "))
            except Unauthorized as refused:
                return _answer(HTTPStatus.UNAUTHORIZED, refused.reason.encode())
        return connection

    def connected(self, connection: Connection) -> None:
        self._connections[connection.number] = connection
        connection.network = network_of(connection.address)
        self._files[connection.file] = connection
        self.metrics.sockets.set(len(self._connections))
        if not self._addresses.add(connection.address):
            connection.cut(POLICY, "too many connections from one address")
        elif connection.claims is not None:
            self._seat(connection)

    def disconnected(self, connection: Connection) -> None:
        if self._connections.pop(connection.number, None) is None:
            return
        self._files.pop(connection.file, None)
        self._addresses.remove(connection.address)
        self.metrics.sockets.set(len(self._connections))

    def _may_come_from(self, origin: str, host: str) -> bool:
        return origin in self._origins or (is_allowed_host(host, self._hosts) and is_same_origin(origin, host))

    # What connections use

    def stopped_reading(self, connection: Connection) -> None:
        """This connection is no longer a reader. Its table learns of it in the next loop iteration: it may be sending
        right now."""
        self._context.readers.remove(connection.game_id, connection)
        if connection.joined:
            asyncio.get_running_loop().call_soon(self._check_presence, connection)

    def take(self, game_id: str, call: Call) -> None:
        if self._host is not None:
            self._host.take(game_id, call)
        else:
            self.relay.take(call)

    def hello(self, connection: Connection, action: Action) -> None:
        """A `hello`: the first one authenticates; a later one brings a newer token of the same person."""
        tree = {key: value for key, value in action.payload.items() if key not in ENVELOPE_KEYS}
        try:
            hello: Hello = build(tree, Hello)
            claims, named = self._read(connection, hello.token)
            without_repeats(named, action)
        except Malformed:
            raise Refusal("unauthorized", "a hello has a token, and nothing else") from None
        except Unauthorized as refused:
            raise Refusal(refused.code, refused.reason) from None
        is_first = connection.claims is None
        if not is_first and named.key != connection.who.key:
            raise Refusal("forbidden", "that is somebody else's token")
        connection.claims, connection.who = claims, named
        if is_first:
            self._seat(connection)

    def flush_soon(self, connection: Connection) -> None:
        """Flush this connection at the end of the loop iteration."""
        if not self._to_flush:
            asyncio.get_running_loop().call_soon(self._flush)
        self._to_flush.append(connection)

    def _flush(self) -> None:
        to_flush, self._to_flush = self._to_flush, []
        for connection in to_flush:
            try:
                connection.flush()
            except Exception as error:  # the others must still be flushed
                log.error("socket_crashed", **exc_fields(error))
                connection.drop()

    def spend(self, network: str, now: int, cost: int) -> bool:
        """Whether the sockets of this network may send one more message, of this cost."""
        return self._budgets.of(network, now).spend(now, cost)

    def mono(self) -> int:
        return self._context.clock().mono

    def wall(self) -> int:
        return self._context.clock().wall

    # Seats

    def _read(self, connection: Connection, token: str) -> tuple[Claims, Who]:
        """Who this token belongs to; Unauthorized if it is not valid at this table."""
        claims = self._tokens.read(token, self.wall() // 1000, self._revoked)
        named = who(claims, connection.game_id)
        if claims.exp <= self._shut.get((connection.game_id, named.seat), 0):
            raise Unauthorized("the token was taken back")
        if named.role == "observer":  # results are cached by name, so each socket has its own
            named = Who("observer", None, f"{self._name}/{connection.number}")
        return claims, named

    def _seat(self, connection: Connection) -> None:
        """This connection is a reader from now on; an older one of the same player is closed, here and elsewhere."""
        self._context.readers.add(connection.game_id, connection)
        if not self._is_here(connection.game_id) and self._host is None:
            self.relay.listen(connection.game_id)
        if connection.who.seat is not None:
            claim = SeatClaim(connection.game_id, connection.who.seat, self._name, connection.number)
            connection.joined = self._close_older(claim)
            connection.newest_until = self.mono() + ANNOUNCED_MS
            self._context.bus.publish(SEATS, [encode(claim)])

    def _seat_claimed(self, channel: str, raw: bytes) -> None:
        """Announcements reach all gateways in one order, our own too. Until ours is back, its connection is newer than
        any other announced: two that connect at once must not close each other."""
        try:
            claim: SeatClaim = decode(raw, SeatClaim)
        except Malformed:
            log.warning("unreadable", channel=channel)
            return
        if claim.gateway != self._name:
            self._close_older(claim)
        elif (connection := self._connections.get(claim.number)) is not None:
            connection.newest_until = 0

    def _seat_shut(self, channel: str, raw: bytes) -> None:
        try:
            shut: SeatShut = decode(raw, SeatShut)
        except Malformed:
            log.warning("unreadable", channel=channel)
            return
        now = self.wall() // 1000
        self._shut = {seat: exp for seat, exp in self._shut.items() if exp > now}
        self._shut[shut.game_id, shut.player_id] = shut.exp
        for reader in list(self._context.readers.of(shut.game_id)):
            if isinstance(reader, Connection) and reader.who.seat == shut.player_id:
                reader.cut(UNAUTHORIZED, "the token was taken back")

    def _close_older(self, claim: SeatClaim) -> bool:
        """Close all connections of this player but the newest; whether they had joined over one of them."""
        joined, now = False, self.mono()
        for reader in list(self._context.readers.of(claim.game_id)):
            if not isinstance(reader, Connection) or reader.who.seat != claim.player_id:
                continue
            is_older = reader.number != claim.number if claim.gateway == self._name else reader.newest_until <= now
            if is_older:
                joined = joined or reader.joined
                reader.joined = False  # the player is present, over the other connection
                reader.replaced()
        return joined

    def _has_another(self, connection: Connection) -> bool:
        others = self._context.readers.of(connection.game_id)
        return any(each is not connection and each.who.seat == connection.who.seat for each in others)

    def _check_presence(self, connection: Connection) -> None:
        if not self._leaving and not self._has_another(connection):
            self._player_left(connection)

    def _player_left(self, connection: Connection) -> None:
        seat = connection.who.seat
        assert seat is not None
        if self._host is not None and self._is_here(connection.game_id):
            self._host.lost(connection.game_id, seat)
        else:
            action = Action("leave", connection.game_id, f"lost-{uuid4()}")
            self.relay.say(connection.game_id, connection.who, action)

    # The rest

    def _is_here(self, game_id: str) -> bool:
        return self._host is not None and game_id in self._host.hosted

    def _changed(self, game_id: str) -> None:
        """A table was loaded here or dropped: its readers may have missed something in between."""
        if self._is_here(game_id) and not self._context.bus.is_shared:
            asyncio.get_running_loop().call_later(self.settings.return_seconds, self._check_returned, game_id)
        if self._leaving or not self._context.readers.of(game_id):
            return
        if self._is_here(game_id) and not self.relay.listens(game_id):
            return  # it was in no process before
        if not self._is_here(game_id):
            self.relay.listen(game_id)
        self._context.readers.events_lost(game_id)

    def _check_returned(self, game_id: str) -> None:
        """Players whose table was loaded a while ago and who have no socket have left. After a restart nothing else
        says so; and only where all sockets are here can it be known."""
        if self._leaving or self._host is None or not self._is_here(game_id):
            return
        seated = {reader.who.seat for reader in self._context.readers.of(game_id)}
        for seat in range(len(self._host.hosted[game_id].table.match.seats())):
            if seat not in seated:
                self._host.lost(game_id, seat)

    def _broken(self, file: str) -> None:
        """This socket sends invalid frames. picows closes it in a moment, but until then would read on and buffer
        everything."""
        if file in self._files:
            self._files[file].stop_reading()

    async def _sweep_forever(self) -> None:
        now = self.mono()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            before, now = now, self.mono()
            if now - before > self.settings.pause_ms:
                continue  # this process was paused; what arrived meanwhile has not been read yet
            wall = self.wall() // 1000
            for connection in list(self._connections.values()):
                try:
                    self._check(connection, now, wall)
                except Exception as error:  # the others must still be checked
                    log.error("socket_crashed", **exc_fields(error))

    def _check(self, connection: Connection, now: int, wall: int) -> None:
        ping_ms = self.settings.ping_seconds * 1000
        if connection.closed:
            if now - connection.closed_at > LINGER_MS:
                connection.drop()
        elif connection.claims is None:
            if now - connection.opened_at > self.settings.hello_seconds * 1000:
                connection.cut(UNAUTHORIZED, "no hello")
        elif connection.claims.exp + LEEWAY < wall:
            connection.cut(UNAUTHORIZED, "the token has expired")
        elif connection.pinged_at > connection.received_at:
            if now - connection.pinged_at > ping_ms:
                connection.cut(GOING_AWAY, "no answer", at_once=True)
        elif now - connection.received_at > ping_ms:
            connection.ping()


def _forwarded(headers: Iterable[str], proxies: int) -> str:
    """The address of a client, according to our own proxies; "" if there are none. Earlier entries may be forged. A
    proxy may add a header or extend the last one: several count as one."""
    addresses = [each.strip() for each in ",".join(headers).split(",")]
    return addresses[-proxies] if 0 < proxies <= len(addresses) else ""


def _answer(status: HTTPStatus, body: bytes) -> WSUpgradeResponseWithListener:
    return WSUpgradeResponseWithListener(WSUpgradeResponse.create_error_response(status, body + b"\n"), None)
