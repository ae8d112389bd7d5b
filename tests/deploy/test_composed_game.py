"""The deployment of `compose.yaml` without containers: the same commands and variables, a real Valkey with the same
options, and a real PostgreSQL. Only addresses differ, and the test's browser adds the headers that the proxy would."""

import re
import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest
import requests

from tests.runtime.valkey import Valkey, valkey
from tests.services.postgres import postgres
from tests.times import PATIENCE
from tests.web import deployments
from tests.web.browser import Browser
from tests.web.deployments import Deployment, Running
from tests.web.table_players import finished, sit_down

from .files import compose

SITE = "games.example.org"
PASSWORD = "openSesame1"
FILLED_IN = {
    "SITE": SITE,
    "LUDOTECA_SECRET_KEY": deployments.SECRET,
    "VALKEY_PASSWORD": PASSWORD,
    "POSTGRES_PASSWORD": "open-sesame",
}
SERVICES: dict[str, Any] = compose()["services"]


class BehindTheProxy(Browser):
    """A browser that talks TLS to the proxy: it sends what the proxy forwards, and TLS-only cookies."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.session.headers.update({"Host": SITE, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"})
        self.get("me")

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> requests.Response:
        return super().ask(method, path, body, **{"Origin": f"https://{SITE}", "Cookie": self.cookies, **headers})


def filled_in(text: str) -> str:
    return re.sub(r"\$\{(\w+)(?::[?-][^}]*)?\}", lambda found: FILLED_IN.get(found[1], ""), text)


def environment(name: str, places: dict[str, str]) -> dict[str, str]:
    """The variables of a service, with what `.env` would say filled in, and addresses of this machine."""
    given = {key: filled_in(value) for key, value in SERVICES[name]["environment"].items()}
    return {key: places.get(key, value) for key, value in given.items()}


def line(name: str) -> list[str]:
    """Its options, except the address: any free port will do here."""
    words: list[str] = SERVICES[name]["command"][1:]
    rest = words[: words.index("--listen")] + words[words.index("--listen") + 2 :]
    return ["127.0.0.1:0" if each == "0.0.0.0:8701" else each for each in rest]


def start(name: str, number: int, folder: Path, places: dict[str, str]) -> Running:
    given = SERVICES[name]["command"][SERVICES[name]["command"].index("--listen") + 1]
    listen = "127.0.0.1:0" if given else ""
    return Running(name, folder / f"{name}{number}", *line(name), listen=listen, **environment(name, places))


def valkey_of_the_file() -> AbstractContextManager[Valkey]:
    return valkey(*(filled_in(word) for word in SERVICES["valkey"]["command"][1:]))


def redis_url(server: Valkey) -> str:
    """As the file has it, but on this machine."""
    return filled_in(SERVICES["web"]["environment"]["REDIS_URL"]).replace("@valkey:6379", f"@127.0.0.1:{server.port}")


@pytest.fixture
def composed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Deployment]:
    monkeypatch.setattr(deployments, "GENEROUS", {})  # only the variables of the file
    with ExitStack() as stack:
        redis = stack.enter_context(valkey_of_the_file())
        url = stack.enter_context(stack.enter_context(postgres()).fresh_database())
        places = {"REDIS_URL": redis_url(redis), "DATABASE_URL": url}
        deployment = Deployment([], [])
        stack.callback(deployment.close)
        for name, running in (("service", deployment._others), ("web", deployment._webs)):
            running.extend(start(name, n, tmp_path, places) for n in range(SERVICES[name]["deploy"]["replicas"]))
        yield deployment


def test_two_players_play_through_different_web_processes(composed: Deployment) -> None:
    ada, bo = (BehindTheProxy(url) for url in composed.urls)
    for browser, nickname in ((ada, "Ada"), (bo, "Bo")):
        browser.post("me/guest", {"nickname": nickname})
    assert finished(composed, ada, bo, sit_down(ada, bo))["reason"] == "five"
    assert {cookie.secure for cookie in ada.session.cookies} == {True}
    assert "store_may_lose" not in composed.log
    assert {requests.get(f"{url}/health", timeout=PATIENCE).status_code for url in composed.urls} == {200}
    strange = requests.get(f"{composed.url}/", headers={"Host": "elsewhere.example.org"}, timeout=PATIENCE)
    assert strange.status_code == 400


def test_valkey_lets_nobody_in_without_the_password_and_hides_it() -> None:
    with valkey_of_the_file() as server:
        assert said(server, b"") == b"-NOAUTH Authentication required.\r\n"
        assert said(server, b"AUTH wrong\r\n").startswith(b"-WRONGPASS")
        assert said(server, f"AUTH {urlsplit(redis_url(server)).password}\r\n".encode()) == b"+OK\r\n"
        assert PASSWORD not in " ".join(psutil.Process(server.pid).cmdline())


def said(server: Valkey, first: bytes) -> bytes:
    """What it answers to this line, or else to a PING."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(first or b"PING\r\n")
        return connection.recv(1000)


def test_only_addresses_differ_from_the_file() -> None:
    places = {"REDIS_URL": "redis://127.0.0.1:1/0", "DATABASE_URL": "postgresql:///there"}
    assert environment("web", places) == {
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "DATABASE_URL": "postgresql:///there",
        "LUDOTECA_SECRET_KEY": deployments.SECRET,
        "LUDOTECA_HOSTS": SITE,
        "LUDOTECA_ORIGINS": f"https://{SITE}",
        "LUDOTECA_HTTPS": "1",
        "LUDOTECA_PROXIES": "1",
        "LUDOTECA_WORKERS": "1",
        "GITHUB_CLIENT_ID": "",
        "GITHUB_CLIENT_SECRET": "",
        "LUDOTECA_SMTP_URL": "",
        "LUDOTECA_MAIL_FROM": "",
    }
    composed_url = urlsplit(environment("web", {})["DATABASE_URL"])
    postgres_says = {key: filled_in(value) for key, value in SERVICES["postgres"]["environment"].items()}
    assert (composed_url.username, composed_url.password, composed_url.path, composed_url.hostname) == (
        postgres_says["POSTGRES_USER"],
        postgres_says["POSTGRES_PASSWORD"],
        f"/{postgres_says['POSTGRES_DB']}",
        "postgres",
    )
