"""Checks every match under way for missed ends, players who never came, and tables that were abandoned or damaged.

Law kept here: a match is checked soon after it is opened, and then less and less often, because a check loads a table
that was unloaded.
"""

import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final

from ludoteca.client import Snapshot

from ..app import App
from ..database_threads import in_thread
from ..errors import ApiError
from ..models import Match
from ..play import matches, series, settlement
from ..table_client import HOST

SOON: Final = 30.0
SELDOM: Final = 3600.0
OFTEN: Final = 15.0
NO_SHOW_SECONDS: Final = 60.0  # for so long one may be missing when a match is to begin
LEFT_SECONDS: Final = 6 * 3600.0  # for so long nobody is there: the match is broken off


@dataclass
class _MatchCheck:
    """When to look at a match again, and since when somebody, or everybody, has not been there."""

    due: float
    pause: float = SOON
    missing: dict[int, float] = field(default_factory=dict)  # per seat, since when; as this very process has seen it
    seq: int = -1
    left_at: float | None = None


class MatchChecker:
    def __init__(self, app: App, end: Callable[[str], Awaitable[None]]) -> None:
        self._app = app
        self._end = end
        self._looks: dict[str, _MatchCheck] = {}

    def look_again(self) -> None:
        """Something may have been missed: every match is due."""
        for look in self._looks.values():
            look.due, look.pause = 0.0, SOON

    async def due(self, now: float) -> list[Match]:
        """The matches whose time for a look has come."""
        under_way = await in_thread(list, Match.objects.filter(ended_at=None).exclude(opened_at=None))
        self._looks = {match.game_id: self._looks.get(match.game_id) or _MatchCheck(now) for match in under_way}
        return [match for match in under_way if self._looks[match.game_id].due <= now]

    async def look_at(self, match: Match, now: float) -> None:
        look = self._looks[match.game_id]
        look.due, look.pause = now + look.pause, min(2 * look.pause, SELDOM)
        try:
            snapshot = await self._app.tables.snapshot(match.game_id, HOST)
        except ApiError as refused:
            await self._missed(match, refused)
            return
        if match.damaged_at is not None and snapshot.outcome is None:
            await in_thread(settlement.mended, match.game_id)
        if snapshot.outcome is not None:
            await self._end(match.game_id)
        elif snapshot.closed:
            await in_thread(settlement.close, self._app, match.game_id)
        elif snapshot.view is None and await in_thread(_costs_to_wait, match):
            look.due, look.pause = now + OFTEN, SOON
            await self._look_for_players(match, look, snapshot, now)
        else:
            await self._look_for_anybody(match, look, snapshot, now)

    async def _missed(self, match: Match, refused: ApiError) -> None:
        match refused.status:
            case HTTPStatus.NOT_FOUND:  # the store has forgotten it
                await in_thread(settlement.close, self._app, match.game_id)
            case HTTPStatus.GONE:
                await in_thread(settlement.damaged, self._app, match.game_id)
            case _:
                raise refused

    async def _look_for_players(self, match: Match, look: _MatchCheck, snapshot: Snapshot, now: float) -> None:
        """Somebody does not come to a match, or came and went before it began. Only what this process has seen counts:
        an outage is nobody's fault."""
        absent = [seat.player_id for seat in snapshot.seats if not seat.present]
        look.missing = {seat: look.missing.get(seat, now) for seat in absent}
        away = {seat: now - since for seat, since in look.missing.items()}
        settle = _settle if match.series_id is None else _settle_ranked
        settled = bool(away) and await in_thread(settle, self._app, match, away)
        if settled:
            await self._app.tables.close(match.game_id)

    async def _look_for_anybody(self, match: Match, look: _MatchCheck, snapshot: Snapshot, now: float) -> None:
        moved, look.seq = snapshot.seq != look.seq, snapshot.seq
        if moved or any(seat.present for seat in snapshot.seats if seat.bot is None):
            look.left_at = None
        elif look.left_at is None:
            look.left_at = now
        elif now - look.left_at > LEFT_SECONDS:
            await in_thread(settlement.close, self._app, match.game_id)
            await self._app.tables.close(match.game_id)


def _costs_to_wait(match: Match) -> bool:
    """Whether points or stakes depend on the match, so that waiting for an opponent costs the player who is there."""
    return match.series_id is not None or matches.is_staked(match)


def _settle(app: App, match: Match, away: Mapping[int, float]) -> bool:
    """Whether the match is broken off because of players who are away for so long. Stakes are not held for ever."""
    if max(away.values()) < NO_SHOW_SECONDS:
        return False
    settlement.close(app, match.game_id)
    return True


def _settle_ranked(app: App, match: Match, away: Mapping[int, float]) -> bool:
    """The same for a ranked match: a player who does not come loses the series; if nobody comes it is cancelled."""
    shortest = min(away.values())
    if shortest < NO_SHOW_SECONDS:
        return False
    if len(away) == 1:
        _give_up(app, match.pk, next(iter(away)))
        return True
    if match.number == 1 or shortest > LEFT_SECONDS:
        assert match.series_id is not None
        series.cancel(app, match.series_id)
        return True
    return False


def _give_up(app: App, pk: int, seat: int) -> None:
    match = Match.objects.select_related("room").get(pk=pk)
    player = match.seats.select_related("player").get(seat=seat).player
    assert player is not None
    with contextlib.suppress(ApiError):  # it was given up already, here or elsewhere
        series.abandon(app, player, match.room.code)
    settlement.close(app, match.game_id)
