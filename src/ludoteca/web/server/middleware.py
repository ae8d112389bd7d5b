"""Django middleware: limits logins to the admin, and sets the security headers."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware
from django.utils.http import http_date

from ..app import app_of

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; connect-src 'self' ws: wss:; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' https://github.com"
)
ADMIN_POLICY: Final = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")


@sync_and_async_middleware
def guard(get_response: Any) -> Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]]:
    """Staff logins count against the same limit as others; security headers are set."""

    def refused(request: HttpRequest) -> HttpResponse | None:
        is_login = request.method == "POST" and request.path.startswith("/admin/login")
        if is_login and not _may_log_in(request):
            return HttpResponse("too many requests from here; wait a little\n", "text/plain", 429)
        return None

    def guarded(request: HttpRequest, response: HttpResponse) -> HttpResponse:
        policy = ADMIN_POLICY if request.path.startswith("/admin/") else POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Date", http_date())  # the page tells by it how wrong its own clock is
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        return response

    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> HttpResponse:
            return guarded(request, refused(request) or await get_response(request))

        return later
    return lambda request: guarded(request, refused(request) or get_response(request))


def _may_log_in(request: HttpRequest) -> bool:
    limits = app_of(request).limits
    return limits.spend(limits.address_of(request), "logins")
