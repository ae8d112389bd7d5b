"""What is played: rooms, the matches played in them, series of matches, and who waits for one."""

from typing import ClassVar, Final

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q

from .people import Player

CODE: Final = RegexValidator(r"\A[A-Z0-9]{6}\Z", "six of A-Z and 0-9")


class Room(models.Model):
    """Where people meet for a game: first to take seats, then to play, and to play again."""

    class Status(models.TextChoices):
        OPEN = "open"  # seats are free
        PLAYING = "playing"
        OVER = "over"  # and may be played again
        CLOSED = "closed"

    code = models.CharField(max_length=6, unique=True, validators=[CODE])
    game = models.CharField(max_length=32)
    config = models.JSONField(default=dict)
    mode = models.CharField(max_length=32, default="custom")
    swap2_enabled = models.BooleanField(default=False)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    public = models.BooleanField(default=True)
    stake = models.PositiveIntegerField(default=0)
    owner = models.ForeignKey(Player, models.PROTECT, related_name="rooms")
    opened_from = models.CharField(
        max_length=32, blank=True, default="", db_default="", help_text="a keyed hash of the address, or nothing"
    )
    rematch = models.JSONField(default=list, help_text="names of those who want to play again")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "rooms"
        indexes: ClassVar = [models.Index(fields=["status", "-changed_at"], name="rooms_in_the_lobby")]

    def __str__(self) -> str:
        return f"{self.code} · {self.game}"


class RoomSeat(models.Model):
    """A seat of a room: a player's, a bot's, or nobody's yet."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=32)
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    bot = models.CharField(max_length=32, blank=True)

    class Meta:
        db_table = "room_seats"
        ordering: ClassVar = ["seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["room", "seat"], name="one_row_a_seat"),
            models.CheckConstraint(condition=Q(player=None) | Q(bot=""), name="a_player_or_a_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.room_id}/{self.title}: {self.player or self.bot or 'free'}"


class Series(models.Model):
    """Several matches between two players. `state` is a `table.series.SeriesState`, which knows how a series goes."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="series")
    first = models.ForeignKey(Player, models.PROTECT, related_name="+", help_text="side 0")
    second = models.ForeignKey(Player, models.PROTECT, related_name="+", help_text="side 1")
    state = models.JSONField()
    next_at = models.DateTimeField(null=True, blank=True, help_text="when the next game may start")
    is_over = models.BooleanField(default=False)
    points = models.JSONField(null=True, blank=True, help_text="by side: the new total and what was added")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "series"
        verbose_name_plural = "series"
        indexes: ClassVar = [models.Index(fields=["is_over", "next_at"], name="series_to_go_on_with")]

    def __str__(self) -> str:
        return f"{self.room_id}: {self.first.username} – {self.second.username}"


class Match(models.Model):
    """One game from its first move to its last, at a table of its own. The scheduler opens it, and it ends once."""

    game_id = models.CharField(max_length=6, unique=True, validators=[CODE])
    room = models.ForeignKey(Room, models.CASCADE, related_name="matches")
    series = models.ForeignKey(Series, models.SET_NULL, null=True, blank=True, related_name="matches")
    number = models.PositiveIntegerField(default=1)
    game = models.CharField(max_length=32)
    config = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=64, blank=True)
    damaged_at = models.DateTimeField(null=True, blank=True, help_text="since when its table cannot be read")
    commitment = models.CharField(max_length=64, blank=True, help_text="the hash of the dealer's seed")
    seed = models.CharField(max_length=64, blank=True, help_text="the dealer's seed, when it is over")
    client_seeds = models.JSONField(default=list)
    record = models.TextField(blank=True, help_text="the whole log: for `ludoteca replay` and `ludoteca verify`")
    swap2_history = models.JSONField(null=True, blank=True)

    class Meta:
        db_table = "matches"
        verbose_name_plural = "matches"
        ordering: ClassVar = ["-created_at"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["room", "number"], name="matches_are_numbered")]
        indexes: ClassVar = [models.Index(fields=["ended_at", "opened_at"], name="matches_under_way")]

    def __str__(self) -> str:
        return f"{self.game_id} · {self.game}"


class MatchSeat(models.Model):
    """Who sat where in a match, and their score."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=32)
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="seats")
    bot = models.CharField(max_length=32, blank=True)
    score = models.IntegerField(null=True, blank=True)

    class Meta:
        db_table = "match_seats"
        ordering: ClassVar = ["seat"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "seat"], name="one_row_a_seat_of_a_match")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.title}: {self.player or self.bot}"


class Ticket(models.Model):
    """Somebody waits for an opponent. Nobody waits twice."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="ticket")
    game = models.CharField(max_length=32)
    ranked = models.BooleanField()
    swap2 = models.BooleanField(default=False)
    points = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "queue"
        ordering: ClassVar = ["since", "id"]

    def __str__(self) -> str:
        return f"{self.player} · {self.game}{' (ranked)' if self.ranked else ''}"


class Invitation(models.Model):
    """Somebody is asked into a room by name. The link to the room needs none."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="invitations")
    sender = models.ForeignKey(Player, models.CASCADE, related_name="+")
    to = models.ForeignKey(Player, models.CASCADE, related_name="invitations")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "invitations"
        constraints: ClassVar = [models.UniqueConstraint(fields=["room", "to"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.room_id}: {self.to}"
