"""A transport over a gateway's WebSocket.

Laws kept here:
- A lost socket is opened again after a growing, randomised delay; unless the server has said that this cannot help: the
  token is not accepted, or the player has opened another connection.
- The token goes into the handshake and nowhere else, and no redirect gets to see it.
- It stays below a gateway's rate limit: a socket that sends more is closed, which can cost a player the game.

Must not know: what is in a message, any game.
"""

import asyncio
import contextlib
import random
from collections.abc import Callable
from functools import partial
from typing import Final

from picows import WSError, WSFrame, WSInvalidStatusError, WSListener, WSMsgType, WSTransport, ws_connect

from .rate_limit import DEFAULT_RATE, Rate, RateLimiter
from .transport import Ended, TransportListener, Unreachable

FIRST_WAIT: Final = 0.1
CALM_WAIT: Final = 1.0  # if the last connection has received nothing at all
LONGEST_WAIT: Final = 10.0
PING_SECONDS: Final = 10.0
FINAL_CODES: Final = {4401: "unauthorized", 4409: "duplicate_connection_handled"}
FINAL_STATUSES: Final = {401: "unauthorized", 403: "unauthorized", 404: "game_unavailable"}


class _SocketListener(WSListener):
    def __init__(self, listener: TransportListener) -> None:
        self._listener = listener
        self.has_received = False
        self.close_code = 0
        self.close_reason = ""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.has_received = True
        if frame.msg_type == WSMsgType.TEXT:
            self._listener.receive(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            payload = frame.get_payload_as_bytes()
            self.close_code = int.from_bytes(payload[:2], "big")
            self.close_reason = payload[2:].decode(errors="replace")
            transport.send_close(frame.get_close_code())
            transport.disconnect()


class SocketTransport:
    """`url` is the server's, as `ws://host:port`."""

    def __init__(
        self, url: str, game_id: str, token: str, jitter: Callable[[], float] = random.random, rate: Rate = DEFAULT_RATE
    ) -> None:
        self._url = f"{url.rstrip('/')}/table/{game_id}"
        self._token = token
        self._jitter = jitter
        self._rate = rate
        self._limiter: RateLimiter | None = None
        self._transport: WSTransport | None = None
        self._running: asyncio.Task[None] | None = None

    async def open(self, listener: TransportListener) -> None:
        first = await self._connected(listener)
        self._running = asyncio.get_running_loop().create_task(self._run(listener, *first))

    def send(self, raw: bytes) -> None:
        if self._limiter is not None:
            self._limiter.send(raw)

    async def close(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        transport = self._transport
        self._let_go()
        if transport is not None:
            transport.send_close()
            transport.disconnect()
            with contextlib.suppress(WSError):
                await transport.wait_disconnected()

    def _hold(self, transport: WSTransport) -> None:
        self._transport = transport
        self._limiter = RateLimiter(self._rate, partial(transport.send, WSMsgType.TEXT))

    def _let_go(self) -> None:
        if self._limiter is not None:
            self._limiter.close()
        self._limiter = self._transport = None

    async def _run(self, listener: TransportListener, transport: WSTransport, listening: _SocketListener) -> None:
        """Keep a connection, and open a new one when it breaks, until the server says that it is useless."""
        try:
            while True:
                self._hold(transport)
                listener.up()
                with contextlib.suppress(WSError, OSError):  # invalid frames or a reset: the connection is lost
                    await transport.wait_disconnected()
                self._let_go()
                listener.down()
                if listening.close_code in FINAL_CODES:
                    raise Ended(FINAL_CODES[listening.close_code], listening.close_reason)
                if not listener.wants_more:  # reconnecting would close the connection that has replaced us
                    return
                transport, listening = await self._again(listener, quick=listening.has_received)
        except Ended as ended:
            listener.end(ended)
        except Exception as error:  # a bug of ours; callers must not wait for ever
            listener.end(Ended("routing_failed", f"{type(error).__name__}: {error}"))

    async def _again(self, listener: TransportListener, *, quick: bool) -> tuple[WSTransport, _SocketListener]:
        wait = FIRST_WAIT if quick else CALM_WAIT
        while True:
            await asyncio.sleep(wait * (0.5 + self._jitter() / 2))
            wait = min(2 * wait, LONGEST_WAIT)
            with contextlib.suppress(Unreachable):
                return await self._connected(listener)

    async def _connected(self, listener: TransportListener) -> tuple[WSTransport, _SocketListener]:
        try:
            transport, listening = await ws_connect(
                lambda: _SocketListener(listener),
                self._url,
                extra_headers={"Authorization": f"Bearer {self._token}"} if self._token else None,
                max_redirects=0,
                enable_auto_ping=True,
                auto_ping_idle_timeout=PING_SECONDS,
                auto_ping_reply_timeout=PING_SECONDS,
            )
        except WSInvalidStatusError as error:
            raise _refused(error) from None
        except (OSError, WSError, TimeoutError) as error:
            raise Unreachable(_words(error)) from None
        if not isinstance(listening, _SocketListener):  # picows has none if the connection broke at the same moment
            raise Unreachable("the connection broke at once")
        return transport, listening


def _refused(error: WSInvalidStatusError) -> Exception:
    """What a server means by an HTTP response to the handshake."""
    reason = (error.raw_body or b"").decode(errors="replace").strip() or str(error)
    code = None if error.response is None else FINAL_STATUSES.get(int(error.response.status))
    return Unreachable(reason) if code is None else Ended(code, reason)


def _words(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return "no answer" if isinstance(error, TimeoutError) else str(error) or type(error).__name__
