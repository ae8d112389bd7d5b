"""People: who they are, how they stand, and the tokens they own."""

from typing import Any, ClassVar, Final

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from ..accounts.confusables import skeleton

LANGUAGES: Final = (("en", "English"), ("fr", "Français"), ("it", "Italiano"), ("vi", "Tiếng Việt"))
NAME: Final = RegexValidator(r"\A[a-z0-9][a-z0-9-]{1,30}[a-z0-9]\Z", "3 to 32 of a-z, 0-9 and -, not - at an end")


class Player(AbstractUser):
    """A person. A guest has a generated name and no password, and keeps everything on registering."""

    username = models.CharField("name", max_length=32, unique=True, validators=[NAME])
    nickname = models.CharField(max_length=32)
    language = models.CharField(max_length=2, choices=LANGUAGES, default="en")
    is_guest = models.BooleanField(default=False)
    skeleton = models.CharField(max_length=64, default="", db_default="", db_index=True, editable=False)
    session_epoch = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    pending_email = models.EmailField(
        default="", db_default="", blank=True, editable=False, help_text="not confirmed yet"
    )
    banned_until = models.DateTimeField(null=True, blank=True, editable=False, help_text="inactive until then")
    muted_until = models.DateTimeField(null=True, blank=True, editable=False)
    seen_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False, help_text="to the day")

    class Meta:
        db_table = "players"

    @property
    def public_id(self) -> str:
        """The id by which games and the API know the player; it never changes."""
        return str(self.pk)

    def get_session_auth_hash(self) -> str:
        """What a session must hold to be the player's: it depends on the password and, from the first on, the epoch."""
        by_password = super().get_session_auth_hash()
        return f"{by_password}:{self.session_epoch}" if self.session_epoch else by_password

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.nickname = self.nickname or self.username
        self.skeleton = "" if self.is_guest else skeleton(self.username)
        super().save(*args, **kwargs)

    def __str__(self) -> str:
        return f"{self.nickname} ({self.username})"


class Rating(models.Model):
    """How a player stands in the ranked games of one game: points (never below 0), and series, which nobody draws."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=32)
    points = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "ratings"
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "game"], name="one_rating_a_game")]
        indexes: ClassVar = [models.Index(fields=["game", "-points"], name="leaderboard")]

    def __str__(self) -> str:
        return f"{self.player} · {self.game}: {self.points}"


class LedgerEntry(models.Model):
    """Tokens that came or went. Entries are only ever added; `key` says what for, so that it is done once."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="ledger")
    amount = models.IntegerField()
    key = models.CharField(max_length=100, unique=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "ledger"
        verbose_name_plural = "ledger entries"

    def __str__(self) -> str:
        return f"{self.amount:+} {self.player} ({self.key})"


class Report(models.Model):
    """What one player tells the staff about another. At most one of theirs about the same player is open."""

    class Reason(models.TextChoices):
        NAME = "name"
        CHEATING = "cheating"
        CONDUCT = "conduct"
        OTHER = "other"

    player = models.ForeignKey(Player, models.CASCADE, related_name="reports", help_text="whom it is about")
    reporter = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="reports_made")
    reason = models.CharField(max_length=16, choices=Reason)
    text = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        db_table = "reports"
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "reporter"], condition=models.Q(closed_at=None), name="one_open_report_each"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.reason}"
