"""The readers of each table in this process, mostly sockets. Events are delivered to them; nothing is kept for them.

Laws kept here: a reader that fails affects nobody else: the others get the same, and the table goes on.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import structlog

from ludoteca.table.effects import EncodedEvent
from ludoteca.table.wire import Who

from .crashes import exc_fields

log: Any = structlog.get_logger("ludoteca.readers")


class Reader(Protocol):
    @property
    def who(self) -> Who: ...

    def deliver(self, frame: bytes) -> None:
        """Deliver an event, as this reader may see it. Must not raise and must not block."""

    def events_lost(self) -> None:
        """Events may have been lost on the way: the reader should resync."""


class Readers:
    def __init__(self) -> None:
        self._of: dict[str, list[Reader]] = {}

    def of(self, game_id: str) -> Sequence[Reader]:
        return self._of.get(game_id, ())

    def add(self, game_id: str, reader: Reader) -> None:
        self._of.setdefault(game_id, []).append(reader)

    def remove(self, game_id: str, reader: Reader) -> None:
        left = [each for each in self._of.get(game_id, ()) if each is not reader]
        if left:
            self._of[game_id] = left
        else:
            self._of.pop(game_id, None)

    def tell(self, game_id: str, events: Iterable[EncodedEvent]) -> None:
        readers = self._of.get(game_id, ())
        for each in events:
            for reader in readers:
                try:
                    reader.deliver(each.shown if each.to is None else each.bytes_for(reader.who))
                except Exception as error:
                    log.error("reader_failed", game_id=game_id, **exc_fields(error))

    def events_lost(self, game_id: str) -> None:
        for reader in self.of(game_id):
            reader.events_lost()
