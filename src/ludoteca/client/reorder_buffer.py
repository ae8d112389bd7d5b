"""A reorder buffer for events: the next number, events beyond a gap, and the last event known of.

Laws kept here: an event comes out once, after all before it; a number is skipped only where a snapshot stands for it.

Must not know: time, what is in an event.
"""

from typing import Final

from .messages import Event

AHEAD_AT_MOST: Final = 1024


class ReorderBuffer:
    def __init__(self, since: int | None) -> None:
        self.seq = since or 0  # the last event before which none is missing
        self.known = self.seq  # the last event known to exist
        self.has_begun = since is not None  # before the first frame, `seq` means nothing
        self._ahead: dict[int, Event] = {}

    @property
    def has_gap(self) -> bool:
        return self.has_begun and self.seq < self.known

    @property
    def is_ahead(self) -> bool:
        """Whether there is an event beyond a gap: the events in the gap are lost."""
        return bool(self._ahead)

    def add(self, event: Event) -> list[Event]:
        """The events that are next in order now."""
        if not self.has_begun:
            self.has_begun, self.seq = True, event.seq - 1
        if event.seq > self.seq and len(self._ahead) < AHEAD_AT_MOST:
            self._ahead[event.seq] = event
            self.known = max(self.known, event.seq)
        return self._in_order()

    def jump(self, seq: int) -> list[Event]:
        """A snapshot stands for everything up to this number."""
        self.known = max(self.known, seq)
        if seq > self.seq or not self.has_begun:
            self.has_begun, self.seq = True, seq
            self._ahead = {each: event for each, event in self._ahead.items() if each > seq}
        return self._in_order()

    def learn(self, seq: int) -> None:
        """The table is at this number at least."""
        if self.has_begun:
            self.known = max(self.known, seq)

    def _in_order(self) -> list[Event]:
        told: list[Event] = []
        while (event := self._ahead.pop(self.seq + 1, None)) is not None:
            self.seq = event.seq
            told.append(event)
        return told
