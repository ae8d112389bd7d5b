"""What a table wants done, in this order: persist everything, and only then tell, reply and the rest.

Even with nothing to persist the store is asked whether this process still owns the table before anything is said: an
owner that was replaced without noticing would otherwise answer from the past.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from ludoteca.kernel import Seat

from .entries import Entry
from .wire import Frame, Who, encode, hidden, replace


class Now(NamedTuple):
    """The time, twice: `mono` (milliseconds that only grow) decides, `wall` is written down."""

    mono: int
    wall: int


class Told:
    """One numbered event: what those see who may, and the empty frame that the others get. Encoded once for each."""

    __slots__ = ("_hidden", "_seen", "frame")

    def __init__(self, frame: Frame, on_bus: bytes | None = None) -> None:
        """`on_bus`: the bytes it came in, if it came over the bus; what everyone may see is passed on as it is."""
        self.frame = frame
        self._seen: bytes | None = on_bus if frame.to is None else None
        self._hidden: bytes | None = None

    @property
    def seq(self) -> int:
        assert self.frame.seq is not None
        return self.frame.seq

    def is_for(self, who: Who) -> bool:
        to = self.frame.to
        if to is None:
            return True
        return who.seat in to if who.role == "player" else self.frame.spectators

    def bytes_for(self, who: Who) -> bytes:
        return self.seen if self.is_for(who) else self.unseen

    @property
    def seen(self) -> bytes:
        """What a reader gets who may see it; the addressees are the bus's business, not his."""
        if self._seen is None:
            self._seen = encode(_unaddressed(self.frame))
        return self._seen

    @property
    def unseen(self) -> bytes:
        if self._hidden is None:
            self._hidden = encode(hidden(self.frame))
        return self._hidden


class Reply(NamedTuple):
    """Frames for one reader: the result of his action, and what he asked for."""

    who: Who
    frame: bytes


class Ask(NamedTuple):
    """A bot's turn: the shell lets it choose and hands the action back under this decision."""

    seat: Seat
    bot: str
    decision: int


@dataclass(slots=True)
class Effects:
    persist: list[Entry] = field(default_factory=list)
    tell: list[Told] = field(default_factory=list)
    reply: list[Reply] = field(default_factory=list)
    ask: list[Ask] = field(default_factory=list)
    finished: bool = False


def _unaddressed(frame: Frame) -> Frame:
    if frame.to is None:
        return frame
    return replace(frame, player_id=frame.to[0] if len(frame.to) == 1 else None, to=None, spectators=False)
