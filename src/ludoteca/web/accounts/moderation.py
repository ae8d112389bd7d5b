"""Moderation: reports about players, and what staff do about them: ban, mute, rename.

Laws kept here:
- A ban ends every session, socket and token of the player at once, and what they play is given up.
- It ends by itself: a login after its time finds that it is over.
- Players say set phrases only, and a muted player says none.
"""

import contextlib
import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from channels.db import database_sync_to_async
from django.db import IntegrityError, transaction
from django.utils import timezone

from .. import schemas
from ..app import App
from ..errors import ApiError
from ..models import MatchSeat, Player, Report, Room, RoomSeat, Ticket
from ..notifications import News
from ..play import rooms, series, settlement


class SeatInPlay(NamedTuple):
    game_id: str
    seat: int


def report(reporter: Player, player: Player, wanted: schemas.ReportPlayer) -> None:
    if player.pk == reporter.pk:
        raise ApiError("not_yourself", "you cannot report yourself")
    try:
        with transaction.atomic():
            Report.objects.create(reporter=reporter, player=player, reason=wanted.reason, text=wanted.text)
    except IntegrityError:
        raise ApiError("already_reported", "you have reported this player; the staff will look at it") from None


def close_reports(player: Player, by: Player) -> None:
    Report.objects.filter(player=player, closed_at=None).update(closed_at=timezone.now(), closed_by=by)


def check_may_moderate(staff: Player, player: Player) -> None:
    if player.is_staff and not staff.is_superuser:
        raise ApiError("not_for_staff", "only a superuser does this to a member of the staff", 403)
    if player.is_superuser:
        raise ApiError("not_for_staff", "nobody does this to a superuser", 403)


async def ban(app: App, player: Player, until: datetime) -> None:
    """They are nobody until then; an account that is inactive for good stays so."""
    if not player.is_active and player.banned_until is None:
        raise ApiError("bad_body", "this account is inactive for good; make it active first", 400)
    for game_id, seat in await database_sync_to_async(_ban)(app, player, until):
        await app.tables.shut_seat(game_id, seat)
        await _give_up(app, game_id, seat)


def lift_ban(player: Player) -> None:
    if player.banned_until is None:
        raise ApiError("bad_body", "this account is not banned", 400)
    player.is_active, player.banned_until = True, None
    player.save(update_fields=["is_active", "banned_until"])


def lift_if_over(name: str) -> None:
    """Before somebody logs in."""
    over = Player.objects.filter(username=name, banned_until__lte=timezone.now())
    over.update(is_active=True, banned_until=None)


def check_banned(name: str, password: str) -> None:
    """ApiError if this is the right password of somebody who is banned."""
    player = Player.objects.filter(username=name, banned_until__gt=timezone.now()).first()
    if player is not None and player.banned_until is not None and player.check_password(password):
        days = math.ceil((player.banned_until - timezone.now()) / timedelta(days=1))
        until = f"{player.banned_until:%Y-%m-%d %H:%M} UTC"
        raise ApiError("banned", f"this account is banned until {until}", 403, days=days)


def mute(player: Player, until: datetime | None) -> None:
    """They say nothing until then; None: they may speak again."""
    player.muted_until = until
    player.save(update_fields=["muted_until"])


def check_muted(player: Player) -> None:
    if player.muted_until is not None and player.muted_until > timezone.now():
        raise ApiError("muted", "you have been muted by the staff", 403)


def _ban(app: App, player: Player, until: datetime) -> Sequence[SeatInPlay]:
    """Where they play: each table and seat."""
    with transaction.atomic():
        player.is_active, player.banned_until = False, until
        player.session_epoch += 1
        player.save(update_fields=["is_active", "banned_until", "session_epoch"])
        Ticket.objects.filter(player=player).delete()
    app.notify(News(out_player=player.pk, lobby=True))
    sitting = RoomSeat.objects.filter(player=player).exclude(room__status=Room.Status.CLOSED)
    for code, status in list(sitting.values_list("room__code", "room__status")):
        with contextlib.suppress(ApiError):  # no series is played there, or it has ended meanwhile
            if status == Room.Status.PLAYING:
                series.abandon(app, player, code)
            else:
                rooms.stand(app, player, code)
    playing = MatchSeat.objects.filter(player=player, match__ended_at=None)
    return [SeatInPlay(*each) for each in playing.values_list("match__game_id", "seat")]


async def _give_up(app: App, game_id: str, seat: int) -> None:
    """Resigns; a game that has not begun, or whose table does not answer, is broken off."""
    with contextlib.suppress(ApiError):
        if await app.tables.resign(game_id, seat):
            return
    await database_sync_to_async(settlement.close)(app, game_id)
    with contextlib.suppress(ApiError):
        await app.tables.close(game_id)
