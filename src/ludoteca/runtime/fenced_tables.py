"""Tables that the store does not take for ours any more: another process has them, or the store has lost them.

It loses them when somebody flushes it, when it restarts without its file, or in a failover to a replica that is behind.
Nobody can go on with such a table: its players are told that it is gone, and the web ends its match.

Law kept here: what became of a fenced table is asked until the store answers, and said once.
"""

from typing import Any, Final, Protocol

import structlog

from .host_context import HostContext
from .hosted_table import HostedTable

NAMED: Final = 20
"""How many lost tables a line of the log names."""

log: Any = structlog.get_logger("ludoteca.host")


class FencedHost(Protocol):
    """A host, as far as tables that it has lost go."""

    context: HostContext
    hosted: dict[str, HostedTable]

    def forget(self, hosted: HostedTable) -> None: ...


class FencedTables:
    def __init__(self, host: FencedHost) -> None:
        self._host = host
        self._unexplained: list[HostedTable] = []

    def add(self, hosted: HostedTable) -> None:
        """This table is not ours; it has been dropped."""
        self._unexplained.append(hosted)

    async def explain(self) -> None:
        """Find out what became of them, and of all others if one of them is lost. Unavailable: later."""
        if not (fenced := self._unexplained):
            return
        missing = await self._host.context.store.missing([each.game_id for each in fenced])
        self._unexplained = [each for each in self._unexplained if each not in fenced]
        for each in fenced:
            if each.game_id not in missing:
                self._host.context.metrics.fenced.inc()
                log.warning("fenced", game_id=each.game_id, epoch=each.epoch)
        if missing:
            await self._tell(missing)

    async def _tell(self, missing: frozenset[str]) -> None:
        context, hosted = self._host.context, self._host.hosted
        more = await context.store.missing(list(hosted))
        for game_id in more & hosted.keys():
            self._host.forget(hosted[game_id])
        lost = sorted(missing | more)
        context.metrics.lost.inc(len(lost))
        log.error("tables_lost", tables=len(lost), game_ids=lost[:NAMED], see="docs/deployment.md")
        context.lost()
