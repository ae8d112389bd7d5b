"""Another series: both ask in time, the other opens, and points are added to points."""

import pytest

from ludoteca.web.models import Match, Player, Room, Ticket
from ludoteca.web.models.play import Series
from ludoteca.web.play import matchmaking, rooms
from ludoteca.web.schemas import JoinQueue

from .apps import APP
from .databases import at_once
from .people import later, people, play, points, ranked, refused, status, under_way

pytestmark = pytest.mark.usefixtures("database")


def finished() -> tuple[Series, Player, Player]:
    ada, bo = people("Ada", "Bo")
    row = ranked(ada, bo)
    play(row, ada, ada)
    return row, ada, bo


def test_when_both_ask_in_time_another_series_begins_with_the_other_opener() -> None:
    row, ada, bo = finished()
    for player in (ada, bo):
        rooms.ask_rematch(APP, player, row.room.code)
    fresh = Series.objects.exclude(pk=row.pk).get()
    openers = [each.seats.get(seat=0).player_id for each in (row.matches.get(number=1), under_way(fresh))]
    assert (set(openers), status(fresh.room)) == ({ada.pk, bo.pk}, "playing")
    assert Room.objects.get(pk=row.room_id).rematch == []


def test_one_who_asks_twice_is_still_one() -> None:
    row, ada, _ = finished()
    for _ in range(2):
        rooms.ask_rematch(APP, ada, row.room.code)
    assert Series.objects.count() == 1


def test_fifteen_seconds_after_the_end_it_is_too_late() -> None:
    row, ada, bo = finished()
    rooms.ask_rematch(APP, ada, row.room.code)
    later(row, 16)
    with refused("too_late"):
        rooms.ask_rematch(APP, bo, row.room.code)
    assert (Series.objects.count(), Match.objects.count()) == (1, 2)


def test_both_asking_at_once_begin_one_series() -> None:
    row, ada, bo = finished()
    code = row.room.code
    at_once(*(lambda each=each: rooms.ask_rematch(APP, each, code) for each in (ada, bo)))
    assert Series.objects.filter(is_over=False).count() == 1


def test_who_plays_another_series_waits_for_nobody_else() -> None:
    row, ada, bo = finished()
    matchmaking.join(APP, bo, JoinQueue(game="gomoku", ranked=True))
    for player in (ada, bo):
        rooms.ask_rematch(APP, player, row.room.code)
    assert not Ticket.objects.exists()


def test_points_of_a_rematch_are_added_to_those_of_before() -> None:
    row, ada, bo = finished()
    for player in (ada, bo):
        rooms.ask_rematch(APP, player, row.room.code)
    play(Series.objects.exclude(pk=row.pk).get(), bo, bo)
    assert (points(ada), points(bo)) == (15, 30)
