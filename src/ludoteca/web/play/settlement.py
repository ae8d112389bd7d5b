"""Settlement: how a match ends, by its record or without one, and what its series, stakes and points make of that.

Laws kept here: a match ends once, however often its end is reported; stakes and points move in that one transaction.
"""

from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from ludoteca.kernel import Outcome
from ludoteca.kernel.record import CommittedTo, read

from ..app import App
from ..models import Match, Room
from ..notifications import News
from . import matches, series, stakes_ledger, swap2_columns


class Record(NamedTuple):
    """What a record says of a finished match."""

    text: str
    outcome: Outcome
    commitment: str
    seed: str
    client_seeds: tuple[str, ...]
    swap2_history: dict[str, Any] | None


def read_record(app: App, data: bytes) -> Record | None:
    """What a record says; None if its match is not over."""
    log = read(data)
    if log.end is None or log.end.outcome is None:
        return None
    dealer = log.opening.dealer
    return Record(
        text=data.decode(),
        outcome=log.end.outcome,
        commitment=dealer.commitment if isinstance(dealer, CommittedTo) else "",
        seed=log.end.reveal or "",
        client_seeds=dealer.client_seeds if isinstance(dealer, CommittedTo) else (),
        swap2_history=swap2_columns.swap2_history(app.catalogue.find(log.opening.game), log),
    )


def end(app: App, game_id: str, record: Record) -> bool:
    """The match is over; whether that was news."""
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(matches__game_id=game_id).first()
        match = Match.objects.filter(game_id=game_id, ended_at=None).first()
        if room is None or match is None:
            return False
        _fill_in(match, record)
        _pay_out(match, record.outcome)
        if match.series is not None:
            series.game_over(room, match.series, match, record.outcome)
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
