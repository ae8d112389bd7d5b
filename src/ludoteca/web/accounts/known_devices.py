"""Known devices: browsers in which a member has logged in before, told by a signed cookie. Attempts of strangers to log
in under the member's name do not count against them.

Law kept here: a device is forgotten when the member changes their password or logs out everywhere.
"""

from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from ..models import Player

COOKIE: Final = "devices"
SALT: Final = "ludoteca.known_devices"
AGE: Final = 365 * 24 * 3600
MEMBERS_AT_MOST: Final = 5  # that share a browser
_WRITTEN: Final = "_known_devices"


def is_known(request: HttpRequest, name: str) -> bool:
    """Whether this member has logged in here before."""
    epoch = _read(request).get(name)
    return epoch is not None and Player.objects.filter(username=name, session_epoch=epoch).exists()


def remember(request: HttpRequest, member: Player) -> None:
    """From the answer on, this is one of the member's devices."""
    others = {name: epoch for name, epoch in _read(request).items() if name != member.username}
    latest = [*others.items(), (member.username, member.session_epoch)][-MEMBERS_AT_MOST:]
    setattr(request, _WRITTEN, dict(latest))


def write(request: HttpRequest, response: HttpResponse) -> None:
    known = getattr(request, _WRITTEN, None)
    if known is not None:
        response.set_cookie(
            COOKIE,
            signing.dumps(known, salt=SALT),
            max_age=AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def _read(request: HttpRequest) -> dict[str, int]:
    try:
        known: dict[str, int] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=AGE)
    except signing.BadSignature:
        return {}
    return known
