"""What can be saved of a table whose log is damaged, and the log with which play goes on.

What is tried; the one that keeps most is taken:
1. the log, up to the last entry that can be read and replayed;
2. a snapshot, with the entries after it, if it stands for more entries than that;
3. what the game's rules make of a damaged snapshot (`Hosting.salvage`), if they say that it keeps more.

Laws kept here:
- A recovered log begins like any other, and its last entry, `Recovered`, says what was lost.
- Numbers of events and decisions that somebody may have seen are not used again, nor are draws whose answers they may
  know. Where that cannot be, the table stays closed: play does not go on.

Must not know: any game by name, stores, clocks.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from ludoteca.dealers import fair_deal
from ludoteca.kernel import AnyGame, Malformed, begin, replace
from ludoteca.kernel.values import tree_of
from ludoteca.table.entries import Began, Change, Joined, LogEntry, Opened, Recovered, SavedMatch, TableTerms
from ludoteca.table.match import Match
from ludoteca.table.saved_match import restored_match, saved_match

from .checksum import Damaged
from .hosted_table import (
    UnknownGame,
    decoded_entry,
    decoded_snapshot,
    decoded_unchecked,
    encoded_entry,
    fits_commitment,
)
from .store import Remains

SKIPPED: Final = 1000
"""More events than one entry causes, and more draws."""
RESULTS_KEPT: Final = 256


class RecoveryRefused(Exception):
    """The table is not recovered; the text says why."""


class NotDamaged(RecoveryRefused):
    """There is nothing to recover."""


class RecoveryPlan(NamedTuple):
    """What a recovery makes of a table. `damage` says what is wrong, and where."""

    game_id: str
    game: str
    damage: str
    last: int  #: the number of the last entry before the recovery
    unfair: str  #: why nobody may play on; "" if they may
    recovered: Recovered
    entries: tuple[LogEntry, ...]  #: the new log


class ReadableLog(NamedTuple):
    """The entries that can be read, from the first on, and what is wrong with the next, if anything."""

    entries: tuple[LogEntry, ...]
    damage: str


class _Candidate(NamedTuple):
    """A match to go on from; it has the effects of all entries up to `kept`."""

    source: Literal["log", "snapshot", "rules"]
    kept: int
    match: Match


def plan(games: Mapping[str, AnyGame], game_id: str, remains: Remains, at: int) -> RecoveryPlan:
    """RecoveryRefused if the log is not damaged, or nothing can be saved; UnknownGame if the game is not installed."""
    terms = _terms(game_id, remains)
    if terms.game not in games:
        raise UnknownGame(f"the game {terms.game!r} is not installed")
    game = games[terms.game]
    log = _replayable(game, game_id, readable(game_id, remains))
    if not log.damage:
        raise NotDamaged("its log is not damaged")
    best = _best(game, game_id, log, remains)
    beginning = _beginning(game, game_id, log, best.match, at)
    lost, recorded = remains.last - best.kept, min(len(log.entries), best.kept)
    unfair = _unfair(best.match, lost, had_ended=remains.ended)
    saved = _unseen(saved_match(best.match), len(beginning) + 1, lost, closed=bool(unfair))
    recovered = Recovered(best.source, lost, best.kept - recorded, saved)
    entries = (*beginning, LogEntry(len(beginning) + 1, at, recovered))
    _check(game, game_id, entries)
    return RecoveryPlan(game_id, game.name, log.damage, remains.last, unfair, recovered, entries)


def plan_words(planned: RecoveryPlan) -> tuple[str, ...]:
    """A plan in sentences, for the host who decides on it."""
    what, last = planned.recovered, planned.last
    where = {"log": "the log", "snapshot": "a snapshot", "rules": "a damaged snapshot, as far as the game can use it"}
    unrecorded = f", but {what.unrecorded} of them will not be in the record" if what.unrecorded else ""
    goes_on = f"Play goes on from {where[what.source]}: {_state_words(planned)}."
    return (
        f"Table {planned.game_id} ({planned.game}): {planned.damage}.",
        f"Play does not go on: {planned.unfair}." if planned.unfair else goes_on,
        f"Kept: {last - what.lost} of {last} entries{unrecorded}.",
        f"Lost: {what.lost} of {last} entries.",
    )


def _state_words(planned: RecoveryPlan) -> str:
    saved = planned.recovered.match
    if saved.state is None:
        return "the game has not begun, and waits for its players"
    return "the game is closed" if saved.closed else "the game has begun"


def readable(game_id: str, remains: Remains) -> ReadableLog:
    """The log up to the first entry that is not what was stored."""
    entries: list[LogEntry] = []
    for number in range(1, remains.last + 1):
        try:
            entries.append(decoded_entry(game_id, number, remains.entries[number]))
        except (KeyError, Damaged, Malformed):
            return ReadableLog(tuple(entries), f"entry {number} of {remains.last} cannot be read")
    return ReadableLog(tuple(entries), "" if entries else "the log is empty")


def _terms(game_id: str, remains: Remains) -> TableTerms:
    """From the first entry; else from a snapshot, even from a damaged one: their commitment shows if they are right."""
    first = readable(game_id, remains._replace(last=min(1, remains.last))).entries
    if first and isinstance(first[0].what, Opened):
        return first[0].what.terms
    for n, body in remains.snapshots:
        if (saved := _sound(game_id, n, body) or _unsound(game_id, body)) is not None:
            return saved.terms
    raise RecoveryRefused("neither the opening of the table nor a snapshot can be read: nothing can be saved")


def _replayable(game: AnyGame, game_id: str, log: ReadableLog) -> ReadableLog:
    match = Match(game, game_id)
    for entry in log.entries:
        try:
            match.take(entry)
        except Exception as error:  # whatever stops the rules here, play cannot go on from it
            damage = f"entry {entry.n} does not follow from those before it ({type(error).__name__})"
            return ReadableLog(log.entries[: entry.n - 1], damage)
    return log


def _best(game: AnyGame, game_id: str, log: ReadableLog, remains: Remains) -> _Candidate:
    """The candidate that keeps most; of two that keep as much, the first: a log says more than a snapshot."""
    found: list[_Candidate] = []
    if log.entries:
        found.append(_Candidate("log", len(log.entries), _folded(Match(game, game_id), log.entries)))
    damaged: list[bytes] = []
    for n, body in remains.snapshots:
        match = _from_snapshot(game, _sound(game_id, n, body)) if n <= remains.last else None
        if match is not None:
            found.append(_extended(game_id, match, remains))
        elif len(log.entries) < n <= remains.last:
            damaged.append(body)
    best = max(found, key=lambda each: each.kept, default=None)
    for body in damaged:
        best = _salvaged(game, game_id, best, body) or best
    if best is None:
        raise RecoveryRefused("neither the log nor a snapshot can be read: nothing can be saved")
    return best


def _extended(game_id: str, match: Match, remains: Remains) -> _Candidate:
    """A match of a snapshot, with the entries after it that can be read."""
    saved = saved_match(match)
    for number in range(match.entries + 1, remains.last + 1):
        try:
            match.take(decoded_entry(game_id, number, remains.entries[number]))
        except Exception:  # damaged, or it does not follow; and the match may be half changed
            return _Candidate("snapshot", saved.n, restored_match(match.game, saved))
        saved = saved_match(match)
    return _Candidate("snapshot", match.entries, match)


def _salvaged(game: AnyGame, game_id: str, best: _Candidate | None, body: bytes) -> _Candidate | None:
    """What the rules can keep of a damaged snapshot; None if that is no more than what there is."""
    saved = _unsound(game_id, body)
    if saved is None:
        return None
    has_begun = best is not None and best.match.state is not None
    match = best.match if best is not None and has_begun else _from_snapshot(game, replace(saved, state=None))
    if match is None:
        return None
    try:
        state = game.hosting.salvage(match.config, saved.state, match.state)
        if state is None or game.flaws(state):
            return None
    except Exception:  # an author's code, on a tree that may be anything
        return None
    match = restored_match(game, replace(saved_match(match), state=tree_of(state)))
    return _Candidate("rules", 0 if best is None else best.kept, match)


def _sound(game_id: str, n: int, body: bytes) -> SavedMatch | None:
    try:
        return decoded_snapshot(game_id, n, body)
    except (Damaged, Malformed):
        return None


def _unsound(game_id: str, body: bytes) -> SavedMatch | None:
    """A snapshot in spite of its checksum, if it is one of this table. Only its terms can be relied on, since they fit
    their commitment."""
    try:
        saved = decoded_unchecked(body)
    except ValueError:
        return None
    return saved if saved.game_id == game_id and fits_commitment(game_id, saved.terms) else None


def _from_snapshot(game: AnyGame, saved: SavedMatch | None) -> Match | None:
    """None if there is none, or the rules refuse it."""
    try:
        return None if saved is None else restored_match(game, saved)
    except Exception:  # its state may be anything
        return None


def _folded(match: Match, entries: Iterable[LogEntry]) -> Match:
    for entry in entries:
        match.take(entry)
    return match


def _beginning(game: AnyGame, game_id: str, log: ReadableLog, match: Match, at: int) -> tuple[LogEntry, ...]:
    """The entries before the recovery: those that are left; but if the match had begun, and they do not say how, others
    that begin it in the same way."""
    if match.state is None or any(isinstance(entry.what, Began) for entry in log.entries):
        return log.entries
    return tuple(LogEntry(number, at, what) for number, what in enumerate(_begun(game, game_id, match), 1))


def _begun(game: AnyGame, game_id: str, match: Match) -> Iterator[Change]:
    yield Opened(match.terms)
    for seat, bot in enumerate(match.terms.bots):
        if bot is None:
            yield Joined(seat, match.names[seat], match.client_seeds[seat])
    dealer = fair_deal(game, game_id, match.terms.secret)(tuple(match.client_seeds), 0)
    yield Began(begin(game, match.config, dealer).drawn)


def _unfair(match: Match, lost: int, *, had_ended: bool) -> str:
    """Why somebody would know the draws to come; "" if nobody does. A game begins only after everybody has joined, and
    a game that begins again has the draws of the first time."""
    if had_ended and match.outcome is None:
        return "the game had ended, and its seed is known"
    if match.state is None and lost > match.joined.count(False):
        return "nothing is left of the game, and its draws may have been seen"
    return ""


def _unseen(saved: SavedMatch, number: int, lost: int, *, closed: bool) -> SavedMatch:
    """The match after entry `number`, with counters beyond what anybody has seen of the lost entries."""
    return replace(
        saved,
        n=number,
        seq=saved.seq + SKIPPED * lost,
        draws=saved.draws + SKIPPED * lost if saved.state is not None else 0,
        closed=saved.closed or closed,
        decisions=tuple(decision + lost + bool(lost) for decision in saved.decisions),
        results=saved.results[-RESULTS_KEPT:],
    )


def _check(game: AnyGame, game_id: str, entries: Sequence[LogEntry]) -> None:
    """The new log must be one that a table can be restored from."""
    stored = [encoded_entry(game_id, entry) for entry in entries]
    try:
        _folded(Match(game, game_id), (decoded_entry(game_id, n, body) for n, body in enumerate(stored, 1)))
    except Exception as error:
        raise RecoveryRefused(f"what is left makes no log to play on from ({type(error).__name__})") from error
