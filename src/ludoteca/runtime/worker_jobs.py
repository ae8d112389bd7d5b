"""What a worker is asked, and what it answers: values, as bytes between the two processes, and perhaps more bytes that
are nobody's value: a record, or a page.

Must not know: how they travel.
"""

from typing import Any, Final, TypeAlias

from ludoteca.kernel import Value
from ludoteca.kernel.values import build, field, packed, unpacked

JOB_BYTES: Final = 1 << 26


class Choose(Value, frozen=True, tag="choose"):
    """Which of these actions does the bot take? The view and the actions are the game's own types."""

    game: str
    bot: str
    view: Any
    legal: tuple[Any, ...]
    seconds: float  # after this long, plus a moment, the worker ends by itself


class Chosen(Value, frozen=True, tag="chosen"):
    """The number of the action in the list; -1: the bot took none of them."""

    number: int


class Failed(Value, frozen=True, tag="failed"):
    """The bot raised an exception: what the log may have of it."""

    fields: dict[str, str] = field(default_factory=dict)


class Replay(Value, frozen=True, tag="replay"):
    """A page of a finished match; with its record, unless the worker has it."""

    game_id: str
    wanted: Any  # a `ReplayQuery`
    seconds: float


class MadePage(Value, frozen=True, tag="page"):
    """The page comes with it. `notes` are for the server's log."""

    notes: tuple[str, ...] = ()


class NoRecord(Value, frozen=True, tag="no_record"):
    """The worker does not have the record of this match: send it along."""


class NoPage(Value, frozen=True, tag="no_page"):
    """Why there is no such page."""

    code: str
    reason: str
    facts: dict[str, int] = field(default_factory=dict)


Job: TypeAlias = Choose | Replay
ChooseAnswer: TypeAlias = Chosen | Failed
ReplayAnswer: TypeAlias = MadePage | NoRecord | NoPage | Failed


def pack(value: Value, more: bytes = b"") -> bytes:
    head = packed(value)
    return len(head).to_bytes(4, "big") + head + more


def unpack(body: bytes, kind: Any) -> tuple[Any, bytes]:
    """The value, and what comes with it; Malformed if it is no value of this kind."""
    end = 4 + int.from_bytes(body[:4], "big")
    return build(unpacked(body[4:end], at_most=JOB_BYTES), kind), body[end:]
