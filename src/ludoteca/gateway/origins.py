"""Which `Host` and `Origin` headers are acceptable, and which addresses share a rate limit.

Laws kept here: an allowed host is on the list, or is an address, or localhost; so a name that somebody else points at
us (DNS rebinding) opens nothing. A page has our origin only if it comes from the host and port that it talks to.
"""

import ipaddress
from collections.abc import Container
from urllib.parse import urlsplit


def is_allowed_host(host: str, listed: Container[str]) -> bool:
    """Whether the name in a `Host` header is one of ours."""
    name = _name(host)
    return name == "localhost" or name in listed or "*" in listed or _is_address(name)


def is_same_origin(origin: str, host: str) -> bool:
    """Whether this origin is the host that the request goes to."""
    try:
        parts = urlsplit(origin)
    except ValueError:  # such as `http://[`
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc == host


def network_of(address: str) -> str:
    """The unit that limits apply to: an IPv4 address, or an IPv6 /64 network, which one client may own whole."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is None:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return address


def _name(host: str) -> str:
    before, colon, port = host.rpartition(":")
    return (before if colon and port.isdecimal() else host).strip("[]").lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
