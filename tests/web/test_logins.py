"""Logging in: what an attempt may cost a small machine, who may try how often, and how sessions end."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import requests
from asgiref.sync import async_to_sync
from django.contrib.sessions.models import Session
from django.test import AsyncClient

from ludoteca.runtime.settings import Settings
from ludoteca.web.accounts import known_devices
from ludoteca.web.accounts.password_hasher import Hasher
from ludoteca.web.accounts.sessions import RENEWED
from ludoteca.web.app import SCOPE_KEY
from ludoteca.web.models import Player
from ludoteca.web.request_limits import RequestLimits
from tests.times import PATIENCE

from . import deployments
from .apps import APP
from .browser import Browser
from .deployments import Deployment

PASSWORD = "a horse, a battery, a staple"
ANOTHER = "a staple, a horse, a battery"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """A server behind a proxy, so that a test can ask from any address, with limits that are soon reached."""
    limits = {"LUDOTECA_GUESSES_PER_MINUTE": "3", "LUDOTECA_NAME_LOGINS_PER_MINUTE": "6"}
    with deployments.embedded(tmp_path_factory.mktemp("guarded"), LUDOTECA_PROXIES="1", **limits) as deployment:
        yield deployment


def member(deployment: Deployment, name: str) -> Browser:
    browser = deployment.browser()
    browser.post("me/register", {"name": name, "password": PASSWORD})
    return browser


def log_in(browser: Browser, name: str, password: str, address: str = "10.0.0.1") -> int:
    body = {"name": name, "password": password}
    return browser.ask("POST", "me/login", body, **{"X-Forwarded-For": address}).status_code


def admin_login(deployment: Deployment, name: str, address: str) -> int:
    with requests.Session() as session:
        page = f"{deployment.url}/admin/login/"
        session.get(page, timeout=PATIENCE)
        form = {"username": name, "password": "a guess", "csrfmiddlewaretoken": str(session.cookies["csrftoken"])}
        return session.post(page, form, headers={"X-Forwarded-For": address}, timeout=PATIENCE).status_code


def test_a_password_is_hashed_within_nineteen_mebibytes() -> None:
    encoded = Hasher().encode("a horse, a battery, a staple", "some salt of its own")
    assert "$m=19456,t=2,p=1$" in encoded
    assert Hasher().verify("a horse, a battery, a staple", encoded)
    assert not Hasher().verify("a horse", encoded)


# Limits


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("2001:db8::1", "2001:db8::ffff", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_whoever_has_a_whole_network_of_addresses_has_one_purse(one: str, other: str, shared: bool) -> None:
    limits = RequestLimits(Settings(logins_per_minute=1))
    assert limits.spend(one, "logins")
    assert limits.spend(other, "logins") is not shared


def test_guesses_at_one_address_lock_nobody_out_elsewhere(guarded: Deployment) -> None:
    member(guarded, "ann-one")
    stranger = guarded.browser()
    assert [log_in(stranger, "ann-one", "a guess", "10.0.1.1") for _ in range(4)] == [403, 403, 403, 429]
    assert log_in(guarded.browser(), "ann-one", PASSWORD, "10.0.1.2") == 200


def test_guesses_at_many_addresses_lock_out_no_known_device(guarded: Deployment) -> None:
    known = member(guarded, "ann-two")
    known.post("me/logout")
    guesses = [log_in(guarded.browser(), "ann-two", "a guess", f"10.0.2.{number}") for number in range(8)]
    assert guesses == [403] * 6 + [429] * 2
    assert log_in(guarded.browser(), "ann-two", PASSWORD, "10.0.2.9") == 429
    assert log_in(known, "ann-two", PASSWORD, "10.0.2.9") == 200


def test_a_device_that_was_not_signed_here_is_not_known(guarded: Deployment) -> None:
    known = member(guarded, "ann-three")
    cookie = str(known.session.cookies[known_devices.COOKIE])
    for number in range(6):
        log_in(guarded.browser(), "ann-three", "a guess", f"10.0.3.{number}")
    forger = guarded.browser()
    forger.session.cookies.set(known_devices.COOKIE, cookie[:-1] + ("A" if cookie[-1] != "A" else "B"))
    assert log_in(forger, "ann-three", PASSWORD, "10.0.3.7") == 429
    forger.session.cookies.clear()
    forger.session.cookies.set(known_devices.COOKIE, cookie)
    assert log_in(forger, "ann-three", PASSWORD, "10.0.3.7") == 200


def test_the_cookie_of_a_device_is_not_for_scripts(guarded: Deployment) -> None:
    browser = guarded.browser()
    answer = browser.ask("POST", "me/register", {"name": "ann-four", "password": PASSWORD})
    cookie = next(each for each in answer.headers["Set-Cookie"].split(", ") if each.startswith(known_devices.COOKIE))
    assert "HttpOnly" in answer.headers["Set-Cookie"][answer.headers["Set-Cookie"].index(cookie) :]


def test_logins_to_the_admin_count_by_name_as_well(guarded: Deployment) -> None:
    assert [admin_login(guarded, "boss", "10.0.5.1") for _ in range(4)] == [200, 200, 200, 429]
    assert [admin_login(guarded, "boss", f"10.0.5.{number}") for number in range(2, 6)] == [200, 200, 200, 429]
    assert log_in(guarded.browser(), "boss", "a guess", "10.0.5.9") == 429


# Passwords and sessions


def test_a_changed_password_ends_all_other_sessions_and_sockets(deployment: Deployment) -> None:
    name = f"eve-{deployment.browser('Eve').name[-8:]}"
    here, there = member(deployment, name), deployment.browser()
    assert log_in(there, name, PASSWORD) == 200
    live = there.live()
    live.until(lambda message: message["type"] == "me")
    assert here.refused("POST", "me/password", {"current": "no", "new": ANOTHER}) == (403, "bad_password")
    assert here.refused("POST", "me/password", {"current": PASSWORD, "new": "12345678"}) == (400, "weak_password")
    before = here.session.cookies["sessionid"]
    assert here.post("me/password", {"current": PASSWORD, "new": ANOTHER})["player"]["name"] == name
    assert here.session.cookies["sessionid"] != before
    assert live.closed_with() == 1001
    assert (here.get("me")["player"]["name"], there.get("me")["player"]) == (name, None)
    assert (log_in(there, name, PASSWORD), log_in(there, name, ANOTHER)) == (403, 200)


def test_logging_out_everywhere_leaves_this_session_alone(deployment: Deployment) -> None:
    name = f"eve-{deployment.browser('Eve').name[-8:]}"
    here, there = member(deployment, name), deployment.browser()
    assert log_in(there, name, PASSWORD) == 200
    live = there.live()
    live.until(lambda message: message["type"] == "me")
    stolen = deployment.browser()
    stolen.session.cookies.update(here.session.cookies)
    here.post("me/logout-everywhere")
    assert live.closed_with() == 1001
    assert [each.get("me")["player"] is None for each in (here, there, stolen)] == [False, True, True]


def test_a_device_is_unknown_after_logging_out_everywhere(guarded: Deployment) -> None:
    here, there = member(guarded, "ann-five"), guarded.browser()
    assert log_in(there, "ann-five", PASSWORD) == 200
    here.post("me/logout-everywhere")
    for number in range(6):
        log_in(guarded.browser(), "ann-five", "a guess", f"10.0.6.{number}")
    assert [log_in(each, "ann-five", PASSWORD, "10.0.6.9") for each in (there, here)] == [429, 200]


def test_guesses_of_the_current_password_are_counted(guarded: Deployment) -> None:
    here = member(guarded, "ann-six")
    wrong = {"current": "a guess", "new": ANOTHER}
    assert [here.refused("POST", "me/password", wrong)[0] for _ in range(4)] == [403, 403, 403, 429]


def test_guests_have_no_password_to_change(embedded: Deployment) -> None:
    guest = embedded.browser("Gus")
    assert guest.get("me")["has_password"] is False
    assert guest.refused("POST", "me/password", {"current": "x", "new": ANOTHER}) == (409, "no_password")


def visit(client: AsyncClient) -> Any:
    """What the API answers about who asks, without a server."""
    handle = AsyncClient().handler
    client.handler = lambda scope: handle({**scope, SCOPE_KEY: APP})  # type: ignore[assignment]
    return async_to_sync(client.get)("/api/me")


def test_a_visit_renews_the_session_once_a_day(ada: Player) -> None:
    client = AsyncClient()
    client.force_login(ada, "django.contrib.auth.backends.ModelBackend")
    assert "sessionid" not in visit(client).cookies
    long_ago = datetime(2026, 1, 1, tzinfo=UTC)
    session: Any = client.session
    session[RENEWED] = long_ago.timestamp()
    session.save()
    Player.objects.filter(pk=ada.pk).update(seen_at=long_ago)
    assert "sessionid" in visit(client).cookies
    assert Session.objects.get().expire_date - Player.objects.get(pk=ada.pk).seen_at >= timedelta(days=30, seconds=-1)
    assert Player.objects.get(pk=ada.pk).seen_at > long_ago
    assert "sessionid" not in visit(client).cookies


def test_sessions_from_before_there_were_epochs_stay(ada: Player) -> None:
    assert ":" not in ada.get_session_auth_hash()
    ada.session_epoch = 1
    assert ada.get_session_auth_hash().endswith(":1")
