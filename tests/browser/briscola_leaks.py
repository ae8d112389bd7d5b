"""Searches every byte sent to a reader of briscola for what they may not know.

The truth is put together from the five players' own hands and the cards played; then each reader's frames are searched,
as text, for cards in another hand at the time, and for a partner who was not revealed yet.
"""

import json
import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

SUITS: Final = ("coins", "cups", "swords", "clubs")
CARD: Final = re.compile(
    r'"card_id":\s*(\d+)|"suit":\s*"(\w+)",\s*"rank":\s*(\d+)|"rank":\s*(\d+),\s*"suit":\s*"(\w+)"'
)
PARTNER: Final = re.compile(r'"partner_id":\s*(\d+)')
KNOWS: Final = re.compile(r'"(you_are_partner|plays_alone)":\s*true')

Frame = dict[str, Any]


class Truth(NamedTuple):
    """One hand. `played` and `shown_at` are numbers of events."""

    hands: dict[int, frozenset[int]]
    played: dict[int, int]
    caller: int
    called: int
    called_at: int
    partner: int
    shown_at: int


def truth_of(frames: dict[int, list[str]], public: list[str]) -> Truth:
    """From the players' own frames by seat, and a spectator's."""
    hands = {seat: _dealt(told) for seat, told in frames.items()}
    assert sorted(card for hand in hands.values() for card in hand) == list(range(40)), "not all hands are known"
    told = [frame for frame in _parsed(public) if isinstance(frame.get("seq"), int)]
    played = {frame["payload"]["card"]["card_id"]: frame["seq"] for frame in _named(told, "trick.played")}
    calls = [frame for frame in _named(told, "phase.change") if frame["payload"]["trump_suit"] is not None]
    call = calls[0]["payload"]
    called = SUITS.index(call["trump_suit"]) * 10 + call["partner_rank"] - 1
    partner = next(seat for seat, hand in hands.items() if called in hand)
    shown = max(played[called], calls[0]["seq"])
    return Truth(hands, played, call["caller_id"], called, calls[0]["seq"], partner, shown)


def leaks(reader: int | None, frames: Iterable[str], truth: Truth) -> list[str]:
    """Everything sent to a reader that they could not know at the time."""
    found: list[str] = []
    seq = 0
    for text in frames:
        seq = max(seq, _seq(text))
        found += [f"card {card} in {text[:400]}" for card in cards_in(text) if not _may_see(reader, card, seq, truth)]
        if reader != truth.partner and seq < truth.shown_at:
            found += [f"{told[0]} in {text[:400]}" for told in (*PARTNER.finditer(text), *KNOWS.finditer(text))]
    return found


def cards_in(text: str) -> set[int]:
    """Every card named in a text, in any form."""
    found = set()
    for by_id, suit, rank, rank_first, suit_last in CARD.findall(text):
        if by_id:
            found.add(int(by_id))
        else:
            found.add(SUITS.index(suit or suit_last) * 10 + int(rank or rank_first) - 1)
    return found


def _may_see(reader: int | None, card: int, seq: int, truth: Truth) -> bool:
    own = reader is not None and card in truth.hands[reader]
    named = card == truth.called and seq >= truth.called_at
    return own or named or truth.played.get(card, seq + 1) <= seq


def _dealt(told: list[str]) -> frozenset[int]:
    """The largest hand sent to a player: the one that was dealt."""
    frames = _parsed(told)
    views = [frame["payload"]["view"] for frame in _named(frames, "sync") if frame["payload"]["view"] is not None]
    held = [payload["hand"] for payload in (*views, *(frame["payload"] for frame in _named(frames, "hand.update")))]
    return frozenset(card["card_id"] for card in max(held, key=len))


def _parsed(told: list[str]) -> list[Frame]:
    return [frame for frame in map(json.loads, told) if isinstance(frame, dict)]


def _named(frames: list[Frame], name: str) -> list[Frame]:
    return [frame for frame in frames if frame.get("message_type") == name]


def _seq(text: str) -> int:
    """The sequence number in this text; 0 if it has none."""
    frame = json.loads(text)
    seq = frame.get("seq") if isinstance(frame, dict) else None
    return seq if isinstance(seq, int) else 0
