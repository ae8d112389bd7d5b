"""What staff do about a player on the moderation page of the admin, each as one sentence for the log."""

import contextlib
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from asgiref.sync import async_to_sync
from django.utils import timezone

from ..app import App
from ..errors import ApiError
from ..models import Player
from ..play import rooms
from . import moderation, registration

DAYS: Final = (1, 7, 30, 365)


def moderated(app: App, staff: Player, player: Player, form: Mapping[str, str]) -> str:
    """Does what the form asks for; ApiError says why not."""
    moderation.check_may_moderate(staff, player)
    match form.get("action"):
        case "ban":
            until = timezone.now() + _days(form)
            async_to_sync(moderation.ban)(app, player, until)
            return f"Banned until {until:%Y-%m-%d %H:%M} UTC."
        case "lift":
            moderation.lift_ban(player)
            return "The ban is lifted."
        case "mute":
            until = timezone.now() + _days(form)
            moderation.mute(player, until)
            return f"Muted until {until:%Y-%m-%d %H:%M} UTC."
        case "unmute":
            moderation.mute(player, None)
            return "No longer muted."
        case "rename":
            before = player.nickname
            registration.change(app, player, form.get("nickname", ""), None)
            return f"The nickname {before} is now {player.nickname}."
        case "close":
            return _closed(app, staff, form.get("room", ""))
        case "dismiss":
            moderation.close_reports(player, staff)
            return "The reports are closed."
        case _:
            raise ApiError("bad_body", "no such action", 400)


def _days(form: Mapping[str, str]) -> timedelta:
    days = form.get("days", "")
    if days not in map(str, DAYS):
        raise ApiError("bad_body", f"{days!r} is not one of the numbers of days", 400)
    return timedelta(days=int(days))


def _closed(app: App, staff: Player, code: str) -> str:
    table = rooms.close(app, staff, code)
    if table is not None:
        with contextlib.suppress(ApiError):  # it is closed already, or was never opened; the room is, either way
            async_to_sync(app.tables.close)(table)
    return f"Room {code} is closed, and stakes are returned."
