"""Series in the web: two players, several matches, points at the end. How a series goes, `table.series` knows.

Laws kept here: points are given once, in the transaction in which the series ends; the side that opens takes the first
seat; a series changes under its room's lock.
"""

import secrets
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ludoteca.kernel import Illegal, Outcome
from ludoteca.kernel.contract import ABANDONED
from ludoteca.kernel.values import build, tree_of
from ludoteca.table.series import Over, SeriesState, Side, Waiting, open_series, ranked_points

from ..app import App
from ..errors import ApiError, not_found
from ..models import Match, Player, Rating, Room
from ..models.play import Series as Row
from ..notifications import News
from . import matches


def start(app: App, room: Room, first: Player, second: Player, opener: Side | None = None) -> Row:
    """A series in a room made for it; its first match begins at once. Its players leave their queues, and
    plays no other: ApiError names who does."""
    matches.stop_waiting((first.pk, second.pk))  # before they are locked: see the laws of matches
    both = list(Player.objects.select_for_update().filter(pk__in=(first.pk, second.pk)).order_by("pk"))
    busy = [player.username for player in both if playing(player)]
    if busy:
        raise ApiError("in_a_series", f"{', '.join(busy)}: already playing a series", names=busy)
    state = open_series(secrets.randbelow(2) if opener is None else opener, now_ms())
    row = Row(room=room, first=first, second=second)
    _keep(row, state)
    _begin(app, row, state)
    return row


def playing(player: Player) -> bool:
    """Whether a series of this player is under way."""
    return Row.objects.filter(Q(first=player) | Q(second=player), is_over=False).exists()


def state_of(row: Row) -> SeriesState:
    state: SeriesState = build(row.state, SeriesState)
    return state


def begin_next(app: App, row_id: int) -> None:
    """The pause is over: the next match begins, unless another process has begun it."""
    with transaction.atomic():
        Room.objects.select_for_update().get(series=row_id)
        row = Row.objects.filter(pk=row_id, is_over=False, next_at__lte=timezone.now()).first()
        if row is not None:
            _begin(app, row, state_of(row))


def game_over(room: Room, row: Row, match: Match, outcome: Outcome) -> None:
    """A match of a series is over, and with it perhaps the series."""
    if row.is_over:  # it was given up meanwhile
        room.status = Room.Status.OVER
        return
    state, winner = state_of(row), _winner(row, match, outcome)
    if outcome.reason == ABANDONED and winner is not None:
        after = state.abandon(1 - winner, now_ms(), match.game_id)
    else:
        after = state.finish_game(winner, outcome.reason, now_ms(), match.game_id)
    _keep(row, after)
    if after.is_over:
        room.status = Room.Status.OVER


def abandon(app: App, player: Player, room_code: str) -> tuple[str, int] | None:
    """A player gives the series up; the table and the seat to resign, if a match is under way."""
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(code=room_code).first()
        if room is None:
            raise not_found("room")
        row = room.series.filter(is_over=False).first()
        if row is None or player.pk not in (row.first_id, row.second_id):
            raise ApiError("no_series", "you play no series here")
        playing = row.matches.filter(ended_at=None).first()
        side = 0 if player.pk == row.first_id else 1
        in_game = not isinstance(state_of(row).phase, Waiting)
        _keep(row, state_of(row).abandon(side, now_ms(), playing.game_id if playing and in_game else None))
        if playing is None:
            room.status = Room.Status.OVER
            room.save()
    app.notify(News(rooms=(room.code,), lobby=True, players=(row.first_id, row.second_id)))
    if playing is None:
        return None
    return playing.game_id, playing.seats.get(player=player).seat


def cancel(app: App, row_id: int) -> None:
    """Neither player came: it does not count."""
    with transaction.atomic():
        Room.objects.select_for_update().get(series=row_id)
        row = Row.objects.get(pk=row_id)
        break_off(row.room)
        for match in row.matches.filter(ended_at=None):
            matches.break_off(match)
        Room.objects.filter(pk=row.room_id).update(status=Room.Status.CLOSED)
    app.notify(News(rooms=(row.room.code,), lobby=True, players=(row.first_id, row.second_id)))


def break_off(room: Room) -> None:
    """What is played here will never end by its rules: nobody has won it, and all are free to play another."""
    room.series.filter(is_over=False).update(is_over=True, next_at=None)


def ask_rematch(app: App, room: Room, row: Row, player: Player) -> None:
    """A side asks to play another series. The second to ask, in time, brings it about."""
    side = 0 if player.pk == row.first_id else 1
    state = state_of(row)
    if isinstance(state.phase, Over) and side in state.phase.rematch_asked:
        return
    try:
        asked = state.ask_rematch(side, now_ms())
    except Illegal as error:
        raise ApiError(error.code, error.reason, **error.facts) from None
    row.state = tree_of(asked.series)
    row.save()
    room.rematch = sorted({*room.rematch, player.username})
    room.save()
    if asked.fresh is not None:
        start(app, room, row.first, row.second, asked.fresh.first_opener)


def due() -> list[int]:
    """Series whose next match may begin."""
    return list(Row.objects.filter(is_over=False, next_at__lte=timezone.now()).values_list("pk", flat=True))


def now_ms() -> int:
    return int(timezone.now().timestamp() * 1000)


def _begin(app: App, row: Row, state: SeriesState) -> None:
    """The opener sits on the first seat."""
    begun = state.start_game(now_ms())
    _keep(row, begun)
    room = Room.objects.get(pk=row.room_id)
    sides = (row.first, row.second) if begun.opener == 0 else (row.second, row.first)
    for seat, player in zip(room.seats.all(), sides, strict=True):
        seat.player, seat.bot = player, ""
        seat.save()
    matches.begin(app, room, row)


def _winner(row: Row, match: Match, outcome: Outcome) -> Side | None:
    winners = [seat.player_id for seat in match.seats.all() if outcome.scores[seat.seat] > 0]
    return None if len(winners) != 1 else (0 if winners[0] == row.first_id else 1)


def _keep(row: Row, state: SeriesState) -> None:
    row.state = tree_of(state)
    row.is_over = state.is_over
    row.next_at = None if state.next_game_at is None else datetime.fromtimestamp(state.next_game_at / 1000, UTC)
    if state.is_over and row.points is None:
        row.points = _give_points(row, state)
    row.save()


def _give_points(row: Row, state: SeriesState) -> list[dict[str, Any]]:
    players = (row.first, row.second)
    for player in players:
        Rating.objects.get_or_create(player=player, game=row.room.game)
    ratings = [Rating.objects.select_for_update().get(player=player, game=row.room.game) for player in players]
    points = ranked_points(state, (ratings[0].points, ratings[1].points))
    for side, rating in enumerate(ratings):
        rating.points = points.totals[side]
        rating.won += state.winner == side
        rating.lost += state.winner != side
        rating.save()
    return [{"points": points.totals[side], "delta": points.deltas[side]} for side in (0, 1)]
