"""Settlement: how a match ends, by its record or without one, and what its series, stakes and points make of that.

Laws kept here:
- A match ends once, however often its end is reported; stakes and points move in that one transaction.
- A match whose table was recovered has a result, but nothing depends on it: stakes are returned, a series plays again.
"""

from datetime import timedelta
from typing import Any, Final, NamedTuple

import structlog
from django.db import transaction
from django.utils import timezone

from ludoteca.kernel import Outcome
from ludoteca.kernel.record import CommittedTo, is_recovered, read

from ..app import App
from ..models import Match, Room
from ..notifications import News
from . import matches, series, stakes_ledger, swap2_columns

DAMAGED_FOR: Final = timedelta(days=1)

log: Any = structlog.get_logger("ludoteca.web.settlement")


class Record(NamedTuple):
    """What a record says of a finished match."""

    text: str
    outcome: Outcome
    commitment: str
    seed: str
    client_seeds: tuple[str, ...]
    swap2_history: dict[str, Any] | None
    is_recovered: bool = False


def read_record(app: App, data: bytes) -> Record | None:
    """What a record says; None if its match is not over."""
    found = read(data)
    if found.end is None or found.end.outcome is None:
        return None
    dealer = found.opening.dealer
    return Record(
        text=data.decode(),
        outcome=found.end.outcome,
        commitment=dealer.commitment if isinstance(dealer, CommittedTo) else "",
        seed=found.end.reveal or "",
        client_seeds=dealer.client_seeds if isinstance(dealer, CommittedTo) else (),
        swap2_history=swap2_columns.swap2_history(app.catalogue.find(found.opening.game), found),
        is_recovered=is_recovered(found),
    )


def end(app: App, game_id: str, record: Record) -> bool:
    """The match is over; whether that was news."""
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(matches__game_id=game_id).first()
        match = Match.objects.filter(game_id=game_id, ended_at=None).first()
        if room is None or match is None:
            return False
        _fill_in(match, record)
        outcome = record.outcome
        if record.is_recovered:
            outcome = _void(outcome)
            stakes_ledger.pay(stakes_ledger.staked(match.game_id), match.game_id)
        else:
            _pay_out(match, outcome)
        if match.series is not None:
            series.game_over(room, match.series, match, outcome)
        elif room.status == Room.Status.PLAYING:
            room.status = Room.Status.OVER
        room.save()
    app.notify(News(rooms=(room.code,), lobby=True, players=tuple(matches.players_of(match))))
    return True


def close(app: App, game_id: str) -> None:
    """Its table was closed before its end, or never opened, and so its room is closed."""
    with transaction.atomic():
        room = Room.objects.select_for_update().get(matches__game_id=game_id)
        match = Match.objects.filter(game_id=game_id, ended_at=None).first()
        if match is None:
            return
        matches.break_off(match)
        series.break_off(room)
        room.status = Room.Status.CLOSED
        room.save()
    app.notify(News(rooms=(room.code,), lobby=True, players=tuple(matches.players_of(match))))


def damaged(app: App, game_id: str) -> None:
    """Its table cannot be read: it waits for the host to recover it, but not for ever, since stakes depend on it."""
    now, waiting = timezone.now(), Match.objects.filter(game_id=game_id, ended_at=None)
    if waiting.filter(damaged_at=None).update(damaged_at=now):
        log.error("match_damaged", game_id=game_id, see="the match in the admin")
    elif waiting.filter(damaged_at__lt=now - DAMAGED_FOR).exists():
        close(app, game_id)


def mended(game_id: str) -> None:
    """Its table can be read again."""
    Match.objects.filter(game_id=game_id).exclude(damaged_at=None).update(damaged_at=None)


def _void(outcome: Outcome) -> Outcome:
    """Nobody has won a game of which a part was lost: in a series it is played again."""
    return Outcome(tuple(0 for _ in outcome.scores), "recovered")


def _fill_in(match: Match, record: Record) -> None:
    match.ended_at = timezone.now()
    match.reason = record.outcome.reason
    match.record = record.text
    match.commitment, match.seed, match.client_seeds = record.commitment, record.seed, list(record.client_seeds)
    match.swap2_history = record.swap2_history
    match.save()
    for seat, score in zip(match.seats.all(), record.outcome.scores, strict=True):
        seat.score = score
        seat.save()


def _pay_out(match: Match, outcome: Outcome) -> None:
    if outcome.payout and matches.is_staked(match):
        stakes_ledger.pay(matches.by_player(match, outcome.payout), match.game_id)
