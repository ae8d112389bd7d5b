"""Making records: from a game while it is played, or from a kernel record.

Laws kept here: the same kernel record gives the same records, byte for byte.

Must not know: files, clocks (times are arguments), how a generator draws.
"""

import hashlib
from typing import Any

from ludoteca.kernel import Advance, AnyInput, Chance, Move, digest, plain
from ludoteca.kernel.generator_state import Generator
from ludoteca.kernel.record import BadEntry, Log, Recovery, replay, undated

from .. import GAME
from ..actions import Action, ActionType
from ..events import Telling
from ..types import State
from .records import ActionRecord, Course, Occurrence, Record, RecordResult
from .snapshot_reader import payload_of
from .snapshot_types import LOG_AT_MOST, SCHEMA_VERSION, About, LogEntry, StateSnapshot
from .snapshot_writer import serialize
from .state_hash import state_hash
from .timestamps import utc


class Recorder:
    """Records a game while it is played. Given the game's generator, every snapshot holds its state too."""

    def __init__(self, begun: State, about: About, generator: Generator | None = None, first: int = 0) -> None:
        self.state = begun
        self._first = first  # ActionId
        self._generator = generator
        self.about = about
        self._follow()
        self.start = self.snapshot
        self.records: list[Record] = []

    @property
    def snapshot(self) -> StateSnapshot:
        """A snapshot of the game now."""
        return serialize(self.state, self.about)

    @property
    def course(self) -> Course:
        return Course(self.start, tuple(self.records))

    def record(self, given: AnyInput, made: Advance[State, Any], at: int | None = None) -> Record:
        """Record an input and its result; `at` is the time in milliseconds of Unix time."""
        before, self.state = self.state, made.state
        action_id = self._first + len(self.records)
        if isinstance(given, Move):
            self._log(action_id, given)
        self._follow()
        result = RecordResult(state_hash(self.snapshot), told_to_all(made.events), made.drawn)
        record = _record(self.about.game_id, action_id, before.turn, given, result, utc(at))
        self.records.append(record)
        return record

    def _log(self, action_id: int, move: Move[Action]) -> None:
        entry = LogEntry(action_id, type_of(move.action), move.seat, payload_of(move.action))
        self.about = self.about._replace(log=(*self.about.log, entry)[-LOG_AT_MOST:])

    def _follow(self) -> None:
        if self._generator is not None:
            self.about = self.about._replace(rng_state=self._generator.rng_state)


def recorded(log: Log, generator: Generator | None = None, about: About | None = None) -> Course:
    """A kernel record as a Course; BadEntry if it does not replay. `generator` is the one at its beginning."""
    played = replay(GAME, log, generator)
    about = about or About(game_id_from(digest(undated(log).opening)))
    recorder = Recorder(next(played).state, about, generator)
    for n, given, state, events, _ in played:
        entry = log.entries[n - 1]
        if isinstance(given, Recovery):
            raise BadEntry(n, "the table was recovered here: no action led to its state")
        assert given is not None
        recorder.record(given, Advance(state, events, entry.drawn), entry.at)
    return recorder.course


def told_to_all(events: Telling) -> tuple[str, ...]:
    """The constants of the public events; a secret gives its public half."""
    return tuple(str(event.payload.__struct_config__.tag) for event in events if event.is_for(None))


def type_of(action: Action) -> ActionType:
    kind: ActionType = plain(action)["type"]
    return kind


def game_id_from(text: str) -> str:
    """A GameId derived from the text: a uuid4 whose random bits are a hash."""
    bits = int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")
    bits = bits & ~(0xF << 76) | 4 << 76
    digits = f"{bits & ~(0b11 << 62) | 0b10 << 62:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _record(game_id: str, action_id: int, turn: int, given: AnyInput, result: RecordResult, at: str | None) -> Record:
    match given:
        case Move(seat=seat, action=action):
            return ActionRecord(
                SCHEMA_VERSION, game_id, action_id, turn, seat, type_of(action), payload_of(action), result, at
            )
        case Chance():
            raise ValueError("the answer of chance belongs in the record of the input that led to the draw")
        case happened:
            return Occurrence(SCHEMA_VERSION, game_id, action_id, turn, happened, result, at)
