"""The admin: what staff need to see and do. Results cannot be edited here."""

from typing import Any, cast

from allauth.mfa.models import Authenticator
from asgiref.sync import async_to_sync
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path

from ludoteca.runtime.recovery import RecoveredTable
from ludoteca.runtime.recovery_plan import RecoveryRefused, plan_words

from .accounts.moderator_actions import DAYS, moderated
from .app import app_of
from .errors import ApiError
from .models import Invitation, LedgerEntry, Match, MatchSeat, Player, Rating, Report, Room, RoomSeat, Series, Ticket
from .play import settlement


class _Shown(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Looked at, not edited."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


class _Seats(admin.TabularInline):  # type: ignore[type-arg]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


class _RoomSeats(_Seats):
    model = RoomSeat


class _MatchSeats(_Seats):
    model = MatchSeat


@admin.register(Player)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]
    """Players are not deleted: an inactive one cannot log in, and their matches stay."""

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    list_display = (
        "username",
        "nickname",
        "is_guest",
        "language",
        "is_active",
        "is_staff",
        "date_joined",
        "last_login",
    )
    list_filter = ("is_guest", "is_active", "is_staff", "language")
    search_fields = ("username", "nickname", "email")
    ordering = ("-date_joined",)

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.moderate)
        return [path("<path:object_id>/moderate/", view, name="web_player_moderate"), *super().get_urls()]

    def moderate(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """GET shows what was reported about a player, and POST does something about it."""
        player = self.get_object(request, object_id)
        if player is None:
            raise Http404
        if not self.has_change_permission(request, player):
            raise PermissionDenied
        if request.method == "POST":
            try:
                what = moderated(app_of(request), cast("Player", request.user), player, request.POST.dict())
                self.log_change(request, player, what)
                messages.success(request, what)
            except ApiError as refused:
                messages.error(request, refused.reason)
            return redirect("admin:web_player_moderate", player.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Moderate {player}",
            "opts": self.opts,
            "player": player,
            "reports": player.reports.select_related("reporter", "closed_by"),
            "rooms": Room.objects.filter(seats__player=player).exclude(status=Room.Status.CLOSED),
            "days": DAYS,
        }
        return TemplateResponse(request, "admin/web/player/moderate.html", context)

    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("nickname", "language", "is_guest", "email")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )


admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(_Shown):
    """Second factors. A superuser deletes those of somebody who has lost them, who then sets up others."""

    list_display = fields = ("user", "type", "created_at")
    list_select_related = ("user",)

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return request.user.is_superuser


@admin.register(Report)
class ReportAdmin(_Shown):
    """What players report about others; the page of a report leads to what staff can do about it."""

    list_display = ("at", "player", "reason", "text", "reporter", "closed_at", "closed_by")
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "reason")
    search_fields = ("player__username", "player__nickname", "text")
    list_select_related = ("player", "reporter", "closed_by")


@admin.register(Room)
class RoomAdmin(_Shown):
    list_display = ("code", "game", "mode", "swap2_enabled", "status", "public", "stake", "owner", "created_at")
    list_filter = ("status", "game", "mode", "public")
    search_fields = ("code", "owner__username", "owner__nickname")
    list_select_related = ("owner",)
    inlines = (_RoomSeats,)


@admin.register(Match)
class MatchAdmin(_Shown):
    """A superuser can recover the damaged table of a match, after a look at what would be kept and lost."""

    list_display = ("game_id", "game", "damaged_at", "room", "number", "created_at", "ended_at", "reason")
    list_filter = (("damaged_at", admin.EmptyFieldListFilter), "game", "reason")
    search_fields = ("game_id", "room__code", "seats__player__username")
    list_select_related = ("room",)
    inlines = (_MatchSeats,)

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.recover)
        return [path("<path:object_id>/recover/", view, name="web_match_recover"), *super().get_urls()]

    def recover(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """GET shows what a recovery would do, POST does it."""
        match = self.get_object(request, object_id)
        if match is None:
            raise Http404
        if not request.user.is_superuser:
            raise PermissionDenied
        tables = app_of(request).tables
        try:
            if match.ended_at is not None:
                raise RecoveryRefused("the match is over")
            if request.method == "POST":
                self._recovered(request, match, async_to_sync(tables.recover)(match.game_id))
                return redirect("admin:web_match_change", match.pk)
            plan, refusal = async_to_sync(tables.plan_recovery)(match.game_id), ""
        except RecoveryRefused as refused:
            plan, refusal = None, str(refused)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Recover table {match.game_id}",
            "opts": self.opts,
            "match": match,
            "refusal": refusal,
            "sentences": () if plan is None else plan_words(plan),
        }
        return TemplateResponse(request, "admin/web/match/recover.html", context)

    def _recovered(self, request: HttpRequest, match: Match, done: RecoveredTable) -> None:
        settlement.mended(match.game_id)
        lost = f"{done.plan.recovered.lost} of {done.plan.last} entries are lost"
        what = f"Table {match.game_id} is recovered: {lost}. The damaged data is kept: {done.kept_at}"
        self.log_change(request, match, what)
        messages.success(request, what)


@admin.register(Series)
class SeriesAdmin(_Shown):
    list_display = ("room", "first", "second", "is_over", "next_at", "created_at")
    list_filter = ("is_over",)
    list_select_related = ("room", "first", "second")


@admin.register(Rating)
class RatingAdmin(_Shown):
    list_display = ("player", "game", "points", "won", "lost")
    list_filter = ("game",)
    search_fields = ("player__username", "player__nickname")
    list_select_related = ("player",)


@admin.register(LedgerEntry)
class LedgerAdmin(_Shown):
    """Entries are never changed; to correct one, add another."""

    list_display = ("at", "player", "amount", "key")
    search_fields = ("player__username", "key")
    list_select_related = ("player",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser


@admin.register(Ticket)
class TicketAdmin(_Shown):
    list_display = ("player", "game", "ranked", "swap2", "points", "since")
    list_filter = ("game", "ranked")
    list_select_related = ("player",)


@admin.register(Invitation)
class InvitationAdmin(_Shown):
    list_display = ("room", "sender", "to", "at")
    list_select_related = ("room", "sender", "to")
