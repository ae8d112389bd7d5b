"""Links in mails: addresses that are confirmed, and passwords that were forgotten."""

import re
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ImproperlyConfigured

from ludoteca.web.accounts import account_data, mail_links, registration
from ludoteca.web.models import Player
from ludoteca.web.server.smtp import smtp
from tests.services.smtp import Mailbox, mailbox

from . import deployments
from .apps import APP
from .browser import Browser
from .deployments import Deployment
from .people import refused

PASSWORD = "a horse, a battery, a staple"
ANOTHER = "a staple, a horse, a battery"
ORIGIN = "https://games.example.org"
FROM = "ludoteca@example.org"
LINK = re.compile(rf"{ORIGIN}/(email|password)#(\S+)")


@pytest.fixture(scope="module")
def mails() -> Iterator[Mailbox]:
    with mailbox() as server:
        yield server


@pytest.fixture(scope="module")
def posting(tmp_path_factory: pytest.TempPathFactory, mails: Mailbox) -> Iterator[Deployment]:
    """A server that sends mails, behind a proxy, so that a test can ask from any address."""
    environ = {"LUDOTECA_SMTP_URL": mails.url, "LUDOTECA_MAIL_FROM": FROM, "LUDOTECA_ORIGINS": ORIGIN}
    limits = {"LUDOTECA_MAILS_PER_DAY": "3", "LUDOTECA_PROXIES": "1"}
    with deployments.embedded(tmp_path_factory.mktemp("posting"), **environ, **limits) as deployment:
        yield deployment


def link(mail: EmailMessage, page: str) -> str:
    found = LINK.search(mail.get_content())
    assert found is not None, mail.get_content()
    assert found[1] == page
    return found[2]


def member(deployment: Deployment, name: str) -> Browser:
    browser = deployment.browser()
    browser.post("me/register", {"name": name, "password": PASSWORD})
    return browser


def confirmed(deployment: Deployment, mails: Mailbox, name: str) -> Browser:
    """A member with an address."""
    browser = member(deployment, name)
    wish = {"email": f"{name}@example.org", "password": PASSWORD}
    assert browser.ask("POST", "me/email", wish, **{"X-Forwarded-For": name}).status_code == 200
    browser.post("me/email/confirm", {"link": link(mails.next(), "email")})
    return browser


def forgotten(deployment: Deployment, recipient: str, address: str) -> tuple[int, object]:
    """What somebody unknown is told who has forgotten a password."""
    answer = deployment.browser().ask(
        "POST", "me/password/forgotten", {"recipient": recipient}, **{"X-Forwarded-For": address}
    )
    return answer.status_code, answer.json()


def test_an_address_is_used_once_its_owner_has_confirmed_it(posting: Deployment, mails: Mailbox) -> None:
    ada = member(posting, "ada-one")
    wish = {"email": "ada@example.org", "password": PASSWORD}
    assert ada.refused("POST", "me/email", {**wish, "password": "a guess"}) == (403, "bad_password")
    assert ada.refused("POST", "me/email", {**wish, "email": "a@b\nBcc: c@d.org"}) == (400, "bad_email")
    me = ada.post("me/email", wish)
    assert (me["email"], me["pending_email"]) == ("", "ada@example.org")
    mail = mails.next()
    assert (mail["To"], mail["From"], "ada-one" in mail.get_content()) == ("ada@example.org", FROM, True)
    posting.browser().post("me/email/confirm", {"link": link(mail, "email")})
    me = ada.get("me")
    assert (me["email"], me["pending_email"]) == ("ada@example.org", "")
    assert ada.refused("POST", "me/email/confirm", {"link": link(mail, "email")}) == (403, "bad_link")
    assert "ada@example.org" not in str(posting.browser().get("players/ada-one"))
    assert ada.get("me/data")["email"] == "ada@example.org"


def test_the_former_address_is_told_of_the_change(posting: Deployment, mails: Mailbox) -> None:
    ada = confirmed(posting, mails, "ada-two")
    assert ada.post("me/email", {"email": "", "password": PASSWORD})["email"] == ""
    mail = mails.next()
    assert (mail["To"], f"{ORIGIN}/account" in mail.get_content()) == ("ada-two@example.org", True)


def test_a_forgotten_password_is_replaced_once_and_ends_every_session(posting: Deployment, mails: Mailbox) -> None:
    ada = confirmed(posting, mails, "ada-three")
    live = ada.live()
    live.until(lambda message: message["type"] == "me")
    assert forgotten(posting, "Ada-Three", "10.0.1.1")[0] == 200
    mail = mails.next()
    assert mail["To"] == "ada-three@example.org"
    wish = {"link": link(mail, "password"), "new": ANOTHER}
    there = posting.browser()
    assert there.refused("POST", "me/password/reset", {**wish, "new": "12345678"}) == (400, "weak_password")
    assert there.post("me/password/reset", wish)["player"] is None
    assert live.closed_with() == 1001
    assert ada.get("me")["player"] is None
    assert there.refused("POST", "me/password/reset", wish) == (403, "bad_link")
    assert there.refused("POST", "me/login", {"name": "ada-three", "password": PASSWORD}) == (403, "bad_login")
    assert there.post("me/login", {"name": "ada-three", "password": ANOTHER})["player"]["name"] == "ada-three"


def test_who_has_forgotten_learns_nothing_about_accounts(posting: Deployment, mails: Mailbox) -> None:
    confirmed(posting, mails, "ada-four")
    member(posting, "ada-five")
    named = ["ada-four", "ada-five", "nobody-here", "ada-four@example.org", "nobody@example.org"]
    answers = [forgotten(posting, each, f"10.0.2.{number}") for number, each in enumerate(named)]
    assert answers == [answers[0]] * len(named)
    assert answers[0][0] == 200
    assert {mails.next()["To"] for _ in range(2)} == {"ada-four@example.org"}


def test_mails_are_limited_by_client_address_and_by_recipient(posting: Deployment, mails: Mailbox) -> None:
    at_one = [forgotten(posting, f"nobody-{number}", "10.0.3.1")[0] for number in range(4)]
    for_one = [forgotten(posting, "nobody-at-all", f"10.0.4.{number}")[0] for number in range(4)]
    assert at_one == for_one == [200, 200, 200, 429]


def test_strangers_keep_no_member_from_asking_on_their_own_device(posting: Deployment, mails: Mailbox) -> None:
    ada = confirmed(posting, mails, "ada-six")
    ada.post("me/logout")
    for number in range(4):
        forgotten(posting, "ada-six", f"10.0.5.{number}")
    for _ in range(3):
        mails.next()
    ada.ask("POST", "me/password/forgotten", {"recipient": "ada-six"}, **{"X-Forwarded-For": "10.0.5.9"})
    assert mails.next()["To"] == "ada-six@example.org"


def test_a_server_without_mails_offers_none(embedded: Deployment) -> None:
    ada = member(embedded, f"ada-{embedded.browser('Eve').name[-8:]}")
    assert ada.get("me")["mail"] is False
    wish = {"email": "ada@example.org", "password": PASSWORD}
    assert ada.refused("POST", "me/email", wish) == (409, "no_mail")
    assert ada.refused("POST", "me/password/forgotten", {"recipient": "ada"}) == (409, "no_mail")


@pytest.mark.usefixtures("database")
def test_a_link_made_for_another_member_or_another_use_is_void() -> None:
    ada, bo = (registration.register(APP, None, name, PASSWORD) for name in ("ada-lovelace", "bo-bartlett"))
    Player.objects.update(pending_email="ada@example.org")
    ada.refresh_from_db()
    token, address = default_token_generator.make_token(ada), mail_links.ADDRESS_TOKENS.make_token(ada)
    for void in (f"{bo.pk}.{token}", f"{ada.pk}.{address}", f"{ada.pk}.{token}x", token, f"{'9' * 30}.{token}"):
        with refused("bad_link", 403):
            mail_links.reset_password(APP, void, ANOTHER)
    with refused("bad_link", 403):
        mail_links.confirm_address(APP, f"{ada.pk}.{token}")
    mail_links.confirm_address(APP, f"{ada.pk}.{address}")
    assert Player.objects.get(pk=ada.pk).email == "ada@example.org"


@pytest.mark.usefixtures("database")
def test_a_deleted_account_keeps_no_address_and_no_link() -> None:
    ada = registration.register(APP, None, "ada-lovelace", PASSWORD)
    Player.objects.update(email="ada@example.org", pending_email="ada@example.com")
    ada.refresh_from_db()
    assert account_data.export(ada).pending_email == "ada@example.com"
    token = default_token_generator.make_token(ada)
    account_data.delete(APP, ada, PASSWORD)
    row = Player.objects.get(pk=ada.pk)
    assert (row.email, row.pending_email) == ("", "")
    with refused("bad_link", 403):
        mail_links.reset_password(APP, f"{ada.pk}.{token}", ANOTHER)


@pytest.mark.parametrize(
    ("url", "sender", "origins", "wrong"),
    [
        ("mail.example.org", FROM, ORIGIN, "LUDOTECA_SMTP_URL"),
        ("smtps://mail.example.org:many", FROM, ORIGIN, "LUDOTECA_SMTP_URL"),
        ("smtps://mail.example.org", "nobody", ORIGIN, "LUDOTECA_MAIL_FROM"),
        ("smtps://mail.example.org", FROM, "", "LUDOTECA_ORIGINS"),
    ],
)
def test_a_mail_server_that_cannot_be_used_is_named(url: str, sender: str, origins: str, wrong: str) -> None:
    environ = {"LUDOTECA_SMTP_URL": url, "LUDOTECA_MAIL_FROM": sender, "LUDOTECA_ORIGINS": origins}
    with pytest.raises(ImproperlyConfigured, match=wrong):
        smtp(environ)
