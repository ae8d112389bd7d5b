"""What a table wants done, in this order: persist everything, and only then tell, reply and the rest.

Even with nothing to persist, the store is asked whether this process still owns the table before anything is sent: an
owner that was replaced without noticing would otherwise answer from the past.
"""

from typing import NamedTuple

from ludoteca.kernel import Seat, Value, decode
from ludoteca.kernel.values import Draft, field

from .bus_frames import named
from .entries import LogEntry
from .wire import Frame, Who, encode, hidden, replace


class Now(Value, frozen=True):
    """The time on two clocks, in milliseconds: `mono`, which is monotonic, decides; `wall` is recorded."""

    mono: int
    wall: int


class EncodedEvent(Value, frozen=True):
    """One numbered event, as bytes: what its addressees get, and the empty frame that others get.

    A table keeps hundreds of these, so they are small: an event for everyone is one string of bytes."""

    seq: int
    shown: bytes  # without addressees: they are the bus's business, not a reader's
    to: tuple[Seat, ...] | None = None
    spectators: bool = False
    hidden: bytes = b""

    def is_for(self, who: Who) -> bool:
        if self.to is None:
            return True
        return who.seat in self.to if who.role == "player" else self.spectators

    def bytes_for(self, who: Who) -> bytes:
        return self.shown if self.to is None or self.is_for(who) else self.hidden

    @property
    def on_bus(self) -> bytes:
        """What the bus gets: made when it is sent, because many hosts have nobody there."""
        if self.to is None:
            return named(self.shown)
        spectators = b',"spectators":true' if self.spectators else b""
        return named(b'%b,"to":%b%b}' % (self.shown[:-1], encode(self.to), spectators))

    @property
    def frame(self) -> Frame:
        frame: Frame = decode(self.shown, Frame)
        return frame if self.to is None else replace(frame, to=self.to, spectators=self.spectators)


def encoded_event(frame: Frame) -> EncodedEvent:
    """An event in all its forms."""
    assert frame.seq is not None
    if frame.to is None:
        return EncodedEvent(frame.seq, encode(frame))
    shown = encode(replace(frame, to=None, spectators=False))
    return EncodedEvent(frame.seq, shown, frame.to, frame.spectators, encode(hidden(frame)))


def received_event(frame: Frame, raw: bytes) -> EncodedEvent:
    """An event that came over the bus in these bytes, made lean: one for everyone is passed on unchanged."""
    assert frame.seq is not None
    return EncodedEvent(frame.seq, raw) if frame.to is None else encoded_event(frame)


class Reply(Value, frozen=True):
    """A frame for one reader: the result of their action, or what they asked for."""

    who: Who
    frame: bytes


class BotTurn(NamedTuple):
    """A bot must act: the shell lets it choose and hands the action back under this decision."""

    seat: Seat
    bot: str
    decision: int


class Effects(Draft):
    persist: list[LogEntry] = field(default_factory=list)
    tell: list[EncodedEvent] = field(default_factory=list)
    reply: list[Reply] = field(default_factory=list)
    ask: list[BotTurn] = field(default_factory=list)
    finished: bool = False
    operator_notes: list[str] = field(default_factory=list)  # by the rules or about a text, for the log
