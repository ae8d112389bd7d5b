"""Rate limits of requests: how often an address, a name or a player may do a thing.

Law kept here: requests are counted by address: the peer's, or, behind our own proxies, the one they forwarded.
"""

import time
from typing import Any, Final

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from ludoteca.gateway.origins import network_of
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.token_bucket import AddressBuckets

from .errors import ApiError

PERIODS: Final = {"minute": 60, "day": 24 * 60 * 60}
DAILY: Final = frozenset({"codes", "guests", "mails", "reports", "rooms"})
"""What stays in a database or a mailbox is limited by the day, everything else by the minute."""


class RequestLimits:
    """A token bucket per client and kind of request: `requests`, `logins`, `posts`, … as the settings have them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._buckets: dict[str, AddressBuckets] = {}

    def spend(self, client: str, kind: str) -> bool:
        now = int(time.monotonic() * 1000)
        if kind not in self._buckets:
            limit: int = getattr(self.settings, f"{kind}_per_{_period(kind)}")
            self._buckets[kind] = AddressBuckets(limit / PERIODS[_period(kind)], limit)
        return self._buckets[kind].of(network_of(client), now).spend(now)

    def check(self, client: str, kind: str) -> None:
        """Spends one; ApiError if none is left. A client is an address, a name or a player."""
        if self.spend(client, kind):
            return
        if _period(kind) == "day":
            raise ApiError("too_many_today", f"too many {kind} from here today; try again tomorrow", 429)
        raise ApiError("too_many", "too many requests from here; wait a little", 429)

    def check_request(self, request: HttpRequest, kind: str) -> None:
        self.check(self.address_of(request), kind)

    def address_of(self, request: HttpRequest) -> str:
        """The address a request comes from."""
        return self._address(request.headers.get("X-Forwarded-For", ""), str(request.META.get("REMOTE_ADDR", "")))

    def owner_at(self, request: HttpRequest) -> str:
        """The address of a request as it may be kept: what comes from one address has one, and tells no address."""
        return salted_hmac("ludoteca.address", network_of(self.address_of(request))).hexdigest()[:32]

    def address_in(self, scope: dict[str, Any]) -> str:
        """The address a connection comes from, as far as limits tell them apart."""
        forwarded = [value.decode("latin-1") for key, value in scope["headers"] if key == b"x-forwarded-for"]
        return network_of(self._address(",".join(forwarded), scope["client"][0] if scope.get("client") else ""))

    def _address(self, forwarded_for: str, peer: str) -> str:
        proxies = self.settings.proxies
        forwarded = [each.strip() for each in forwarded_for.split(",")] if forwarded_for else []
        return forwarded[-proxies] if 0 < proxies <= len(forwarded) else peer


def _period(kind: str) -> str:
    return "day" if kind in DAILY else "minute"
