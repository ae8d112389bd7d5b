"""Searches every frame sent to a reader of Catan for what they may not know.

A frame is taken apart to its last value. While a game goes on, a hand or a number of hidden points may be told to its
owner alone, a bought card to its buyer, a stolen card to the two players; of the deck a count is told and nothing more,
and nothing at all of dice to come.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

HIDDEN: Final = {"resources", "dev_cards", "new_dev_cards", "hidden_victory_points"}
NEVER: Final = {"dice_left", "rng", "seed"}


def leaks(reader: int | None, frames: Iterable[str]) -> list[str]:
    """Everything sent to a reader that they may not know."""
    found: list[str] = []
    for text in frames:
        frame = json.loads(text)
        if isinstance(frame, dict):
            found += [f"{what} in {text[:300]}" for what in _told(reader, frame)]
    return found


def _told(reader: int | None, frame: dict[str, Any]) -> Iterator[str]:
    payload = frame.get("payload") or {}
    match frame.get("message_type"):
        case "DEVELOPMENT_BOUGHT" if payload["card"] is not None and payload["player"] != reader:
            yield "a card"
        case "RESOURCE_STOLEN" if payload["resource"] is not None and reader is None:
            yield "a theft"
    view = payload.get("view")
    if isinstance(view, dict) and view["phase"] == "GAME_OVER":
        return
    if isinstance(view, dict) and not isinstance(view["deck"], int):
        yield "the deck"
    players = view["players"] if isinstance(view, dict) else []
    for seat, player in enumerate(players):
        yield from (f"{field} of {seat}" for field in HIDDEN if player[field] is not None and seat != reader)
    outside = {**frame, "payload": {**payload, "view": {**(view or {}), "players": []}, "legal": []}}
    yield from (key for key in _keys(outside) if key in HIDDEN | NEVER)


def _keys(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for key, part in value.items():
                if part is not None:
                    yield key
                    yield from _keys(part)
        case list():
            for part in value:
                yield from _keys(part)
