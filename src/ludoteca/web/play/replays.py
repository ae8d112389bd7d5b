"""Looking back: a finished match, step by step, out of its record. Rules live in one place, so it is played again here.

Laws kept here:
- A request that needs a replay that is not cached is rate limited (`making`); further pages are free.
- Only a record with an outcome is shown, so that players learn nothing here that their table hides.
- A reader's steps hold what that reader was told and could see. In a game with secrets the notation of others' moves is
  left out: the events say what could be known of them. That there was an input, whose and when, is in every reader's
  steps, even if it was secret in play, so that all count the same steps. So are draws: they can be recomputed.
- Where an author's text crashes, its words are left out, as at a table; the server's log has a note.

Must not know: any game, the database.
"""

from collections.abc import Callable, Iterator
from typing import Any

import structlog

from ludoteca.descriptions import may_read, notation
from ludoteca.kernel import Elapsed, Event, Move, Reader
from ludoteca.kernel.contract import revealed
from ludoteca.kernel.record import CommittedTo, Given, ReplayStep
from ludoteca.kernel.values import convert, fields_of

from .. import schemas
from ..app import App
from ..errors import ApiError
from .replay_cache import ReplayedMatch, free

log: Any = structlog.get_logger("ludoteca.web.replays")


def page(
    app: App, game_id: str, record: str, wanted: schemas.ReplayQuery, making: Callable[[], None] = free
) -> schemas.ReplayPage:
    """The steps asked for; ApiError if the match cannot be replayed. `making` is called before a match is replayed that
    is not cached, and may refuse it."""
    replayed = app.replays.find(record, making)
    opening, end = replayed.log.opening, replayed.log.end
    if end is None or end.outcome is None:
        raise ApiError("not_over", "a match can be looked back on when it is over")
    source = opening.dealer
    seeded = source if isinstance(source, CommittedTo) else None
    steps = tuple(_steps(replayed, wanted))
    for note in replayed.text.take_notes():
        log.warning("operator_note", game_id=game_id, note=note)
    return schemas.ReplayPage(
        game_id=game_id,
        game=opening.game,
        version=opening.version,
        commitment="" if seeded is None else seeded.commitment,
        seed=end.reveal,
        client_seeds=() if seeded is None else seeded.client_seeds,
        outcome=end.outcome,
        total=len(replayed.steps),
        steps=steps,
    )


def _steps(replayed: ReplayedMatch, wanted: schemas.ReplayQuery) -> Iterator[schemas.ReplayPageStep]:
    config = convert(replayed.log.opening.config, replayed.game.types.config)
    reader = _reader(wanted.reader, len(replayed.game.seats(config)))
    for n in range(wanted.first, min(wanted.first + wanted.count, len(replayed.steps))):
        yield _step(replayed, replayed.steps[n - 1] if n > 0 else None, replayed.steps[n], wanted, reader)


def _reader(asked: str, seats: int) -> Reader:
    if not asked.isdigit():
        return None
    if int(asked) >= seats:
        raise ApiError("no_seat", f"there are {seats} seats, counted from 0", 404, seats=seats)
    return int(asked)


def _step(
    replayed: ReplayedMatch, before: ReplayStep | None, step: ReplayStep, wanted: schemas.ReplayQuery, reader: Reader
) -> schemas.ReplayPageStep:
    game, text, is_all = replayed.game, replayed.text, wanted.reader == "all"
    view = revealed(game, step.state) if is_all else game.view(step.state, reader)
    at = replayed.log.opening.at if step.n == 0 else replayed.log.entries[step.n - 1].at
    given = step.given
    picture, scene = text.board(view) if wanted.words else (None, None)
    return schemas.ReplayPageStep(
        n=step.n,
        at=at,
        given=_kind(given),
        seat=getattr(given, "seat", None),
        timer=given.timer if isinstance(given, Elapsed) else None,
        notation=_notation(replayed, before, given) if is_all or may_read(game, given, reader) else None,
        drawn=tuple(schemas.Drawn(draw, answer) for draw, answer in step.drawn),
        events=tuple(
            _event(replayed, seq, event, at, view if wanted.words else None)
            for seq, event in enumerate(step.events, replayed.heard[step.n] + 1)
            if event.is_for(reader)
        ),
        seq=replayed.heard[step.n + 1],
        to_act=tuple(sorted(game.to_act(step.state))),
        view=view,
        picture=picture,
        scene=scene,
    )


def _event(replayed: ReplayedMatch, seq: int, event: Event[Any], at: int | None, view: Any | None) -> schemas.StepEvent:
    """With words if there is a view to see it from."""
    payload = event.payload if at is None else replayed.game.hosting.timestamped(event.payload, at)
    words = None if view is None else replayed.text.words(payload, view)
    return schemas.StepEvent(seq, str(payload.__struct_config__.tag), fields_of(payload), words)


def _notation(replayed: ReplayedMatch, before: ReplayStep | None, given: Given | None) -> str | None:
    if before is None or not isinstance(given, Move):
        return None
    return replayed.text.made("write", str, lambda: notation(replayed.game, before.state, given))


def _kind(given: Given | None) -> Any:
    return "opening" if given is None else given.__struct_config__.tag
