"""What belongs to an account: given out as a copy, and deleted.

Laws kept here: what was played stays, under a name that tells nothing; nobody leaves a game under way like that.
"""

from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.db.models import Q

from .. import schemas
from ..app import App
from ..errors import ApiError
from ..live import serializers
from ..models import Invitation, MatchSeat, Player, Report, Room, RoomSeat, Ticket
from ..notifications import News
from ..play import rooms
from .registration import DELETED

NICKNAMES: Final = {
    "en": "Deleted player",
    "fr": "Compte supprimé",
    "it": "Profilo eliminato",
    "vi": "Tài khoản đã xóa",
}


def export(player: Player) -> schemas.AccountData:
    seats = MatchSeat.objects.filter(player=player).order_by("match__created_at")
    return schemas.AccountData(
        player=serializers.player(player),
        since=serializers.ms(player.date_joined),
        seen_at=serializers.ms(player.seen_at),
        language=player.language,  # type: ignore[arg-type]  # the choices are the same words
        email=player.email,
        pending_email=player.pending_email,
        ratings=serializers.ratings(player),
        tokens=tuple(
            schemas.TokensEntry(serializers.ms(each.at), each.amount, each.key) for each in player.ledger.order_by("pk")
        ),
        reports=tuple(
            schemas.ReportMade(serializers.ms(each.at), serializers.player(each.player), each.reason, each.text)
            for each in player.reports_made.select_related("player")
        ),
        matches=tuple(seats.values_list("match__game_id", flat=True)),
    )


def delete(app: App, player: Player, password: str | None) -> None:
    if player.is_staff:
        raise ApiError("not_for_staff", "a member of the staff is deleted by another, in the admin", 403)
    if player.has_usable_password() and not player.check_password(password or ""):
        raise ApiError("bad_password", "this is not the current password", 403)
    for code in _rooms_left_by(player):
        rooms.stand(app, player, code)
    with transaction.atomic():
        Ticket.objects.filter(player=player).delete()
        Report.objects.filter(reporter=player).delete()
        Invitation.objects.filter(Q(to=player) | Q(sender=player)).delete()
        SocialAccount.objects.filter(user=player).delete()
        Authenticator.objects.filter(user=player).delete()
        EmailAddress.objects.filter(user=player).delete()
        _make_anonymous(player)
    app.notify(News(out_player=player.pk, lobby=True))


def _rooms_left_by(player: Player) -> list[str]:
    """The rooms in which they sit; ApiError if they play in one."""
    seats = RoomSeat.objects.filter(player=player).exclude(room__status=Room.Status.CLOSED)
    if seats.filter(room__status=Room.Status.PLAYING).exists():
        raise ApiError("playing", "a game of yours is under way: finish it, or resign")
    return list(seats.values_list("room__code", flat=True))


def _make_anonymous(player: Player) -> None:
    player.username, player.nickname = f"{DELETED}{player.pk}", NICKNAMES[player.language]
    player.is_guest, player.is_active = True, False
    player.email = player.pending_email = player.first_name = player.last_name = ""
    player.session_epoch += 1
    player.set_unusable_password()
    player.save()
