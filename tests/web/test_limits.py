"""How often one may ask, and from where (T7); what browsers are told to refuse; what is written down (T6)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from requests.adapters import HTTPAdapter

from tests.times import PATIENCE

from . import deployments
from .browser import Browser, refusal
from .deployments import Deployment
from .table_players import finished, sit_down


@pytest.fixture(scope="module")
def behind_a_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with deployments.embedded(
        tmp_path_factory.mktemp("proxy"), LUDOTECA_PROXIES="1", LUDOTECA_LOGINS_PER_MINUTE="3"
    ) as deployment:
        yield deployment


class From(HTTPAdapter):
    """From another address of this machine."""

    def __init__(self, address: str) -> None:
        self._address = address
        super().__init__()

    def init_poolmanager(self, *args: Any, **more: Any) -> None:
        super().init_poolmanager(*args, **more, source_address=(self._address, 0))


def guests(deployment: Deployment, count: int, **headers: str) -> list[Any]:
    """What each of so many new guests is answered."""
    answers = []
    for _ in range(count):
        browser = deployment.browser()
        answers.append(browser.ask("POST", "me/guest", {}, **headers))
    return answers


def test_whoever_comes_too_often_is_told_to_wait_whatever_address_he_writes_down(strict: Deployment) -> None:
    answers = [guests(strict, 1, **{"X-Forwarded-For": f"10.0.0.{number}"})[0] for number in range(9)]
    assert [each.status_code for each in answers[:6]] == [200] * 6
    assert refusal(answers[-1]) == (429, "too_many")
    assert int(answers[-1].headers["Retry-After"]) > 0


def test_all_that_changes_something_is_counted(strict: Deployment) -> None:
    browser = strict.browser()
    browser.session.mount("http://", From("127.0.0.2"))  # so that other tests are not limited afterwards
    assert {browser.ask("POST", "me/logout").status_code for _ in range(60)} == {200, 429}
    assert browser.ask("GET", "me").status_code == 200


def test_behind_a_proxy_of_ours_everybody_has_the_address_that_it_wrote(behind_a_proxy: Deployment) -> None:
    for number in range(6):
        assert guests(behind_a_proxy, 1, **{"X-Forwarded-For": f"10.0.0.{number}"})[0].status_code == 200
    spoofed = [f"10.9.9.{number}, 10.0.1.1" for number in range(5)]
    answers = [guests(behind_a_proxy, 1, **{"X-Forwarded-For": each})[0].status_code for each in spoofed]
    assert answers == [200, 200, 200, 429, 429]


def test_whoever_comes_past_the_proxy_has_his_own_address(behind_a_proxy: Deployment) -> None:
    assert {each.status_code for each in guests(behind_a_proxy, 5)} == {200, 429}
    with requests.Session() as elsewhere:
        elsewhere.mount("http://", From("127.0.0.2"))
        elsewhere.get(f"{behind_a_proxy.url}/api/me", timeout=PATIENCE)
        headers = {"X-CSRFToken": str(elsewhere.cookies["csrftoken"])}
        assert (
            elsewhere.post(f"{behind_a_proxy.url}/api/me/guest", headers=headers, timeout=PATIENCE).status_code == 200
        )


def test_each_page_of_a_replay_counts(tmp_path: Path) -> None:
    with deployments.embedded(tmp_path, LUDOTECA_REPLAYS_PER_MINUTE="2") as deployment:
        ada, bo = deployment.browsers("Ada", "Bo")
        match = finished(deployment, ada, bo, sit_down(ada, bo))["game_id"]
        stranger = deployment.browser()
        for first in (0, 2):
            stranger.get(f"matches/{match}/replay?from={first}")
        assert stranger.refused("GET", f"matches/{match}/replay?from=4") == (429, "too_many")


# What browsers are told


@pytest.mark.parametrize("path", ["/", "/api/me", "/rooms/ABC123", "/admin/login/", "/health"])
def test_every_answer_tells_the_browser_what_to_refuse(embedded: Deployment, path: str) -> None:
    headers = requests.get(f"{embedded.url}{path}", timeout=PATIENCE).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe-eval" not in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Server" not in headers


def test_behind_tls_browsers_are_told_to_use_nothing_else(tmp_path: Path, embedded: Deployment) -> None:
    by_tls = {"X-Forwarded-Proto": "https"}
    with deployments.embedded(tmp_path, LUDOTECA_HTTPS="1") as secure:
        told = [requests.get(f"{each.url}/", headers=by_tls, timeout=PATIENCE).headers for each in (secure, embedded)]
    assert [each.get("Strict-Transport-Security") for each in told] == ["max-age=31536000", None]


def test_scripts_come_from_here_alone(embedded: Deployment) -> None:
    policy = requests.get(embedded.url, timeout=PATIENCE).headers["Content-Security-Policy"]
    scripts = next((each for each in policy.split("; ") if each.startswith("script-src")), "default-src 'self'")
    assert "unsafe-inline" not in scripts


def test_answers_of_the_api_are_kept_by_nobody(embedded: Deployment) -> None:
    assert requests.get(f"{embedded.url}/api/me", timeout=PATIENCE).headers["Cache-Control"] == "no-store"


def test_nothing_that_was_written_down_holds_a_token_or_a_secret(
    playing: tuple[Browser, str], embedded: Deployment
) -> None:
    ada, code = playing
    token = ada.table(code)["token"]
    ada.session.get(f"{ada.url}/table/ABC123?token={token}", timeout=PATIENCE)
    ada.session.get(f"{ada.url}/api/rooms/{token}", timeout=PATIENCE)
    ada.refused("GET", "tables/ABC123", Authorization=f"Bearer {token}")
    assert "eyJ" not in embedded.log
    assert str(ada.session.cookies["sessionid"]) not in embedded.log
