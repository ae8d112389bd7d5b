"""Replaces snapshots on their way to a page, to show a position without playing up to it."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import WebSocketRoute

from ludoteca.kernel import AnyGame
from ludoteca.kernel.values import tree_of

from .people import Person


def override_snapshot(person: Person, view: dict[str, Any], legal: list[dict[str, Any]]) -> None:
    """Show this view and these legal actions, whatever the table sends; no timer runs."""
    _intercept(
        person,
        lambda payload: payload.update(view={**payload["view"], **view}, legal=legal, to_act=[0], timers=[]),
    )


def show_position(person: Person, game: AnyGame, state: Any, seat: int | None, names: Sequence[str]) -> None:
    """Show this state as a seat sees it, at a table where nothing happens by itself."""
    told: dict[str, Any] = {
        "view": tree_of(game.view(state, seat)),
        "legal": [] if seat is None else [tree_of(action) for action in game.legal(state, seat)],
        "to_act": sorted(game.to_act(state)),
        "timers": [],
        "you": seat,
        "outcome": None,
    }

    def tell(payload: dict[str, Any]) -> None:
        payload.update(told)
        for taken, name in zip(payload["seats"], names, strict=True):
            taken.update(name=name, bot=None, joined=True, present=True)

    _intercept(person, tell)


def _intercept(person: Person, tell: Callable[[dict[str, Any]], None]) -> None:
    """Pass every snapshot through `tell` before it reaches the page."""

    def retell(text: str) -> str:
        frame = json.loads(text)
        payload = frame.get("payload") or {}
        if not isinstance(payload.get("view"), dict):
            return text
        tell(payload)
        return json.dumps(frame)

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda text: route.send(retell(str(text))))

    person.page.route_web_socket("**/table**", between)
