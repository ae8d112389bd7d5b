"""The second factor of staff, through HTTP: set up where the host demands it, asked for in every session."""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.times import now

from . import deployments
from .boss import Boss

PAGE = "/admin/second-factor/"
PERIOD = 30


@pytest.fixture(scope="module")
def boss(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Boss]:
    """Whose server demands a second factor."""
    folder = tmp_path_factory.mktemp("demanding")
    limits = {"LUDOTECA_STAFF_SECOND_FACTOR": "1", "LUDOTECA_CODES_PER_DAY": "8"}
    with deployments.embedded(folder, **limits) as deployment:
        yield Boss(deployment, folder, sees="Set up an authenticator app")


def shown_by_app(secret: str, period: int) -> str:
    """As RFC 6238 has it."""
    digest = hmac.digest(base64.b32decode(secret), period.to_bytes(8, "big"), hashlib.sha1)
    at = digest[-1] & 15
    return f"{(int.from_bytes(digest[at : at + 4], 'big') & 0x7FFFFFFF) % 10**6:06}"


def test_the_admin_opens_with_a_second_factor_and_each_code_once(boss: Boss) -> None:
    assert boss.get("/admin/web/player/").url.startswith(f"{boss.url}{PAGE}")
    found = re.search(r"secret=([A-Z2-7]+)", boss.get(PAGE).text)
    assert found is not None
    assert "This code is not right" in boss.post(PAGE, code="123456").text
    begun = now() // PERIOD
    told = boss.post(PAGE, code=shown_by_app(found[1], begun)).text
    recovery = re.findall(r"<code>(\d{8})</code>", told)
    assert len(set(recovery)) == 10
    assert "Log out" in boss.get("/admin/").text
    assert recovery[0] not in boss.get(PAGE).text

    assert "Enter the code" in boss.log_in().text
    assert "Enter the code" in boss.get("/admin/web/player/").text
    assert "This code is not right" in boss.post(PAGE, code=shown_by_app(found[1], begun)).text
    assert "Log out" in boss.post(PAGE, code=shown_by_app(found[1], max(begun + 1, now() // PERIOD))).text

    boss.log_in()
    assert boss.post(f"{PAGE}?next=https://elsewhere.example.org/", code=recovery[3]).url == f"{boss.url}/admin/"
    boss.log_in()
    assert "This code is not right" in boss.post(PAGE, code=recovery[3]).text
    assert "Log out" in boss.post(PAGE, code=recovery[4]).text
    assert "8 recovery codes are left" in boss.get(PAGE).text

    boss.log_in()
    tried = [boss.post(PAGE, code=f"00000{number}").text for number in range(3)]
    assert "Too many codes from here today" in tried[-1]


def test_the_second_factor_is_a_choice_where_nobody_demands_it(tmp_path: Path) -> None:
    with deployments.embedded(tmp_path) as deployment:
        boss = Boss(deployment, tmp_path)
        assert PAGE in boss.get("/admin/").text
        assert "Set up an authenticator app" in boss.get(PAGE).text
        stranger = deployment.browser("Ada")
        assert stranger.session.get(f"{deployment.url}{PAGE}").url == f"{deployment.url}/admin/login/"
