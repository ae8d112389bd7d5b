"""What a worker is asked, and what it answers: values, as bytes between the two processes.

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


ChooseAnswer: TypeAlias = Chosen | Failed


def pack(value: Value) -> bytes:
    return packed(value)


def unpack(body: bytes, kind: Any) -> Any:
    """Malformed if it is no value of this kind."""
    return build(unpacked(body, at_most=JOB_BYTES), kind)
