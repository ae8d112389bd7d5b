"""A match, folded from its entries: seats, game state, counters, results. The same entries give the same match.

Laws kept here:
- A match changes only by `take`, whether the entry is new or read back.
- Every event gets the next `seq`. Results of accepted actions follow from entries, so a restored match knows them.

Must not know: clocks, connections, who decides what the next entry is.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, Final, TypeAlias, assert_never

from ludoteca.kernel import (
    Advance,
    AnyGame,
    AnyInput,
    Elapsed,
    Event,
    Illegal,
    Left,
    Malformed,
    Move,
    Outcome,
    Returned,
    Seat,
    Timer,
    Value,
    begin,
    step,
)
from ludoteca.kernel.chance import Answer, Draw
from ludoteca.kernel.contract import input_type, major
from ludoteca.kernel.play import settle
from ludoteca.kernel.values import build, builder, fields_of

from .effects import EncodedEvent, encoded_event
from .entries import Applied, Began, Closed, Joined, LogEntry, Opened, Recovered, SavedMatch, TableTerms
from .messages import Empty, GameStart, MatchEnd, Presence, SeatTaken
from .result_cache import CachedResult, ResultCache
from .wire import Who, encode, event, replace

EVENTS_KEPT: Final = 256
"""How many missed events a reader can catch up on; beyond that they get a snapshot."""


TableEvent: TypeAlias = tuple[str, Value]
"""An event of the table itself, for everyone, before it is numbered: its type and its payload."""


class Ruling(Value, frozen=True):
    """What the rules made of an input, when they have just been asked."""

    given: AnyInput | None
    advance: Advance[Any, Any]


class Match:
    def __init__(self, game: AnyGame, game_id: str, *, timestamps: bool = True) -> None:
        """Without `timestamps` its states are those of the rules, which know no clock, as in a record."""
        self.game = game
        self.game_id = game_id
        self.terms = TableTerms(game.name, game.version, {}, (), "", "")
        self.config: Any = None
        self.state: Any = None  # None until all seats are taken
        self.outcome: Outcome | None = None
        self.closed = False
        self.entries = 0
        self.seq = 0
        self.draws = 0
        self.names: list[str] = []
        self.joined: list[bool] = []
        self.present: list[bool] = []
        self.client_seeds: list[str] = []
        self.decisions: list[int] = []
        self.undecided: list[int] = []  # per seat, its moves since its decision was opened
        self.has_bots = False
        self.results = ResultCache()
        self.recent: deque[EncodedEvent] = deque(maxlen=EVENTS_KEPT)
        self._timestamps = timestamps
        self._asked: Any = None  # the state that `_acting` belongs to; a state's answer never changes
        self._acting: tuple[Seat, ...] = ()
        self._listed: tuple[Any, Seat, tuple[Any, ...]] = (None, 0, ())  # a state, a seat, and what was legal for it
        self._seats: dict[str, Seat] = {}  # by their players' keys
        self.chosen = builder(game.types.action, "$.payload")  # builds an action of the game from JSON

    def take(self, entry: LogEntry, made: Ruling | None = None) -> list[EncodedEvent]:
        """Carry out an entry; the events it causes. Without `made` the rules are asked again, from the entry."""
        assert entry.n == self.entries + 1, f"entry {entry.n} after {self.entries}"
        self.entries = entry.n
        match entry.what:
            case Applied():
                encoded = self._apply(entry.what, made, entry.at)
            case Opened(terms=terms):
                self.open(terms)
                encoded = []
            case Joined():
                encoded = self._join(entry.what, entry.at)
            case Began(drawn=drawn):
                encoded = self._begin(drawn, made, entry.at)
            case Recovered(match=saved):
                self.restore(saved)
                encoded = []
            case Closed():
                self.closed = True
                encoded = [self._encoded(("table.closed", Empty()), entry.at)]
            case _:
                assert_never(entry.what)
        if entry.action_id:
            kept = CachedResult(entry.body, self.seq, entry.at, self.decision_of(entry.by))
            self.results.keep(entry.by, entry.action_id, kept)
        self.recent.extend(encoded)
        return encoded

    def missed_since(self, seq: int) -> list[EncodedEvent] | None:
        """The events after `seq`; None if they are no longer known, or never were."""
        if seq == self.seq:
            return []
        if not self.recent or not self.recent[0].seq - 1 <= seq < self.seq:
            return None
        return [each for each in self.recent if each.seq > seq]

    def decision_of(self, reader: str) -> int | None:
        """The number of the decision that a player (by key) may answer next; other readers have none."""
        seat = self._seats.get(reader)
        return None if seat is None else self.decisions[seat]

    def acting(self) -> tuple[Seat, ...]:
        return () if self.closed else self._to_act()

    def is_over(self) -> bool:
        return self.outcome is not None or self.closed

    def timers(self) -> Sequence[Timer]:
        """The game's timers; at a table without clocks only those that are nobody's, which keep the game going."""
        timers: Sequence[Timer] = self.game.timers(self.state)
        return timers if self.terms.clocks else [timer for timer in timers if not timer.seats]

    def seats(self) -> tuple[SeatTaken, ...]:
        """Who sits where, as everyone may know."""
        return tuple(
            SeatTaken(self.terms.bots[seat], self.joined[seat], self.names[seat], seat, self.present[seat], name)
            for seat, name in enumerate(self.game.seats(self.config))
        )

    def open(self, terms: TableTerms) -> None:
        """Malformed if the terms are another game's."""
        if (terms.game, major(terms.version)) != (self.game.name, major(self.game.version)):
            ours = f"{self.game.name} {self.game.version}"
            raise Malformed(f"a table of {terms.game} {terms.version}, not of {ours}", "$.terms")
        self.terms = terms
        self.config = build(terms.config, self.game.types.config)
        bots = terms.bots
        self.has_bots = any(bot is not None for bot in bots)
        self.names = ["" if bot is None else f"bot {bot}" for bot in bots]
        self.joined = [bot is not None for bot in bots]
        self.present = list(self.joined)
        self.client_seeds = [""] * len(bots)
        self.decisions = [0] * len(bots)
        self.undecided = [0] * len(bots)
        self._seats = {Who("player", seat).key: seat for seat in range(len(bots))}

    def restore(self, saved: SavedMatch) -> None:
        """Become the match that was saved. Malformed if it belongs to another game, or its state is none of this game;
        throw this match away then. The events before it are not known."""
        self.open(saved.terms)
        _check_seats(saved, len(self.game.seats(self.config)))
        self.closed = saved.closed
        self.entries, self.seq, self.draws = saved.n, saved.seq, saved.draws
        self.names, self.joined, self.present = list(saved.names), list(saved.joined), list(saved.present)
        self.client_seeds = list(saved.client_seeds)
        self.decisions, self.undecided = list(saved.decisions), list(saved.undecided)
        self.results, self.state, self.outcome = ResultCache(), None, None
        self.recent.clear()
        for reader, action_id, body, seq, at, decision in saved.results:
            self.results.keep(reader, action_id, CachedResult(body, seq, at, decision))
        if saved.state is not None:
            self.state = build(saved.state, self.game.types.state, "$.state")
            if flaws := self.game.flaws(self.state):
                raise Malformed(flaws[0], "$.state")
            self.outcome = self.game.outcome(self.state)

    def _join(self, what: Joined, at: int) -> list[EncodedEvent]:
        self.names[what.seat], self.client_seeds[what.seat] = what.name, what.client_seed
        self.joined[what.seat] = self.present[what.seat] = True
        return [self._encoded(("player.join", Presence(what.name, what.seat)), at)]

    def _begin(self, drawn: tuple[Answer, ...], made: Ruling | None, at: int) -> list[EncodedEvent]:
        first = begin(self.game, self.config, _RecordedDealer(drawn)) if made is None else made.advance
        self._decide(None, (), first, at)
        start = GameStart(tuple(self.client_seeds), self.seats())
        return self._encoded_all([("game.start", start)], first.events, at)

    def _apply(self, what: Applied, made: Ruling | None, at: int) -> list[EncodedEvent]:
        if made is None:
            made = self._recomputed(what)
        given = made.given
        assert given is not None
        own = () if isinstance(given, Move) else self._presence_events(given)
        if not what.accepted:
            return [self._encoded(each, at) for each in own]
        self._decide(given, self.acting(), made.advance, at)
        return self._encoded_all(own, made.advance.events, at)

    def _recomputed(self, what: Applied) -> Ruling:
        given: AnyInput = build(what.input, input_type(self.game))
        if not what.accepted:
            return Ruling(given, Advance(self.state, (), ()))
        return Ruling(given, settle(self.game, step(self.game, self.state, given), _RecordedDealer(what.drawn)))

    def _decide(self, given: AnyInput | None, before: tuple[Seat, ...], made: Advance[Any, Any], at: int) -> None:
        """Move on, and number the decisions that are open now: another seat's move does not change yours."""
        was = self.state
        state, _, drawn = made
        timed = self._timestamps and was is not None
        self.state = self.game.hosting.timestamped_state(was, state, at) if timed else state
        self.draws += len(drawn)
        self.outcome = self.game.outcome(self.state)
        if isinstance(given, Move):
            self.undecided[given.seat] += 1
        for seat in self._to_act():
            if seat not in before or self._is_answered(given, seat, was, self.state):
                self.decisions[seat] += 1
                self.undecided[seat] = 0

    def _to_act(self) -> tuple[Seat, ...]:
        if self._asked is not self.state:
            self._asked, self._acting = self.state, tuple(sorted(self.game.to_act(self.state)))
        return self._acting

    def _is_answered(self, given: AnyInput | None, seat: Seat, was: Any, state: Any) -> bool:
        """Whether a seat that must still act has a new decision: after a time-out, or a move of its own that answered.
        The same may be legal again: of two equal pieces one after the other."""
        if given is None or isinstance(given, Elapsed):
            return True
        if not isinstance(given, Move) or given.seat != seat:
            return False
        listed = self._legal(was, seat)
        return given.action in listed or listed != self._legal(state, seat)

    def _legal(self, state: Any, seat: Seat) -> tuple[Any, ...]:
        """The latest list is cached: of two moves in a row, the second is compared with what the first led to."""
        if self._listed[0] is not state or self._listed[1] != seat:
            self._listed = (state, seat, tuple(self.game.legal(state, seat)))
        return self._listed[2]

    def _presence_events(self, given: AnyInput) -> Sequence[TableEvent]:
        """The table's own event for an input: that a seat has come or gone."""
        if not isinstance(given, Left | Returned):
            return ()
        self.present[given.seat] = isinstance(given, Returned)
        kind = "player.reconnect" if isinstance(given, Returned) else "player.leave"
        return [(kind, Presence(self.names[given.seat], given.seat))]

    def _encoded_all(self, own: Sequence[TableEvent], events: tuple[Event[Any], ...], at: int) -> list[EncodedEvent]:
        """The game's events after the table's own; the last one says who must act now, and an end reveals the seed."""
        if len(events) == 1 and not own and self.outcome is None:  # as after most moves
            return [self._encoded(events[0], at, self.acting())]
        everything: list[TableEvent | Event[Any]] = [*own, *events]
        if self.outcome is not None:
            everything.append(("match.end", MatchEnd(self.outcome, self.terms.secret)))
        if not everything:
            return []
        last = everything.pop()
        encoded = [self._encoded(each, at) for each in everything] if everything else []
        encoded.append(self._encoded(last, at, self.acting()))
        return encoded

    def _encoded(self, own: TableEvent | Event[Any], at: int, to_act: tuple[Seat, ...] | None = None) -> EncodedEvent:
        self.seq += 1
        if isinstance(own, tuple):
            kind, payload = own[0], fields_of(own[1])
        elif own.to is not None:
            return self._encoded_private(own, own.to, at, to_act)
        else:
            kind, payload = self._payload_of(own, at)
        raw = encode(event(self.game_id, kind, payload, self.seq, at, to_act))
        return EncodedEvent(self.seq, raw)

    def _encoded_private(
        self, own: Event[Any], to: frozenset[Seat], at: int, to_act: tuple[Seat, ...] | None
    ) -> EncodedEvent:
        """An event for some seats. Seats of bots are left out, in case somebody claims to sit there: bots get views.
        The frame names its addressee if the rules meant only one: it must not show which other seats are bots'."""
        kind, payload = self._payload_of(own, at)
        people = tuple(seat for seat in sorted(to) if self.terms.bots[seat] is None)
        frame = event(self.game_id, kind, payload, self.seq, at, to_act, people, own.spectators)
        if len(to) == 1 and not own.spectators:
            (alone,) = to
            frame = replace(frame, player_id=alone)
        return encoded_event(frame)

    def _payload_of(self, own: Event[Any], at: int) -> tuple[str, dict[str, Any]]:
        payload = self.game.hosting.timestamped(own.payload, at)
        return str(payload.__struct_config__.tag), fields_of(payload)


def _check_seats(saved: SavedMatch, seats: int) -> None:
    for name in ("names", "joined", "present", "client_seeds", "decisions", "undecided"):
        if len(getattr(saved, name)) != seats:
            raise Malformed(f"{seats} seats, not {len(getattr(saved, name))}", f"$.{name}")
    if len(saved.terms.bots) != seats:
        raise Malformed(f"{seats} seats, not {len(saved.terms.bots)}", "$.terms.bots")


class _RecordedDealer:
    """A dealer that repeats what was recorded."""

    def __init__(self, drawn: tuple[Answer, ...]) -> None:
        self._rest = iter(drawn)

    def answer(self, draw: Draw) -> Answer:
        recorded = next(self._rest, None)
        if recorded is None:
            raise Illegal("bad_answer", "no answer to this draw was recorded")
        return recorded
