"""People and what they have played: profiles, leaderboards, matches and their records."""

from channels.db import database_sync_to_async
from django.http import HttpResponse

from ludoteca.replay_pages import ReplayPage, ReplayQuery

from .. import schemas
from ..accounts import moderation
from ..errors import ApiError, not_found
from ..live import serializers
from ..models import Match, Player
from .routes import ApiRequest, answered_with, route


@route("GET", "players/<str:name>", gives=schemas.Profile, needs="nobody")
def profile(asked: ApiRequest) -> schemas.Profile:
    """Somebody's ratings and last matches."""
    row = Player.objects.filter(username=asked.path["name"]).first()
    if row is None:
        raise not_found("player")
    return serializers.profile(asked.app, row, asked.player)


@route("POST", "players/<str:name>/report", takes=schemas.ReportPlayer, gives=schemas.Profile)
def report(asked: ApiRequest) -> schemas.Profile:
    """Tell the staff about a player."""
    row = Player.objects.filter(username=asked.path["name"]).first()
    if row is None:
        raise not_found("player")
    asked.app.limits.check_request(asked.request, "reports")
    moderation.report(asked.somebody, row, asked.body)
    return serializers.profile(asked.app, row, asked.player)


@route("GET", "leaderboard/<str:game>", gives=schemas.Leaderboard, needs="nobody")
def leaderboard(asked: ApiRequest) -> schemas.Leaderboard:
    """The best in the ranked games of a game."""
    return serializers.leaderboard(asked.app.catalogue.find(asked.path["game"]).name)


@route("GET", "matches/<str:game_id>", gives=schemas.MatchDetails, needs="nobody")
def match(asked: ApiRequest) -> schemas.MatchDetails:
    """A match: who played, how it ended, and the seeds it was dealt from."""
    row = serializers.matches().filter(game_id=asked.path["game_id"]).first()
    if row is None:
        raise not_found("match")
    return serializers.match(asked.app, row, asked.player)


@route("GET", "matches/<str:game_id>/record", gives=str, needs="nobody")
def record(asked: ApiRequest) -> HttpResponse:
    """The whole log of a finished match, for `ludoteca replay` and `ludoteca verify`."""
    row = _recorded(asked.path["game_id"])
    name = f"{row.game}-{row.game_id}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(row.record, "application/x-ndjson", headers=headers)


@route("GET", "matches/<str:game_id>/replay", asks=ReplayQuery, gives=ReplayPage, needs="nobody")
async def replay(asked: ApiRequest) -> HttpResponse:
    """A finished match step by step, as one of its readers saw it or with nothing hidden."""
    limits, game_id = asked.app.limits, asked.path["game_id"]
    limits.check_request(asked.request, "replays")
    await database_sync_to_async(_check_recorded)(game_id)

    async def record() -> bytes:
        found: bytes = await database_sync_to_async(_record)(game_id)
        return found

    return answered_with(await asked.app.replays.page(limits.owner_at(asked.request), game_id, asked.query, record))


def _record(game_id: str) -> bytes:
    return _recorded(game_id).record.encode()


def _recorded(game_id: str) -> Match:
    _check_recorded(game_id)
    return Match.objects.only("game_id", "game", "record").get(game_id=game_id)


def _check_recorded(game_id: str) -> None:
    rows = Match.objects.filter(game_id=game_id)
    if not rows.exists():
        raise not_found("match")
    if not rows.exclude(record="").exists():
        raise ApiError("not_over", "the record is there when the match is over")
