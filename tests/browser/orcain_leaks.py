"""Searches every frame sent to a reader of Orcain for what they may not know: the opponent's cards before their step.

A frame is searched down to its last string and key. A card may be named in the terms of the match (the hands, and the
reader's own legal actions), in the reader's own layout, and in steps revealed to this reader before; anywhere else it
is a leak. So are hit points that no revealed step led to, tokens other than the reader's own, and `GRASS` anywhere.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

CARDS: Final = {"a": "attack", "d": "defense", "h": "heal", "c": "counter", "-": None}
TERMS: Final = {"hands", "yourHand", "legal"}
OWN_TOKENS: Final = {("payload", "view", "tokens"), ("payload", "yourTokens"), ("me", "tokens")}
Path: TypeAlias = tuple[str | int, ...]


class Leak(AssertionError):
    """Something was sent too early, or to the wrong reader."""


class Reader:
    """Receives everything that is sent to a seat, or to a spectator."""

    def __init__(self, seat: int | None, own: Sequence[str] = (), hp: int = 10) -> None:
        self._seat = seat or 0
        self._own = [[CARDS[letter] for letter in layout] for layout in own]  # their layouts, round by round
        self._hp = [hp, hp]
        self._heard: set[int] = set()
        self._round = 0
        self._rounds: list[list[tuple[str | None, str | None]]] = []  # what was revealed to them, by seat

    def hear(self, text: str) -> None:
        """Raise Leak if the frame holds a secret."""
        if "grass" in text.lower():
            raise Leak(f"the server's own word: {text}")
        frame = json.loads(text)
        if frame.get("seq") not in self._heard:  # events may come again; snapshots tell nothing new
            self._note(frame.get("message_type"), frame.get("payload") or {}, frame.get("seq"))
        for path, card in named(frame):
            if not self._may_be_told(frame, path, card):
                raise Leak(f"{card} at {'.'.join(map(str, path))}: {text}")
        if found := [path for path in keys(frame) if "tokens" in str(path[-1]).lower() and path not in OWN_TOKENS]:
            raise Leak(f"tokens at {found}: {text}")
        view = (frame.get("payload") or {}).get("view")
        if isinstance(view, dict) and view["hp"] != self._hp:
            raise Leak(f"hit points that nobody has seen come about: {text}")

    @property
    def steps(self) -> int:
        """How many steps have been revealed."""
        return sum(map(len, self._rounds))

    def _note(self, kind: str | None, payload: Mapping[str, Any], seq: int) -> None:
        if kind in ("prep_start", "step_reveal"):
            self._heard.add(seq)
        match kind:
            case "prep_start":
                self._round = payload["roundIndex"]
                self._rounds.append([])
            case "step_reveal":
                if payload["stepIndex"] != len(self._rounds[-1]) + 1:
                    raise Leak(f"a step out of turn: {payload}")
                self._rounds[-1].append(self._by_seat(payload["yourCard"], payload["oppCard"]))
                self._hp = list(self._by_seat(payload["yourHp"], payload["oppHp"]))

    def _by_seat(self, your: Any, opp: Any) -> tuple[Any, Any]:
        return (your, opp) if self._seat == 0 else (opp, your)

    def _may_be_told(self, frame: Mapping[str, Any], path: Path, card: str) -> bool:
        if TERMS & set(path):
            return True
        match path:
            case ("payload", "cards", _):
                return bool(frame["message_type"] == "prep_start")
            case ("payload", "yourCard" | "oppCard"):
                return bool(frame["message_type"] == "step_reveal")
            case ("payload", "view", "layout", int(slot)):
                return self._round <= len(self._own) and self._own[self._round - 1][slot] == card
            case ("payload", "view", "steps", int(step), "cards", int(seat)):
                return self._was_revealed(self._round, step, seat, card)
            case ("payload", "view", "history", int(number), "steps", int(step), "cards", int(seat)):
                return self._was_revealed(number + 1, step, seat, card)
        return False

    def _was_revealed(self, number: int, step: int, seat: int, card: str) -> bool:
        steps = self._rounds[number - 1] if number <= len(self._rounds) else []
        return step < len(steps) and steps[step][seat] == card


def keys(tree: Any, path: Path = ()) -> Iterator[Path]:
    """The path of every value in a frame."""
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
        yield (*path, key)
        yield from keys(value, (*path, key))


def named(tree: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every path in a frame where a card is named, even within a longer text."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from named(key, (*path, "a key"))
            yield from named(value, (*path, key))
    elif isinstance(tree, list):
        for number, value in enumerate(tree):
            yield from named(value, (*path, number))
    elif isinstance(tree, str):
        yield from ((path, card) for card in CARDS.values() if card is not None and card in tree.lower())
