"""The ledger of tokens: what people stake, win and lose. Tokens are worth nothing but games.

Laws kept here:
- An entry has a key, and the database takes a key once: whatever is done twice is entered once.
- A stake is taken from all who play or from none; nobody's balance falls below zero.
"""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Sum

from ..errors import ApiError
from ..models import LedgerEntry, Player


def balance(player: Player) -> int:
    return player.ledger.aggregate(total=Sum("amount"))["total"] or 0


def enter(player: Player, amount: int, key: str) -> None:
    LedgerEntry.objects.get_or_create(key=key, defaults={"player": player, "amount": amount})


def check(player: Player, stake: int) -> None:
    """ApiError if they have less."""
    if balance(player) < stake:
        raise _too_little([player.username])


def take(stakes: Mapping[Player, int], key: str) -> None:
    """All stakes, or none: ApiError names who has not enough."""
    with transaction.atomic():
        # A player who stakes at two tables at once is serialized by this lock.
        locked = list(Player.objects.select_for_update().filter(pk__in=[each.pk for each in stakes]).order_by("pk"))
        keys = {player: f"{key}:stake:{player.pk}" for player in stakes}
        paid = set(LedgerEntry.objects.filter(key__in=keys.values()).values_list("player", flat=True))
        owing = [player for player in locked if player.pk not in paid]
        poor = [player.username for player in owing if balance(player) < stakes[player]]
        if poor:
            raise _too_little(poor)
        for player in owing:
            enter(player, -stakes[player], keys[player])


def staked(key: str) -> dict[Player, int]:
    """What was taken, and from whom."""
    entries = LedgerEntry.objects.filter(key__startswith=f"{key}:stake:").select_related("player")
    return {entry.player: -entry.amount for entry in entries}


def pay(payout: Mapping[Player, int], key: str) -> None:
    for player, amount in payout.items():
        enter(player, amount, f"{key}:payout:{player.pk}")


def _too_little(names: list[str]) -> ApiError:
    return ApiError("not_enough_tokens", f"{', '.join(names)}: not enough tokens for the stake", names=names)
