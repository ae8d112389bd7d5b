"""Live sockets: what is pushed to whom, in one process and across two; and how those that talk nonsense end."""

import pytest

from .browser import Browser, Json, Live, eventually
from .deployments import Deployment
from .table_players import sit_down


def at(deployment: Deployment, nickname: str, web: int) -> Browser:
    """A guest's browser at one of the webs; where there is but one, at that."""
    return deployment.browser(nickname, web % len(deployment.urls))


def kinds(live: Live) -> set[str]:
    return {message["type"] for message in live.heard}


def test_whoever_comes_hears_who_he_is_and_how_the_lobby_stands(deployment: Deployment) -> None:
    ada = deployment.browser("Ada")
    live = ada.live()
    assert live.until(lambda message: message["type"] == "me")["me"]["player"]["name"] == ada.name
    assert live.until(lambda message: message["type"] == "lobby")["lobby"]["online"] >= 1


def test_nobody_hears_the_lobby_and_no_me(deployment: Deployment) -> None:
    live = deployment.browser().live()
    live.until(lambda message: message["type"] == "lobby")
    assert kinds(live) == {"lobby"}


def test_a_new_room_is_told_to_everybody(deployment: Deployment) -> None:
    ada, bo = at(deployment, "Ada", 0), at(deployment, "Bo", 1)
    live = bo.live()
    code = ada.room()["code"]
    live.until(lambda message: message["type"] == "lobby" and code in _codes(message))
    ada.delete(f"rooms/{code}")
    live.until(lambda message: message["type"] == "lobby" and code not in _codes(message))


def _codes(message: Json) -> set[str]:
    return {room["code"] for room in message["lobby"]["rooms"]}


def test_a_room_is_told_to_whoever_watches_it(deployment: Deployment) -> None:
    ada, bo, cy = at(deployment, "Ada", 0), at(deployment, "Bo", 1), at(deployment, "Cy", 1)
    code = ada.room(public=False)["code"]
    watching, elsewhere = cy.live(), cy.live()
    watching.watch(code)
    assert watching.until(lambda message: message["type"] == "room")["room"]["status"] == "open"
    bo.post(f"rooms/{code}/sit", {})
    playing = watching.until(lambda message: message["type"] == "room" and message["room"]["game_id"])
    assert playing["room"]["status"] == "playing"
    watching.watch(None)
    ada.room()
    elsewhere.until(lambda message: message["type"] == "lobby")
    assert "room" not in kinds(elsewhere)


def test_what_is_said_in_a_room_is_heard_there_and_nowhere_else(deployment: Deployment) -> None:
    ada, bo = at(deployment, "Ada", 0), at(deployment, "Bo", 1)
    code, other = ada.room()["code"], ada.room()["code"]
    here, there = bo.live(), bo.live()
    for live, room in ((here, code), (there, other)):
        live.watch(room)
        live.until(lambda message: message["type"] == "room")
    ada.post(f"rooms/{code}/say", {"phrase": "good_luck"})
    said = here.until(lambda message: message["type"] == "said")
    assert (said["room"], said["sender"]["nickname"], said["phrase"]) == (code, "Ada", "good_luck")
    ada.post(f"rooms/{other}/say", {"phrase": "bye"})
    assert there.until(lambda message: message["type"] == "said")["phrase"] == "bye"


def test_an_invitation_is_told_to_whoever_is_asked(deployment: Deployment) -> None:
    ada, bo = at(deployment, "Ada", 0), at(deployment, "Bo", 1)
    live = bo.live()
    code = ada.room()["code"]
    ada.post(f"rooms/{code}/invite", {"name": bo.name})
    told = live.until(lambda message: message["type"] == "me" and message["me"]["invitations"])
    assert told["me"]["invitations"][0]["room"] == code


def test_two_who_were_found_for_each_other_are_sent_there_and_nobody_else_is(deployment: Deployment) -> None:
    ada, bo, cy = at(deployment, "Ada", 0), at(deployment, "Bo", 1), at(deployment, "Cy", 1)
    lives = [browser.live() for browser in (ada, bo, cy)]
    for live in lives:
        live.until(lambda message: message["type"] == "me")
    for browser in (ada, bo):
        browser.post("queue", {"game": "gomoku"})
    rooms = {live.until(lambda message: message["type"] == "go")["room"] for live in lives[:2]}
    assert len(rooms) == 1
    code = cy.room()["code"]
    lives[2].until(lambda message: message["type"] == "lobby" and code in _codes(message))
    assert "go" not in kinds(lives[2])


def test_nobody_is_told_anothers_me(deployment: Deployment) -> None:
    ada, bo = at(deployment, "Ada", 0), at(deployment, "Bo", 0)
    mine, nobodys = bo.live(), deployment.browser().live()
    mine.until(lambda message: message["type"] == "me")
    sit_down(ada, deployment.browser("Cy"), public=False)
    ada.post("me/settings", {"nickname": "Ada the First"})
    code = ada.room()["code"]
    for live in (mine, nobodys):
        live.until(lambda message: message["type"] == "lobby" and code in _codes(message))
    assert {message["me"]["player"]["name"] for message in mine.heard if message["type"] == "me"} == {bo.name}
    assert "me" not in kinds(nobodys)


def test_who_is_online_is_counted_by_person_and_not_by_window(embedded: Deployment) -> None:
    ada = embedded.browser("Ada")
    before = eventually(lambda: (embedded.browser().get("lobby")["online"],))[0]
    lives = [ada.live(), ada.live()]
    lives[0].until(lambda message: message["type"] == "lobby" and message["lobby"]["online"] == before + 1)
    assert embedded.browser().get("lobby")["online"] == before + 1


@pytest.mark.parametrize(
    "said",
    [
        "{",
        "[]",
        '{"type": "watch", "room": "abc"}',
        '{"type": "watch", "room": "NOROOM", "x": 1}',
        '{"type": "shout"}',
        '{"room": null}',
        "",
        "\x00",
        '{"type": "watch", "room": "' + "A" * 600 + '"}',
        b'{"type": "watch", "room": null}',
    ],
)
def test_whoever_talks_nonsense_is_sent_away_and_nobody_else(embedded: Deployment, said: str | bytes) -> None:
    one, other = embedded.browser().live(), embedded.browser().live()
    one.say(said)
    assert one.closed_with() == 1008
    code = embedded.browser("Ada").room()["code"]
    other.until(lambda message: message["type"] == "lobby" and code in _codes(message))


def test_a_message_that_is_far_too_long_is_not_read(embedded: Deployment) -> None:
    live = embedded.browser().live()
    live.say("A" * 100_000)
    assert live.closed_with() == 1009


def test_watching_a_room_that_is_not_there_is_no_mistake(embedded: Deployment) -> None:
    live = embedded.browser().live()
    live.watch("NOROOM")
    code = embedded.browser("Ada").room()["code"]
    live.watch(code)
    assert live.until(lambda message: message["type"] == "room")["room"]["code"] == code


def test_whoever_logs_out_is_told_nothing_more_of_who_he_was(deployment: Deployment) -> None:
    ada, other = deployment.browser("Ada"), at(deployment, "Bo", 1)
    lives = [ada.live(), other.live()]
    for live in lives:
        live.until(lambda message: message["type"] == "me")
    ada.post("me/logout")
    assert lives[0].closed_with() == 1001
    other.post("me/settings", {"nickname": "Bob"})
    lives[1].until(lambda message: message["type"] == "me" and message["me"]["player"]["nickname"] == "Bob")


def test_whoever_registers_learns_of_it_from_the_answer_which_has_his_new_session(deployment: Deployment) -> None:
    ada = deployment.browser("Ada")
    live = ada.live()
    live.until(lambda message: message["type"] == "me")
    ada.post("me/register", {"name": f"x{ada.name[-6:]}", "password": "a password of four words"})
    assert live.closed_with() == 1001
    assert all(message["me"]["player"]["is_guest"] for message in live.heard if message["type"] == "me")
    assert not ada.get("me")["player"]["is_guest"]
