"""Matches: one game each, at a table of its own. Begun here, opened by the keeper, ended when its record is in.

Laws kept here:
- A match ends once, whoever brings the news and however often; stakes and points move with that one ending.
- Stakes are taken when the match begins, from all who play or from nobody.
- Whoever begins to play waits in no queue.
- Whoever changes a match holds its room's lock, and takes that first, then tickets, then players: so nobody waits for
  somebody who waits for him.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from ludoteca.kernel import Company, Outcome
from ludoteca.kernel.record import CommittedTo, read
from ludoteca.kernel.values import build, tree_of

from ..live.notifications import News, tell
from ..models import Match, MatchSeat, Player, Room, Ticket
from ..models.play import Series as SeriesRow
from . import game_catalogue, series, swap2_columns, token_ledger
from .room_codes import code


class Record(NamedTuple):
    """What a record says of a finished match."""

    text: str
    outcome: Outcome
    commitment: str
    seed: str
    client_seeds: tuple[str, ...]
    swap2_history: dict[str, Any] | None


def begin_if_full(room: Room) -> None:
    if not room.seats.filter(player=None, bot="").exists():
        begin(room)


def begin(room: Room, of: SeriesRow | None = None) -> Match:
    """The next match of a room, with whoever sits there now; Refused if somebody cannot pay his stake."""
    seats = list(room.seats.select_related("player"))
    people = tuple(seat.player_id for seat in seats if seat.player_id is not None)
    stop_waiting(people)
    last = room.matches.order_by("-number").first()
    match = Match.objects.create(
        game_id=code(),
        room=room,
        series=of,
        number=1 if last is None else last.number + 1,
        game=room.game,
        config=room.config,
    )
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=seat.seat, title=seat.title, player=seat.player, bot=seat.bot) for seat in seats
    )
    token_ledger.take(_staking(match), match.game_id)
    _introduce(match)
    room.status, room.rematch = Room.Status.PLAYING, []
    room.save()
    room.invitations.all().delete()
    tell(News(rooms=(room.code,), lobby=True, players=people))
    return match


def stop_waiting(people: Sequence[int]) -> None:
    """They leave their queues; whoever is being paired right now is waited for."""
    held = Ticket.objects.select_for_update().filter(player__in=people)
    Ticket.objects.filter(pk__in=[ticket.pk for ticket in held]).delete()


def read_record(data: bytes) -> Record | None:
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
        swap2_history=swap2_columns.swap2_history(game_catalogue.find(log.opening.game), log),
    )


def end(game_id: str, record: Record) -> bool:
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
    tell(News(rooms=(room.code,), lobby=True, players=tuple(players_of(match))))
    return True


def close(game_id: str) -> None:
    """Its table was closed before its end, or never opened, and so its room is closed."""
    with transaction.atomic():
        room = Room.objects.select_for_update().get(matches__game_id=game_id)
        match = Match.objects.filter(game_id=game_id, ended_at=None).first()
        if match is None:
            return
        break_off(match)
        series.break_off(room)
        room.status = Room.Status.CLOSED
        room.save()
    tell(News(rooms=(room.code,), lobby=True, players=tuple(players_of(match))))


def break_off(match: Match) -> None:
    """It will never end by its rules, which may not be here any more: everybody gets back what he paid."""
    match.ended_at, match.reason = timezone.now(), "closed"
    match.save()
    token_ledger.pay(token_ledger.staked(match.game_id), match.game_id)


def is_staked(match: Match) -> bool:
    return bool(token_ledger.staked(match.game_id))


def players_of(match: Match) -> list[int]:
    return [seat.player_id for seat in match.seats.all() if seat.player_id is not None]


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


def _config(match: Match) -> Any:
    return build(match.config, game_catalogue.find(match.game).types.config)


def _staking(match: Match) -> dict[Player, int]:
    """Who puts what into the pot."""
    bots = match.seats.values_list("bot", flat=True)
    stakes = game_catalogue.stakes(game_catalogue.find(match.game), _config(match), bots)
    return _by_player(match, stakes) if stakes else {}


def _by_player(match: Match, by_seat: Sequence[int]) -> dict[Player, int]:
    seats = match.seats.select_related("player")
    return {seat.player: by_seat[seat.seat] for seat in seats if seat.player is not None}


def _introduce(match: Match) -> None:
    """Its players are named to the game, if the game wants to know."""
    game, seats = game_catalogue.find(match.game), list(match.seats.select_related("player"))
    names = tuple(seat.bot if seat.player is None else seat.player.nickname for seat in seats)
    tokens = tuple(0 if seat.player is None else token_ledger.balance(seat.player) for seat in seats)
    company = Company(match.game_id, names, tokens, staked=is_staked(match))
    match.config = tree_of(game.introduce(_config(match), company))
    match.save()


def _pay_out(match: Match, outcome: Outcome) -> None:
    if outcome.payout and is_staked(match):
        token_ledger.pay(_by_player(match, outcome.payout), match.game_id)
