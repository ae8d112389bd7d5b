"""Sessions: renewed by visits, and ended everywhere at once.

Law kept here: a session ends `SESSION_COOKIE_AGE` after the last visit, to a thirtieth of it; `Player.seen_at` is that
visit.
"""

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from ..app import App
from ..models import Player
from ..notifications import News
from . import known_devices

RENEWED: Final = "renewed"
"""In a session: when its end was last moved, in seconds."""
RENEWAL: Final = timedelta(seconds=settings.SESSION_COOKIE_AGE / 30)
"""A visit moves the end of its session, and so writes to the database, no more often than this."""


def begin(sender: Any, request: HttpRequest, user: Player, **more: Any) -> None:
    """Somebody has logged in."""
    request.session[RENEWED] = _now()
    if user.has_usable_password():
        known_devices.remember(request, user)


async def renew(request: HttpRequest, player: Player) -> None:
    if _now() - await request.session.aget(RENEWED, 0) < RENEWAL.total_seconds():
        return
    await request.session.aset(RENEWED, _now())
    await Player.objects.filter(pk=player.pk).aupdate(seen_at=timezone.now())


def end_others(app: App, request: HttpRequest, player: Player) -> None:
    """Every session of the player ends but this one, which goes on under a new key. All their live sockets are closed:
    they belong to sessions that are no more."""
    Player.objects.filter(pk=player.pk).update(session_epoch=F("session_epoch") + 1)
    player.refresh_from_db(fields=["session_epoch"])
    request.user = player  # who was looked up lazily would not be known by the old hash any more
    update_session_auth_hash(request, player)
    if player.has_usable_password():
        known_devices.remember(request, player)
    app.notify(News(out_player=player.pk))


def _now() -> int:
    return int(timezone.now().timestamp())
