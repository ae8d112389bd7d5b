"""Retention: a server that runs for months keeps what was played and those who played it, and nothing else grows."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from ludoteca.runtime.settings import Settings
from ludoteca.web.accounts import registration
from ludoteca.web.models import LedgerEntry, Match, Player, Room
from ludoteca.web.play import rooms
from ludoteca.web.scheduler.retention import delete_old

from .apps import APP
from .people import begun, people, room_of, status, won

pytestmark = pytest.mark.usefixtures("database")

SETTINGS = Settings()
START = datetime(2026, 1, 1, tzinfo=UTC)


def a_day_passes(now: datetime) -> None:
    """Five visitors come for a moment; each opens a room, closes it, and never comes back."""
    for guest in people(*"ABCDE"):
        rooms.close(APP, guest, room_of(guest).code)
        session = SessionStore()
        session["_auth_user_id"] = str(guest.pk)
        session.save()
        Session.objects.filter(pk=session.session_key).update(expire_date=now + timedelta(days=30))
        Player.objects.filter(pk=guest.pk).update(seen_at=now)
        Room.objects.filter(owner=guest).update(changed_at=now)


def rows() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Player, LedgerEntry, Room, Session))


def test_the_database_of_a_busy_server_is_flat_after_a_month() -> None:
    counted = []
    for day in range(45):
        a_day_passes(START + timedelta(days=day))
        delete_old(SETTINGS, START + timedelta(days=day))
        counted.append(rows())
    assert counted[0] < counted[20] < counted[31]
    assert set(counted[32:]) == {counted[32]}


def test_what_was_played_and_those_who_played_it_stay(ada: Player, bo: Player) -> None:
    match = begun(ada, bo)
    won(match, ada)
    rooms.stand(APP, ada, match.room.code)
    Player.objects.update(seen_at=START)
    Room.objects.update(changed_at=START)
    before = rows()
    assert (status(match.room), delete_old(SETTINGS, START + timedelta(days=400))[:3]) == ("closed", (0, 0, 0))
    assert (rows(), Match.objects.count()) == (before, 1)


def test_matches_go_with_their_guests_if_the_host_wants_it(ada: Player, bo: Player) -> None:
    settings = Settings(match_days=90)
    cy, di = people("cy", "di")
    over, under_way = begun(ada, bo), begun(cy, di)
    won(over, ada)
    rooms.stand(APP, ada, over.room.code)
    Player.objects.update(seen_at=START)
    Room.objects.update(changed_at=START)
    kept = Player.objects.count()
    assert delete_old(settings, START + timedelta(days=89)) == (0, 0, 0, 0, 0)
    assert delete_old(settings, START + timedelta(days=91)) == (1, 0, 2, 0, 0)
    assert [match.pk for match in Match.objects.all()] == [under_way.pk]
    assert Player.objects.count() == kept - 2


def test_members_and_those_who_sit_somewhere_stay(ada: Player, bo: Player) -> None:
    registration.register(APP, bo, "bo-bo", "a horse, a battery, a staple")
    room_of(ada)
    Player.objects.update(seen_at=START)
    Room.objects.update(changed_at=START)
    assert delete_old(SETTINGS, START + timedelta(days=400)) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("days", "deleted"), [(2, (0, 0, 0, 0, 0)), (9, (0, 1, 0, 0, 0)), (31, (0, 1, 0, 1, 0)), (32, (0, 1, 1, 1, 0))]
)
def test_each_kind_goes_when_its_time_is_over(days: int, deleted: tuple[int, ...]) -> None:
    a_day_passes(START)
    counted = delete_old(SETTINGS, START + timedelta(days=days))
    assert counted == tuple(5 * each for each in deleted)
