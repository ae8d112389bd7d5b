"""A game that describes its board, with no board of its own: played to its end by touching what is drawn."""

from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from ..services.chromium import axe
from .people import Crowd, Person
from .test_toys import at_a_table

PHONE: Final = {"width": 390, "height": 844}
LAPTOP: Final = {"width": 1280, "height": 720}


def point(person: Person, name: str) -> Locator:
    return person.page.locator(f".sc-board [data-id='{name}']")


def log(person: Person) -> Locator:
    return person.page.get_by_role("list", name="What happened")


def sit_down(crowd: Crowd) -> list[Person]:
    """Ann has white and Bob black, with three men each; somebody looks on."""
    ann, bob, spectator = at_a_table(crowd, "Morris", "Bob", short="Men", value=3)
    expect(point(ann, "a1")).to_have_attribute("aria-disabled", "false")
    return [ann, bob, spectator]


def test_a_game_is_played_by_mouse_and_everybody_sees_the_last_move(crowd: Crowd) -> None:
    ann, bob, spectator = people = sit_down(crowd)
    for turn, name in enumerate(("a1", "a4", "d1", "a7", "b2", "g7")):
        point(people[turn % 2], name).click()
        for person in people:
            expect(person.page.get_by_label(f"{name}: {('white', 'black')[turn % 2]}, last move")).to_be_visible()
    for person in people:
        assert axe(person.page) == []
    point(ann, "b2").click()
    expect(point(ann, "b2")).to_have_attribute("aria-pressed", "true")
    point(ann, "a4").click(force=True)  # black's man, which no move of white begins with: the touch is taken back
    expect(point(ann, "b2")).to_have_attribute("aria-pressed", "false")
    point(ann, "b2").click()
    point(ann, "g1").click()
    point(ann, "g7").click()
    expect(ann.result).to_contain_text("You have won")
    expect(bob.result).to_contain_text("You have lost")
    expect(log(ann)).to_contain_text("you: b2-g1, takes g7")
    expect(log(bob)).to_contain_text("white: b2-g1, takes g7")
    expect(log(spectator)).to_contain_text("black: g7")


def test_a_game_is_played_by_keyboard_from_one_tab_stop(crowd: Crowd) -> None:
    ann, bob, _ = sit_down(crowd)
    for person in (ann, bob):
        person.page.locator(".sc-board [tabindex='0']").focus()
    press(ann, "ArrowDown", "ArrowDown", "Enter", then="a1: white")
    press(bob, "Enter", then="a7: black")  # Bob's board is turned: a7 is at the bottom, and first
    press(ann, "ArrowRight", "Space", then="d1: white")
    press(bob, "ArrowLeft", "Enter", then="d7: black")
    press(ann, "ArrowRight", "Enter")
    press(ann, "ArrowUp", "ArrowUp", "ArrowLeft", "Enter")  # a mill takes d7
    expect(ann.result).to_contain_text("You have won")
    expect(bob.result).to_contain_text("You have lost")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_whole_board_is_in_the_window(crowd: Crowd, size: dict[str, int]) -> None:
    ann, bob, _ = sit_down(crowd)
    ann.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    board = ann.page.locator(".sc-board")
    expect(board).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    point(ann, "a1").click()
    point(bob, "d2").click()
    expect(ann.page.get_by_label("d2: black, last move")).to_be_visible()


def test_a_finished_game_is_looked_back_on_with_its_board_and_its_words(crowd: Crowd) -> None:
    ann, bob, _ = sit_down(crowd)
    for turn, name in enumerate(("a1", "a7", "d1", "d7", "g1", "d7")):
        point(ann if turn in {0, 2, 4, 5} else bob, name).click()
    expect(ann.result).to_contain_text("You have won")
    ann.follow("Watch the replay")
    expect(ann.page.get_by_role("region", name="Moves")).to_contain_text("white: g1, takes d7")
    expect(ann.page.locator(".sc-board")).to_be_visible()


def press(person: Person, *keys: str, then: str = "") -> None:
    """Where the focus is, as soon as it is this person's turn; `then` names what comes of it."""
    expect(person.page.locator(".sc-next").first).to_be_visible()
    for key in keys:
        person.page.keyboard.press(key)
    if then:
        expect(person.page.get_by_label(f"{then}, last move")).to_be_visible()
