"""Rooms: where people take seats for a game. When the last seat is taken the match begins.

Laws kept here: seats change under the room's lock; players change their own seat only, and the owner seats bots.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from ludoteca.kernel import AnyGame
from ludoteca.kernel.values import build, tree_of

from .. import game_catalogue
from ..app import App
from ..errors import ApiError, not_found
from ..models import Invitation, Player, Room, RoomSeat
from ..notifications import News
from ..schemas import CreateRoom
from . import matches, series, stakes_ledger, swap2_columns
from .room_codes import code

BOT: Final = "bot:"
ME: Final = "me"
UNDER_WAY: Final = (Room.Status.OPEN, Room.Status.PLAYING)
ROOMS_AT_MOST: Final = 20  # that one person may have open or in play
INVITATIONS_AT_MOST: Final = 20  # that one person may have


def create(app: App, owner: Player, wanted: CreateRoom, opened_from: str = "") -> Room:
    """A room as its owner wants it, with the owner and bots on the seats wished for. `opened_from` is the address, as
    limits keep it."""
    game = app.catalogue.find(wanted.game)
    config = game_catalogue.configured(game, wanted.preset, wanted.config)
    tree = tree_of(config)
    if tree.get("mode") == game_catalogue.RANKED:
        raise ApiError("ranked_by_queue", "ranked games are found in the queue", 400)
    if wanted.public and game_catalogue.stake(game, config) and not game.hosting.is_even(config):
        raise ApiError(
            "bad_config", "a public table with a stake must give all seats the same chances", 400, rule="uneven_stakes"
        )
    if Room.objects.filter(owner=owner, status__in=UNDER_WAY).count() >= ROOMS_AT_MOST:
        raise ApiError("too_many_rooms", f"you have {ROOMS_AT_MOST} rooms already")
    with transaction.atomic():
        room = furnish(game, config, owner, public=wanted.public, opened_from=opened_from)
        _take_first_seats(app, room, owner, wanted.seats)
        if not room.seats.filter(bot="").exists():
            raise ApiError("bad_seats", "at least one seat is for a person", 400, rule="no_person")
        if room.seats.filter(player=owner).exists():
            _check_price(app, owner, room)
        matches.begin_if_full(app, room)
    app.notify(News(rooms=(room.code,), lobby=True, players=(owner.pk,)))
    return room


def under_way() -> dict[str, int]:
    """How many rooms are open and how many in play."""
    found = Room.objects.filter(status__in=UNDER_WAY).order_by().values_list("status").annotate(Count("pk"))
    return {**dict.fromkeys(map(str, UNDER_WAY), 0), **dict(found)}


def furnish(
    game: AnyGame, config: Any, owner: Player, *, public: bool = True, mode: str = "custom", opened_from: str = ""
) -> Room:
    """An empty room with its seats; its mode is as named where the game knows none."""
    tree = tree_of(config)
    room = Room.objects.create(
        code=code(),
        game=game.name,
        config=tree,
        mode=tree.get("mode", mode),
        swap2_enabled=swap2_columns.swap2_enabled(game, config),
        public=public,
        stake=game_catalogue.stake(game, config),
        owner=owner,
        opened_from=opened_from,
    )
    RoomSeat.objects.bulk_create(
        RoomSeat(room=room, seat=number, title=title) for number, title in enumerate(game.seats(config))
    )
    return room


def find(room_code: str) -> Room:
    room = Room.objects.filter(code=room_code).select_related("owner").first()
    if room is None:
        raise not_found("room")
    return room


def sit(app: App, player: Player, room_code: str, seat: int | None) -> None:
    with transaction.atomic():
        room = _open(room_code)
        mine = room.seats.filter(player=player).first()
        wanted = room.seats.filter(player=None, bot="") if seat is None else room.seats.filter(seat=seat)
        free = wanted.first()
        if mine is not None and (seat is None or (free is not None and free.pk == mine.pk)):
            return
        if free is None or free.player is not None or free.bot:
            raise ApiError("seat_taken", "the seat is taken" if seat is not None else "all seats are taken")
        _check_price(app, player, room)
        if mine is not None:
            _free(mine)
        free.player = player
        free.save()
        room.invitations.filter(to=player).delete()
        room.save()
        _begin_or_free_the_poor(app, room)
    app.notify(News(rooms=(room.code,), lobby=True, players=(player.pk,)))


def fill_with_bot(app: App, player: Player, room_code: str, seat: int, bot: str | None) -> None:
    with transaction.atomic():
        room = _open(room_code)
        _check_owner(room, player)
        chosen = room.seats.filter(seat=seat).first()
        if chosen is None or chosen.player is not None:
            raise ApiError("seat_taken", "somebody sits there")
        _put_bot(app, room, chosen, bot or "")
        matches.begin_if_full(app, room)
    app.notify(News(rooms=(room.code,), lobby=True))


def stand(app: App, player: Player, room_code: str, *, waiting: str = "") -> str | None:
    """Leave the seat before the game, or the room after it. During a game one resigns, or just goes; but nobody has to
    stay at the table that is still `waiting` for its players. The id of the table to close with the room."""
    table = None
    with transaction.atomic():
        room = locked(room_code)
        seat = room.seats.filter(player=player).first()
        if seat is None:
            return None
        match room.status:
            case Room.Status.OPEN:
                _free(seat)
                if not room.seats.exclude(player=None).exists():
                    room.status = Room.Status.CLOSED
                    room.invitations.all().delete()
            case Room.Status.OVER:
                room.status = Room.Status.CLOSED
            case Room.Status.PLAYING if _may_break_off(room, waiting):
                table = _shut(app, room)
            case Room.Status.PLAYING:
                raise ApiError("playing", "the game is under way: resign, or give up the series")
            case _:
                return None
        room.save()
    app.notify(News(rooms=(room.code,), lobby=True, players=(player.pk,)))
    return table


def invite(app: App, player: Player, room_code: str, name: str) -> None:
    room = find(room_code)
    if not room.seats.filter(player=player).exists():
        raise ApiError("not_seated", "only players in the room may invite", 403)
    if room.status != Room.Status.OPEN:
        raise ApiError("not_open", "all seats are taken")
    to = Player.objects.filter(username=name.strip().lower()).first()
    if to is None or to == player:
        raise not_found("player")
    if to.invitations.count() >= INVITATIONS_AT_MOST:
        raise ApiError("too_many_invitations", f"{to.nickname} has too many invitations already")
    Invitation.objects.get_or_create(room=room, to=to, defaults={"sender": player})
    app.notify(News(players=(to.pk,)))


def decline(app: App, player: Player, room_code: str) -> None:
    Invitation.objects.filter(room__code=room_code, to=player).delete()
    app.notify(News(players=(player.pk,)))


def ask_rematch(app: App, player: Player, room_code: str) -> None:
    """When all people have asked, the next match begins, everybody one seat further."""
    with transaction.atomic():
        room = locked(room_code)
        seats = list(room.seats.select_related("player"))
        people = {seat.player.username for seat in seats if seat.player is not None}
        if player.username not in people:
            raise ApiError("not_seated", "only players can ask for a rematch", 403)
        if room.status != Room.Status.OVER:
            raise ApiError("not_over", "a rematch can be asked for after the game")
        if room.series.exists() or _price(app, room):
            app.tables.check_store()
        last = room.series.order_by("-pk").first()
        if last is not None:
            series.ask_rematch(app, room, last, player)
        else:
            room.rematch = sorted({*room.rematch, player.username} & people)  # a guest who registers has another name
            if set(room.rematch) == people:
                if any(seat.bot for seat in seats):
                    _check_bots(app, room)
                move_on(seats)
                matches.begin(app, room)
            room.save()
    app.notify(News(rooms=(room.code,), lobby=True))


def close(app: App, player: Player, room_code: str, *, waiting: str = "") -> str | None:
    """Its owner or staff close a room; the id of the table to close with it."""
    with transaction.atomic():
        room = locked(room_code)
        if not player.is_staff:
            _check_owner(room, player)
            others = room.seats.exclude(player=None).exclude(player=player).exists()
            if room.status == Room.Status.PLAYING and others and not _may_break_off(room, waiting):
                raise ApiError("playing", "others are playing here")
        return _shut(app, room)


def sweep(app: App, open_for: timedelta, over_for: timedelta) -> None:
    """Closes abandoned rooms."""
    now = timezone.now()
    old = Q(status=Room.Status.OPEN, changed_at__lt=now - open_for)
    done = Q(status=Room.Status.OVER, changed_at__lt=now - over_for)
    with transaction.atomic():
        forgotten = Room.objects.select_for_update().filter(old | done).order_by("pk")
        closed = list(forgotten.values_list("code", flat=True))
        Room.objects.filter(code__in=closed).update(status=Room.Status.CLOSED)
        Invitation.objects.filter(room__code__in=closed).delete()
    if closed:
        app.notify(News(rooms=tuple(closed), lobby=True))


def locked(room_code: str) -> Room:
    """The room, locked until the transaction ends."""
    room = Room.objects.select_for_update().filter(code=room_code).first()
    if room is None:
        raise not_found("room")
    return room


def move_on(seats: Sequence[RoomSeat]) -> None:
    """Everybody sits one seat further, so that another opens."""
    sitting = [(seat.player, seat.bot) for seat in seats]
    for seat, (player, bot) in zip(seats, [sitting[-1], *sitting[:-1]], strict=True):
        seat.player, seat.bot = player, bot
        seat.save()


def _open(room_code: str) -> Room:
    room = locked(room_code)
    if room.status != Room.Status.OPEN:
        raise ApiError(
            "not_open", "all seats are taken" if room.status == Room.Status.PLAYING else "the room is closed"
        )
    return room


def _price(app: App, room: Room) -> int:
    """The stake a player needs to take a seat, given the bots seated now."""
    game = app.catalogue.find(room.game)
    return game_catalogue.stake(game, build(room.config, game.types.config), room.seats.values_list("bot", flat=True))


def _check_price(app: App, player: Player, room: Room) -> None:
    """ApiError if they have less than the stake, or the store may lose it."""
    if price := _price(app, room):
        app.tables.check_store()
        stakes_ledger.check(player, price)


def _may_break_off(room: Room, waiting: str) -> bool:
    """Whether what is played here has not begun; a series is given up instead, or lost by who does not come."""
    return room.matches.filter(game_id=waiting, ended_at=None, series=None).exists()


def _shut(app: App, room: Room) -> str | None:
    """The room is closed, and what is played here is broken off; the id of the table to close with it."""
    playing = room.matches.filter(ended_at=None).first()
    room.status = Room.Status.CLOSED
    room.invitations.all().delete()
    room.save()
    series.break_off(room)
    if playing is not None:
        matches.break_off(playing)
    app.notify(
        News(rooms=(room.code,), lobby=True, players=() if playing is None else tuple(matches.players_of(playing)))
    )
    return None if playing is None else playing.game_id


def _begin_or_free_the_poor(app: App, room: Room) -> None:
    """Begins the match; frees the seats of players who cannot pay the stake any more, so that they block nobody."""
    try:
        with transaction.atomic():
            matches.begin_if_full(app, room)
    except ApiError as refused:
        room.refresh_from_db()
        poor = room.seats.filter(player__username__in=refused.facts.get("names", ()))
        app.notify(News(players=tuple(seat.player_id for seat in poor if seat.player_id is not None)))
        poor.update(player=None)


def _take_first_seats(app: App, room: Room, owner: Player, wanted: Sequence[str | None]) -> None:
    seats = list(room.seats.all())
    if len(wanted) > len(seats) or sum(who == ME for who in wanted) > 1:
        raise ApiError("bad_seats", f"there are {len(seats)} seats, and one of them can be yours", 400)
    for seat, who in zip(seats, wanted, strict=False):
        if who == ME:
            seat.player = owner
            seat.save()
        elif who is not None and who.startswith(BOT):
            _put_bot(app, room, seat, who.removeprefix(BOT))
        elif who is not None:
            raise ApiError("bad_seats", f"{who!r} is nobody: me, bot:NAME, or null", 400)


def _put_bot(app: App, room: Room, seat: RoomSeat, bot: str) -> None:
    if bot and bot not in app.catalogue.bots(room.game):
        raise ApiError("no_such_bot", f"{room.game} has no bot called {bot!r}", 400)
    if bot and not room.seats.exclude(bot="").exists():
        _check_bots(app, room)
    seat.bot = bot
    seat.save()


def _check_bots(app: App, room: Room) -> None:
    """Whether bots may play in one more room of this person, and from this address: they take processor time."""
    settings = app.limits.settings
    busy = Room.objects.filter(status__in=UNDER_WAY, seats__bot__gt="").exclude(pk=room.pk).distinct()
    if busy.filter(owner=room.owner).count() >= settings.bot_rooms_per_player:
        raise ApiError("too_many_bots", f"bots play in {settings.bot_rooms_per_player} of your rooms; close one first")
    if room.opened_from and busy.filter(opened_from=room.opened_from).count() >= settings.bot_rooms_per_address:
        raise ApiError("too_many_bots", f"bots play in {settings.bot_rooms_per_address} rooms opened from here")


def _check_owner(room: Room, player: Player) -> None:
    if room.owner_id != player.pk:
        raise ApiError("not_yours", "only the room's owner may do this", 403)


def _free(seat: RoomSeat) -> None:
    seat.player = None
    seat.save()
