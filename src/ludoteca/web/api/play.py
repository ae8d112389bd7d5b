"""Rooms, queues and games: what people do to play."""

import contextlib
import time
from collections.abc import Callable
from typing import Any, Final

from channels.db import database_sync_to_async
from django.http import HttpResponse

from ludoteca.table.wire import Who
from ludoteca.tokens import MINUTES, for_observer, for_player

from .. import schemas
from ..accounts import moderation
from ..errors import ApiError, not_found
from ..live import serializers
from ..models import Match, Player, Room
from ..notifications import News
from ..play import matchmaking, rooms, rulebook_pages, series, settlement
from ..table_client import HOST
from .routes import ApiRequest, answered_with, route

SOCKET: Final = "/table/{}"


@route("GET", "games", gives=tuple[schemas.GameInfo, ...], needs="nobody")
def games(asked: ApiRequest) -> tuple[schemas.GameInfo, ...]:
    """The games one can open a table for."""
    return asked.app.catalogue.listed


@route("GET", "rules/<str:game>", asks=schemas.InLanguage, gives=schemas.Rules, needs="nobody")
def rules(asked: ApiRequest) -> schemas.Rules:
    """A game's rule book, and how to play it."""
    return rulebook_pages.page(asked.app, asked.path["game"], asked.query.language)


@route("GET", "lobby", asks=schemas.LobbyQuery, gives=schemas.Lobby, needs="nobody")
async def lobby(asked: ApiRequest) -> HttpResponse:
    """Public rooms, and who waits."""
    return answered_with(await asked.app.lobby(asked.query.after))


@route("POST", "rooms", takes=schemas.CreateRoom, gives=schemas.RoomInfo)
def create(asked: ApiRequest) -> schemas.RoomInfo:
    """Make a room."""
    asked.app.limits.check_request(asked.request, "rooms")
    opened_from = asked.app.limits.owner_at(asked.request)
    return _told(rooms.create(asked.app, asked.somebody, asked.body, opened_from).code)


@route("GET", "rooms/<str:code>", gives=schemas.RoomInfo, needs="nobody")
def room(asked: ApiRequest) -> schemas.RoomInfo:
    """A room as it stands."""
    return _told(asked.path["code"])


@route("POST", "rooms/<str:code>/sit", takes=schemas.Sit, gives=schemas.RoomInfo)
def sit(asked: ApiRequest) -> schemas.RoomInfo:
    """Take a seat; with the last one the game begins."""
    rooms.sit(asked.app, asked.somebody, asked.path["code"], asked.body.seat)
    return _told(asked.path["code"])


@route("POST", "rooms/<str:code>/bot", takes=schemas.FillWithBot, gives=schemas.RoomInfo)
def bot(asked: ApiRequest) -> schemas.RoomInfo:
    """Put a bot on a free seat, or send it away."""
    rooms.fill_with_bot(asked.app, asked.somebody, asked.path["code"], asked.body.seat, asked.body.bot)
    return _told(asked.path["code"])


@route("POST", "rooms/<str:code>/stand", gives=schemas.RoomInfo)
async def stand(asked: ApiRequest) -> Any:
    """Leave the seat, before the game or after it; or a game that others have not come to."""
    return await _leave(asked, rooms.stand)


@route("POST", "rooms/<str:code>/invite", takes=schemas.Invite, gives=schemas.RoomInfo)
def invite(asked: ApiRequest) -> schemas.RoomInfo:
    """Ask somebody in by name."""
    rooms.invite(asked.app, asked.somebody, asked.path["code"], asked.body.name)
    return _told(asked.path["code"])


@route("DELETE", "rooms/<str:code>/invite", gives=schemas.Me)
def decline(asked: ApiRequest) -> schemas.Me:
    """Do not accept an invitation."""
    rooms.decline(asked.app, asked.somebody, asked.path["code"])
    return serializers.me(asked.somebody)


@route("POST", "rooms/<str:code>/rematch", gives=schemas.RoomInfo)
def rematch(asked: ApiRequest) -> schemas.RoomInfo:
    """Ask to play again."""
    rooms.ask_rematch(asked.app, asked.somebody, asked.path["code"])
    return _told(asked.path["code"])


@route("POST", "rooms/<str:code>/abandon", gives=schemas.RoomInfo)
async def abandon(asked: ApiRequest) -> Any:
    """Give up the whole series."""
    playing = await database_sync_to_async(series.abandon)(asked.app, asked.somebody, asked.path["code"])
    if playing is not None and not await asked.app.tables.resign(*playing):  # it has not begun, and so never will
        await database_sync_to_async(settlement.close)(asked.app, playing[0])
        with contextlib.suppress(ApiError):
            await asked.app.tables.close(playing[0])
    return await database_sync_to_async(_told)(asked.path["code"])


@route("POST", "rooms/<str:code>/say", takes=schemas.Say, gives=schemas.RoomInfo)
def say(asked: ApiRequest) -> schemas.RoomInfo:
    """Say one of the set phrases to everybody in the room; for its players."""
    row = rooms.find(asked.path["code"])
    if not row.seats.filter(player=asked.somebody).exists():
        raise ApiError("not_seated", "only players speak here", 403)
    moderation.check_muted(asked.somebody)
    asked.app.limits.check(f"player:{asked.somebody.pk}", "phrases")
    asked.app.notify(News(said=schemas.PhraseSaid(row.code, serializers.player(asked.somebody), asked.body.phrase)))
    return _told(row.code)


@route("POST", "rooms/<str:code>/token", gives=schemas.Token, needs="nobody")
def token(asked: ApiRequest) -> schemas.Token:
    """The token for the socket of the room's table: a player's for its players, an observer's for others."""
    match, seat = _table(asked)
    game_id = match.game_id
    now = int(time.time())
    nickname = "" if asked.player is None else asked.player.nickname
    claims = (
        for_observer(game_id, nickname, now) if seat is None else for_player(game_id, seat, now, display_name=nickname)
    )
    return schemas.Token(
        game_id=game_id,
        token=asked.app.tables.token(claims),
        ws_url=SOCKET.format(game_id),
        role="observer" if seat is None else "player",
        player_id=seat,
        expires_at=(now + 60 * MINUTES) * 1000,
        commitment=match.commitment if match.ended_at is None else None,
    )


@route("GET", "rooms/<str:code>/sync", gives=dict[str, Any], needs="nobody")
async def sync(asked: ApiRequest) -> Any:
    """The snapshot of the room's table, as the asking player may see it."""
    match, seat = await database_sync_to_async(_table)(asked)
    return await asked.app.tables.snapshot(match.game_id, Who("observer") if seat is None else Who("player", seat))


@route("DELETE", "rooms/<str:code>", gives=schemas.RoomInfo)
async def close(asked: ApiRequest) -> Any:
    """Close a room of one's own."""
    return await _leave(asked, rooms.close)


@route("POST", "queue", takes=schemas.JoinQueue, gives=schemas.Me)
def join_queue(asked: ApiRequest) -> schemas.Me:
    """Wait for an opponent."""
    matchmaking.join(asked.app, asked.somebody, asked.body)
    return serializers.me(asked.somebody)


@route("DELETE", "queue", gives=schemas.Me)
def leave_queue(asked: ApiRequest) -> schemas.Me:
    """Wait no longer."""
    matchmaking.leave(asked.app, asked.somebody)
    return serializers.me(asked.somebody)


async def _leave(asked: ApiRequest, leave: Callable[..., str | None]) -> Any:
    """Leave a room or close it, and its table with it."""
    code = asked.path["code"]
    table = await database_sync_to_async(leave)(asked.app, asked.somebody, code, waiting=await _waiting(asked, code))
    if table is not None:
        with contextlib.suppress(ApiError):  # it is closed already, or was never opened; the room is, either way
            await asked.app.tables.close(table)
    return await database_sync_to_async(_told)(code)


async def _waiting(asked: ApiRequest, code: str) -> str:
    """The room's table, if it still waits for its players; "" if it does not, or does not answer."""
    match: Match | None = await database_sync_to_async(_under_way)(code)
    if match is None:
        return ""
    with contextlib.suppress(ApiError):
        if match.opened_at is None or (await asked.app.tables.snapshot(match.game_id, HOST)).view is None:
            return match.game_id
    return ""


def _under_way(code: str) -> Match | None:
    return rooms.find(code).matches.filter(ended_at=None).first()


def _told(code: str) -> schemas.RoomInfo:
    row: Room | None = serializers.rooms().filter(code=code).first()
    if row is None:
        raise not_found("room")
    return serializers.room(row)


def _table(asked: ApiRequest) -> tuple[Match, int | None]:
    """The room's last match, and the seat of the player who asks; None if they have none."""
    row = rooms.find(asked.path["code"])
    match = row.matches.exclude(opened_at=None).order_by("-number").first()
    if match is None:
        raise ApiError("not_begun", "the game has not begun")
    return match, _seat_of(asked.player, match.seats.all())


def _seat_of(player: Player | None, seats: Any) -> int | None:
    return next((seat.seat for seat in seats if player is not None and seat.player_id == player.pk), None)
