"""Rooms: how they are left, closed and swept away; how people are asked in and play again."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from ludoteca.web.live import serializers
from ludoteca.web.models import Invitation, Match, Player, Room
from ludoteca.web.play import rooms
from tests.times import PATIENCE

from .apps import APP, with_games
from .databases import at_once
from .people import STAKED, balances, begun, latest, people, ranked, refused, room_of, sitting, status, under_way, won

pytestmark = pytest.mark.usefixtures("database")


def test_a_seat_can_be_left_before_the_game_and_the_last_to_go_closes_the_room(ada: Player) -> None:
    room = room_of(ada)
    rooms.stand(APP, ada, room.code)
    assert (status(room), sitting(room)) == ("closed", ["", ""])


def test_during_the_game_nobody_just_stands_up(ada: Player, bo: Player) -> None:
    with refused("playing"):
        rooms.stand(APP, ada, begun(ada, bo).room.code)


def test_after_the_game_whoever_goes_closes_the_room(ada: Player, bo: Player) -> None:
    match = begun(ada, bo)
    won(match, ada)
    assert status(match.room) == "over"
    rooms.stand(APP, bo, match.room.code)
    assert status(match.room) == "closed"


def test_the_owner_closes_his_room_and_nobody_else_does(ada: Player, bo: Player) -> None:
    room = room_of(ada)
    with refused("not_yours", 403):
        rooms.close(APP, bo, room.code)
    assert rooms.close(APP, ada, room.code) is None
    assert status(room) == "closed"


def test_a_game_with_others_is_not_closed_by_the_owner_but_by_who_runs_the_server(ada: Player, bo: Player) -> None:
    match = begun(ada, bo)
    with refused("playing"):
        rooms.close(APP, ada, match.room.code)
    (boss,) = people("Boss")
    boss.is_staff = True
    assert rooms.close(APP, boss, match.room.code) == match.game_id
    assert Match.objects.get(pk=match.pk).reason == "closed"


@pytest.mark.parametrize("leave", [rooms.stand, rooms.close])
def test_a_game_that_has_not_begun_can_be_left_and_everybody_has_his_stake_back(
    ada: Player, bo: Player, leave: Callable[..., str | None]
) -> None:
    match = begun(ada, bo, "duel", config=STAKED)
    assert leave(APP, ada, match.room.code, waiting=match.game_id) == match.game_id
    assert (status(match.room), balances(ada, bo)) == ("closed", [10, 10])
    assert Match.objects.get(pk=match.pk).reason == "closed"


def test_a_game_that_has_not_begun_is_left_by_whoever_did_not_make_the_room_too(ada: Player, bo: Player) -> None:
    match = begun(ada, bo, "duel", config=STAKED)
    assert rooms.stand(APP, bo, match.room.code, waiting=match.game_id) == match.game_id
    assert balances(ada, bo) == [10, 10]


def test_a_room_of_an_uninstalled_game_can_be_closed_and_refunds_stakes(ada: Player, bo: Player) -> None:
    match = begun(ada, bo, "duel", config=STAKED)
    ada.is_staff = True
    assert rooms.close(with_games({}), ada, match.room.code) == match.game_id
    assert (status(match.room), balances(ada, bo)) == ("closed", [10, 10])


def test_a_room_against_a_bot_of_a_game_that_is_gone_is_closed_by_its_owner(ada: Player) -> None:
    room = room_of(ada, seats=("me", "bot:greedy"))
    assert rooms.close(with_games({}), ada, room.code) == latest(room).game_id
    assert status(room) == "closed"


def test_whoever_does_not_sit_there_ends_nothing_that_has_not_begun(ada: Player, bo: Player) -> None:
    match = begun(ada, bo)
    assert rooms.stand(APP, people("Cy")[0], match.room.code, waiting=match.game_id) is None
    assert status(match.room) == "playing"


@pytest.mark.parametrize("leave", [rooms.stand, rooms.close])
def test_what_was_said_of_the_game_before_does_not_end_this_one(
    ada: Player, bo: Player, leave: Callable[..., str | None]
) -> None:
    first = begun(ada, bo)
    won(first, ada)
    for player in (ada, bo):
        rooms.ask_rematch(APP, player, first.room.code)
    with refused("playing"):
        leave(APP, ada, first.room.code, waiting=first.game_id)


@pytest.mark.parametrize("leave", [rooms.stand, rooms.close])
def test_a_series_is_not_left_so_though_its_game_has_not_begun(
    ada: Player, bo: Player, leave: Callable[..., str | None]
) -> None:
    row = ranked(ada, bo)
    with refused("playing"):
        leave(APP, row.room.owner, row.room.code, waiting=under_way(row).game_id)


def test_what_nobody_cares_for_is_swept_away(ada: Player, bo: Player) -> None:
    old, fresh = room_of(ada), room_of(ada)
    rooms.invite(APP, ada, old.code, bo.username)
    Room.objects.filter(pk=old.pk).update(changed_at=timezone.now() - timedelta(hours=2))
    rooms.sweep(APP, timedelta(hours=1), timedelta(hours=1))
    assert [status(old), status(fresh)] == ["closed", "open"]
    assert serializers.me(bo).invitations == ()


def test_a_room_that_somebody_comes_into_at_that_very_moment_is_not_swept_away(ada: Player, bo: Player) -> None:
    room = room_of(ada)
    Room.objects.filter(pk=room.pk).update(changed_at=timezone.now() - timedelta(hours=2))
    about_to_write = threading.Event()

    def watched(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not sql.startswith("SELECT") or "FOR UPDATE" in sql:
            about_to_write.set()
        return execute(sql, *rest)

    def sweep() -> None:
        with connection.execute_wrapper(watched):
            rooms.sweep(APP, timedelta(hours=1), timedelta(hours=1))
        connection.close()

    sweeping = threading.Thread(target=sweep)
    with transaction.atomic():
        rooms.sit(APP, bo, room.code, None)
        sweeping.start()
        assert about_to_write.wait(PATIENCE)
    sweeping.join()
    assert status(room) == "playing"


# Asking in


def test_whoever_sits_may_ask_somebody_in_once(ada: Player, bo: Player) -> None:
    room = room_of(ada)
    for _ in range(2):
        rooms.invite(APP, ada, room.code, f" {bo.username.upper()} ")
    assert [(each.room, each.sender.nickname) for each in serializers.me(bo).invitations] == [(room.code, "Ada")]


def test_whoever_does_not_sit_asks_nobody_in(ada: Player, bo: Player) -> None:
    with refused("not_seated", 403):
        rooms.invite(APP, bo, room_of(ada).code, ada.username)


@pytest.mark.parametrize("name", ["nobody-at-all", ""])
def test_nobody_is_asked_in_who_is_not_there(ada: Player, name: str) -> None:
    room = room_of(ada)
    for each in (name, ada.username):
        with refused("not_found", 404):
            rooms.invite(APP, ada, room.code, each)


def test_an_invitation_is_gone_when_the_game_begins(ada: Player, bo: Player) -> None:
    room = room_of(ada)
    rooms.invite(APP, ada, room.code, bo.username)
    rooms.sit(APP, people("Cy")[0], room.code, None)
    assert not Invitation.objects.exists()


# Playing again


def test_when_both_have_asked_they_play_again_the_other_way_round(ada: Player, bo: Player) -> None:
    match = begun(ada, bo)
    won(match, ada)
    rooms.ask_rematch(APP, bo, match.room.code)
    assert (status(match.room), rooms.find(match.room.code).rematch) == ("over", [bo.username])
    rooms.ask_rematch(APP, ada, match.room.code)
    assert (status(match.room), sitting(match.room)) == ("playing", ["Bo", "Ada"])
    assert (latest(match.room).number, rooms.find(match.room.code).rematch) == (2, [])


def test_against_a_bot_one_alone_asks(ada: Player) -> None:
    room = room_of(ada, seats=("me", "bot:greedy"))
    won(latest(room), ada)
    rooms.ask_rematch(APP, ada, room.code)
    assert sitting(room) == ["greedy", "Ada"]


def test_a_rematch_is_asked_for_by_players_and_after_the_game(ada: Player, bo: Player) -> None:
    match = begun(ada, bo)
    with refused("not_over"):
        rooms.ask_rematch(APP, ada, match.room.code)
    with refused("not_seated", 403):
        rooms.ask_rematch(APP, people("Cy")[0], match.room.code)


def test_both_asking_at_once_begin_one_match(ada: Player, bo: Player) -> None:
    match = begun(ada, bo)
    won(match, ada)
    code = match.room.code
    at_once(*(lambda each=each: rooms.ask_rematch(APP, each, code) for each in (ada, bo)))
    assert (Match.objects.filter(room=match.room).count(), status(match.room)) == (2, "playing")
