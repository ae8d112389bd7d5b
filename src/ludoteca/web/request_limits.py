"""Guards: how often one may ask, and what browsers are told to refuse.

Laws kept here: how often is counted by address: the peer's, or, behind our own proxies, the one that they wrote.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware
from django.utils.http import http_date

from ludoteca.gateway.origins import neighbourhood
from ludoteca.gateway.token_bucket import Credits
from ludoteca.runtime.settings import Settings

from .errors import Refused

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; connect-src 'self' ws: wss:; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' https://github.com"
)
ADMIN_POLICY: Final = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
ADDRESSES_AT_MOST: Final = 10_000
MINUTE: Final = 60


class Limits:
    """The limits of this process, filled in at its start."""

    def __init__(self) -> None:
        self.settings = Settings()
        self._spent: dict[tuple[str, str], Credits] = {}

    def spend(self, address: str, purse: str) -> bool:
        limit: int = getattr(self.settings, f"{purse}_per_minute")
        now = int(time.monotonic() * 1000)
        key = (neighbourhood(address), purse)
        if key not in self._spent and len(self._spent) >= ADDRESSES_AT_MOST:
            del self._spent[next(iter(self._spent))]  # the oldest: nobody can be remembered for ever
        return self._spent.setdefault(key, Credits(limit / MINUTE, limit, now)).spend(now)


limits: Final = Limits()


def spend(request: HttpRequest, purse: str) -> None:
    """One more request out of a purse of this address; Refused if it is empty."""
    check(address_of(request), purse)


def check(whose: str, purse: str) -> None:
    """The same of anybody: an address, a name, a player."""
    if not limits.spend(whose, purse):
        raise Refused("too_many", "too many requests from here; wait a little", 429)


def address_of(request: HttpRequest) -> str:
    """Where a request comes from."""
    return _address(request.headers.get("X-Forwarded-For", ""), str(request.META.get("REMOTE_ADDR", "")))


def address_in(scope: dict[str, Any]) -> str:
    """Where a connection comes from, as far as limits care."""
    written = [value.decode("latin-1") for key, value in scope["headers"] if key == b"x-forwarded-for"]
    return neighbourhood(_address(",".join(written), scope["client"][0] if scope.get("client") else ""))


def _address(forwarded_for: str, peer: str) -> str:
    """As our own proxies say, or else the peer's."""
    proxies = limits.settings.proxies
    forwarded = [each.strip() for each in forwarded_for.split(",")] if forwarded_for else []
    return forwarded[-proxies] if 0 < proxies <= len(forwarded) else peer


@sync_and_async_middleware
def guard(get_response: Any) -> Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]]:
    """Logging in as staff is counted as logging in is; browsers are told what to refuse."""

    def refused(request: HttpRequest) -> HttpResponse | None:
        is_login = request.method == "POST" and request.path.startswith("/admin/login")
        if is_login and not limits.spend(address_of(request), "logins"):
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
