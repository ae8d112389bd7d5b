"""A game that an installed package brings: in the lobby, and played to its end by clicks, at the generic board, and at
the board that it brings along."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from ..packages.installing import EXAMPLE, installed, path_with
from ..services.chromium import axe
from ..web.deployments import embedded
from .people import Crowd, Person
from .test_toys import actions, at_a_table, picture

GAME = "Liar's dice"
OPENER = re.compile(r"> (first|second)")


@contextmanager
def opened(folder: Path, *, board: bool) -> Iterator[str]:
    """A server with the example, with its own board or without."""
    package = installed(EXAMPLE, folder / "package")
    if not board:
        (package / "liars_dice" / "board.js").unlink()
    with embedded(folder, PYTHONPATH=path_with(package)["PYTHONPATH"]) as deployment:
        yield deployment.url


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with opened(tmp_path_factory.mktemp("example"), board=True) as url:
        yield url


@pytest.fixture
def crowd(browser: Browser, address: str) -> Iterator[Crowd]:
    with Crowd(browser, address) as crowd:
        yield crowd


def test_it_is_played_to_its_end_at_the_generic_board(browser: Browser, tmp_path: Path) -> None:
    with opened(tmp_path, board=False) as url, Crowd(browser, url) as crowd:
        ann, bob, spectator = at_a_table(crowd, GAME, "Bob", short="Dice")
        number = 1
        while bob.result.count() == 0:
            opener, other = in_order(ann, bob, number)
            actions(opener).get_by_text("1x6", exact=True).click()
            actions(other).get_by_text("doubt", exact=True).click()
            number += 1
            for person in (bob, spectator):
                expect(picture(person)).to_contain_text(re.compile(rf"round {number},|over: dice"))
        assert_one_has_won(ann, bob)


def test_it_is_played_to_its_end_at_the_board_that_it_brings(crowd: Crowd) -> None:
    ann, bob, spectator = at_a_table(crowd, GAME, "Bob", short="Dice")
    opener, other = ann, bob
    while True:
        bid(opener)
        for person in (ann, spectator):
            expect(said(person)).to_contain_text("has bid one six.")
        doubt(other)
        expect(said(ann)).to_contain_text(re.compile("opens the round|The game is over"))
        if "over" in (said(ann).text_content() or ""):
            break
        opener, other = (ann, bob) if "Ann opens" in (said(ann).text_content() or "") else (bob, ann)
    assert_one_has_won(ann, bob)
    for person in (ann, spectator):
        assert axe(person.page) == []
        expect(person.page.get_by_role("list", name="What happened")).to_contain_text("doubts. There are")


def test_who_sits_there_sees_his_own_dice_and_nobody_elses(crowd: Crowd) -> None:
    ann, bob, spectator = at_a_table(crowd, GAME, "Bob", short="Dice")
    for person in (ann, bob):
        expect(person.page.get_by_role("img", name=re.compile(r"^Your dice: \d, \d$"))).to_be_visible()
        expect(person.page.get_by_role("img", name=re.compile(": 2 hidden dice$"))).to_have_count(1)
        assert axe(person.page) == []
    expect(spectator.page.get_by_role("img", name=re.compile(": 2 hidden dice$"))).to_have_count(2)


@pytest.mark.parametrize(
    "board",
    ["this is no JavaScript", "export const other = 1;", 'export function mount() { throw new Error("no"); }'],
    ids=["unreadable", "empty", "failing"],
)
def test_where_its_board_fails_the_generic_one_takes_its_place(crowd: Crowd, board: str) -> None:
    ann = crowd.come("Ann")
    ann.forgive("The game's own board has failed")
    ann.page.route("**/boards/*.js", lambda route: route.fulfill(content_type="text/javascript", body=board))
    ann.open().game(GAME).get_by_role("link", name="Custom table").click()
    ann.page.get_by_role("combobox", name="Second").select_option("Bot: Counting")
    ann.click("Open the table")
    actions(ann).get_by_text("1x6", exact=True).click()
    expect(picture(ann)).to_contain_text("round 1, 10 dice on the table")


def in_order(ann: Person, bob: Person, number: int) -> tuple[Person, Person]:
    """Who opens this round, and the other."""
    expect(picture(ann)).to_contain_text(f"round {number},")
    found = OPENER.search(picture(ann).text_content() or "")
    assert found is not None
    return (ann, bob) if found[1] == "first" else (bob, ann)


def bid(person: Person) -> None:
    person.page.get_by_role("button", name="Bid one six").click()


def doubt(person: Person) -> None:
    person.page.get_by_role("button", name="Doubt one six").click()


def said(person: Person) -> Locator:
    return person.page.locator(".ld > p")


def assert_one_has_won(*people: Person) -> None:
    for person in people:
        expect(person.result).to_be_visible()
    assert sorted("You have won" in (person.result.text_content() or "") for person in people) == [False, True]
