"""Accounts: nickname, language, name and password; and names that are hard to display."""

import re
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ..services.smtp import mailbox
from ..web.deployments import embedded
from . import gomoku
from .accessibility import accessibility_problems
from .people import PASSWORD, Crowd, Person

WIDE = "鬱" * 32
MARKUP = "<b onclick=alert(1)>Ann</b>"
LANGUAGES = {
    "Français": ("fr", "Compte", "À quoi jouons-nous"),
    "Italiano": ("it", "Profilo", "A cosa giochiamo?"),
    "Tiếng Việt": ("vi", "Tài khoản", "Chơi gì nào?"),
}


def name_in_the_header(person: Person, nickname: str) -> None:
    expect(person.page.get_by_role("banner").get_by_role("link", name=nickname, exact=True)).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_language_applies_at_once_and_after_a_reload(crowd: Crowd, language: str) -> None:
    code, account, lobby = LANGUAGES[language]
    ann = crowd.come().open("/account")
    with ann.page.expect_response("**/api/me/settings"):
        ann.page.get_by_role("combobox", name="Language").select_option(language)
    title = ann.page.get_by_role("heading", name=account, exact=True)
    expect(title).to_be_visible()
    expect(ann.page.locator("html")).to_have_attribute("lang", code)
    ann.page.reload()
    expect(title).to_be_visible()
    ann.open()
    expect(ann.page.get_by_role("heading", name=lobby)).to_be_visible()


def test_a_new_visitor_gets_the_browsers_language(crowd: Crowd) -> None:
    anna = crowd.come(locale="it-IT")
    expect(anna.page.get_by_role("heading", name="A cosa giochiamo?")).to_be_visible()


def test_guests_find_their_matches_and_replays(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    ann.open().game("Orcain").get_by_role("button", name="Play a bot").click()
    ann.resign()
    ann.open("/account").follow("My matches and points")
    played = ann.page.get_by_role("row").filter(has_text="Orcain")
    expect(played).to_contain_text("Practice")
    played.get_by_role("link", name="Replay", exact=True).click()
    expect(ann.page.get_by_role("slider", name="Step")).to_be_visible()
    ann.follow("Match details")
    ann.sees("Orcain · Practice")


def test_registering_keeps_the_matches_played_as_a_guest(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    ann.open().game().get_by_role("button", name="Play a bot").click()
    ann.resign()
    ann.register()
    ann.follow("My matches and points")
    played = ann.page.get_by_role("row").filter(has_text="Greedy")
    expect(played).to_contain_text("lost")
    played.get_by_role("link").first.click()
    expect(ann.page.get_by_role("heading", name="Fairness")).to_be_visible()


def test_log_out_log_in_and_a_wrong_password(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    name = ann.register()
    ann.click("Sign out")
    ann.sees("You’re not signed in.")
    ann.forgive("status of 403")
    log_in(ann, name, "not the password")
    message = ann.page.get_by_role("alert").filter(has_text="Wrong name or password.")
    expect(message).to_be_visible()
    log_in(ann, name, PASSWORD)
    ann.sees("You are signed in as Ann.")
    ann.page.reload()
    ann.sees("You are signed in as Ann.")


def log_in(person: Person, name: str, password: str) -> None:
    form = person.form("Sign in")
    form.get_by_role("textbox", name="Name").fill(name)
    form.get_by_label("Password").fill(password)
    form.get_by_role("button", name="Sign in").click()


def test_a_changed_password_signs_out_other_devices(crowd: Crowd) -> None:
    ann, thief = crowd.come("Ann"), crowd.come("Bob")
    name = ann.register()
    thief.open("/account")
    log_in(thief, name, PASSWORD)
    thief.sees("You are signed in as Ann.")
    ann.forgive("status of 403")
    for current, told in (("not the password", "That is not your current password."), (PASSWORD, "Password changed.")):
        ann.page.get_by_label("Current password").fill(current)
        ann.page.get_by_label("New password").fill(f"{PASSWORD}-neu")
        ann.click("Change password")
        expect(ann.page.get_by_role("alert").filter(has_text=told)).to_be_visible()
    thief.sees("You’re not signed in.")
    ann.page.reload()
    ann.sees("You are signed in as Ann.")
    ann.click("Sign out all other devices")
    ann.sees("All your other devices are signed out.")


def test_an_account_is_deleted_after_a_question(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    name = ann.register()
    ann.page.get_by_label("Your password, to delete the account").fill(PASSWORD)
    ann.click("Delete my account")
    ann.page.get_by_role("dialog").get_by_role("button", name="Delete my account").click()
    ann.sees("You’re not signed in.")
    ann.forgive("status of 403")
    log_in(ann, name, PASSWORD)
    expect(ann.page.get_by_role("alert").filter(has_text="Wrong name or password.")).to_be_visible()


def test_a_forgotten_password_is_replaced_by_a_link(tmp_path: Path, browser: Browser) -> None:
    origin = {"LUDOTECA_ORIGINS": "https://games.example.org", "LUDOTECA_MAIL_FROM": "ludoteca@example.org"}
    with (
        mailbox() as mails,
        embedded(tmp_path, LUDOTECA_SMTP_URL=mails.url, **origin) as deployment,
        Crowd(browser, deployment.url) as crowd,
    ):
        ann = crowd.come("Ann")
        name = ann.register()
        ann.page.get_by_role("textbox", name="Address", exact=True).fill("ann@example.org")
        ann.page.get_by_label("Your password, to change the address").fill(PASSWORD)
        ann.click("Save address")
        ann.sees("Not confirmed yet: ann@example.org.")
        ann.open(page_of(mails.next()))
        ann.click("Confirm address")
        ann.sees("Address confirmed.")
        there = crowd.come().open("/account")
        there.follow("Forgotten your password?")
        there.page.get_by_role("textbox", name="Name or e-mail address").fill(name)
        there.click("Send me a link")
        there.sees("a link is on its way")
        there = crowd.come().open(page_of(mails.next()))
        there.page.get_by_label("New password").fill(f"{PASSWORD}-neu")
        there.click("Save password")
        there.sees("Password changed.")
        there.follow("Sign in")
        log_in(there, name, f"{PASSWORD}-neu")
        there.sees("You are signed in as Ann.")
        assert not accessibility_problems(ann.page)


def page_of(mail: EmailMessage) -> str:
    """Where the link in a mail leads, at whatever address the test's server has."""
    found = re.search(r"https://games\.example\.org(/\S+)", mail.get_content())
    assert found is not None
    return found[1]


def test_a_server_without_mails_says_who_helps(crowd: Crowd) -> None:
    ann = crowd.come().open("/account")
    ann.sees("The people who run this server can set a new one.")
    assert ann.page.get_by_role("link", name="Forgotten your password?").count() == 0


def test_a_taken_name_and_a_weak_password_are_explained(crowd: Crowd) -> None:
    ann, bob = crowd.come("Ann"), crowd.come("Bob")
    name = ann.register()
    bob.forgive("status of 4(00|09)")
    register = bob.form("Register")
    register.get_by_role("textbox", name="Name").fill(name)
    register.get_by_label("Password").fill(PASSWORD)
    register.get_by_role("button", name="Register").click()
    expect(bob.page.get_by_role("alert").filter(has_text="This name is taken.")).to_be_visible()
    register.get_by_label("Password").fill("123")
    register.get_by_role("textbox", name="Name").fill(f"{name}-b")
    register.get_by_role("button", name="Register").click()
    expect(register.get_by_role("alert")).to_contain_text("too short")


def test_markup_in_a_nickname_is_text(crowd: Crowd) -> None:
    ann = crowd.come(MARKUP)
    name_in_the_header(ann, MARKUP)
    ann.open().game().get_by_role("button", name="Play a bot").click()
    expect(ann.page.get_by_role("list", name="Players")).to_contain_text(MARKUP)
    assert ann.page.locator("b").count() == 0


@pytest.mark.parametrize("width", [1280, 360])
def test_the_longest_name_breaks_no_page(crowd: Crowd, width: int) -> None:
    ann = crowd.come(WIDE, viewport={"width": width, "height": 800})
    ann.open("/new/gomoku")
    ann.click("Open the table")
    bob = crowd.come(WIDE[::-1], viewport={"width": width, "height": 800}).open()
    fits(bob, width)
    bob.open(f"/room/{ann.code}")
    expect(bob.page.get_by_role("button", name="Sit here")).to_be_visible()
    fits(bob, width)
    bob.click("Sit here")
    gomoku.place(ann, "h8")
    fits(bob, width)


def fits(person: Person, width: int) -> None:
    assert person.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_player_is_reported_on_their_profile(crowd: Crowd) -> None:
    ann, bob = crowd.come("Ann"), crowd.come("Bob")
    name = ann.register()
    bob.open(f"/player/{name}")
    bob.page.get_by_text("Report this player").click()
    bob.page.get_by_role("combobox", name="What is wrong?").select_option("Name")
    bob.page.get_by_role("textbox", name="What happened").fill("It is rude.")
    assert not accessibility_problems(bob.page)
    bob.click("Send the report")
    bob.sees("The staff will look at it.")
    ann.open(f"/player/{name}")
    expect(ann.page.get_by_role("heading", name="Matches")).to_be_visible()
    assert ann.page.get_by_text("Report this player").count() == 0
