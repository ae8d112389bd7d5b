"""The web as one ASGI application: a check of host names, static files, live sockets, and Django for the rest."""

import time
from http import HTTPStatus
from typing import Any, Final

import structlog
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.asgi import get_asgi_application
from django.urls import path
from servestatic import ServeStaticASGI

from ludoteca.gateway.origins import is_allowed_host, is_same_origin
from ludoteca.runtime.metrics import Metrics

from ..app import ROUTE_KEY, SCOPE_KEY, App
from ..live.consumer import Hub, LiveConsumer
from ..request_limits import RequestLimits
from .fair_share import FairShare, TooManyWaiting

NO_ROUTE: Final = "files"
"""What is answered without a route: files of the page, and what is refused before."""

log: Any = structlog.get_logger("ludoteca.web")


def application(app: App, hub: Hub, names: frozenset[str], origins: frozenset[str], metrics: Metrics) -> Any:
    sockets = AuthMiddlewareStack(URLRouter([path("live", LiveConsumer.as_asgi(hub=hub))]))
    pages = _files(_Fair(get_asgi_application(), app.limits))
    router = ProtocolTypeRouter({"http": pages, "websocket": _SameOrigin(sockets, origins)})
    return _Measured(_Named(_with_app(router, app), names), app.limits, metrics)


def _with_app(inner: Any, app: App) -> Any:
    async def call(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await inner({**scope, SCOPE_KEY: app}, receive, send)

    return call


def _files(application: Any) -> Any:
    """The page's files, whose names change with what is in them, and the admin's."""
    static = ServeStaticASGI(
        application,
        max_age=3600,
        immutable_file_test=lambda path, url: url.startswith("/assets/"),
    )
    if (settings.PAGE / "assets").is_dir():
        static.add_files(str(settings.PAGE / "assets"), prefix="assets/")
    for finder in finders.get_finders():
        for name, storage in finder.list(None):
            static.add_file_to_dictionary(f"/static/{name}", storage.path(name))
    return static


class _Fair:
    """Limits how many requests an address has answered, over time and at once. Files cost little and do not count. A
    request has its turn while it is answered: not while its body comes in, nor while its answer is read."""

    def __init__(self, inner: Any, limits: RequestLimits) -> None:
        self._inner = inner
        self._limits = limits
        self._share = FairShare()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        address = self._limits.address_in(scope)
        if not self._limits.spend(address, "requests"):
            await _turn_away(send, 429, b"too many requests from here; wait a little\n")
            return
        body = await _whole_body(receive)
        if body is None:
            return
        answer: list[dict[str, Any]] = []

        async def keep(message: dict[str, Any]) -> None:
            answer.append(message)

        try:
            async with self._share.turn(address):
                await self._inner(scope, _with_body(body, receive), keep)
        except TooManyWaiting:
            await _turn_away(send, 429, b"too many requests from here at once\n")
        for message in answer:
            await send(message)


async def _whole_body(receive: Any) -> bytes | None:
    """None: the client has gone away before it was whole. The connection bounds it, in size and in time."""
    pieces: list[bytes] = []
    while (message := await receive())["type"] == "http.request":
        pieces.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(pieces)
    return None


def _with_body(body: bytes, receive: Any) -> Any:
    """`receive` as if the body were still to come."""
    whole = [{"type": "http.request", "body": body}]

    async def call() -> Any:
        return whole.pop() if whole else await receive()

    return call


class _Measured:
    """Counts and times requests by route and status, and logs each where the settings say so. A path is not told: the
    code of a private room in it lets people in."""

    def __init__(self, inner: Any, limits: RequestLimits, metrics: Metrics) -> None:
        self._inner = inner
        self._limits = limits
        self._metrics = metrics

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        route: list[str] = []  # told by the middleware, where a request gets as far as a route
        status, began = 0, time.monotonic()

        async def watched(message: dict[str, Any]) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self._inner({**scope, ROUTE_KEY: route}, receive, watched)
        finally:
            self._told(scope, route[0] if route else NO_ROUTE, status, time.monotonic() - began)

    def _told(self, scope: dict[str, Any], route: str, status: int, seconds: float) -> None:
        self._metrics.requested(route, status, seconds)
        if self._limits.settings.access_log:
            address = self._limits.address_in(scope)
            ms = round(seconds * 1000)
            log.info("request", method=scope["method"], route=route, status=status, ms=ms, address=address)


class _Named:
    """Refuses connections whose Host is not one of ours. Load balancers that check us by HTTP/1.0 send none; browsers,
    which a foreign name could lead here, always do."""

    def __init__(self, inner: Any, names: frozenset[str]) -> None:
        self._inner = inner
        self._names = names

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        host = _header(scope, b"host")
        if is_allowed_host(host, self._names) or (not host and scope.get("http_version") == "1.0"):
            await self._inner(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await _turn_away(send, 400, b"not known here under this name\n")


async def _turn_away(send: Any, status: int, why: bytes) -> None:
    length = str(len(why)).encode()
    headers = [(b"content-type", b"text/plain"), (b"content-length", length), (b"connection", b"close")]
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        headers.append((b"retry-after", b"10"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": why})


class _SameOrigin:
    """Accepts live sockets from our own pages only: from the same host and port, or an origin on the list."""

    def __init__(self, inner: Any, origins: frozenset[str]) -> None:
        self._inner = inner
        self._origins = origins

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        origin = _header(scope, b"origin")
        if origin in self._origins or is_same_origin(origin, _header(scope, b"host")):
            await self._inner(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})


def _header(scope: dict[str, Any], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope.get("headers", ()) if key == name), "")
