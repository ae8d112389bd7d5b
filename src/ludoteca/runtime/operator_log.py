"""The operator's notes about one table, as warnings in the log.

Law kept here: however many notes a client causes, only so many are logged; the next one says how many were left out.

Must not know: what is noted.
"""

from collections.abc import Iterable
from typing import Any, Final

import structlog

from .token_bucket import TokenBucket

PER_SECOND: Final = 0.1
BURST: Final = 5

log: Any = structlog.get_logger("ludoteca.host")


class OperatorLog:
    def __init__(self, game_id: str) -> None:
        self._game_id = game_id
        self._bucket = TokenBucket(PER_SECOND, BURST, 0)
        self._left_out = 0

    def write(self, notes: Iterable[str], now: float) -> None:
        """Log these notes, as far as they fit at this millisecond."""
        for note in notes:
            if not self._bucket.spend(now):
                self._left_out += 1
                continue
            more = {"left_out": self._left_out} if self._left_out else {}
            log.warning("operator_note", game_id=self._game_id, note=note, **more)
            self._left_out = 0
