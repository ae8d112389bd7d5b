"""What a table says, retold on the way to a page: how a board looks in a position that nobody has to play up to."""

import json
from typing import Any

from playwright.sync_api import WebSocketRoute

from .people import Person


def retold(person: Person, view: dict[str, Any], legal: list[dict[str, Any]]) -> None:
    """Let him see this, whatever the table says: a view, and what he may do; no time runs."""

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda text: route.send(_with(str(text), view, legal)))

    person.page.route_web_socket("**/table**", between)


def _with(text: str, view: dict[str, Any], legal: list[dict[str, Any]]) -> str:
    frame = json.loads(text)
    payload = frame.get("payload") or {}
    if not isinstance(payload.get("view"), dict):
        return text
    payload.update(view={**payload["view"], **view}, legal=legal, to_act=[0], timers=[])
    return json.dumps(frame)
