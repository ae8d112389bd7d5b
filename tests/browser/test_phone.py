"""A phone shows little of a page at a time: what has just happened is in sight, and so is what one is awaited for."""

import re
from typing import Final

import pytest
from playwright.sync_api import FloatRect, Locator, ViewportSize, expect

from ..web.deployments import Deployment
from . import backgammon, finished_matches
from .accessibility import PHONE
from .people import Crowd, Person

LYING: Final[ViewportSize] = {"width": 740, "height": 360}


@pytest.fixture
def ann(crowd: Crowd) -> Person:
    return crowd.come(viewport=PHONE, has_touch=True, is_mobile=True)


def play_a_bot(person: Person, game: str) -> None:
    person.game(game).get_by_role("button", name="Play a bot").click()
    expect(person.page.get_by_role("button", name="Resign")).to_be_visible()


def box(what: Locator) -> FloatRect:
    found = what.bounding_box()
    assert found is not None
    return found


def right(what: Locator) -> float:
    return box(what)["x"] + box(what)["width"]


def test_a_table_the_user_has_left_comes_first_in_the_lobby(ann: Person) -> None:
    play_a_bot(ann, "Gomoku")
    ann.open()
    back = ann.page.get_by_role("link", name="Return")
    expect(back).to_be_in_viewport()
    ann.sees("Your turn")
    assert box(back)["y"] < box(ann.game())["y"]
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    assert box(back)["x"] > right(ann.game()), "beside the games on a wide screen"


@pytest.mark.parametrize("game", ["Gomoku", "Backgammon"])  # their boards leave no room for it
def test_the_result_of_a_game_scrolls_into_view(ann: Person, game: str) -> None:
    play_a_bot(ann, game)
    ann.resign()
    expect(ann.result.get_by_role("heading", name="You have lost")).to_be_in_viewport()


def test_an_old_result_does_not_scroll_into_view(ann: Person) -> None:
    play_a_bot(ann, "Gomoku")
    ann.resign()
    ann.page.reload()
    expect(ann.result).to_be_visible()
    assert ann.page.evaluate("scrollY") == 0


def test_a_move_chosen_from_the_list_shows_on_the_board(deployment: Deployment, ann: Person) -> None:
    ann.open(f"/match/{finished_matches.of_gomoku(deployment)['game_id']}/replay")
    moves = ann.page.get_by_role("region", name="Moves")
    moves.get_by_role("button").nth(3).click()
    expect(ann.page.get_by_role("slider", name="Step")).to_have_value("3")
    board = ann.page.locator(".replay-board")
    expect(board).to_be_in_viewport(ratio=0.6)


def test_a_replay_fits_the_narrowest_phone_and_landscape(deployment: Deployment, ann: Person) -> None:
    ann.page.set_viewport_size({"width": 320, "height": 640})
    ann.open(f"/match/{finished_matches.of_gomoku(deployment)['game_id']}/replay")
    bar = ann.page.get_by_role("region", name="Playback")
    assert right(ann.page.get_by_role("button", name="To the end")) <= right(bar)
    expect(ann.page.get_by_text("Keys: the left and right arrows")).to_be_hidden()
    ann.page.set_viewport_size(LYING)
    ann.page.evaluate("scrollTo(0, 200)")
    expect(bar).not_to_be_in_viewport()


def test_a_tap_on_catans_island_must_be_confirmed(ann: Person) -> None:
    play_a_bot(ann, "Catan")
    place = ann.page.get_by_role("button", name=re.compile("^Settlement at")).first
    place.tap()
    yes = ann.page.get_by_role("button", name="Build here")
    expect(yes).to_be_in_viewport()
    expect(place).to_be_visible()
    yes.tap()
    expect(ann.page.get_by_role("button", name=re.compile("^Road")).first).to_be_visible()


def test_backgammons_confirm_button_stays_in_view(ann: Person) -> None:
    backgammon.sit_with_bot(ann)
    while "done" not in (sight := backgammon.asked(ann)).words:
        backgammon.play_by_clicks(ann, sight)
    ann.page.evaluate("scrollTo(0, 0)")
    confirm = backgammon.word(ann, "done")
    expect(confirm).to_be_in_viewport(ratio=1)
    confirm.tap()
    expect(confirm).to_have_count(0)
