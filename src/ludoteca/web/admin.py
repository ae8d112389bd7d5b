"""The admin: what staff need to see and do. Results cannot be edited here."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db import models
from django.http import HttpRequest

from .models import Invitation, LedgerEntry, Match, MatchSeat, Player, Rating, Room, RoomSeat, Series, Ticket

admin.site.site_header = admin.site.site_title = "Ludoteca"
admin.site.index_title = "Administration"


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
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("nickname", "language", "is_guest", "email")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )


@admin.register(Room)
class RoomAdmin(_Shown):
    list_display = ("code", "game", "mode", "swap2_enabled", "status", "public", "stake", "owner", "created_at")
    list_filter = ("status", "game", "mode", "public")
    search_fields = ("code", "owner__username", "owner__nickname")
    list_select_related = ("owner",)
    inlines = (_RoomSeats,)


@admin.register(Match)
class MatchAdmin(_Shown):
    list_display = ("game_id", "game", "room", "number", "created_at", "ended_at", "reason")
    list_filter = ("game", "reason")
    search_fields = ("game_id", "room__code", "seats__player__username")
    list_select_related = ("room",)
    inlines = (_MatchSeats,)


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
