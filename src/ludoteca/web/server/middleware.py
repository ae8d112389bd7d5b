"""Django middleware: limits logins to the admin, and sets the security headers."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from asgiref.sync import iscoroutinefunction
from channels.db import database_sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware
from django.utils.http import http_date

from ..accounts import known_devices, login_limits
from ..app import ROUTE_KEY, app_of
from ..errors import ApiError

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; connect-src 'self' ws: wss:; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' https://github.com"
)
ADMIN_POLICY: Final = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")


@sync_and_async_middleware
def guard(get_response: Any) -> Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]]:
    """Staff logins count against the same limits as others; security headers and the device's cookie are set."""

    def guarded(request: HttpRequest, response: HttpResponse) -> HttpResponse:
        policy = ADMIN_POLICY if request.path.startswith("/admin/") else POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Date", http_date())  # the page tells by it how wrong its own clock is
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        known_devices.write(request, response)
        routes = request.scope.get(ROUTE_KEY) if isinstance(request, ASGIRequest) else None
        if routes is not None and request.resolver_match is not None:
            routes.append(request.resolver_match.route)
        return response

    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> HttpResponse:
            refused = await database_sync_to_async(_refused)(request) if _is_admin_login(request) else None
            return guarded(request, refused or await get_response(request))

        return later
    return lambda request: guarded(request, (_is_admin_login(request) and _refused(request)) or get_response(request))


def _is_admin_login(request: HttpRequest) -> bool:
    return request.method == "POST" and request.path.startswith("/admin/login")


def _refused(request: HttpRequest) -> HttpResponse | None:
    try:
        login_limits.check(app_of(request).limits, request, request.POST.get("username", "").strip().lower())
    except ApiError as refused:
        return HttpResponse(f"{refused.reason}\n", "text/plain", refused.status)
    return None
