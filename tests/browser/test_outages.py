"""Outages: a second window, a server that is killed and restarted, one that is unreachable."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ..web.deployments import Deployment, embedded
from . import gomoku
from .network import network
from .people import UNREACHED, Crowd


@pytest.fixture
def frail(tmp_path: Path) -> Iterator[Deployment]:
    """A server for this test, to be killed."""
    with embedded(tmp_path) as deployment:
        yield deployment


def test_a_table_opened_twice_is_played_in_the_newer_window(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    ann.open().game().get_by_role("button", name="Play a bot").click()
    gomoku.place(ann, "h8")
    gomoku.headline_is(ann, "Black to move")
    older, newer = ann.page, ann.new_tab()
    newer.goto(older.url)
    expect(newer.get_by_role("gridcell", name="h8, black stone", exact=True)).to_be_visible()
    expect(older.get_by_role("alert").filter(has_text="You have opened this table in another window.")).to_be_visible()
    newer.get_by_role("gridcell", name="a1, empty", exact=True).click()
    expect(newer.get_by_role("heading", name="Black to move")).to_be_visible()
    older.get_by_role("button", name="Play here").click()
    gomoku.shows(ann, "h8, black stone", "a1, black stone")
    gomoku.place(ann, "c1")
    expect(newer.get_by_role("button", name="Play here")).to_be_visible()


def test_the_page_reconnects_to_a_killed_and_restarted_server(browser: Browser, frail: Deployment) -> None:
    with Crowd(browser, frail.url) as crowd:
        ann, bob = crowd.come("Ann"), crowd.come("Bob")
        ann.open("/new/gomoku").click("Open the table")
        ann.sees("The game begins as soon as every seat is taken.")
        bob.open(f"/room/{ann.code}").click("Sit here")
        gomoku.take_turns(ann, bob, "h8", "h7")
        for person in (ann, bob):
            person.forgive(UNREACHED)
        frail.kill()
        ann.link_is("Reconnecting")
        frail.start()
        ann.link_is("Connected")
        gomoku.take_turns(ann, bob, "i8 j8 k8 l8", "i7 j7 k7")
        expect(ann.result).to_contain_text("You have won")
        expect(bob.result).to_contain_text("You have lost")
        ann.click("Rematch")
        expect(bob.result).to_contain_text("Ann would like a rematch")


def test_the_page_retries_when_the_server_is_unreachable_at_first(browser: Browser, deployment: Deployment) -> None:
    with network(deployment.url) as own, Crowd(browser, own.url) as crowd:
        ann = crowd.come()
        ann.forgive(UNREACHED)
        ann.page.route("**/api/**", lambda route: route.abort())
        ann.page.reload()
        expect(ann.page.get_by_role("heading", name="The server cannot be reached")).to_be_visible()
        ann.page.unroute("**/api/**")
        ann.click("Try again")
        expect(ann.page.get_by_role("heading", name="What shall we play?")).to_be_visible()


def test_a_click_that_does_not_reach_the_server_shows_an_alert(browser: Browser, deployment: Deployment) -> None:
    with network(deployment.url) as own, Crowd(browser, own.url) as crowd:
        ann = crowd.come("Ann").open()
        play = ann.game().get_by_role("button", name="Play a friend")
        expect(play).to_be_visible()
        ann.forgive(UNREACHED)
        own.cut()
        play.click()
        expect(ann.page.get_by_role("alert").filter(has_text="The server cannot be reached.")).to_be_visible()
        expect(play).to_be_enabled()  # the request has failed, or it would get through once the network is back
        own.mend()
        play.click()
        ann.sees("The game begins as soon as every seat is taken.")


def test_missing_pages_say_that_nothing_is_here(crowd: Crowd) -> None:
    ann = crowd.come()
    ann.forgive("status of 404")
    for path in ("/nothing/here", "/room/NOSUCH", "/player/nobody-of-this-name", "/match/NOSUCH", "/new/nosuch"):
        ann.open(path)
        expect(ann.page.get_by_role("heading", name="Nothing here")).to_be_visible()
