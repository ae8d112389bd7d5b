"""Database rows as schemas: the only way data leaves the database for readers."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, Literal

from django.conf import settings
from django.db.models import Count, F, OuterRef, Prefetch, Q, QuerySet, Subquery, Window
from django.db.models.functions import Coalesce, RowNumber

from ludoteca.table.series import Over, Playing, Waiting

from .. import schemas
from ..app import App
from ..models import Match, MatchSeat, Player, Rating, Room, RoomSeat, Ticket
from ..models.play import Series
from ..play import matchmaking, stakes_ledger
from ..play.series import state_of

ROOMS_PER_PAGE: Final = 100
PAGES_AT_MOST: Final = 10
ROOMS_PER_OWNER: Final = 3
MATCHES_AT_MOST: Final = 50
RANKED_AT_MOST: Final = 100


def ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def player(row: Player) -> schemas.PlayerInfo:
    return schemas.PlayerInfo(row.public_id, row.username, row.nickname, row.is_guest, row.is_staff)


def rooms() -> QuerySet[Room]:
    """Rooms, with everything prefetched that `room` needs."""
    return Room.objects.select_related("owner").prefetch_related(
        Prefetch("seats", RoomSeat.objects.select_related("player")),
        Prefetch("matches", Match.objects.order_by("number").only("game_id", "room", "opened_at", "number")),
        Prefetch("series", Series.objects.select_related("first", "second").order_by("pk")),
    )


def room(row: Room) -> schemas.RoomInfo:
    opened = [match.game_id for match in row.matches.all() if match.opened_at is not None]
    series = list(row.series.all())
    return schemas.RoomInfo(
        code=row.code,
        game=row.game,
        mode=row.mode,
        swap2_enabled=row.swap2_enabled,
        config=row.config,
        status=row.status,  # type: ignore[arg-type]  # the choices are the same words
        public=row.public,
        owner=player(row.owner),
        stake=row.stake,
        seats=tuple(_seat(seat) for seat in row.seats.all()),
        game_id=opened[-1] if opened else None,
        series=_series(series[-1]) if series else None,
        rematch=tuple(row.rematch),
        matches=tuple(opened),
        created_at=ms(row.created_at),
    )


def lobby(online: int, after: int = 0) -> schemas.Lobby:
    """A page of the lobby, and how many wait in the queues."""
    codes = list(_shown().values_list("code", flat=True)[after : after + ROOMS_PER_PAGE + 1])
    page = {row.code: room(row) for row in rooms().filter(code__in=codes[:ROOMS_PER_PAGE])}
    waiting = Ticket.objects.order_by().values("game", "ranked").annotate(players=Count("pk"))
    has_next = len(codes) > ROOMS_PER_PAGE and after < PAGES_AT_MOST * ROOMS_PER_PAGE - ROOMS_PER_PAGE
    return schemas.Lobby(
        rooms=tuple(page[each] for each in codes if each in page),
        waiting=tuple(schemas.QueueInfo(line["game"], line["ranked"], line["players"]) for line in waiting),
        online=online,
        next=after + ROOMS_PER_PAGE if has_next else None,
    )


def _shown() -> QuerySet[Room]:
    """The rooms of the lobby in their order. Few of each owner, so that nobody hides those of others."""
    free = RoomSeat.objects.filter(room=OuterRef("pk"), player=None, bot="").order_by().values("room")
    public = Room.objects.filter(public=True, status__in=(Room.Status.OPEN, Room.Status.PLAYING))
    order = (F("status"), F("free"), F("changed_at").desc(), F("pk"))
    with_free = public.annotate(free=Coalesce(Subquery(free.annotate(count=Count("pk")).values("count")), 0))
    ranked = with_free.annotate(of_owner=Window(RowNumber(), partition_by=F("owner"), order_by=order))
    return ranked.filter(of_owner__lte=ROOMS_PER_OWNER).order_by(*order)


def me(row: Player | None, language: schemas.Language = "en") -> schemas.Me:
    if row is None:
        return schemas.Me(
            player=None,
            language=language,
            tokens=0,
            queue=None,
            invitations=(),
            rooms=(),
            github=settings.HAS_GITHUB,
            has_password=False,
            mail=settings.SMTP is not None,
            email="",
            pending_email="",
        )
    ticket = Ticket.objects.filter(player=row).first()
    invitations = row.invitations.select_related("room", "sender")
    mine = Room.objects.filter(seats__player=row).filter(status__in=(Room.Status.OPEN, Room.Status.PLAYING))
    return schemas.Me(
        player=player(row),
        language=row.language,  # type: ignore[arg-type]  # the choices are the same words
        tokens=stakes_ledger.balance(row),
        queue=None if ticket is None else _queued(ticket),
        invitations=tuple(
            schemas.InvitationInfo(each.room.code, each.room.game, player(each.sender)) for each in invitations
        ),
        rooms=tuple(mine.order_by("-changed_at").values_list("code", flat=True)[:ROOMS_PER_PAGE]),
        github=settings.HAS_GITHUB,
        has_password=row.has_usable_password(),
        mail=settings.SMTP is not None,
        email=row.email,
        pending_email=row.pending_email,
    )


def match(app: App, row: Match, reader: Player | None) -> schemas.MatchDetails:
    return schemas.MatchDetails(
        game_id=row.game_id,
        game=row.game,
        mode=row.room.mode,
        config=app.catalogue.public_config(row.game, row.config),
        room=row.room.code if row.room.public or _played(row, reader) else None,  # its code is the key to it
        number=row.number,
        seats=tuple(_match_seat(seat) for seat in row.seats.all()),
        started_at=ms(row.created_at),
        ended_at=None if row.ended_at is None else ms(row.ended_at),
        reason=row.reason or None,
        commitment=row.commitment,
        seed=row.seed or None,
        client_seeds=tuple(row.client_seeds),
        swap2_history=row.swap2_history,
    )


def matches() -> QuerySet[Match]:
    seats = MatchSeat.objects.select_related("player")
    return Match.objects.select_related("room").defer("record").prefetch_related(Prefetch("seats", seats))


def profile(app: App, row: Player, reader: Player | None) -> schemas.Profile:
    played = matches().filter(seats__player=row, ended_at__isnull=False).exclude(reason="closed")
    return schemas.Profile(
        player=player(row),
        since=ms(row.date_joined),
        ratings=ratings(row),
        matches=tuple(match(app, each, reader) for each in played[:MATCHES_AT_MOST]),
    )


def ratings(row: Player) -> tuple[schemas.RatingInfo, ...]:
    return tuple(_rating(each) for each in row.ratings.order_by("game"))


def leaderboard(game: str) -> schemas.Leaderboard:
    rows = Rating.objects.filter(game=game).filter(Q(won__gt=0) | Q(lost__gt=0))
    best = list(rows.select_related("player").order_by("-points", "-won", "pk")[:RANKED_AT_MOST])
    return schemas.Leaderboard(game, tuple(_ranked(best)))


def _ranked(best: Iterable[Rating]) -> Iterable[schemas.Ranked]:
    """Equal points share a rank."""
    rank, last = 0, -1
    for place, each in enumerate(best, 1):
        rank, last = (rank if each.points == last else place), each.points
        yield schemas.Ranked(rank, player(each.player), each.points, each.won, each.lost)


def _seat(row: RoomSeat) -> schemas.RoomSeatInfo:
    return schemas.RoomSeatInfo(
        row.seat, row.title, None if row.player is None else player(row.player), row.bot or None
    )


def _played(row: Match, reader: Player | None) -> bool:
    return reader is not None and any(seat.player_id == reader.pk for seat in row.seats.all())


def _match_seat(row: MatchSeat) -> schemas.MatchSeatInfo:
    return schemas.MatchSeatInfo(
        row.title, None if row.player is None else player(row.player), row.bot or None, row.score
    )


def _rating(row: Rating) -> schemas.RatingInfo:
    better = Rating.objects.filter(game=row.game, points__gt=row.points).count()
    return schemas.RatingInfo(row.game, row.points, row.won, row.lost, better + 1)


def _queued(row: Ticket) -> schemas.TicketInfo:
    return schemas.TicketInfo(row.game, row.ranked, row.swap2, ms(row.since), matchmaking.window(row))


def _series(row: Series) -> schemas.SeriesInfo:
    state, names = state_of(row), (row.first.username, row.second.username)
    phase = state.phase
    return schemas.SeriesInfo(
        best_of=state.terms.best_of,
        players=names,
        score=state.score,
        number=len(state.games) + (0 if state.is_over else 1),
        phase="over" if row.is_over else _phase(phase),  # one that was broken off has no end of its own
        next_game_at=None if row.is_over else state.next_game_at,
        rematch_until=phase.at + state.terms.rematch_ms if isinstance(phase, Over) else None,
        games=tuple(
            schemas.SeriesGame(
                game.number,
                game.record or "",
                names[game.opener],
                None if game.winner is None else names[game.winner],
                game.reason,
            )
            for game in state.games
        ),
        winner=None if state.winner is None else names[state.winner],
        abandoned_by=_abandoned_by(state.phase, names),
        points=tuple(
            schemas.SeriesPoints(name, given["points"], given["delta"])
            for name, given in zip(names, row.points or (), strict=False)
        ),
    )


def _phase(phase: Waiting | Playing | Over) -> Literal["waiting", "playing", "over"]:
    match phase:
        case Waiting():
            return "waiting"
        case Playing():
            return "playing"
        case Over():
            return "over"


def _abandoned_by(phase: Waiting | Playing | Over, names: tuple[str, str]) -> str | None:
    return names[phase.abandoned_by] if isinstance(phase, Over) and phase.abandoned_by is not None else None
