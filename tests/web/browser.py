"""A browser without a screen: cookies, the token against forged requests, and a live socket.

What it asks for goes to the JSON API. `post` and its kin expect to succeed; `refused` expects not to.
"""

import json
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.times import PATIENCE, within

Json = dict[str, Any]
T = TypeVar("T")

CSRF: Final = "csrftoken"


def eventually(look: Callable[[], T | None]) -> T:
    """What is seen, once it is: what happens in another process nobody announces here."""
    for _ in within():
        if seen := look():
            return seen
        time.sleep(0.03)
    raise AssertionError("waited in vain")


OPEN: "list[Browser]" = []


class Browser:
    """`address`: from which of the machine's own it asks."""

    def __init__(self, url: str, address: str | None = None) -> None:
        self.url = url
        self.session = requests.Session()
        if address is not None:
            self.session.mount("http://", _From(address))
        self.session.trust_env = False
        self.session.headers["Accept-Language"] = "fr;q=0.1"
        self._lives: list[Live] = []
        OPEN.append(self)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> requests.Response:
        """As our own page asks: with the cookie's token in a header, from our own origin."""
        if method != "GET" and CSRF not in self.session.cookies:
            self.session.get(f"{self.url}/api/me", timeout=PATIENCE)
        with_token = {"Origin": self.url, "X-CSRFToken": str(self.session.cookies.get(CSRF)), **headers}
        return self.session.request(method, f"{self.url}/api/{path}", json=body, headers=with_token, timeout=PATIENCE)

    def get(self, path: str) -> Any:
        return _done(self.ask("GET", path))

    def post(self, path: str, body: Any = None) -> Any:
        return _done(self.ask("POST", path, body))

    def delete(self, path: str) -> Any:
        return _done(self.ask("DELETE", path))

    def refused(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        """The status and the code of a refusal, which is an `Error` and nothing else."""
        return refusal(self.ask(method, path, body, **headers))

    @property
    def name(self) -> str:
        found: str = self.get("me")["player"]["name"]
        return found

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.session.cookies.items())

    def room(self, **wanted: Any) -> Json:
        made: Json = self.post("rooms", {"game": "gomoku", **wanted})
        return made

    def table(self, code: str) -> Json:
        """The token of the room's table, once that is open."""
        game_id = eventually(lambda: self.get(f"rooms/{code}")["game_id"])
        token: Json = self.post(f"rooms/{code}/token")
        assert token["game_id"] == game_id
        return token

    def live(self, **headers: str) -> "Live":
        live = Live(self.url, {"Cookie": self.cookies, **headers})
        self._lives.append(live)
        return live

    def close(self) -> None:
        for live in self._lives:
            live.close()
        self.session.close()


def close_all() -> None:
    while OPEN:
        OPEN.pop().close()


class _From(HTTPAdapter):
    def __init__(self, address: str) -> None:
        self._address = address
        super().__init__()

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs, source_address=(self._address, 0))


class Live:
    """A live socket, as the page has one."""

    def __init__(self, url: str, headers: Mapping[str, str]) -> None:
        host = urlsplit(url).netloc
        given = {name: value for name, value in {"Origin": url, **headers}.items() if value}
        self._closing = ExitStack()
        self._socket: ClientConnection = self._closing.enter_context(
            connect(
                f"ws://{host}/live",
                additional_headers=given,
                proxy=None,
                compression=None,
                open_timeout=PATIENCE,
                ping_interval=None,  # what a test does not read it does not read
                max_queue=None,
                close_timeout=1,
            )
        )
        self.heard: list[Json] = []

    def say(self, what: Any) -> None:
        self._socket.send(what if isinstance(what, str | bytes) else json.dumps(what))

    def watch(self, room: str | None) -> None:
        self.say({"type": "watch", "room": room})

    def until(self, wanted: Callable[[Json], Any]) -> Json:
        """The first message from now on that is as wanted; all are kept in `heard`."""
        for _ in within():
            message = json.loads(self._socket.recv(timeout=PATIENCE))
            self.heard.append(message)
            if wanted(message):
                found: Json = message
                return found
        raise AssertionError("waited in vain")

    def closed_with(self) -> int:
        """The code it is closed with; whatever comes before that is heard."""
        try:
            while True:
                self.heard.append(json.loads(self._socket.recv(timeout=PATIENCE)))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 1006

    def close(self) -> None:
        self._closing.close()


def refusal(response: requests.Response) -> tuple[int, str]:
    assert response.status_code >= 400, response.text
    told = response.json()
    assert {"code", "reason"} <= set(told) <= {"code", "reason", "facts"}
    assert response.headers["Content-Type"] == "application/json"
    return response.status_code, str(told["code"])


def _done(response: requests.Response) -> Any:
    assert response.status_code == 200, f"{response.status_code}: {response.text[:500]}"
    return response.json()
