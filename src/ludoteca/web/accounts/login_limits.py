"""How often one may try to log in: per address, per name from one address, and per name from all addresses.

Law kept here: nobody can lock a member out. The last limit, which strangers could use up together, does not count on
the member's own devices.
"""

from django.http import HttpRequest

from ludoteca.gateway.origins import network_of

from ..request_limits import RequestLimits
from . import known_devices


def check(limits: RequestLimits, request: HttpRequest, name: str) -> None:
    """One attempt; ApiError if it is one too many."""
    limits.check_request(request, "logins")
    limits.check(f"{name}@{network_of(limits.address_of(request))}", "guesses")
    if not known_devices.is_known(request, name):
        limits.check(name, "name_logins")
