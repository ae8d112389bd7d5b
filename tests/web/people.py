"""People for tests of the database, what they play, and how it ends."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from ludoteca.kernel import Outcome, replace
from ludoteca.kernel.values import tree_of
from ludoteca.table.series import Over, Waiting
from ludoteca.web.accounts import registration
from ludoteca.web.app import App
from ludoteca.web.errors import ApiError
from ludoteca.web.models import Match, Player, Rating, Room, RoomSeat
from ludoteca.web.models.play import Series
from ludoteca.web.play import matchmaking, rooms, series, settlement, stakes_ledger
from ludoteca.web.play.settlement import Record
from ludoteca.web.schemas import CreateRoom, JoinQueue

from .apps import APP

STAKED: dict[str, Any] = {"stake": 4}


def people(*nicknames: str) -> list[Player]:
    return [registration.guest(nickname) for nickname in nicknames]


def refused(code: str, status: int = 409) -> Any:
    """A refusal with this code is expected."""
    return pytest.raises(ApiError, check=lambda found: (found.code, found.status) == (code, status))


def room_of(
    owner: Player, game: str = "gomoku", *, seats: Sequence[str | None] = ("me",), app: App = APP, **more: Any
) -> Room:
    return rooms.create(app, owner, CreateRoom(game=game, seats=tuple(seats), **more))


def begun(one: Player, other: Player, game: str = "gomoku", **more: Any) -> Match:
    """The match of two who have sat down in a room."""
    room = room_of(one, game, **more)
    rooms.sit(APP, other, room.code, None)
    return latest(room)


def latest(room: Room) -> Match:
    found = room.matches.order_by("-number").first()
    assert found is not None
    return found


def won(match: Match, player: Player | None, reason: str = "five", payout: tuple[int, ...] = ()) -> bool:
    """The match ends, and this player has won it; None: it is a draw. Whether that was news."""
    seats = [seat.player_id for seat in match.seats.all()]
    scores = (0, 0) if player is None else tuple(1 if pk == player.pk else -1 for pk in seats)
    return settlement.end(APP, match.game_id, Record("{}\n", Outcome(scores, reason, payout), "", "", (), None))


def ranked(one: Player, other: Player, *, swap2: tuple[bool, bool] = (False, False)) -> Series:
    """A series of two who were found for each other, whatever each of them has asked for."""
    for player, asks in zip((one, other), swap2, strict=True):
        matchmaking.join(APP, player, JoinQueue(game="gomoku", ranked=True, swap2=asks))
    matchmaking.pair(APP)
    return Series.objects.select_related("first", "second", "room").order_by("-pk")[0]


def under_way(row: Series) -> Match:
    return row.matches.get(ended_at=None)


def later(row: Series, seconds: float) -> Series:
    """As if so much time had passed: all that is written of it lies further back."""
    fresh = Series.objects.get(pk=row.pk)
    state, by = series.state_of(fresh), int(seconds * 1000)
    if isinstance(state.phase, Waiting):
        state = replace(state, phase=Waiting(max(0, state.phase.until - by)))
    elif isinstance(state.phase, Over):
        state = replace(state, phase=replace(state.phase, at=state.phase.at - by))
    fresh.state = tree_of(state)
    if fresh.next_at is not None:
        fresh.next_at -= timedelta(seconds=seconds)
    fresh.save()
    return fresh


def next_game(row: Series) -> Match:
    """The pause is over, and the next game has begun."""
    later(row, 10)
    assert row.pk in series.due()
    series.begin_next(APP, row.pk)
    return under_way(row)


def play(row: Series, *winners: Player | None) -> None:
    """Games one after the other, each won by who is named; None: a draw."""
    for number, winner in enumerate(winners):
        assert won(under_way(row) if number == 0 else next_game(row), winner)


def status(room: Room) -> str:
    return rooms.find(room.code).status


def sitting(room: Room) -> list[str]:
    seats = RoomSeat.objects.filter(room=room).select_related("player")
    return [seat.player.nickname if seat.player else seat.bot for seat in seats]


def points(player: Player) -> int:
    return Rating.objects.get(player=player, game="gomoku").points


def give_points(player: Player, total: int) -> None:
    Rating.objects.update_or_create(player=player, game="gomoku", defaults={"points": total})


def balances(*players: Player) -> list[int]:
    return [stakes_ledger.balance(player) for player in players]
