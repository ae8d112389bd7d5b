"""A call: one action on its way to a table, and back to whoever sent it, over a socket or over the bus."""

from typing import Protocol

from ludoteca.table.wire import Action, Refusal, Who, encode, result_error

from .store import Holder


class Call(Protocol):
    @property
    def who(self) -> Who: ...

    @property
    def action(self) -> Action: ...

    @property
    def is_broadcast(self) -> bool:
        """Whether every process got it, and not this one alone."""

    def answer(self, frame: bytes) -> None:
        """A frame for the caller alone. Must not raise."""

    def served_elsewhere(self, holder: Holder) -> None:
        """Another process serves the table. Must not raise."""


def refuse(call: Call, refusal: Refusal, ts: int) -> None:
    call.answer(encode(result_error(call.action, call.who, refusal, ts)))


def unavailable(reason: str) -> Refusal:
    """Send the same again in a while: nothing was done, or it is found to be done already."""
    return Refusal("game_unavailable", reason)
