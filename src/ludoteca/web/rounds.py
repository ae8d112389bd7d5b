"""The keeper's rounds: a look at every match under way, for what nobody has told us of. Ends that were missed, players
who never came, tables that everybody has left for good.

Laws kept here: a match is looked at soon after it is opened, and then ever more seldom: a look wakes a table that
rests.
"""

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import Final

from django.utils import timezone

from ludoteca.client import Snapshot

from . import matches, series
from .desk import HOST, Desk
from .models import Match
from .refusing import Refused
from .threads import in_thread

SOON: Final = 30.0
SELDOM: Final = 3600.0
NO_SHOW: Final = timedelta(seconds=60)  # by when both must have come to a ranked match
LEFT_SECONDS: Final = 6 * 3600.0  # for so long nobody is there: the match is broken off


@dataclass
class _Look:
    """When to look at a match again, and since when nobody was there."""

    due: float
    pause: float = SOON
    left_at: float | None = None


class Rounds:
    def __init__(self, desk: Desk, end: Callable[[str], Awaitable[None]]) -> None:
        self._desk = desk
        self._end = end
        self._looks: dict[str, _Look] = {}

    async def due(self, now: float) -> list[Match]:
        """The matches whose time for a look has come."""
        under_way = await in_thread(list, Match.objects.filter(ended_at=None).exclude(opened_at=None))
        self._looks = {match.game_id: self._looks.get(match.game_id) or _Look(now) for match in under_way}
        return [match for match in under_way if self._looks[match.game_id].due <= now]

    async def look_at(self, match: Match, now: float) -> None:
        look = self._looks[match.game_id]
        look.due, look.pause = now + look.pause, min(2 * look.pause, SELDOM)
        try:
            snapshot = await self._desk.snapshot(match.game_id, HOST)
        except Refused as refused:
            if refused.status != HTTPStatus.NOT_FOUND:
                raise
            await in_thread(matches.closed, match.pk)  # the store has forgotten it
            return
        if snapshot.outcome is not None:
            await self._end(match.game_id)
        elif snapshot.closed:
            await in_thread(matches.closed, match.pk)
        elif snapshot.view is None and match.series_id is not None:
            await self._look_for_players(match, match.series_id, snapshot)
        else:
            await self._look_for_anybody(match, look, snapshot, now)

    async def _look_for_players(self, match: Match, series_id: int, snapshot: Snapshot) -> None:
        """Somebody has not come to a ranked match: the series is his to lose; if nobody came it never was."""
        if match.opened_at is None or timezone.now() - match.opened_at < NO_SHOW:
            return
        absent = [seat.player_id for seat in snapshot.seats if not seat.joined]
        if len(absent) == 1:
            await in_thread(_give_up, match.pk, absent[0])
        else:
            await in_thread(series.cancel, series_id)
        await self._desk.close(match.game_id)

    async def _look_for_anybody(self, match: Match, look: _Look, snapshot: Snapshot, now: float) -> None:
        if any(seat.present for seat in snapshot.seats if seat.bot is None):
            look.left_at = None
        elif look.left_at is None:
            look.left_at = now
        elif now - look.left_at > LEFT_SECONDS:
            await in_thread(matches.closed, match.pk)
            await self._desk.close(match.game_id)


def _give_up(pk: int, seat: int) -> None:
    match = Match.objects.select_related("room").get(pk=pk)
    player = match.seats.select_related("player").get(seat=seat).player
    assert player is not None
    with contextlib.suppress(Refused):  # it was given up already, here or elsewhere
        series.abandon(player, match.room.code)
    matches.closed(pk)
