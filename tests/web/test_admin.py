"""The admin: who runs the server sees everything, and edits no rules and no results."""

import pytest
from asgiref.sync import async_to_sync
from django.contrib import admin
from django.db.models import Model
from django.test import AsyncClient, Client

from ludoteca.web.accounts import moderation
from ludoteca.web.app import SCOPE_KEY
from ludoteca.web.models import LedgerEntry, Match, Player, Rating, Room, Ticket
from ludoteca.web.models.play import Series
from ludoteca.web.play import matchmaking, rooms
from ludoteca.web.schemas import JoinQueue, ReportPlayer

from .apps import APP
from .people import balances, begun, give_points, people, ranked, room_of

pytestmark = pytest.mark.usefixtures("database")

SHOWN = [model for model in admin.site._registry if model._meta.app_label == "web"]


@pytest.fixture
def boss(database: str) -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("boss", "boss@example.org", "a horse, a battery"))
    return client


@pytest.fixture
def played(database: str) -> None:
    """Something of every kind."""
    ada, bo, cy = people("Ada", "Bo", "Cy")
    begun(ada, bo)
    rooms.invite(APP, ada, room_of(ada).code, bo.username)
    give_points(ada, 10)
    ranked(ada, bo)
    moderation.report(ada, bo, ReportPlayer(reason="name", text="ada said so"))
    matchmaking.join(APP, cy, JoinQueue(game="gomoku"))


def where(model: type[Model], *more: object) -> str:
    return "/".join(["/admin", model._meta.app_label, str(model._meta.model_name), *map(str, more), ""])


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("model", SHOWN, ids=lambda model: str(model._meta.model_name))
def test_everything_can_be_looked_at_and_looked_for(boss: Client, model: type[Model]) -> None:
    assert boss.get(where(model)).status_code == 200
    if admin.site._registry[model].search_fields:
        assert boss.get(where(model), {"q": "ada"}).status_code == 200
    first = model._default_manager.first()
    assert first is not None
    assert boss.get(where(model, first.pk, "change")).status_code == 200


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("model", [Room, Match, Series, Rating, LedgerEntry, Ticket])
def test_results_are_edited_by_nobody(boss: Client, model: type[Model]) -> None:
    first = model._default_manager.first()
    assert first is not None
    assert boss.post(where(model, first.pk, "change"), {"points": 1000}).status_code == 403


def test_whoever_must_be_given_something_gets_an_entry_more(boss: Client) -> None:
    (ada,) = people("Ada")
    given = boss.post(where(LedgerEntry, "add"), {"player": ada.pk, "amount": 5, "key": "gift:1"})
    assert (given.status_code, balances(ada)) == (302, [15])


def test_nobody_else_gets_in() -> None:
    (ada,) = people("Ada")
    client = Client()
    for _ in range(2):
        assert client.get("/admin/").status_code == 302
        client.force_login(ada, "django.contrib.auth.backends.ModelBackend")


def test_whoever_is_no_longer_active_is_nobody() -> None:
    (ada,) = people("Ada")
    client = AsyncClient()
    handle = client.handler
    client.handler = lambda scope: handle({**scope, SCOPE_KEY: APP})  # type: ignore[assignment]
    get = async_to_sync(client.get)
    client.force_login(ada, "django.contrib.auth.backends.ModelBackend")
    assert get("/api/me").json()["player"]["nickname"] == "Ada"
    Player.objects.filter(pk=ada.pk).update(is_active=False)
    assert get("/api/me").json()["player"] is None
