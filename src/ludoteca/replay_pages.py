"""Looking back: a finished match, step by step, out of its record. Rules live in one place, so it is played again here,
in a worker process.

Laws kept here:
- A page ends before it is too long, and says where the next one begins. A step that is too long by itself comes without
  its view and its events, and says so.
- Only a record with an outcome is shown, so that players learn nothing here that their table hides.
- A reader's steps hold what that reader was told and could see. In a game with secrets the notation of others' moves is
  left out: the events say what could be known of them. That there was an input, whose and when, is in every reader's
  steps, even if it was secret in play, so that all count the same steps. So are draws: they can be recomputed.
- Where an author's text crashes, its words are left out, as at a table; the server's log has a note.

Must not know: any game, the database, who asks.
"""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final, Literal, NamedTuple

from .descriptions import may_read, notation
from .kernel import AnyGame, Draw, Elapsed, Event, Meta, Move, Outcome, Reader, Value, replace
from .kernel.contract import revealed
from .kernel.record import BadEntry, CommittedTo, Given, Log, ReplayStep, read, timestamped_states
from .kernel.record import replay as replay_log
from .kernel.scene import Scene
from .kernel.values import convert, encode, fields_of
from .table.guarded_text import GuardedText

PAGE_BYTES: Final = 256 * 1024
KEPT: Final = 8
"""How many replayed matches are cached, the last ones: the next page is usually asked for soon."""


class ReplayQuery(Value, frozen=True, rename={"reader": "as", "first": "from"}):
    """Of an address: as whom a match is looked back on ("all": with nothing hidden, "spectator", or a seat), which
    steps, and whether with the view as text and as a scene, and the events in words."""

    reader: Annotated[str, Meta(pattern="^(all|spectator|[0-9]{1,2})$", max_length=9)] = "spectator"
    first: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    count: Annotated[int, Meta(ge=1, le=200)] = 100
    words: bool = False


class Drawn(Value, frozen=True):
    """What chance was asked, and what it answered: with the seeds anybody can recompute it."""

    draw: Draw
    answer: tuple[int, ...]


class StepEvent(Value, frozen=True):
    seq: int  # counts all events of the match, heard by this reader or not
    type: str
    payload: dict[str, Any]
    words: str | None = None  # the game's own, if they were asked for


class ReplayPageStep(Value, frozen=True):
    """One input, and what came of it. Step 0 is the opening, which nobody put in."""

    n: int
    at: int | None
    given: Literal["opening", "move", "chance", "elapsed", "left", "returned", "resigned", "recovered"]
    seat: int | None
    timer: str | None
    notation: str | None  # of a move; null also where this reader was not shown it
    drawn: tuple[Drawn, ...]
    events: tuple[StepEvent, ...]  # that this reader heard
    seq: int  # of the last event so far
    to_act: tuple[int, ...]
    view: Any  # the game's own type, after it
    picture: str | None  # the same as text, if that was asked for
    scene: Scene | None = None  # the same as a scene, if that was asked for and the game describes one
    cut: bool = False  # too long for a page: without its view and its events


class ReplayPage(Value, frozen=True):
    """A finished match, a page of steps at a time."""

    game_id: str
    game: str
    version: str
    commitment: str
    seed: str | None
    client_seeds: tuple[str, ...]
    outcome: Outcome
    total: int  # steps, with the opening
    steps: tuple[ReplayPageStep, ...]  # as many as were asked for, or as fit
    next: int | None = None  # where the next page begins; null: this is the last


class PageRefused(Exception):
    """Why there is no page. `code` is for programs and for translation, `reason` for people."""

    def __init__(self, code: str, reason: str, **facts: int) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.facts = facts


class ReplayedMatch(NamedTuple):
    """A match played again. `heard` counts its events before each step, and in the end all of them."""

    game: AnyGame
    log: Log
    outcome: Outcome
    steps: tuple[ReplayStep, ...]
    heard: tuple[int, ...]
    text: GuardedText


class ReplayPages:
    """Pages of matches under the rules of these games; the last matches that were replayed are kept."""

    def __init__(self, find_game: Callable[[str], AnyGame]) -> None:
        self._find_game = find_game
        self._replayed: dict[str, ReplayedMatch] = {}  # the oldest first

    def knows(self, game_id: str) -> bool:
        """Whether no record is needed for a page of this match."""
        return game_id in self._replayed

    def page(self, game_id: str, wanted: ReplayQuery, record: bytes = b"") -> ReplayPage:
        """The steps asked for; PageRefused if the match cannot be replayed."""
        if not self.knows(game_id):
            self._replayed[game_id] = replayed_match(record, self._find_game)
        if len(self._replayed) > KEPT:
            del self._replayed[next(iter(self._replayed))]
        return _page(game_id, self._replayed[game_id], wanted)

    def take_notes(self, game_id: str) -> list[str]:
        """What has gone wrong with the words of a match since the last call."""
        return self._replayed[game_id].text.take_notes() if self.knows(game_id) else []


def replayed_match(record: bytes, find_game: Callable[[str], AnyGame]) -> ReplayedMatch:
    """PageRefused if its rules cannot play it again, or if it is not over."""
    try:
        log = read(record)
        game = find_game(log.opening.game)
        played = tuple(replay_log(game, log))
    except BadEntry as error:
        raise PageRefused("not_replayable", f"the rules of today cannot play it again: {error}") from None
    if log.end is None or log.end.outcome is None:
        raise PageRefused("not_over", "a match can be looked back on when it is over")
    states = timestamped_states(game, log, (step.state for step in played))
    steps = tuple(step._replace(state=state) for step, state in zip(played, states, strict=True))
    heard = [0]
    for step in steps:
        heard.append(heard[-1] + len(step.events))
    return ReplayedMatch(game, log, log.end.outcome, steps, tuple(heard), GuardedText(game.text))


def _page(game_id: str, replayed: ReplayedMatch, wanted: ReplayQuery) -> ReplayPage:
    opening, end = replayed.log.opening, replayed.log.end
    seeded = opening.dealer if isinstance(opening.dealer, CommittedTo) else None
    page = ReplayPage(
        game_id=game_id,
        game=opening.game,
        version=opening.version,
        commitment="" if seeded is None else seeded.commitment,
        seed=None if end is None else end.reveal,
        client_seeds=() if seeded is None else seeded.client_seeds,
        outcome=replayed.outcome,
        total=len(replayed.steps),
        steps=(),
    )
    steps = tuple(_fitting(_steps(replayed, wanted), PAGE_BYTES - 2 * len(encode(page))))
    after = wanted.first + len(steps)
    return replace(page, steps=steps, next=after if steps and after < page.total else None)


def _fitting(steps: Iterator[ReplayPageStep], room: int) -> Iterator[ReplayPageStep]:
    """The first of these steps, as many as there is room for; at least one."""
    for number, step in enumerate(steps):
        size = len(encode(step)) + 1
        if size <= room:
            room -= size
            yield step
        elif number == 0:
            yield replace(step, view=None, picture=None, scene=None, events=(), cut=True)
            return
        else:
            return


def _steps(replayed: ReplayedMatch, wanted: ReplayQuery) -> Iterator[ReplayPageStep]:
    config = convert(replayed.log.opening.config, replayed.game.types.config)
    reader = _reader(wanted.reader, len(replayed.game.seats(config)))
    for n in range(wanted.first, min(wanted.first + wanted.count, len(replayed.steps))):
        yield _step(replayed, replayed.steps[n - 1] if n > 0 else None, replayed.steps[n], wanted, reader)


def _reader(asked: str, seats: int) -> Reader:
    if not asked.isdigit():
        return None
    if int(asked) >= seats:
        raise PageRefused("no_seat", f"there are {seats} seats, counted from 0", seats=seats)
    return int(asked)


def _step(
    replayed: ReplayedMatch, before: ReplayStep | None, step: ReplayStep, wanted: ReplayQuery, reader: Reader
) -> ReplayPageStep:
    game, text, is_all = replayed.game, replayed.text, wanted.reader == "all"
    view = revealed(game, step.state) if is_all else game.view(step.state, reader)
    at = replayed.log.opening.at if step.n == 0 else replayed.log.entries[step.n - 1].at
    given = step.given
    picture, scene = text.board(view) if wanted.words else (None, None)
    return ReplayPageStep(
        n=step.n,
        at=at,
        given=_kind(given),
        seat=getattr(given, "seat", None),
        timer=given.timer if isinstance(given, Elapsed) else None,
        notation=_notation(replayed, before, given) if is_all or may_read(game, given, reader) else None,
        drawn=tuple(Drawn(draw, answer) for draw, answer in step.drawn),
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


def _event(replayed: ReplayedMatch, seq: int, event: Event[Any], at: int | None, view: Any | None) -> StepEvent:
    """With words if there is a view to see it from."""
    payload = event.payload if at is None else replayed.game.hosting.timestamped(event.payload, at)
    words = None if view is None else replayed.text.words(payload, view)
    return StepEvent(seq, str(payload.__struct_config__.tag), fields_of(payload), words)


def _notation(replayed: ReplayedMatch, before: ReplayStep | None, given: Given | None) -> str | None:
    if before is None or not isinstance(given, Move):
        return None
    return replayed.text.made("write", str, lambda: notation(replayed.game, before.state, given))


def _kind(given: Given | None) -> Any:
    return "opening" if given is None else given.__struct_config__.tag
