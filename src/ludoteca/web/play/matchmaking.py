"""The queues: tickets of players who wait for an opponent, and the rooms of those who are paired. Who fits whom is
decided by `table.matchmaking`.

Laws kept here: a ticket is used once, in the transaction that makes the room; players who begin a match leave the queue
(`matches.begin`), and players in a ranked series cannot join it; players who are absent (no page open, no requests) are
not paired. Nobody waits longer for an opponent of their language: a language's default holds if it is that of both.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from ludoteca.kernel import AnyGame
from ludoteca.kernel.values import tree_of
from ludoteca.table.matchmaking import QueuedPlayer, pairs
from ludoteca.table.matchmaking import window as widest

from .. import game_catalogue
from ..app import App
from ..errors import ApiError
from ..models import Player, Rating, Ticket
from ..notifications import News
from ..schemas import JoinQueue
from . import matches, rooms, series, stakes_ledger

SWAP2: Final = "swap2_enabled"
"""An option that casual games have only if both ask; it is the specification's."""

HERE: Final = timedelta(seconds=30)  # seen within this, somebody is there to be paired
GONE: Final = timedelta(minutes=2)


def join(app: App, player: Player, wanted: JoinQueue) -> None:
    """Wait for an opponent, in this queue only."""
    game = app.catalogue.find(wanted.game)
    config = game_catalogue.queued(game, ranked=wanted.ranked)
    if len(game.seats(config)) != 2:
        raise ApiError("no_queue", f"{game.name} is not for two")
    stake = game_catalogue.stake(game, config)
    if wanted.ranked or stake:
        app.tables.check_store()
    stakes_ledger.check(player, stake)
    Ticket.objects.filter(player=player).delete()  # waits for a pairing under way
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        if series.playing(player):
            raise ApiError("in_a_series", "you are playing a series; finish it first")
        if not Ticket.objects.filter(player=player).exists():  # two requests at once make one
            _make_ticket(player, game, wanted)
    app.notify(News(lobby=True, players=(player.pk,)))


def leave(app: App, player: Player) -> None:
    Ticket.objects.filter(player=player).delete()
    app.notify(News(lobby=True, players=(player.pk,)))


def seen(players: Iterable[int]) -> None:
    """These players are present; tickets of absent ones expire."""
    Ticket.objects.filter(player__in=players).update(seen_at=timezone.now())


def forget(
    app: App,
) -> None:
    """Deletes the tickets of players who have gone."""
    gone = list(Ticket.objects.filter(seen_at__lt=timezone.now() - GONE).values_list("pk", "player"))
    if gone:
        Ticket.objects.filter(pk__in=[pk for pk, _ in gone]).delete()
        app.notify(News(lobby=True, players=tuple(player for _, player in gone)))


def waiting(app: App) -> dict[tuple[str, str], int]:
    """How many present players wait, by game and mode; 0 too."""
    found = {(game, mode): 0 for game in app.catalogue.games for mode in (game_catalogue.RANKED, game_catalogue.CASUAL)}
    for game, ranked in _present().values_list("game", "ranked"):
        mode = game_catalogue.RANKED if ranked else game_catalogue.CASUAL
        if (game, mode) in found:
            found[game, mode] += 1
    return found


def window(ticket: Ticket) -> int | None:
    """How far apart an opponent's points may lie now."""
    return widest(_ms(ticket), series.now_ms()) if ticket.ranked else None


def pair(
    app: App,
) -> None:
    """Pairs those who fit."""
    with transaction.atomic():
        tickets = list(_present().select_for_update(of=("self",)).select_related("player"))
        lines: dict[tuple[str, bool], list[Ticket]] = defaultdict(list)
        for ticket in tickets:
            lines[ticket.game, ticket.ranked].append(ticket)
        for line in lines.values():
            by_name = {ticket.player.username: ticket for ticket in line}
            for one, other in pairs((_waiter(ticket) for ticket in line), series.now_ms()):
                _try_to_bring_together(app, by_name[one.name], by_name[other.name])


def _present() -> QuerySet[Ticket]:
    """The tickets of players who are there to be paired."""
    return Ticket.objects.filter(seen_at__gte=timezone.now() - HERE)


def _make_ticket(player: Player, game: AnyGame, wanted: JoinQueue) -> None:
    rating = Rating.objects.filter(player=player, game=game.name).first()
    Ticket.objects.create(
        player=player,
        game=game.name,
        ranked=wanted.ranked,
        swap2=wanted.swap2 and SWAP2 in tree_of(game.types.config()),
        points=0 if rating is None else rating.points,
    )


def _try_to_bring_together(app: App, one: Ticket, other: Ticket) -> None:
    """A player who cannot play after all leaves the queue; the others are still paired."""
    try:
        with transaction.atomic():
            _bring_together(app, one, other)
    except ApiError as refused:
        gone = refused.facts.get("names", [one.player.username, other.player.username])
        Ticket.objects.filter(pk__in=[one.pk, other.pk], player__username__in=gone).delete()
        app.notify(News(players=(one.player_id, other.player_id), lobby=True))


def _bring_together(app: App, one: Ticket, other: Ticket) -> None:
    game = app.catalogue.find(one.game)
    languages = (one.player.language, other.player.language)
    local = game_catalogue.shared_defaults(game, game_catalogue.queued(game, ranked=one.ranked), languages)
    config = game_catalogue.queued(game, ranked=one.ranked, wishes={**local, **_wishes(one, other)})
    room = rooms.furnish(game, config, one.player, mode=game_catalogue.RANKED if one.ranked else game_catalogue.CASUAL)
    if one.ranked:
        series.start(app, room, one.player, other.player)
    else:
        for seat, player in zip(room.seats.all(), (one.player, other.player), strict=True):
            seat.player = player
            seat.save()
        matches.begin(app, room)
    app.notify(News(players=(one.player_id, other.player_id), go=room.code, lobby=True))


def _wishes(one: Ticket, other: Ticket) -> dict[str, Any]:
    """Swap 2 only if both ask; in ranked games nobody is asked."""
    return {SWAP2: True} if one.swap2 and other.swap2 and not one.ranked else {}


def _waiter(ticket: Ticket) -> QueuedPlayer:
    return QueuedPlayer(ticket.player.username, _ms(ticket), ticket.points if ticket.ranked else None)


def _ms(ticket: Ticket) -> int:
    return int(ticket.since.timestamp() * 1000)
