"""Matches: one game each, at a table of its own. They begin here, the scheduler opens their tables, and `settlement`
ends them.

Laws kept here:
- Stakes are taken when the match begins, from all its players or from none.
- Players whose match begins leave their queues.
- A change to a match locks its room first, then tickets, then players: the one order prevents deadlocks.
"""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from ludoteca.kernel import MatchInfo
from ludoteca.kernel.values import build, tree_of

from .. import game_catalogue
from ..app import App
from ..models import Match, MatchSeat, Player, Room, Ticket
from ..models.play import Series as SeriesRow
from ..notifications import News
from . import stakes_ledger
from .room_codes import code


def begin_if_full(app: App, room: Room) -> None:
    if not room.seats.filter(player=None, bot="").exists():
        begin(app, room)


def begin(app: App, room: Room, of: SeriesRow | None = None) -> Match:
    """The next match of a room, with those seated now; ApiError if a player cannot pay the stake."""
    seats = list(room.seats.select_related("player"))
    people = tuple(seat.player_id for seat in seats if seat.player_id is not None)
    stop_waiting(people)
    last = room.matches.order_by("-number").first()
    match = Match.objects.create(
        game_id=code(),
        room=room,
        series=of,
        number=1 if last is None else last.number + 1,
        game=room.game,
        config=room.config,
    )
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=seat.seat, title=seat.title, player=seat.player, bot=seat.bot) for seat in seats
    )
    stakes_ledger.take(_staking(app, match), match.game_id)
    _introduce(app, match)
    room.status, room.rematch = Room.Status.PLAYING, []
    room.save()
    room.invitations.all().delete()
    app.notify(News(rooms=(room.code,), lobby=True, players=people))
    return match


def stop_waiting(people: Sequence[int]) -> None:
    """They leave their queues, after a pairing under way has finished."""
    held = Ticket.objects.select_for_update().filter(player__in=people)
    Ticket.objects.filter(pk__in=[ticket.pk for ticket in held]).delete()


def break_off(match: Match) -> None:
    """It ends without an outcome (its rules may not be installed any more), and stakes are paid back."""
    match.ended_at, match.reason = timezone.now(), "closed"
    match.save()
    stakes_ledger.pay(stakes_ledger.staked(match.game_id), match.game_id)


def is_staked(match: Match) -> bool:
    return bool(stakes_ledger.staked(match.game_id))


def players_of(match: Match) -> list[int]:
    return [seat.player_id for seat in match.seats.all() if seat.player_id is not None]


def by_player(match: Match, by_seat: Sequence[int]) -> dict[Player, int]:
    seats = match.seats.select_related("player")
    return {seat.player: by_seat[seat.seat] for seat in seats if seat.player is not None}


def _config(app: App, match: Match) -> Any:
    return build(match.config, app.catalogue.find(match.game).types.config)


def _staking(app: App, match: Match) -> dict[Player, int]:
    """Who puts what into the pot."""
    bots = match.seats.values_list("bot", flat=True)
    stakes = game_catalogue.stakes(app.catalogue.find(match.game), _config(app, match), bots)
    return by_player(match, stakes) if stakes else {}


def _introduce(app: App, match: Match) -> None:
    """Its players are made known to the game, if the game wants to know."""
    game, seats = app.catalogue.find(match.game), list(match.seats.select_related("player"))
    names = tuple(seat.bot if seat.player is None else seat.player.nickname for seat in seats)
    tokens = tuple(0 if seat.player is None else stakes_ledger.balance(seat.player) for seat in seats)
    match_info = MatchInfo(match.game_id, names, tokens, staked=is_staked(match))
    ids = tuple(f"bot:{seat.seat}" if seat.player is None else seat.player.public_id for seat in seats)
    config = game.hosting.with_match_info(_config(app, match), match_info)
    match.config = tree_of(game.hosting.with_player_ids(config, ids))
    match.save()
