"""Guards: how often one may ask, and what browsers are told to refuse.

Laws kept here: how often is counted by address: the peer's, or, behind our own proxies, the one that they wrote.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

from ludoteca.gateway.credits import Credits
from ludoteca.runtime.settings import Settings

from .refusing import Refused

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
        if len(self._spent) > ADDRESSES_AT_MOST:  # better to forgive everybody than to remember everybody
            self._spent.clear()
        credits_left = self._spent.setdefault((address, purse), Credits(limit / MINUTE, limit, now))
        return credits_left.spend(now)


limits: Final = Limits()


def spend(request: HttpRequest, purse: str) -> None:
    """One more request out of a purse of this address; Refused if it is empty."""
    if not limits.spend(address_of(request), purse):
        raise Refused("too_many", "too many requests from here; wait a little", 429)


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, as our own proxies say, or else the connection."""
    proxies = limits.settings.proxies
    written = request.headers.get("X-Forwarded-For", "")
    forwarded = [each.strip() for each in written.split(",")] if written else []
    if 0 < proxies <= len(forwarded):
        return forwarded[-proxies]
    return str(request.META.get("REMOTE_ADDR", ""))


@sync_and_async_middleware
def headers(get_response: Any) -> Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]]:
    """What browsers are told to refuse."""

    def guarded(request: HttpRequest, response: HttpResponse) -> HttpResponse:
        policy = ADMIN_POLICY if request.path.startswith("/admin/") else POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        return response

    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> HttpResponse:
            return guarded(request, await get_response(request))

        return later
    return lambda request: guarded(request, get_response(request))
