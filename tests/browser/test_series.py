"""A ranked series by clicks, from the queue to the record: two players and a spectator."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from ..web.deployments import Deployment
from . import gomoku
from .gomoku import THREE, TWO, place, shows
from .network import Network, network
from .people import Crowd, Person

PAUSE: Final = "The next game begins in"
ROW: Final = ", ".join(f'[aria-label="{column}8, black stone, in the winning row"]' for column in "hijkl")


class Player(NamedTuple):
    person: Person
    nickname: str
    name: str
    network: Network


class Series(NamedTuple):
    opener: Player
    chooser: Player
    spectator: Person

    @property
    def everybody(self) -> tuple[Person, Person, Person]:
        return self.opener.person, self.chooser.person, self.spectator


@pytest.fixture(params=["plain", "scaled"])
def series(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Series]:
    """Two members, paired by the queue, and a spectator; if there are two web processes, not all at the same."""
    deployment: Deployment = request.getfixturevalue(request.param)
    first, last = deployment.urls[0], deployment.urls[-1]
    with network(first) as one, network(last) as other, Crowd(browser, last) as crowd:
        ann, bob = _member(crowd, "Ann", one), _member(crowd, "Bob", other)
        for player in (ann, bob):
            player.person.open().game().get_by_role("button", name="Ranked").click()
        spectator = crowd.come()
        table = spectator.page.get_by_role("listitem").filter(has_text="Ranked").filter(has_text="Ann")
        table.get_by_role("link", name="Watch").click()
        yield Series(*_by_seat(ann, bob), spectator)


def _member(crowd: Crowd, nickname: str, own: Network) -> Player:
    person = crowd.come(nickname, url=own.url)
    return Player(person, nickname, person.register(), own)


def _by_seat(ann: Player, bob: Player) -> tuple[Player, Player]:
    """The opener is drawn at random."""
    first = ann.person.page.get_by_role("list", name="Players").get_by_role("listitem").first
    expect(first).to_contain_text("Opens")
    return (ann, bob) if "Ann" in (first.text_content() or "") else (bob, ann)


def test_a_ranked_series_survives_lost_connections(series: Series, tmp_path: Path) -> None:
    first_opening(series)
    first_row_of_five(series)
    second_game(series)
    the_series_is_over(series)
    the_deployment_remembers_it(series)
    the_record_can_be_checked(series.opener.person, tmp_path / "record")


def first_opening(series: Series) -> None:
    """Three stones, two more, a colour. The opener's connection is cut; the chooser reloads the page."""
    opener, chooser, spectator = series
    gomoku.headline_is(opener.person, "Swap 2 · Place stone 1/3")
    place(opener.person, "a15", "c15")
    gomoku.headline_is(chooser.person, "Swap 2 · Place stone 3/3")
    with opener.person.cut_off(opener.network):
        chooser.person.sees(f"{opener.nickname} is away.")
    shows(opener.person, "a15, opening stone 1, will be black", "c15, opening stone 2, will be white, last placed")
    place(opener.person, "e15")
    gomoku.is_offered(chooser.person, THREE)
    chooser.person.page.reload()
    gomoku.is_offered(chooser.person, THREE)
    for each in (opener.person, spectator):
        shows(each, "e15, opening stone 3, will be black, last placed")
        gomoku.can_do_nothing(each)
    gomoku.choose(chooser.person, "Place two more")
    gomoku.headline_is(chooser.person, "Swap 2 · Place 2 more: stone 4/5")
    place(chooser.person, "g15", "i15")
    gomoku.is_offered(opener.person, TWO)
    gomoku.choose(opener.person, "Take black")
    for each in series.everybody:
        gomoku.colours_are_told(each, opener.nickname, chooser.nickname)


def first_row_of_five(series: Series) -> None:
    """The opener makes five. The chooser's connection is cut."""
    opener, chooser, spectator = series
    gomoku.take_turns(opener.person, chooser.person, "h8 i8", "h3 i3")
    shows(opener.person, "i3, white stone, last move")
    with chooser.person.cut_off(chooser.network):
        place(opener.person, "j8")
    shows(chooser.person, "h8, black stone", "i3, white stone", "j8, black stone, last move")
    place(chooser.person, "j3")
    gomoku.can_do_nothing(spectator)
    opener.person.looks_out_for("You have won", PAUSE)
    chooser.person.looks_out_for("You have lost", PAUSE)
    spectator.looks_out_for(PAUSE)
    for each in series.everybody:
        each.looks_out_for_all(ROW, 5)
    gomoku.take_turns(opener.person, chooser.person, "k8 l8", "k3")


def second_game(series: Series) -> None:
    """After the pause the other player opens; the first takes a colour at once."""
    chooser, opener, spectator = series
    chooser.person.saw("You have won")
    opener.person.saw("You have lost")
    for each in series.everybody:
        each.saw(PAUSE)
        each.saw(ROW)
        expect(each.page.get_by_text(re.compile("1 : 0|0 : 1"))).to_be_visible()
    gomoku.headline_is(opener.person, "Swap 2 · Place stone 1/3")
    opener.person.sees("Game 2, best of 3")
    place(opener.person, "a1", "c1", "e1")
    gomoku.is_offered(chooser.person, THREE)
    gomoku.choose(chooser.person, "Take black")
    gomoku.colours_are_told(spectator, chooser.nickname, opener.nickname)
    gomoku.take_turns(chooser.person, opener.person, "h8 i9 j10 k11 l12", "h3 i3 j3 k3")


def the_series_is_over(series: Series) -> None:
    """Twenty points for the series, ten for winning both games; nobody goes below zero."""
    winner, loser, _ = series
    for each in series.everybody:
        expect(each.result).to_contain_text(f"{winner.nickname} wins the series")
        points = each.result.get_by_role("listitem")
        expect(points.filter(has_text=winner.nickname)).to_have_text(re.compile(r"30\+30$"))
        expect(points.filter(has_text=loser.nickname)).to_have_text(re.compile("0±0$"))
        expect(each.page.get_by_text(re.compile("2 : 0|0 : 2"))).to_be_visible()
    gomoku.can_do_nothing(series.spectator)


def the_deployment_remembers_it(series: Series) -> None:
    person = series.spectator.open("/leaderboard/gomoku")
    link = person.page.locator(f'a[href="/player/{series.opener.name}"]')  # others may have the same nickname
    place = person.page.get_by_role("row").filter(has=link)
    expect(place.get_by_role("cell")).to_have_text(["1", "30", "1 – 0"])
    place.get_by_role("link").click()
    expect(person.page.get_by_role("heading", name=series.opener.nickname, exact=True)).to_be_visible()
    matches = person.page.get_by_role("row").filter(has_text="Five in a row.")
    expect(matches).to_have_count(2)
    expect(matches.filter(has_text="won")).to_have_count(2)


def the_record_can_be_checked(winner: Person, file: Path) -> None:
    """The opening has its own section, and `ludoteca verify` accepts the record."""
    winner.follow("Match details")
    opening = winner.page.get_by_role("heading", name="The opening (Swap 2)")
    expect(opening).to_be_visible()
    told = winner.page.get_by_role("main").locator("ol").get_by_role("listitem")
    expect(told).to_have_count(5)  # three stones, the choice, and the assignment
    expect(told.last).to_contain_text("moves first")
    with winner.page.expect_download() as download:
        winner.follow("Download the record")
    download.value.save_as(file)
    verify = [sys.executable, "-m", "ludoteca", "verify", str(file)]
    ran = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("OK  gomoku")
