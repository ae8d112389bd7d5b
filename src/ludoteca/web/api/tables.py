"""Bare tables, for programs: a host's token opens and closes them and mints tokens for them. No account is needed."""

import time

from ludoteca.kernel import Value
from ludoteca.kernel.values import tree_of
from ludoteca.runtime.settings import is_game_id
from ludoteca.tokens import Claims, Unauthorized, for_observer, for_player, who

from .. import game_catalogue, schemas
from ..errors import ApiError, not_found
from ..play.room_codes import code
from ..table_client import HOST
from .play import SOCKET
from .routes import ApiRequest, route


@route("POST", "tables", takes=schemas.CreateTable, gives=schemas.TableInfo, needs="token")
async def create(asked: ApiRequest) -> schemas.TableInfo:
    """Open a table."""
    wanted: schemas.CreateTable = asked.body
    game_id = wanted.game_id or code()
    _check_host(asked, game_id)
    game_catalogue.configured(asked.app.catalogue.find(wanted.game), None, wanted.config)
    owner = asked.app.limits.owner_at(asked.request)
    await asked.app.tables.open(game_id, wanted.game, wanted.config or {}, wanted.bots, owner)
    return await _told(asked, game_id)


@route("GET", "tables/<str:game_id>", gives=schemas.TableInfo, needs="token")
async def status(asked: ApiRequest) -> schemas.TableInfo:
    """How a table stands, as anybody may know it."""
    _claims(asked, _id(asked))
    return await _told(asked, _id(asked))


@route("GET", "tables/<str:game_id>/sync", gives=dict, needs="token")
async def sync(asked: ApiRequest) -> Value:
    """Everything the bearer of the token may know."""
    claims = _claims(asked, _id(asked))
    return await asked.app.tables.snapshot(_id(asked), who(claims, _id(asked)))


@route("POST", "tables/<str:game_id>/token", takes=schemas.WantToken, gives=schemas.Token, needs="token")
async def token(asked: ApiRequest) -> schemas.Token:
    """A token for a player or an observer of the table."""
    wanted: schemas.WantToken = asked.body
    _check_host(asked, _id(asked))
    now = int(time.time())
    if wanted.role == "observer":
        claims = for_observer(_id(asked), wanted.display_name or "", now, wanted.minutes)
    elif wanted.player_id is None:
        raise ApiError("bad_body", "a player's token names a player_id", 400)
    else:
        claims = for_player(_id(asked), wanted.player_id, now, wanted.minutes)
    try:
        minted = asked.app.tables.token(claims)
    except ValueError as error:  # such as a name that turns the text around it
        raise ApiError("bad_body", f"such a token cannot be minted: {error}", 400) from None
    return schemas.Token(
        game_id=_id(asked),
        token=minted,
        ws_url=SOCKET.format(_id(asked)),
        role=wanted.role,
        player_id=claims.player_id,
        expires_at=claims.exp * 1000,
        commitment=None,
    )


@route("DELETE", "tables/<str:game_id>", gives=schemas.TableInfo, needs="token")
async def delete(asked: ApiRequest) -> schemas.TableInfo:
    """Close a table for good."""
    _check_host(asked, _id(asked))
    await asked.app.tables.close(_id(asked))
    return await _told(asked, _id(asked))


async def _told(asked: ApiRequest, game_id: str) -> schemas.TableInfo:
    snapshot = await asked.app.tables.snapshot(game_id, HOST)
    return schemas.TableInfo(
        game_id=game_id,
        game=snapshot.game,
        seats=tuple(tree_of(seat) for seat in snapshot.seats),
        seq=snapshot.seq,
        to_act=snapshot.to_act,
        is_over=snapshot.is_over,
        ws_url=SOCKET.format(game_id),
    )


def _id(asked: ApiRequest) -> str:
    game_id = asked.path["game_id"]
    if not is_game_id(game_id):
        raise not_found("table")
    return game_id


def _claims(asked: ApiRequest, game_id: str) -> Claims:
    scheme, _, text = asked.request.headers.get("Authorization", "").partition(" ")
    if scheme != "Bearer" or not text:
        raise ApiError("unauthorized", "a token is needed: Authorization: Bearer TOKEN", 401)
    try:
        claims = asked.app.tables.read(text)
        who(claims, game_id)
    except Unauthorized as refused:
        raise ApiError(refused.code, refused.reason, 401) from None
    return claims


def _check_host(asked: ApiRequest, game_id: str) -> None:
    if _claims(asked, game_id).role != "host":
        raise ApiError("forbidden", "that takes a host's token", 403)
