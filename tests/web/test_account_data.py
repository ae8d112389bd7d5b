"""The end of an account: what was played stays without a name, and everything else about the person is gone."""

import pytest

from ludoteca.web.accounts import account_data, registration
from ludoteca.web.models import Match, Player
from ludoteca.web.play import matchmaking, rooms
from ludoteca.web.schemas import JoinQueue

from .apps import APP
from .deployments import Deployment
from .people import begun, give_points, people, refused, room_of, sitting, status, won

PASSWORD = "a horse, a battery, a staple"


def member(name: str = "ada-lovelace") -> Player:
    return registration.register(APP, None, name, PASSWORD, "Ada")


@pytest.mark.usefixtures("database")
def test_matches_of_a_deleted_account_stay_without_its_name() -> None:
    ada, (bo,) = member(), people("Bo")
    Player.objects.filter(pk=ada.pk).update(email="ada@example.org")
    match = begun(ada, bo)
    won(match, ada)
    ada.refresh_from_db()
    account_data.delete(APP, ada, PASSWORD)
    row = Player.objects.get(pk=ada.pk)
    assert (row.username, row.nickname, row.email) == (f"deleted-{ada.pk}", "Deleted player", "")
    assert (row.is_active, row.has_usable_password(), row.skeleton) == (False, False, "")
    assert [seat.player_id for seat in Match.objects.get().seats.all()] == [ada.pk, bo.pk]
    assert member().username == "ada-lovelace"


@pytest.mark.usefixtures("database")
def test_a_deleted_account_leaves_its_rooms_and_the_queue() -> None:
    ada, (bo,) = member(), people("Bo")
    own, another = room_of(ada), room_of(bo, "briscola")
    rooms.sit(APP, ada, another.code, None)
    matchmaking.join(APP, ada, JoinQueue(game="gomoku"))
    account_data.delete(APP, ada, PASSWORD)
    assert (status(own), status(another), sitting(another)[:2]) == ("closed", "open", ["Bo", ""])
    assert not Player.objects.filter(ticket__isnull=False).exists()


@pytest.mark.usefixtures("database")
def test_nobody_deletes_an_account_in_a_game_or_without_its_password() -> None:
    ada, (bo,) = member(), people("Bo")
    with refused("bad_password", 403):
        account_data.delete(APP, ada, "a guess")
    begun(ada, bo)
    with refused("playing"):
        account_data.delete(APP, ada, PASSWORD)
    assert Player.objects.get(pk=ada.pk).username == "ada-lovelace"


@pytest.mark.usefixtures("database")
def test_staff_do_not_delete_themselves() -> None:
    boss = Player.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    with refused("not_for_staff", 403):
        account_data.delete(APP, boss, PASSWORD)


@pytest.mark.usefixtures("database")
def test_the_name_of_a_deleted_account_is_for_nobody_to_take() -> None:
    with refused("name_taken"):
        registration.register(APP, None, "deleted-1", PASSWORD)


@pytest.mark.usefixtures("database")
def test_everything_about_a_player_is_given_out() -> None:
    ada, (bo,) = member(), people("Bo")
    match = begun(ada, bo)
    won(match, ada)
    give_points(ada, 10)
    told = account_data.export(ada)
    assert (told.player.name, told.matches, [each.points for each in told.ratings]) == (
        "ada-lovelace",
        (match.game_id,),
        [10],
    )
    assert [(each.amount, each.key) for each in told.tokens] == [(10, f"sign-up:{ada.pk}")]


def test_whose_account_is_deleted_is_nobody_on_every_device(embedded: Deployment) -> None:
    here, there = embedded.browser(), embedded.browser()
    name = f"gone-{embedded.browser('Eve').name[-8:]}"
    here.post("me/register", {"name": name, "password": PASSWORD})
    there.post("me/login", {"name": name, "password": PASSWORD})
    assert here.get("me/data")["player"]["name"] == name
    live = there.live()
    live.until(lambda message: message["type"] == "me")
    assert here.refused("POST", "me/delete", {"password": "a guess"}) == (403, "bad_password")
    assert here.post("me/delete", {"password": PASSWORD})["player"] is None
    assert live.closed_with() == 1001
    assert [each.get("me")["player"] for each in (here, there)] == [None, None]
    assert there.refused("POST", "me/login", {"name": name, "password": PASSWORD}) == (403, "bad_login")
    assert here.refused("GET", f"players/{name}") == (404, "not_found")
