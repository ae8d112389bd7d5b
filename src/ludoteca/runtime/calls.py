"""A call: one action on its way to a table and the answers to its sender, over a socket or over the bus."""

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
        """Whether every process received it, not only this one."""

    def answer(self, frame: bytes) -> None:
        """Send a frame to the caller only. Must not raise."""

    def served_elsewhere(self, holder: Holder) -> None:
        """Another process serves the table. Must not raise."""


def refuse(call: Call, refusal: Refusal, ts: int) -> None:
    call.answer(encode(result_error(call.action, call.who, refusal, ts)))


def unavailable(reason: str) -> Refusal:
    """The client should send the same action again: it was not carried out, or it will be recognised as a repeat."""
    return Refusal("game_unavailable", reason)
