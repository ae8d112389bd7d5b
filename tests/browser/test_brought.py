"""A game that an installed package brings: in the lobby, and played to its end by clicks."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from ..packages.installing import EXAMPLE, installed, path_with
from ..web.houses import House, embedded
from .people import Crowd, Person
from .test_toys import actions, at_a_table, picture

GAME = "Liars dice"
OPENER = re.compile(r"> (first|second)")


@pytest.fixture(scope="module")
def boardless(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with the example, but for its board."""
    package = installed(EXAMPLE, tmp_path_factory.mktemp("package"))
    with embedded(tmp_path_factory.mktemp("house"), PYTHONPATH=path_with(package)["PYTHONPATH"]) as house:
        yield house


def test_it_is_played_to_its_end_at_the_generic_board(browser: Browser, boardless: House) -> None:
    with Crowd(browser, boardless.url) as crowd:
        ann, bob, spectator = at_a_table(crowd, GAME, "Bob", short="Dice")
        number = 1
        while bob.result.count() == 0:
            opener, other = in_order(ann, bob, number)
            actions(opener).get_by_text("1x6", exact=True).click()
            actions(other).get_by_text("doubt", exact=True).click()
            expect(picture(spectator)).to_contain_text(re.compile(rf"round {number + 1},|over: dice"))
            expect(picture(bob)).to_contain_text(re.compile(rf"round {number + 1},|over: dice"))
            number += 1
        results = [person.result.text_content() or "" for person in (ann, bob)]
        assert sorted("You have won" in each for each in results) == [False, True]


def in_order(ann: Person, bob: Person, number: int) -> tuple[Person, Person]:
    """Who opens this round, and the other."""
    expect(picture(ann)).to_contain_text(f"round {number},")
    found = OPENER.search(picture(ann).text_content() or "")
    assert found is not None
    return (ann, bob) if found[1] == "first" else (bob, ann)
