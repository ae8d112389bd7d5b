"""Over HTTP: what each route refuses, with which status and code; and bodies that no program of good will sends (E)."""

from typing import Any

import pytest

from .browser import Browser
from .deployments import Deployment
from .table_players import finished, sit_down

PASSWORD = "a horse, a battery, a staple"

needs_somebody = [
    ("POST", "me/settings", {"language": "it"}),
    ("POST", "rooms", {"game": "gomoku"}),
    ("POST", "rooms/ABC123/sit", {}),
    ("POST", "rooms/ABC123/bot", {"seat": 1, "bot": None}),
    ("POST", "rooms/ABC123/stand", None),
    ("POST", "rooms/ABC123/invite", {"name": "ada"}),
    ("POST", "rooms/ABC123/rematch", None),
    ("POST", "rooms/ABC123/abandon", None),
    ("POST", "rooms/ABC123/say", {"phrase": "hello"}),
    ("DELETE", "rooms/ABC123", None),
    ("POST", "queue", {"game": "gomoku"}),
    ("DELETE", "queue", None),
]
nowhere = [
    ("GET", "rooms/NOROOM", None),
    ("POST", "rooms/NOROOM/sit", {}),
    ("POST", "rooms/NOROOM/bot", {"seat": 1, "bot": None}),
    ("POST", "rooms/NOROOM/stand", None),
    ("POST", "rooms/NOROOM/invite", {"name": "ada"}),
    ("POST", "rooms/NOROOM/rematch", None),
    ("POST", "rooms/NOROOM/abandon", None),
    ("POST", "rooms/NOROOM/say", {"phrase": "hello"}),
    ("POST", "rooms/NOROOM/token", None),
    ("GET", "rooms/NOROOM/sync", None),
    ("DELETE", "rooms/NOROOM", None),
    ("GET", "players/nobody-at-all", None),
    ("GET", "leaderboard/chess", None),
    ("GET", "matches/NOGAME", None),
    ("GET", "matches/NOGAME/record", None),
    ("POST", "rooms", {"game": "chess"}),
    ("POST", "queue", {"game": "chess"}),
    ("GET", "nothing", None),
]


@pytest.fixture
def ada(embedded: Deployment) -> Browser:
    return embedded.browser("Ada")


@pytest.mark.parametrize(("method", "path", "body"), needs_somebody)
def test_nobody_does_what_only_somebody_may(embedded: Deployment, method: str, path: str, body: Any) -> None:
    assert embedded.browser().refused(method, path, body) == (401, "nobody")


@pytest.mark.parametrize(("method", "path", "body"), nowhere)
def test_what_is_not_there_is_not_found(ada: Browser, method: str, path: str, body: Any) -> None:
    assert ada.refused(method, path, body) == (404, "not_found")


def test_a_method_that_a_route_does_not_have_is_refused(ada: Browser) -> None:
    assert ada.refused("GET", "queue") == (405, "bad_method")
    assert ada.refused("PUT", "rooms/ABC123") == (405, "bad_method")


# Who one is


def test_whoever_is_somebody_stays_who_he_is(ada: Browser) -> None:
    name = ada.name
    assert ada.post("me/guest", {"nickname": "Bo"})["player"]["name"] == name


def test_a_guest_registers_logs_out_and_logs_in_again(deployment: Deployment) -> None:
    browser = deployment.browser("Ada")
    before = browser.name
    member = f"ada-{before[-6:]}"
    told = browser.post("me/register", {"name": member, "password": PASSWORD})
    assert {"name": member, "nickname": "Ada", "is_guest": False}.items() <= told["player"].items()
    assert browser.refused("POST", "me/register", {"name": "other", "password": PASSWORD}) == (
        409,
        "already_registered",
    )
    assert browser.post("me/logout")["player"] is None
    assert browser.refused("POST", "me/login", {"name": member, "password": "wrong"}) == (403, "bad_login")
    assert browser.refused("POST", "me/login", {"name": "nobody-at-all", "password": "x"}) == (403, "bad_login")
    assert browser.post("me/login", {"name": f" {member.upper()}", "password": PASSWORD})["player"]["name"] == member
    other = deployment.browser("Bo")
    assert other.refused("POST", "me/register", {"name": member, "password": PASSWORD}) == (409, "name_taken")
    assert other.refused("POST", "me/register", {"name": "bo-bo", "password": "12345678"}) == (400, "weak_password")


def test_a_session_has_another_key_after_logging_in(ada: Browser) -> None:
    before = ada.session.cookies["sessionid"]
    ada.post("me/register", {"name": f"x{ada.name[-6:]}", "password": PASSWORD})
    assert ada.session.cookies["sessionid"] != before


def test_settings_are_changed_and_told_and_a_bad_nickname_is_refused(ada: Browser) -> None:
    told = ada.post("me/settings", {"nickname": "<i>Ada</i>", "language": "it"})
    assert (told["player"]["nickname"], told["language"]) == ("<i>Ada</i>", "it")
    assert ada.refused("POST", "me/settings", {"nickname": "\u202eAda"}) == (400, "bad_nickname")
    assert ada.refused("POST", "me/settings", {"language": "xx"}) == (400, "bad_body")


def test_a_newcomer_is_spoken_to_in_the_language_his_browser_asks_for(embedded: Deployment) -> None:
    assert embedded.browser().get("me")["language"] == "fr"
    assert embedded.browser().ask("GET", "me", **{"Accept-Language": "xx, *;q=0.1, vi"}).json()["language"] == "vi"
    assert embedded.browser().ask("GET", "me", **{"Accept-Language": "*"}).json()["language"] == "en"


# Rooms


def test_every_step_of_a_room_refuses_what_is_out_of_place(embedded: Deployment) -> None:
    ada, bo, cy = embedded.browsers("Ada", "Bo", "Cy")
    code = ada.room()["code"]
    assert ada.refused("POST", f"rooms/{code}/token") == (409, "not_begun")
    assert ada.refused("GET", f"rooms/{code}/sync") == (409, "not_begun")
    assert ada.refused("POST", f"rooms/{code}/abandon") == (409, "no_series")
    assert bo.refused("DELETE", f"rooms/{code}") == (403, "not_yours")
    assert bo.refused("POST", f"rooms/{code}/invite", {"name": ada.name}) == (403, "not_seated")
    assert bo.refused("POST", f"rooms/{code}/sit", {"seat": 0}) == (409, "seat_taken")
    bo.post(f"rooms/{code}/sit", {"seat": 1})
    assert cy.refused("POST", f"rooms/{code}/sit", {}) == (409, "not_open")
    assert ada.refused("POST", f"rooms/{code}/rematch") == (409, "not_over")
    game_id = ada.table(code)["game_id"]
    assert ada.refused("GET", f"matches/{game_id}/record") == (409, "not_over")


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"preset": "ranked"}, "ranked_by_queue"),
        ({"preset": "none"}, "bad_config"),
        ({"config": {"size": 3}}, "bad_config"),
        ({"seats": ["me", "bot:nobody"]}, "no_such_bot"),
        ({"seats": ["ada"]}, "bad_seats"),
        ({"seats": ["me"] * 65}, "bad_body"),
        ({"color": "red"}, "bad_body"),
    ],
)
def test_a_room_that_makes_no_sense_is_not_made(ada: Browser, wanted: dict[str, Any], code: str) -> None:
    assert ada.refused("POST", "rooms", {"game": "gomoku", **wanted}) == (400, code)
    assert ada.get("me")["rooms"] == []


def test_a_room_is_made_shown_asked_into_left_and_played_again(embedded: Deployment) -> None:
    ada, bo = embedded.browsers("Ada", "Bo")
    code = ada.room(public=False)["code"]
    assert code not in {room["code"] for room in ada.get("lobby")["rooms"]}
    ada.post(f"rooms/{code}/invite", {"name": bo.name})
    assert [each["room"] for each in bo.get("me")["invitations"]] == [code]
    bo.post(f"rooms/{code}/sit", {})
    bo.get(f"rooms/{code}")
    match = finished(embedded, ada, bo, code)
    assert ada.post(f"rooms/{code}/rematch")["rematch"] == [ada.name]
    again = bo.post(f"rooms/{code}/rematch")
    assert (again["status"], again["seats"][0]["player"]["nickname"]) == ("playing", "Bo")
    assert [each["game_id"] for each in bo.get(f"players/{bo.name}")["matches"]] == [match["game_id"]]


def test_the_table_of_a_room_shows_everybody_what_he_may_know(embedded: Deployment) -> None:
    ada, bo = embedded.browsers("Ada", "Bo")
    code = sit_down(ada, bo)
    ada.table(code)
    assert [each.get(f"rooms/{code}/sync")["you"] for each in (ada, bo, embedded.browser())] == [0, 1, None]


def test_a_room_against_a_bot_is_closed_with_its_table(embedded: Deployment) -> None:
    ada = embedded.browser("Ada")
    code = ada.room(seats=["me", "bot:random"])["code"]
    ada.table(code)
    assert ada.delete(f"rooms/{code}")["status"] == "closed"
    assert ada.get(f"rooms/{code}/sync")["closed"]
