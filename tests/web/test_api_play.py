"""Over HTTP, embedded and scaled out: people meet, sit down, play and look at what they have played."""

import asyncio
import http.client
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from ludoteca.client import Seat
from ludoteca.tokens import unverified
from tests.times import PATIENCE

from .browser import Json, eventually
from .deployments import Deployment, command, environment
from .table_players import archived, finished, moves, play_together, resign, sit_down, watch


def test_two_guests_play_a_game_to_its_end_and_its_record_can_be_verified(
    deployment: Deployment, tmp_path: Path
) -> None:
    ada, bo = deployment.browsers("Ada", "Bo")
    match = finished(deployment, ada, bo, sit_down(ada, bo))
    assert (match["reason"], [seat["score"] for seat in match["seats"]]) == ("five", [1, -1])
    record = ada.ask("GET", f"matches/{match['game_id']}/record")
    assert record.headers["Content-Disposition"] == f'attachment; filename="gomoku-{match["game_id"]}.jsonl"'
    file = tmp_path / "record.jsonl"
    file.write_bytes(record.content)
    verified = subprocess.run(
        command("verify", str(file)), env=environment(), capture_output=True, text=True, check=False
    )
    assert verified.returncode == 0, verified.stderr
    assert match["seed"]
    assert match["commitment"] in record.text


def test_a_game_with_swap_2_leaves_its_history(deployment: Deployment) -> None:
    ada, bo = deployment.browsers("Ada", "Bo")
    code = sit_down(ada, bo, config={"swap2_enabled": True})
    first, second = ada.table(code), bo.table(code)
    choice = [{"type": "choose", "choice": "white"}]
    opening = [{"type": "place", "x": x, "y": 7} for x in (0, 2, 4)]
    rest = [{"type": "place", "x": 9, "y": 9}]
    play_together(deployment, (first, moves(opening + rest)), (second, moves(choice, then=resign)))
    history = archived(ada, first["game_id"])["swap2_history"]
    assert [each["type"] for each in history["actions"]] == ["place", "place", "place", "choice"]
    ids = [browser.get("me")["player"]["id"] for browser in (ada, bo)]
    assert [each["playerId"] for each in history["actions"]] == [ids[0]] * 3 + [ids[1]]
    assert history["finalAssignment"] == {"blackPlayerId": ids[0], "whitePlayerId": ids[1], "firstMover": ids[0]}
    (*_, last) = ada.get(f"matches/{first['game_id']}/replay?from=4&count=1")["steps"]
    assert last["view"]["swap2State"]["actions"] == history["actions"]
    assert all(each["timestamp"] for each in history["actions"])


def test_a_game_against_a_bot_needs_nobody_else(deployment: Deployment) -> None:
    ada = deployment.browser("Ada")
    room = ada.room(seats=["me", "bot:random"])
    token = ada.table(room["code"])
    play_together(deployment, (token, resign))
    match = archived(ada, token["game_id"])
    assert (match["reason"], [seat["bot"] for seat in match["seats"]]) == ("resigned", [None, "random"])


def test_a_token_tells_the_hash_of_the_seed_until_the_match_is_over(deployment: Deployment) -> None:
    """So players know it before they give their own seeds, which come with their `join`."""
    ada = deployment.browser("Ada")
    code = ada.room(seats=["me", "bot:random"])["code"]
    token = ada.table(code)
    play_together(deployment, (token, resign))
    match = archived(ada, token["game_id"])
    assert token["commitment"] == match["commitment"] != ""
    assert ada.table(code)["commitment"] is None


def test_whoever_does_not_sit_there_gets_a_token_to_look_on(deployment: Deployment) -> None:
    ada, bo = deployment.browsers("Ada", "Bo")
    code = sit_down(ada, bo)
    stranger = deployment.browser().table(code)
    assert (stranger["role"], stranger["player_id"]) == ("observer", None)
    play_together(deployment, (ada.table(code), resign), (bo.table(code), watch), (stranger, watch))


def test_a_stranger_reads_of_a_match_in_a_private_room_and_not_where_it_was(deployment: Deployment) -> None:
    ada, bo = deployment.browsers("Ada", "Bo")
    code = sit_down(ada, bo, public=False)
    match = finished(deployment, ada, bo, code)
    assert match["room"] == code
    found, name = deployment.browser(), ada.get("me")["player"]["name"]
    assert found.get(f"matches/{match['game_id']}")["room"] is None
    assert [each["room"] for each in found.get(f"players/{name}")["matches"]] == [None]


def test_two_who_wait_are_brought_together(deployment: Deployment) -> None:
    ada, bo = deployment.browsers("Ada", "Bo")
    for browser in (ada, bo):
        assert browser.post("queue", {"game": "gomoku"})["queue"]["game"] == "gomoku"
    (code,) = eventually(lambda: ada.get("me")["rooms"])
    assert bo.get("me")["rooms"] == [code]
    assert ada.get("me")["queue"] is None
    assert ada.get(f"rooms/{code}")["mode"] == "tieu_dao"


def test_a_staked_pair_see_their_balance_and_the_winner_takes_the_pot(
    deployment: Deployment,
) -> None:
    ada, bo = deployment.browsers("Ada", "Bo")
    for browser in (ada, bo):
        browser.post("queue", {"game": "orcain"})
    (code,) = eventually(lambda: ada.get("me")["rooms"])
    tokens = ada.table(code), bo.table(code)
    heard: list[Json] = []

    async def listen_and_resign(seat: Seat) -> None:
        heard.append((await seat.turn()).view)
        await resign(seat)

    play_together(deployment, (tokens[0], listen_and_resign), (tokens[1], watch))
    archived(ada, tokens[0]["game_id"])
    (view,) = heard
    assert (view["nicknames"], view["tokens"], view["pot"]) == (["Ada", "Bo"], 9, 2)
    assert (ada.get("me")["tokens"], bo.get("me")["tokens"]) == (9, 11)


def test_a_ranked_series_is_given_up_and_the_leaderboard_shows_it(deployment: Deployment) -> None:
    ada, bo = deployment.browsers("Ada", "Bo")
    for browser in (ada, bo):
        browser.post("queue", {"game": "gomoku", "ranked": True})
    (code,) = eventually(lambda: ada.get("me")["rooms"])
    tokens = ada.table(code), bo.table(code)
    room = ada.get(f"rooms/{code}")
    assert (room["mode"], room["swap2_enabled"], room["series"]["phase"]) == ("ranked", True, "playing")
    assert ada.refused("POST", "queue", {"game": "gomoku"}) == (409, "in_a_series")

    async def give_up(seat: Seat) -> None:
        while (await seat.fresh()).view is None:
            await seat.changed()
        await asyncio.to_thread(ada.post, f"rooms/{code}/abandon")

    play_together(deployment, (tokens[0], give_up), (tokens[1], watch))
    eventually(lambda: ada.get(f"rooms/{code}")["status"] == "over")
    series = bo.get(f"rooms/{code}")["series"]
    assert (series["winner"], series["abandoned_by"]) == (bo.name, ada.name)
    assert archived(ada, tokens[0]["game_id"])["reason"] == "resigned"
    ranks = {each["player"]["name"]: each["points"] for each in ada.get("leaderboard/gomoku")["players"]}
    assert (ranks[bo.name], ranks[ada.name]) == (20, 0)


def test_a_staked_game_pays_its_winner(deployment: Deployment) -> None:
    ada, bo = deployment.browsers("Ada", "Bo")
    code = sit_down(ada, bo, game="duel", config={"stake": 4, "grace_ms": 30_000})
    assert [each.get("me")["tokens"] for each in (ada, bo)] == [6, 6]
    play_together(deployment, (ada.table(code), resign), (bo.table(code), watch))
    archived(ada, ada.get(f"rooms/{code}")["game_id"])
    assert [each.get("me")["tokens"] for each in (ada, bo)] == [6, 14]


def test_a_table_is_reached_over_a_connection_that_has_carried_pages(deployment: Deployment) -> None:
    """As proxies do that keep their connections."""
    address = urlsplit(deployment.url)
    line = http.client.HTTPConnection(address.netloc, timeout=PATIENCE)
    line.request("GET", "/health")
    assert line.getresponse().read()
    line.request(
        "GET",
        "/table/ABCDEF",
        headers={
            "Origin": deployment.url,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        },
    )
    assert line.getresponse().status == 101
    line.close()


def test_only_those_who_sit_there_speak(deployment: Deployment) -> None:
    ada, bo = deployment.browser("Ada"), deployment.browser("Bo")
    code = ada.room()["code"]
    assert bo.refused("POST", f"rooms/{code}/say", {"phrase": "hello"}) == (403, "not_seated")
    ada.post(f"rooms/{code}/say", {"phrase": "hello"})


def test_an_invitation_can_be_declined(deployment: Deployment) -> None:
    ada, bo = deployment.browser("Ada"), deployment.browser("Bo")
    code = ada.room()["code"]
    ada.post(f"rooms/{code}/invite", {"name": bo.name})
    assert [each["room"] for each in bo.get("me")["invitations"]] == [code]
    assert bo.delete(f"rooms/{code}/invite")["invitations"] == []


@pytest.mark.parametrize("leave", ["stand", "close"])
def test_whoever_waits_for_somebody_who_does_not_come_may_go_and_has_his_stake_back(
    deployment: Deployment, leave: str
) -> None:
    ada, bo = deployment.browsers("Ada", "Bo")
    code = sit_down(ada, bo, game="duel", config={"stake": 4})

    async def wait_and_go(seat: Seat) -> None:
        if leave == "stand":
            await asyncio.to_thread(ada.post, f"rooms/{code}/stand")
        else:
            await asyncio.to_thread(ada.delete, f"rooms/{code}")
        await watch(seat)

    play_together(deployment, (ada.table(code), wait_and_go))
    assert ada.get(f"rooms/{code}")["status"] == "closed"
    assert [each.get("me")["tokens"] for each in (ada, bo)] == [10, 10]


def test_whoever_plays_does_not_just_stand_up(deployment: Deployment) -> None:
    ada, bo = deployment.browsers("Ada", "Bo")
    code = sit_down(ada, bo, game="duel", config={"stake": 4, "grace_ms": 30_000})
    heard: list[tuple[int, str]] = []

    async def try_to_go(seat: Seat) -> None:
        await seat.turn()
        for method, path in (("POST", f"rooms/{code}/stand"), ("DELETE", f"rooms/{code}")):
            heard.append(await asyncio.to_thread(ada.refused, method, path))
        await resign(seat)

    play_together(deployment, (ada.table(code), try_to_go), (bo.table(code), watch))
    assert heard == [(409, "playing")] * 2


def test_a_players_token_has_their_nickname_for_clients_that_send_none(embedded: Deployment) -> None:
    ada, bo = embedded.browsers("Ada", "Bo")
    code = sit_down(ada, bo)
    assert [unverified(each.table(code)["token"]).display_name for each in (ada, bo)] == ["Ada", "Bo"]
