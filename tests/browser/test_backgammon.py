"""Backgammon in a real browser: whole games by clicks and keys, undo, the cube, accessibility and golden pictures."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from . import backgammon
from .accessibility import accessibility_problems, overflow, set_display
from .goldens import assert_looks_like_golden
from .people import Crowd, Person
from .screenshots import SCHEMES
from .snapshot_overrides import override_snapshot

DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 1000}
PHONE: Final[ViewportSize] = {"width": 360, "height": 1200}  # so that all of the board is in view
DEEDS_AT_MOST: Final = 1000

MIDDLE: Final[dict[str, Any]] = {
    "board": [-1, 0, 2, 0, 2, 6, 0, 2, 0, 0, 0, -3, 2, 0, 0, -2, -3, 0, -4, -1, 0, 0, 0, 0],
    "bar": [1, 1],
    "home": [0, 0],
    "pips": [119, 131],
    "dice": [4, 2],
    "diceUsed": [],
    "diceLeft": [4, 2],
    "last": {"seat": 1, "dice": [5, 1], "moves": [{"from": -1, "to": 0, "die": 1, "hit": True}]},
    "hasCube": True,
    "cube": {"value": 2, "owner": 1},
    "points": 5,
    "score": [3, 4],
    "crawfordGame": False,
    "turn": 14,
}
MIDDLE_LEGAL: Final = [
    {"type": "move", "from": -1, "to": 20, "die": 4},
    {"type": "move", "from": -1, "to": 22, "die": 2},
]
END: Final[dict[str, Any]] = {
    "board": [3, 2, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, -1, -1, 0, -2, -6],
    "bar": [0, 0],
    "home": [8, 3],
    "pips": [17, 33],
    "dice": [6, 3],
    "diceUsed": [3],
    "diceLeft": [6],
    "moves": [{"from": 6, "to": 3, "die": 3}],
    "last": None,
    "turn": 52,
}
END_LEGAL: Final = [{"type": "move", "from": 5, "to": 24, "die": 6}, {"type": "undo"}]


def test_a_whole_game_by_clicks(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    backgammon.sit_with_bot(ann)
    played_out(ann, backgammon.play_by_clicks)
    expect(ann.result).to_be_visible()
    expect(ann.page.get_by_role("heading", name="wins")).to_be_visible()


def test_a_whole_game_by_keys(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    backgammon.sit_with_bot(ann)
    played_out(ann, backgammon.play_by_keys)
    expect(ann.result).to_be_visible()


def test_a_turn_can_be_undone_until_it_is_confirmed(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    backgammon.sit_with_bot(ann)
    before = backgammon.asked(ann)
    assert before.words == []
    stacks = names(ann)
    backgammon.play_by_clicks(ann, before)
    backgammon.play_by_clicks(ann, backgammon.asked(ann))
    assert "undo" in backgammon.asked(ann).words
    ann.click("Undo")
    expect(backgammon.word(ann, "undo")).to_have_count(0)
    assert names(ann) == stacks
    while "done" not in (state := backgammon.asked(ann)).words:
        backgammon.play_by_clicks(ann, state)
    assert not state.sources
    ann.click("Confirm")
    expect(ann.page.get_by_role("listitem").filter(has_text="Ann plays")).to_be_visible()


def test_a_checker_can_be_dragged_to_a_landing(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    backgammon.sit_with_bot(ann)
    source = backgammon.farthest(backgammon.asked(ann).sources)["spot"]
    before = names(ann)
    ann.page.locator(f'[data-spot="{source}"]').hover()
    ann.page.mouse.down()
    ann.page.mouse.move(640, 450, steps=4)
    landing = backgammon.look(ann).landings[0]["spot"]
    backgammon.cell(ann, landing).hover(force=True)
    ann.page.mouse.up()
    expect(backgammon.word(ann, "undo")).to_be_visible()
    assert names(ann) != before


def test_the_opponents_last_play_is_shown_after_a_reload(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    backgammon.sit_with_bot(ann)
    while (before := ann.page.locator(".bg-before")).count() == 0 or "Ann" in before.inner_text():
        backgammon.play_by_clicks(ann, backgammon.asked(ann))
    backgammon.asked(ann)
    said, marks = before.inner_text(), ann.page.locator(".bg-last").count()
    ann.page.reload()
    backgammon.asked(ann)
    expect(before).to_have_text(said)
    expect(ann.page.locator(".bg-last")).to_have_count(marks)


def test_the_cube_is_offered_taken_and_dropped_between_browsers(crowd: Crowd) -> None:
    ann, bob = crowd.come("Ann"), crowd.come("Bob")
    ann.open("/new/backgammon")
    ann.page.get_by_role("combobox", name="Start from").select_option("Money game")
    ann.click("Open the table")
    expect(ann.page.get_by_role("button", name="Close the table")).to_be_visible()
    bob.open(f"/room/{ann.code}").click("Sit here")
    first, second = by_turn(ann, bob)
    turn(first)
    offered(second)
    second.click("Double")
    expect(first.page.get_by_role("heading", name="doubles to 2")).to_be_visible()
    expect(first.page.locator(".bg-offered")).to_have_text("2")
    first.click("Take")
    expect(second.page.locator(".bg-cube:not(.bg-offered)")).to_have_text("2")
    turn(second)
    offered(first)
    first.click("Double")
    second.click("Drop")
    expect(second.result).to_contain_text("You have lost")
    expect(first.result).to_contain_text("The cube was dropped.")


def test_every_phase_of_a_game_is_accessible(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    backgammon.sit_with_bot(ann)
    backgammon.asked(ann)
    wrong = accessibility_problems(ann.page)
    source = backgammon.look(ann).sources[0]["spot"]
    backgammon.cell(ann, source).click()
    assert not wrong + accessibility_problems(ann.page)


@pytest.mark.parametrize(("name", "view", "legal"), [("middle", MIDDLE, MIDDLE_LEGAL), ("end", END, END_LEGAL)])
def test_the_board_matches_its_golden_picture(
    crowd: Crowd, browser: Browser, name: str, view: dict[str, Any], legal: list[dict[str, Any]]
) -> None:
    ann = crowd.come("Ann")
    override_snapshot(ann, {"phase": "moving", "active": 0, "toAct": 0, "moves": [], "result": None, **view}, legal)
    backgammon.sit_with_bot(ann)
    board = ann.page.locator(".backgammon")
    for scheme in SCHEMES:
        for size in (DESKTOP, PHONE):
            set_display(ann.page, size, scheme)
            assert_looks_like_golden(browser, board, f"backgammon-{name}-{size['width']}-{scheme}")
    assert not overflow(ann.page)


def played_out(person: Person, play: Callable[[Person, backgammon.BoardState], None]) -> None:
    for _ in range(DEEDS_AT_MOST):
        state = backgammon.asked(person)
        if state.over:
            return
        play(person, state)


def names(person: Person) -> list[str]:
    """The checkers on each cell, without what can be done with them."""
    every: list[str] = person.page.locator(".bg-cell").evaluate_all("all => all.map(each => each.ariaLabel)")
    return [name.split(", can move")[0].split(", in your")[0].split(", land")[0] for name in every]


def by_turn(ann: Person, bob: Person) -> tuple[Person, Person]:
    """The person who begins, by the opening roll."""
    expect(ann.page.get_by_role("heading", name="to play")).to_be_visible()
    return (ann, bob) if ann.page.get_by_role("heading", name="White to play").count() else (bob, ann)


def turn(person: Person) -> None:
    """One whole turn; a turn without a button ends by itself."""
    title = person.page.locator(".board-title")
    before = title.text_content()
    while title.text_content() == before:
        state = backgammon.look(person)
        if state.sources or state.landings:
            backgammon.play_by_clicks(person, state)


def offered(person: Person) -> None:
    """This person may roll or double, and nothing else."""
    expect(backgammon.word(person, "roll")).to_be_visible()
    assert sorted(backgammon.look(person).words) == ["double", "roll"]
