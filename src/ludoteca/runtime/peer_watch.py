"""Watches the other processes that serve tables, so that no action stays unanswered when one of them dies.

Each process says several times a second that it is alive. One that has been silent for a while is suspected: the others
answer `game_unavailable` to the actions for its tables, those included that it may have received last. After a longer
silence it is gone, and its tables are claimed at once, before their leases expire. One that shuts down says so. A
process that was only slow or frozen harms nothing: epochs keep it from writing to a table that it has lost, and a
repeated action is recognised.

Nothing here costs anything per action of a table that this process serves.
"""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

import structlog

from .host_context import HostContext
from .store import Holder, Unavailable

OVERHEARD_AT_MOST: Final = 20_000
OVERHEARD_BYTES: Final = 8 * 1024  # of one; no action that is understood is longer

log: Any = structlog.get_logger("ludoteca.peer_watch")


class Overheard(NamedTuple):
    """An action for a table of another process, as it came over the bus."""

    game_id: str
    message: bytes
    holder: str
    at: int


class PeerWatch:
    def __init__(self, context: HostContext, spawn: Callable[[Any], None]) -> None:
        self._context = context
        self._spawn = spawn
        self._spoke: dict[str, int] = {}  # when each other process was last alive, or earlier (mono)
        self._overheard: deque[Overheard] = deque(maxlen=OVERHEARD_AT_MOST)
        self._leaving: set[str] = set()
        self.suspects: frozenset[str] = frozenset()
        self.refuse: Callable[[str, bytes], None] = lambda game_id, message: (
            None
        )  # answers `game_unavailable` on the bus

    def overhear(self, game_id: str, message: bytes, holder: Holder) -> None:
        """An action that another process has received too, and should answer."""
        if len(message) > OVERHEARD_BYTES:
            return
        overheard = Overheard(game_id, message, holder.name, self._context.clock().mono)
        if holder.name in self.suspects:
            self._spawn(self._refuse([overheard]))
        else:
            self._overheard.append(overheard)

    def leaves(self, name: str) -> None:
        """This process has answered what it received, and receives no more."""
        self._leaving.add(name)
        self.suspects |= {name}

    async def look(self) -> frozenset[str]:
        """Say that this process is alive, and see who else is: the names of those that are gone."""
        asked = self._context.clock().mono
        others = await self._context.store.keep_alive(self._context.holder)
        left = frozenset((self._spoke.keys() | self._leaving) - others.spoke_ms_ago.keys())
        for name in sorted(others.suspects - self.suspects):
            log.warning("peer_silent", name=name)
        self._spoke = {name: asked - ms for name, ms in others.spoke_ms_ago.items()}
        unanswered = self._unanswered(others.suspects - self._leaving)
        self._leaving -= left
        self.suspects = others.suspects | self._leaving
        await self._refuse(unanswered)
        return left | others.gone

    def _unanswered(self, silent: frozenset[str]) -> list[Overheard]:
        """What those that are silent may have left unanswered; of the rest, only what may still become that is kept.
        One that is alive may be as late with its actions as with saying so."""
        late_ms = round(self._context.settings.liveness_seconds * 1000)
        recent = [each for each in self._overheard if each.at >= self._spoke.get(each.holder, each.at + 1) - late_ms]
        self._overheard = deque((each for each in recent if each.holder not in silent), OVERHEARD_AT_MOST)
        return [each for each in recent if each.holder in silent]

    async def _refuse(self, overheard: Sequence[Overheard]) -> None:
        """Answer them, unless another process does."""
        by_table = attrgetter("game_id")
        decided = set[str]()
        try:
            for game_id, each in groupby(sorted(overheard, key=by_table), by_table):
                is_ours = await self._context.store.answers(game_id, self._context.holder)
                decided.add(game_id)
                if is_ours:
                    for action in each:
                        self.refuse(game_id, action.message)
        except Unavailable as error:  # nobody can say whether another answers: at the next look, perhaps
            log.warning("not_refused", error=str(error))
            self._overheard.extend(each for each in overheard if each.game_id not in decided)
