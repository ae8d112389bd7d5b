"""What one address may leave in the database in a day, and what a day more brings."""

import json
from collections.abc import Iterator

import pytest

from . import deployments
from .browser import Browser, eventually, refusal
from .deployments import Deployment


@pytest.fixture(scope="module")
def capped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    limits = {"LUDOTECA_GUESTS_PER_DAY": "3", "LUDOTECA_ROOMS_PER_DAY": "2"}
    folder = tmp_path_factory.mktemp("capped")
    with deployments.embedded(folder, "--log-level", "info", LUDOTECA_PROXIES="1", **limits) as deployment:
        yield deployment


def asked(browser: Browser, path: str, body: object, address: str) -> tuple[int, str]:
    answer = browser.ask("POST", path, body, **{"X-Forwarded-For": address})
    return (200, "") if answer.status_code == 200 else refusal(answer)


def test_one_address_brings_a_number_of_guests_and_members_a_day(capped: Deployment) -> None:
    told = [asked(capped.browser(), "me/guest", {}, "10.0.0.1") for _ in range(4)]
    assert told == [(200, "")] * 3 + [(429, "too_many_today")]
    member = {"name": "ada-lovelace", "password": "a horse, a battery, a staple"}
    assert asked(capped.browser(), "me/register", member, "10.0.0.1") == (429, "too_many_today")
    assert asked(capped.browser(), "me/guest", {}, "10.0.0.2") == (200, "")


def test_guests_may_still_register_when_no_more_guests_may_come(capped: Deployment) -> None:
    guest = capped.browser()
    for browser in (guest, capped.browser(), capped.browser()):
        asked(browser, "me/guest", {}, "10.0.0.3")
    member = {"name": "bo-the-member", "password": "a horse, a battery, a staple"}
    assert asked(guest, "me/register", member, "10.0.0.3") == (200, "")


def test_one_address_opens_a_number_of_rooms_a_day(capped: Deployment) -> None:
    guests = [capped.browser() for _ in range(2)]
    for guest in guests:
        assert asked(guest, "me/guest", {}, "10.0.0.4") == (200, "")
    told = [asked(guests[number % 2], "rooms", {"game": "gomoku"}, "10.0.0.4") for number in range(3)]
    assert told == [(200, ""), (200, ""), (429, "too_many_today")]


def test_the_lobby_has_further_pages(capped: Deployment) -> None:
    browser = capped.browser()
    assert browser.get("lobby?after=100") == {**browser.get("lobby"), "rooms": []}
    assert [browser.refused("GET", f"lobby?after={bad}") for bad in (1, -100, 1000)] == [(400, "bad_query")] * 3


def test_old_rows_are_deleted_by_the_server_itself(capped: Deployment) -> None:
    line = eventually(lambda: next((each for each in capped.log.splitlines() if "retention" in each), None))
    assert {"rooms": 0, "guests": 0, "sessions": 0}.items() <= json.loads(line).items()
