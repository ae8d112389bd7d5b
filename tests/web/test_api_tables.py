"""Bare tables, for programs: what a host, a player and an observer may do with their tokens, and what nobody may."""

from typing import Any

import pytest
import requests

from ludoteca.tokens import Tokens, for_host, for_observer, for_player
from ludoteca.web.play.room_codes import code
from tests.times import PATIENCE, now

from .browser import refusal
from .deployments import SECRET, Deployment
from .table_players import play_together, resign, watch


class Program:
    """A program with a token, and no cookies."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def ask(self, method: str, path: str = "", body: Any = None) -> requests.Response:
        return requests.request(
            method, f"{self._url}/api/tables{path}", json=body, headers=self._headers, timeout=PATIENCE
        )

    def done(self, method: str, path: str = "", body: Any = None) -> Any:
        response = self.ask(method, path, body)
        assert response.status_code == 200, response.text
        return response.json()


def minted(claims: Any) -> str:
    return Tokens(SECRET).mint(claims, now())


@pytest.fixture
def host(scaled: Deployment) -> Program:
    return Program(scaled.url, minted(for_host(None, now())))


def bearer(deployment: Deployment, role: str, table: str) -> Program:
    at = now()
    claims = {
        "player": for_player(table, 0, at),
        "observer": for_observer(table, "Eve", at),
        "host": for_host(table, at),
    }
    return Program(deployment.url, minted(claims[role]))


def opened(host: Program, **more: Any) -> str:
    table: str = host.done("POST", body={"game": "gomoku", **more})["game_id"]
    return table


def test_a_host_opens_a_table_mints_its_tokens_and_people_play_there(scaled: Deployment, host: Program) -> None:
    table = opened(host)
    players = [host.done("POST", f"/{table}/token", {"role": "player", "player_id": seat}) for seat in (0, 1)]
    before = now()
    observer = host.done("POST", f"/{table}/token", {"display_name": "Eve", "minutes": 5})
    assert before + 300 <= observer["expires_at"] // 1000 <= now() + 300
    assert observer["ws_url"] == f"/table/{table}"
    play_together(scaled, (players[0], resign), (players[1], watch), (observer, watch))
    assert host.done("GET", f"/{table}")["is_over"]


def test_a_table_has_the_id_that_was_asked_for(host: Program) -> None:
    wanted = code()
    assert opened(host, game_id=wanted) == wanted
    assert host.done("POST", body={"game": "gomoku", "game_id": wanted})["game_id"] == wanted
    assert refusal(host.ask("POST", body={"game": "duel", "game_id": wanted}))[0] == 409


def test_a_bot_sits_where_the_host_says(host: Program) -> None:
    table = opened(host, bots=[None, "random"])
    assert [seat["bot"] for seat in host.done("GET", f"/{table}")["seats"]] == [None, "random"]


def test_a_table_that_is_closed_is_closed_for_good(host: Program) -> None:
    table = opened(host)
    assert host.done("DELETE", f"/{table}")["is_over"]
    assert host.done("GET", f"/{table}/sync")["closed"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess"}, 404, "not_found"),
        ({"game": "gomoku", "config": {"size": 3}}, 400, "bad_config"),
        ({"game": "gomoku", "game_id": "abc"}, 400, "bad_body"),
        ({"game": "gomoku", "seats": 2}, 400, "bad_body"),
        ({}, 400, "bad_body"),
    ],
)
def test_a_table_that_makes_no_sense_is_not_opened(host: Program, body: Any, status: int, code: str) -> None:
    assert refusal(host.ask("POST", body=body)) == (status, code)


@pytest.mark.parametrize("bots", [["nobody", None], [None] * 5])
def test_bots_that_there_are_not_are_refused_with_a_reason(host: Program, bots: list[str | None]) -> None:
    status, code = refusal(host.ask("POST", body={"game": "gomoku", "bots": bots}))
    assert (status, code) == (409, "invalid_action")


@pytest.mark.parametrize(
    "wanted",
    [
        {"role": "player"},
        {"role": "host"},
        {"minutes": 0},
        {"minutes": 24 * 60 + 1},
        {"role": "player", "player_id": True},
        {"display_name": "\u202eEve"},
        {"display_name": "E\x00ve"},
        {"display_name": "E" * 33},
    ],
)
def test_a_token_that_nobody_could_use_is_not_minted(host: Program, wanted: dict[str, Any]) -> None:
    assert refusal(host.ask("POST", f"/{opened(host)}/token", wanted)) == (400, "bad_body")


# Who may


@pytest.mark.parametrize("role", ["player", "observer"])
def test_whoever_plays_or_looks_on_hosts_nothing(scaled: Deployment, host: Program, role: str) -> None:
    table = opened(host)
    bearing = bearer(scaled, role, table)
    assert refusal(bearing.ask("POST", body={"game": "gomoku", "game_id": table})) == (403, "forbidden")
    assert refusal(bearing.ask("POST", f"/{table}/token", {})) == (403, "forbidden")
    assert refusal(bearing.ask("DELETE", f"/{table}")) == (403, "forbidden")
    assert not bearing.done("GET", f"/{table}")["is_over"]


@pytest.mark.parametrize(("role", "you"), [("player", 0), ("observer", None), ("host", None)])
def test_everybody_sees_what_he_may_know(scaled: Deployment, host: Program, role: str, you: int | None) -> None:
    table = opened(host)
    assert bearer(scaled, role, table).done("GET", f"/{table}/sync")["you"] == you


def test_a_host_of_one_table_hosts_no_other(scaled: Deployment, host: Program) -> None:
    one, other = opened(host), opened(host)
    bearing = bearer(scaled, "host", one)
    assert bearing.done("GET", f"/{one}")["game_id"] == one
    assert refusal(bearing.ask("GET", f"/{other}")) == (401, "join_failed")
    assert refusal(bearing.ask("DELETE", f"/{other}")) == (401, "join_failed")
    assert refusal(bearing.ask("POST", body={"game": "gomoku"})) == (401, "join_failed")


@pytest.mark.parametrize("token", ["", "eyJ.eyJ.x", "A" * 5_000])
def test_without_a_good_token_there_is_nothing(scaled: Deployment, host: Program, token: str) -> None:
    table, nobody = opened(host), Program(scaled.url, token)
    for method, path in (("GET", f"/{table}"), ("GET", f"/{table}/sync"), ("DELETE", f"/{table}")):
        assert refusal(nobody.ask(method, path)) == (401, "unauthorized")
    assert refusal(nobody.ask("POST", body={"game": "gomoku"})) == (401, "unauthorized")


def test_a_token_in_the_address_is_no_token(scaled: Deployment, host: Program) -> None:
    table, token = opened(host), minted(for_host(None, now()))
    asked = requests.get(f"{scaled.url}/api/tables/{table}?token={token}", timeout=PATIENCE)
    assert refusal(asked) == (401, "unauthorized")


def test_a_session_is_no_token(scaled: Deployment, host: Program) -> None:
    assert scaled.browser("Ada").refused("GET", f"tables/{opened(host)}") == (401, "unauthorized")


@pytest.mark.parametrize("odd", ["abc123", "ABC12", "..%5c", "%00BC123", "АВС123", "*", "game.x.actions%0d%0aPUBLISH"])
@pytest.mark.parametrize(("method", "more"), [("GET", ""), ("GET", "/sync"), ("POST", "/token"), ("DELETE", "")])
def test_an_id_that_no_table_can_have_is_not_found(host: Program, odd: str, method: str, more: str) -> None:
    assert host.ask(method, f"/{odd}{more}", {} if method == "POST" else None).status_code == 404


def test_a_table_that_was_never_opened_is_not_found(host: Program) -> None:
    for method, more in (("GET", ""), ("GET", "/sync"), ("DELETE", "")):
        assert refusal(host.ask(method, f"/{code()}{more}"))[0] == 404
