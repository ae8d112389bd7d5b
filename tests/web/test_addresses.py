"""Which addresses are there: the page's own, what crawlers and load balancers ask for, and nothing else."""

import re
from pathlib import Path
from typing import Any

import pytest
import requests

from ludoteca.web.index_page import PAGES
from tests.times import PATIENCE

from .deployments import Deployment
from .test_request_checks import raw, status

APP = Path(__file__).parents[2] / "front" / "src" / "app.tsx"


def get(deployment: Deployment, path: str, **more: Any) -> requests.Response:
    return requests.get(f"{deployment.url}{path}", timeout=PATIENCE, **more)


def test_the_server_knows_the_paths_of_the_pages_router() -> None:
    routed = re.findall(r'^\t\["/([^"]*)",', APP.read_text(), re.MULTILINE)
    assert tuple(re.sub(r":(\w+)", r"<str:\1>", each) for each in routed) == PAGES


@pytest.mark.parametrize("path", ["/", "/room/ABC123", "/rules/gomoku", "/match/x/replay", "/account"])
def test_pages_are_found(embedded: Deployment, path: str) -> None:
    assert get(embedded, path).status_code == 200


@pytest.mark.parametrize("path", ["/wp-login.php", "/room", "/room/ABC123/x", "/.env", "/account/"])
def test_unknown_paths_are_not_found_and_the_page_says_so(embedded: Deployment, path: str) -> None:
    answer = get(embedded, path)
    assert (answer.status_code, answer.headers["Content-Type"].split(";")[0]) == (404, "text/html")


def test_crawlers_are_told_what_to_leave(embedded: Deployment) -> None:
    answer = get(embedded, "/robots.txt")
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "Disallow: /api/" in answer.text


def test_the_icon_is_an_icon_under_both_names(embedded: Deployment) -> None:
    for path in ("/favicon.ico", "/favicon.svg"):
        answer = get(embedded, path)
        assert (answer.headers["Content-Type"], answer.content[:4]) == ("image/svg+xml", b"<svg")


@pytest.mark.parametrize("request_", ["OPTIONS / HTTP/1.0", "HEAD /health HTTP/1.0", "GET /health HTTP/1.0"])
def test_load_balancers_may_check_without_a_name(embedded: Deployment, request_: str) -> None:
    assert status(raw(embedded.url, request_)) == 200


@pytest.mark.parametrize("path", ["/", "/health", "/api/lobby", "/rules/gomoku"])
def test_a_head_is_answered_like_its_get_without_a_body(embedded: Deployment, path: str) -> None:
    head = requests.head(f"{embedded.url}{path}", timeout=PATIENCE)
    assert (head.status_code, head.content) == (200, b"")
