"""Over HTTP: bodies that no program of good will sends (E7, E8), and ids that nobody can have (T8)."""

import socket
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.times import PATIENCE

from .browser import Browser, refusal
from .deployments import Deployment


@pytest.fixture
def ada(embedded: Deployment) -> Browser:
    return embedded.browser("Ada")


def posted(browser: Browser, body: bytes, kind: str = "application/json", path: str = "me/settings") -> Any:
    browser.get("me")
    return browser.session.post(
        f"{browser.url}/api/{path}",
        data=body,
        headers={
            "Content-Type": kind,
            "Origin": browser.url,
            "X-CSRFToken": str(browser.session.cookies.get("csrftoken")),
        },
        timeout=PATIENCE,
    )


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b'{"nickname": NaN}',
        b'{"nickname": "a", "nickname": "b"}',
        b'{"nickname": "\\ud800"}',
        b'{"nickname": 7}',
        b'{"name": "ada"}',
        b'{"__proto__": {}}',
        b"[" * 100_00 + b"]" * 100_00,
        b'{"nickname":' + b"[" * 4000 + b"]" * 4000 + b"}",
        b'{"nickname": "' + b"A" * 20_000 + b'"}',
    ],
)
def test_a_body_that_is_not_what_it_should_be_is_refused_whole(ada: Browser, body: bytes) -> None:
    assert refusal(posted(ada, body))[1] == "bad_body"
    assert ada.get("me")["player"]["nickname"] == "Ada"


@pytest.mark.parametrize("seat", [b"true", b"1.5", b"-1", b'"1"', b"99999999999999999999999", b"1e400", b"Infinity"])
def test_a_seat_is_a_number_and_nothing_like_one(ada: Browser, seat: bytes) -> None:
    code = ada.room()["code"]
    assert refusal(posted(ada, b'{"seat": ' + seat + b"}", path=f"rooms/{code}/sit")) == (400, "bad_body")


@pytest.mark.parametrize("size", [16 * 1024, 60_000])
def test_a_body_of_more_than_sixteen_kilobytes_is_refused(ada: Browser, size: int) -> None:
    status, code = refusal(posted(ada, b'{"nickname": "' + b"A" * size + b'"}'))
    assert (status in (400, 413), code) == (True, "bad_body")


def test_a_body_that_goes_on_and_on_is_not_read_to_its_end(embedded: Deployment) -> None:
    head = "POST /api/me/guest HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"10000\r\n" + b"A" * 65_536 + b"\r\n"
    with socket.create_connection(("127.0.0.1", urlsplit(embedded.url).port or 0), timeout=PATIENCE) as line:
        line.sendall(head.encode())
        with pytest.raises(OSError, match=r"reset|Broken pipe"):
            line.sendall(chunk * 1_000)


def test_a_body_that_nobody_said_the_length_of_is_bounded_too(ada: Browser) -> None:
    ada.get("me")
    chunks = (b"A" * 4096 for _ in range(15))
    response = ada.session.post(
        f"{ada.url}/api/me/settings",
        data=chunks,
        headers={
            "Content-Type": "application/json",
            "Origin": ada.url,
            "X-CSRFToken": str(ada.session.cookies.get("csrftoken")),
        },
        timeout=PATIENCE,
    )
    status, code = refusal(response)
    assert (status in (400, 413), code) == (True, "bad_body")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])
def test_a_body_is_json_and_says_so(ada: Browser, kind: str) -> None:
    assert refusal(posted(ada, b'{"nickname": "Eve"}', kind)) == (415, "bad_body")


def test_json_may_name_its_letters(ada: Browser) -> None:
    response = posted(ada, b'{"nickname": "Eve"}', "application/json; charset=utf-8")
    assert response.json()["player"]["nickname"] == "Eve"


# T8


ODD = ["..", "%2e%2e", "..%5c", "abc123", "ABC12", "ABC1234", "%00BC123", "АВС123", "*", "A%0d%0aPUBLISH", "A" * 3000]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("path", ["rooms/{}", "rooms/{}/sync", "matches/{}", "matches/{}/record", "players/{}"])
def test_an_id_that_nobody_can_have_is_not_found(deployment: Deployment, path: str, odd: str) -> None:
    browser = deployment.browser()
    response = browser.session.get(f"{browser.url}/api/{path.format(odd)}", timeout=PATIENCE, allow_redirects=False)
    assert response.status_code in (404, 400)
    assert "Traceback" not in response.text


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("me/login", {"name": "a\x00b", "password": "x"}),
        ("rooms", {"game": "gomoku\x00"}),
        ("rooms", {"game": "gomoku", "config": {"players": ["a\x00", "b"]}}),
        ("queue", {"game": "\x00"}),
        ("me/settings", {"nickname": "\x00"}),
    ],
)
def test_what_a_database_cannot_hold_is_refused(deployment: Deployment, path: str, body: dict[str, Any]) -> None:
    response = deployment.browser("Ada").ask("POST", path, body)
    assert response.status_code < 500, response.text
    assert "request_failed" not in deployment.log
