"""Where a page comes from, and under which name it has reached us.

Laws kept here: a name of ours is on the list, or is an address, or this machine itself; so a name that somebody else
points at us opens nothing. A page of ours comes from the very host and port that it talks to.
"""

import ipaddress
from collections.abc import Container
from urllib.parse import urlsplit


def is_allowed_host(host: str, listed: Container[str]) -> bool:
    """Whether we are known under what a `Host` header says."""
    name = _name(host)
    return name == "localhost" or name in listed or "*" in listed or _is_address(name)


def is_same_origin(origin: str, host: str) -> bool:
    """Whether a page from this origin talks to the host it came from."""
    try:
        parts = urlsplit(origin)
    except ValueError:  # such as `http://[`
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc == host


def network_of(address: str) -> str:
    """Whose address it is, as far as limits care: in IPv6 everybody has a whole network of them."""
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
