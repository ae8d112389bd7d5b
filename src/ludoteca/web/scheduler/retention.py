"""Retention: what nobody will ask for again is deleted, so that a public server does not fill its disk by itself.

Laws kept here:
- Nothing that was played is deleted, unless the host has set for how long matches are kept; nor anybody of whom a
  match is kept, who sits somewhere, or who registered.
- A few rows at a time, each time in one transaction; several servers may do this at once.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from ludoteca.runtime.settings import Settings

from ..accounts.sessions import RENEWAL
from ..models import LedgerEntry, Match, MatchSeat, Player, Report, Room, RoomSeat, Series

AT_A_TIME: Final = 500


class Deleted(NamedTuple):
    matches: int
    rooms: int
    guests: int
    sessions: int
    reports: int


def delete_old(settings: Settings, now: datetime) -> Deleted:
    """Matches and rooms go before the guests who played or own them."""
    played_before = now - timedelta(days=settings.match_days)
    closed_before = now - timedelta(days=settings.room_days)
    seen_before = now - timedelta(days=settings.guest_days) - RENEWAL  # a visit is noted once per renewal
    return Deleted(
        matches=_in_batches(_played_rooms(played_before), _delete) if settings.match_days else 0,
        rooms=_in_batches(_unplayed_rooms(closed_before), _delete),
        guests=_in_batches(_idle_guests(seen_before), _delete_guests),
        sessions=_in_batches(Session.objects.filter(expire_date__lt=now), _delete),
        reports=_in_batches(Report.objects.filter(at__lt=now - timedelta(days=settings.report_days)), _delete),
    )


def _played_rooms(before: datetime) -> QuerySet[Room]:
    under_way = Exists(Match.objects.filter(room=OuterRef("pk"), ended_at=None))
    return Room.objects.filter(_played() & ~under_way, status=Room.Status.CLOSED, changed_at__lt=before)


def _unplayed_rooms(before: datetime) -> QuerySet[Room]:
    return Room.objects.filter(~_played(), status=Room.Status.CLOSED, changed_at__lt=before)


def _played() -> Q:
    matches, series = Match.objects.filter(room=OuterRef("pk")), Series.objects.filter(room=OuterRef("pk"))
    return Q(Exists(matches)) | Q(Exists(series))


def _idle_guests(before: datetime) -> QuerySet[Player]:
    sides = Q(first=OuterRef("pk")) | Q(second=OuterRef("pk"))
    kept = (
        Exists(MatchSeat.objects.filter(player=OuterRef("pk")))
        | Exists(RoomSeat.objects.filter(player=OuterRef("pk")))
        | Exists(Room.objects.filter(owner=OuterRef("pk")))
        | Exists(Series.objects.filter(sides))
    )
    return Player.objects.filter(~kept, is_guest=True, is_staff=False, seen_at__lt=before)


def _in_batches(old: QuerySet[Model], delete: Callable[[QuerySet[Model]], None]) -> int:
    deleted = 0
    while keys := list(old.values_list("pk", flat=True)[:AT_A_TIME]):
        with transaction.atomic():
            delete(old.filter(pk__in=keys))
        deleted += len(keys)
    return deleted


def _delete(rows: QuerySet[Model]) -> None:
    rows.delete()


def _delete_guests(guests: QuerySet[Model]) -> None:
    """With the tokens they were given."""
    locked = list(guests.select_for_update().values_list("pk", flat=True))
    LedgerEntry.objects.filter(player__in=locked).delete()
    Player.objects.filter(pk__in=locked).delete()
