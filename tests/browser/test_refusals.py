"""Refusals are in the user's language, at the form of a table, at the table and at the account; and no page has English
that is not marked as such."""

import pytest
from playwright.sync_api import Route, expect

from ludoteca.games import GAMES
from ludoteca.games.gomoku import GAME
from ludoteca.games.gomoku.types import Config, Place
from ludoteca.kernel import Move

from . import gomoku
from .languages import speaking, untranslated
from .people import PASSWORD, Crowd, Person
from .snapshot_overrides import show_position


def french(crowd: Crowd) -> Person:
    return speaking(crowd, "fr")


def vietnamese(crowd: Crowd) -> Person:
    """A person who provokes refusals: the console may report their status."""
    person = speaking(crowd, "vi")
    person.forgive("status of 4")
    return person


def is_told(person: Person, why: str) -> None:
    """Exactly these words are shown, and nothing on the page is in English."""
    expect(person.page.get_by_role("alert").get_by_text(why, exact=True)).to_be_visible()
    assert untranslated(person) == []


def test_conflicting_settings_are_refused_in_the_users_language(crowd: Crowd) -> None:
    person = french(crowd).open("/new/backgammon")
    person.forgive("status of 400")
    person.page.get_by_role("checkbox", name="Règle de Jacoby").check()
    person.click("Ouvrir la table")
    why = "La règle de Jacoby se joue avec videau, hors match."
    expect(person.page.get_by_role("alert").filter(has_text=why)).to_be_visible()


def test_the_servers_reason_is_folded_below_the_translated_sentence(crowd: Crowd) -> None:
    person = french(crowd).open("/new/duel")
    person.forgive("status of 400")
    person.page.get_by_role("spinbutton", name="Goal").fill("30")
    person.click("Ouvrir la table")
    alert = person.page.get_by_role("alert").filter(has_text="Ces réglages ne vont pas ensemble.")
    expect(alert).to_be_visible()
    said = alert.get_by_text("the goal must be reachable")
    expect(said).to_be_hidden()
    expect(said).to_have_attribute("lang", "en")
    alert.get_by_text("Détails").click()
    expect(said).to_be_visible()


def test_a_move_is_refused_in_the_users_language(crowd: Crowd) -> None:
    """Show Bob a board where Ann's stone is in the corner, so that Bob's move is refused."""
    ann, reader = crowd.come("Ann"), french(crowd)
    ann.open("/new/gomoku").click("Open the table")
    ann.sees("The game begins as soon as every seat is taken.")
    reader.open(f"/room/{ann.code}").click("S’asseoir ici")
    gomoku.place(ann, "h8")
    expect(reader.page.get_by_role("list", name="Déroulement")).to_contain_text("h8")
    elsewhere = GAME.apply(GAME.setup(Config()).state, Move(0, Place(0, 0))).state
    show_position(reader, GAME, elsewhere, 1, ("Ann", "Luc"))
    reader.page.reload()
    gomoku.cell(reader, "h8, libre").click()
    why = "Il y a déjà une pierre à cet endroit."
    expect(reader.page.get_by_role("alert").filter(has_text=why)).to_be_visible()


def test_a_table_of_bots_alone_is_refused_in_the_users_language(crowd: Crowd) -> None:
    person = vietnamese(crowd).open("/new/gomoku")
    for seat in ("Đen", "Trắng"):
        person.page.get_by_role("combobox", name=seat).select_option(label="Máy: Tham lam")
    person.click("Mở bàn")
    is_told(person, "Phải có ít nhất một ghế dành cho người.")


def test_names_and_passwords_are_refused_in_the_users_language(crowd: Crowd) -> None:
    taken = crowd.come().register()
    person = vietnamese(crowd).open("/account")
    for name, password, why in (
        (taken, PASSWORD, "Tên này đã có người dùng."),
        (f"{taken}-v", "12345", "Mật khẩu này quá ngắn: cần ít nhất 8 ký tự."),
        (f"{taken}-v", "password", "Mật khẩu này quá phổ biến: hãy chọn mật khẩu khác."),
        (f"{taken}-v", f"{taken}-v", "Mật khẩu này quá giống tên của bạn: hãy chọn mật khẩu khác."),
    ):
        fill(person, "Đăng ký", name, password)
        is_told(person, why)
    fill(person, "Đăng nhập", taken, "not the password")
    is_told(person, "Tên và mật khẩu không khớp.")


def fill(person: Person, title: str, name: str, password: str) -> None:
    form = person.form(title)
    form.get_by_role("textbox", name="Tên").fill(name)
    form.get_by_label("Mật khẩu").fill(password)
    form.get_by_role("button", name=title).click()


def test_a_seat_taken_meanwhile_is_refused_in_the_users_language(crowd: Crowd) -> None:
    ann, person = crowd.come("Ann"), vietnamese(crowd)
    ann.open("/new/gomoku").click("Open the table")
    ann.sees("The game begins as soon as every seat is taken.")
    person.open(f"/room/{ann.code}")
    held: list[Route] = []
    person.page.route("**/sit", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    with person.page.expect_request("**/sit"):
        person.click("Ngồi đây")
    ann.click("Add bot: Greedy")
    expect(ann.page.get_by_role("button", name="Resign")).to_be_visible()
    held[0].continue_()
    is_told(person, "Ở đây không còn ghế trống.")


def test_inviting_nobody_is_refused_in_the_users_language(crowd: Crowd) -> None:
    person = vietnamese(crowd).open("/new/gomoku")
    person.click("Mở bàn")
    person.page.get_by_role("textbox", name="Hoặc mời thành viên theo tên").fill("nobody-at-all")
    person.page.get_by_role("button", name="Mời", exact=True).click()
    expect(person.page.get_by_role("main").get_by_text("Không tìm thấy.")).to_be_visible()
    assert untranslated(person) == []


def test_no_page_has_english_that_is_not_marked_as_such(crowd: Crowd) -> None:
    """One language is enough: `front/tests/words.test.ts` checks that all have the same texts."""
    person = vietnamese(crowd)
    games = [path for game in GAMES for path in (f"/new/{game}", f"/rules/{game}", f"/leaderboard/{game}")]
    for path in ("/", "/account", "/nothing-here", *games):
        person.open(path)
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()
        assert (path, untranslated(person)) == (path, [])


@pytest.mark.parametrize("game", GAMES)
def test_no_table_has_english_that_is_not_marked_as_such(crowd: Crowd, game: str) -> None:
    person = vietnamese(crowd)
    person.page.locator(f"article[aria-labelledby=game-{game}]").get_by_role("button", name="Đấu với máy").click()
    expect(person.page.get_by_role("button", name="Xin thua")).to_be_visible()
    assert untranslated(person) == []


def test_the_check_for_untranslated_english_finds_it(crowd: Crowd) -> None:
    person = french(crowd)
    left = "document.querySelector('main').append('What shall we play?')"
    person.page.evaluate(left)
    assert untranslated(person) == ["What shall we play?"]
