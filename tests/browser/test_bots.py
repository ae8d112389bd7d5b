"""Whole games against a bot: by clicks, and by the keyboard alone."""

import re

from playwright.sync_api import Locator, expect

from . import gomoku
from .people import Crowd, Person

HARMLESS = [f"{column}{row}" for row in (15, 1) for column in "acegikmo"]  # moves that lose soon
MY_TURN_OR_OVER = re.compile("^Black to move$| wins$")


def test_a_bot_game_by_clicks_then_a_rematch_with_seats_swapped(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    ann.open().game().get_by_role("button", name="Play a bot").click()
    seats = ann.page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(seats.first).to_contain_text("Ann")
    for name in HARMLESS:
        if is_over(ann):
            break
        if gomoku.cell(ann, f"{name}, empty").count():
            gomoku.place(ann, name)
            is_black(ann, name)
    expect(ann.result).to_contain_text("You have lost")
    expect(ann.result).to_contain_text("Five in a row.")
    ann.click("Rematch")
    expect(seats.first).to_contain_text("Greedy")
    expect(ann.result).to_have_count(0)
    gomoku.headline_is(ann, "White to move")
    expect(ann.page.get_by_role("gridcell", disabled=False)).to_have_count(15 * 15 - 1)


def test_a_game_by_keyboard_alone_from_lobby_to_result(crowd: Crowd) -> None:
    ann = crowd.come()
    press_at(ann, ann.game().get_by_role("button", name="Play a bot"))
    press_at(ann, gomoku.cell(ann, "h8, empty"))
    is_black(ann, "h8")
    for name in HARMLESS:
        if is_over(ann):
            break
        if gomoku.cell(ann, f"{name}, empty").count():
            walk_to(ann, name)
            ann.page.keyboard.press("Enter")
            is_black(ann, name)
    expect(ann.result).to_be_visible()
    press_at(ann, ann.result.get_by_role("link", name="Back to the lobby"))
    expect(ann.page.get_by_role("heading", name="What shall we play?")).to_be_focused()


def test_a_tap_must_be_confirmed_before_it_places_a_stone(crowd: Crowd) -> None:
    ann = crowd.come(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    ann.game().get_by_role("button", name="Play a bot").tap()
    gomoku.cell(ann, "a15, empty").tap()  # where no bot would answer
    ann.click("Cancel")
    gomoku.cell(ann, "g8, empty").tap()
    gomoku.shows(ann, "g8, empty")
    ann.click("Place on g8")
    is_black(ann, "g8")
    gomoku.shows(ann, "a15, empty")


def is_over(person: Person) -> bool:
    """Wait for the result."""
    headline = person.page.get_by_role("heading", name=MY_TURN_OR_OVER)
    expect(headline).to_be_visible()
    return "wins" in (headline.text_content() or "")


def is_black(person: Person, name: str) -> None:
    expect(person.page.get_by_role("gridcell", name=re.compile(f"^{name}, black stone"))).to_be_visible()


def press_at(person: Person, wanted: Locator) -> None:
    """Tab until the button has the focus, and press it."""
    expect(wanted).to_be_visible()
    person.tab_to(wanted)
    expect(wanted).to_be_focused()
    person.page.keyboard.press("Enter")


def walk_to(person: Person, name: str) -> None:
    """From the focused cell to a corner, and on by arrows."""
    person.page.keyboard.press("Control+Home")
    for _ in range("abcdefghijklmno".index(name[0])):
        person.page.keyboard.press("ArrowRight")
    if int(name[1:]) == 1:
        person.page.keyboard.press("PageDown")
    expect(gomoku.cell(person, f"{name}, empty")).to_be_focused()
