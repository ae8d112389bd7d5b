"""Who may ask at all: forged requests, foreign names and origins (T5, T7), how often, and what browsers are told."""

import socket
from urllib.parse import urlsplit

import pytest
import requests
from websockets.exceptions import InvalidHandshake

from tests.times import PATIENCE

from .browser import Browser, refusal
from .deployments import LISTED, NAMED, Deployment


def raw(url: str, *lines: str) -> bytes:
    """What comes back for these lines of a request, to the end."""
    with socket.create_connection(("127.0.0.1", urlsplit(url).port or 0), timeout=PATIENCE) as line:
        line.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        heard = b""
        while part := line.recv(65_536):
            heard += part
        return heard


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


# Forged requests


def test_a_token_is_not_minted_for_another_page(playing: tuple[Browser, str]) -> None:
    ada, code = playing
    for origin in ("https://evil.example", "null", f"{ada.url}0", "http://localhost:1"):
        assert ada.refused("POST", f"rooms/{code}/token", Origin=origin) == (403, "csrf")


def test_a_token_is_not_minted_without_the_cookies_own_token(playing: tuple[Browser, str]) -> None:
    ada, code = playing
    assert ada.refused("POST", f"rooms/{code}/token", **{"X-CSRFToken": ""}) == (403, "csrf")
    assert ada.refused("POST", f"rooms/{code}/token", **{"X-CSRFToken": "A" * 64}) == (403, "csrf")
    session = {"sessionid": str(ada.session.cookies["sessionid"])}
    asked = requests.post(f"{ada.url}/api/rooms/{code}/token", cookies=session, timeout=PATIENCE)
    assert refusal(asked) == (403, "csrf")


def test_a_form_of_another_page_does_nothing(playing: tuple[Browser, str]) -> None:
    ada, _ = playing
    cookies = ada.session.cookies
    asked = requests.post(f"{ada.url}/api/me/logout", data={"a": "b"}, cookies=cookies, timeout=PATIENCE)
    assert refusal(asked) == (403, "csrf")
    assert ada.get("me")["player"] is not None


def test_the_cookie_of_a_session_is_not_for_scripts_nor_for_other_sites(embedded: Deployment) -> None:
    browser = embedded.browser()
    browser.get("me")
    response = browser.ask("POST", "me/guest", {"nickname": "Ada"})
    cookie = next(each for each in response.headers["Set-Cookie"].split(", ") if each.startswith("sessionid"))
    assert "HttpOnly" in response.headers["Set-Cookie"]
    assert "SameSite=Lax" in cookie + response.headers["Set-Cookie"]


# Names


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "a b", "[::1"]
)
@pytest.mark.parametrize("path", ["/", "/api/me", "/health", "/admin/", "/static/admin/css/base.css"])
def test_under_a_name_that_is_not_ours_there_is_nothing(embedded: Deployment, path: str, host: str) -> None:
    assert status(raw(embedded.url, f"GET {path} HTTP/1.1", f"Host: {host}")) == 400


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1234", "127.0.0.1", "[::1]:8000", "10.0.0.7:80"])
def test_this_machine_and_plain_addresses_are_our_names(embedded: Deployment, host: str) -> None:
    assert status(raw(embedded.url, "GET /api/me HTTP/1.1", f"Host: {host}")) == 200


def test_a_name_on_the_list_is_ours(strict: Deployment, embedded: Deployment) -> None:
    asked = ("GET /api/me HTTP/1.1", f"Host: {NAMED.upper()}")
    assert [status(raw(each.url, *asked)) for each in (strict, embedded)] == [200, 400]


def test_a_live_socket_under_a_foreign_name_is_refused_even_from_a_page_of_that_name(embedded: Deployment) -> None:
    browser = embedded.browser()
    port = urlsplit(embedded.url).port
    with pytest.raises(InvalidHandshake):
        browser.live(Host=f"evil.example:{port}", Origin=f"http://evil.example:{port}")


def test_a_table_socket_under_a_foreign_host_is_refused_even_from_its_own_page(embedded: Deployment) -> None:
    assert status(_handshake(embedded.url, "/table/ABC123", "evil.example", "http://evil.example")) == 403


# Origins


def _handshake(url: str, path: str, host: str, origin: str | None) -> bytes:
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        *([] if origin is None else [f"Origin: {origin}"]),
    ]
    with socket.create_connection(("127.0.0.1", urlsplit(url).port or 0), timeout=PATIENCE) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode())
        return line.recv(4096)


@pytest.mark.parametrize("path", ["/live", "/table/ABC123"])
def test_a_page_of_ours_opens_sockets(deployment: Deployment, path: str) -> None:
    host = urlsplit(deployment.url).netloc
    assert status(_handshake(deployment.url, path, host, f"http://{host}")) == 101
    assert status(_handshake(deployment.url, path, "localhost", "http://localhost")) == 101


@pytest.mark.parametrize("path", ["/live", "/table/ABC123"])
@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "",
        "http://evil.example",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://localhost:{port}",
        "http://127.0.0.1:{port}.evil.example",
        "http://evil.example@127.0.0.1:{port}",
        "file://127.0.0.1:{port}",
        "http://[",
    ],
)
def test_a_page_that_is_not_ours_opens_no_socket(embedded: Deployment, path: str, origin: str | None) -> None:
    parts = urlsplit(embedded.url)
    given = None if origin is None else origin.format(port=parts.port)
    assert status(_handshake(embedded.url, path, parts.netloc, given)) == 403


@pytest.mark.parametrize("path", ["/live", "/table/ABC123"])
def test_a_page_on_the_list_opens_sockets(strict: Deployment, path: str) -> None:
    assert status(_handshake(strict.url, path, urlsplit(strict.url).netloc, LISTED)) == 101
