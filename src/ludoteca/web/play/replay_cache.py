"""Finished matches that were replayed from their records under today's rules; the last few are kept.

Laws kept here: one match is replayed at a time, because replaying takes processor time from the tables here. However
many ask for a match at once, it is replayed once.

Must not know: any game, the database.
"""

from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

from ludoteca.kernel import AnyGame
from ludoteca.kernel.record import BadEntry, Log, ReplayStep, read, replay, timestamped_states
from ludoteca.table.guarded_text import GuardedText

from ..errors import ApiError
from ..game_catalogue import Catalogue

KEPT: Final = 8
"""How many replayed matches are cached, the last ones: the next page is usually asked for soon."""


class ReplayedMatch(NamedTuple):
    """A match played again. `heard` counts its events before each step, and in the end all of them."""

    game: AnyGame
    log: Log
    steps: tuple[ReplayStep, ...]
    heard: tuple[int, ...]
    text: GuardedText


def free() -> None:
    """Costs nothing."""


class ReplayCache:
    """By record, under the rules of one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._replayed: dict[str, ReplayedMatch] = {}  # the oldest first
        self._making = Lock()

    def find(self, record: str, making: Callable[[], None] = free) -> ReplayedMatch:
        """ApiError if the rules cannot replay it. `making` is called before a match is replayed that is not cached,
        and may refuse it."""
        found = self._replayed.get(record)
        if found is not None:
            return found
        with self._making:
            if record not in self._replayed:  # another thread may have made it meanwhile
                making()
                self._replayed[record] = self._replay(record)
            if len(self._replayed) > KEPT:
                del self._replayed[next(iter(self._replayed))]
            return self._replayed[record]

    def cached(self) -> tuple[str, ...]:
        """The records of the matches that are kept, the oldest first."""
        return tuple(self._replayed)

    def _replay(self, record: str) -> ReplayedMatch:
        try:
            log = read(record.encode())
            game = self._catalogue.find(log.opening.game)
            played = tuple(replay(game, log))
        except BadEntry as error:
            raise ApiError("not_replayable", f"the rules of today cannot play it again: {error}") from None
        states = timestamped_states(game, log, (step.state for step in played))
        steps = tuple(step._replace(state=state) for step, state in zip(played, states, strict=True))
        heard = [0]
        for step in steps:
            heard.append(heard[-1] + len(step.events))
        return ReplayedMatch(game, log, steps, tuple(heard), GuardedText(game.text))
