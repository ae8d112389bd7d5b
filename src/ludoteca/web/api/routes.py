"""Routes: how a request becomes a call, and what it gives an answer.

Laws kept here:
- A body is bounded, decoded whole and strictly, or refused with the place where it is wrong; so is what stands behind
  the `?` of an address.
- Who asks is known from the session, or, for programs, from a token in the header; never from the body.
- Every refusal is an `Error`, with a code. A crash tells a stranger nothing, and the log its place.
"""

import inspect
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, Literal, TypeAlias

import structlog
from channels.db import database_sync_to_async
from django.core.exceptions import RequestDataTooBig
from django.db import DataError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie

from ludoteca.kernel import Malformed, Value, decode
from ludoteca.kernel.values import encode, from_words
from ludoteca.runtime.crashes import exc_fields

from .. import schemas
from ..accounts import sessions
from ..app import App, app_of
from ..errors import ApiError, not_found
from ..models import Player

BODY_AT_MOST: Final = 16 * 1024
JSON: Final = "application/json"

Method: TypeAlias = Literal["GET", "POST", "DELETE"]
Needs: TypeAlias = Literal["nobody", "player", "token"]

log: Any = structlog.get_logger("ludoteca.web.api")


@dataclass(frozen=True)
class ApiRequest:
    """A request, read."""

    request: HttpRequest
    body: Any
    query: Any
    path: Mapping[str, str]
    player: Player | None
    app: App

    @property
    def somebody(self) -> Player:
        """Who asks, where the route needs somebody."""
        assert self.player is not None
        return self.player


Answer: TypeAlias = Value | tuple[Value, ...] | HttpResponse
Handler: TypeAlias = Callable[[ApiRequest], Answer | Awaitable[Answer]]


@dataclass(frozen=True)
class Route:
    method: Method
    path: str
    about: str
    takes: type[Value] | None
    asks: type[Value] | None
    gives: Any
    needs: Needs
    handler: Handler


ROUTES: Final[list[Route]] = []


def route(
    method: Method,
    where: str,
    *,
    takes: type[Value] | None = None,
    asks: type[Value] | None = None,
    gives: Any,
    needs: Needs = "player",
) -> Callable[[Handler], Handler]:
    """This function answers there; its first line says what it is about. It takes a body, or asks for a query."""

    def add(handler: Handler) -> Handler:
        about = (inspect.getdoc(handler) or "").split("\n")[0]
        ROUTES.append(Route(method, where, about, takes, asks, gives, needs, handler))
        return handler

    return add


def urls() -> list[URLPattern]:
    by_path: dict[str, dict[str, Route]] = defaultdict(dict)
    for each in ROUTES:
        by_path[each.path][each.method] = each
    return [path(f"api/{where}", _view(routes)) for where, routes in by_path.items()]


def _view(routes: dict[str, Route]) -> Any:
    async def view(request: HttpRequest, **given: str) -> HttpResponse:
        found_route = routes.get("GET" if request.method == "HEAD" else str(request.method))
        if found_route is None:
            return failed(ApiError("bad_method", f"here one can {', '.join(sorted(routes))}", 405))
        try:
            return answered(await _answer(found_route, request, given))
        except ApiError as refused:
            return failed(refused)
        except DataError:  # text that a database cannot hold, such as a NUL
            return failed(ApiError("bad_body", "something in it cannot be kept", 400))
        except (OperationalError, InterfaceError) as error:
            log.error("database_failed", path=found_route.path, **exc_fields(error))
            return failed(ApiError("unavailable", "the database does not answer; try again", 503))
        except Exception as error:
            log.error("request_failed", path=found_route.path, method=request.method, **exc_fields(error))
            return failed(ApiError("failed", "something went wrong here; it has been noted", 500))

    is_for_programs = all(each.needs == "token" for each in routes.values())
    return csrf_exempt(view) if is_for_programs else ensure_csrf_cookie(view)


async def _answer(asked_for: Route, request: HttpRequest, given: Mapping[str, str]) -> Answer:
    app = app_of(request)
    if asked_for.method != "GET":
        app.limits.check_request(request, "posts")
    if any("\0" in each for each in given.values()):  # no id has one, and not every database can be asked for it
        raise not_found("thing")
    user = await request.auser()
    player = user if isinstance(user, Player) else None
    if asked_for.needs == "player" and player is None:
        raise ApiError("nobody", "become a guest first, or log in", 401)
    if player is not None:
        await sessions.renew(request, player)
    asked = ApiRequest(request, _body(asked_for, request), _query(asked_for, request), given, player, app)
    if inspect.iscoroutinefunction(asked_for.handler):
        return await asked_for.handler(asked)  # type: ignore[no-any-return]
    return await database_sync_to_async(asked_for.handler)(asked)  # type: ignore[no-any-return]


def _body(asked_for: Route, request: HttpRequest) -> Any:
    if asked_for.takes is None:
        return None
    try:
        raw = request.body
    except RequestDataTooBig:
        raise ApiError("bad_body", f"the body must not be longer than {BODY_AT_MOST} bytes", 413) from None
    if raw and request.content_type != JSON:
        raise ApiError("bad_body", f"the body must be {JSON}", 415)
    try:
        return decode(raw or b"{}", asked_for.takes, at_most=BODY_AT_MOST)
    except Malformed as error:
        raise ApiError("bad_body", str(error), 400, where=error.where.removeprefix("$.")) from None


def _query(asked_for: Route, request: HttpRequest) -> Any:
    if asked_for.asks is None:
        return None
    try:
        return from_words(request.GET.dict(), asked_for.asks)
    except Malformed as error:
        raise ApiError("bad_query", str(error), 400, where=error.where.removeprefix("$.")) from None


def answered(answer: Answer) -> HttpResponse:
    if isinstance(answer, HttpResponse):
        return answer
    return answered_with(encode(answer))


def answered_with(body: bytes) -> HttpResponse:
    """An answer that is encoded already."""
    return HttpResponse(body, JSON, headers={"Cache-Control": "no-store"})


def failed(refused: ApiError) -> HttpResponse:
    body = encode(schemas.Error(refused.code, refused.reason, refused.facts))
    headers = {"Cache-Control": "no-store"}
    if refused.status == HTTPStatus.TOO_MANY_REQUESTS:
        headers["Retry-After"] = "10"
    return HttpResponse(body, JSON, refused.status, headers=headers)
