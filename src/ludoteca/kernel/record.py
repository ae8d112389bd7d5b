"""The record: a game as lines of JSON, each an input and the answers of chance.

The first line opens (game, version, config, where chance comes from), then one line per input, and at the end the
outcome and the dealer's revealed seed. Every line is canonical JSON, carries the digest of the state it led to, and a
hash over itself and the line before.

Laws kept here:
- `read` takes back exactly the bytes that `Scribe` wrote: one changed byte raises `BadEntry`, which names the entry.
- `replay` recomputes every state; a digest that does not match raises `BadEntry`.

Must not know: files, clocks (`at` is an argument and means nothing to the rules), dealers.
"""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from .chance import Answer, Dealer, Draw, NumberedDealer
from .contract import AnyGame, AnyInput, Chance, Event, Outcome, Step, input_type, major
from .illegal import Illegal
from .play import Advance, step
from .values import Malformed, Meta, Value, canonical, convert, decode, digest, plain, replace

FORMAT: Final = 1

Hash: TypeAlias = Annotated[str, Meta(pattern="^(sha256:[0-9a-f]{64})?$", max_length=71)]
Hex32: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0)]
Count: TypeAlias = Annotated[int, Meta(ge=0)]


class SeededBy(Value, frozen=True, tag="py_random"):
    """Chance comes from a generator with this seed."""

    seed: int


class CommittedTo(Value, frozen=True, tag="hmac_sha256"):
    """Chance comes from a secret seed with this commitment, and from the players' own seeds."""

    game_id: Annotated[str, Meta(min_length=1, max_length=64)]
    commitment: Hex32
    client_seeds: tuple[Annotated[str, Meta(max_length=64)], ...] = ()


class GivenBy(Value, frozen=True, tag="given"):
    """Chance came from outside; draws cannot be recomputed."""

    source: str = "caller"


Source: TypeAlias = SeededBy | CommittedTo | GivenBy


class Recovery(Value, frozen=True, tag="recovered"):
    """In the place of an input: the log of the table was damaged, and the match went on from this state.

    Nobody can recompute how it came about: the inputs of `unrecorded` entries led to it and are in no record, and those
    of `lost` ones are forgotten. Chance goes on after `draws` draws.
    """

    source: Literal["log", "snapshot", "rules"]  #: where the state was found
    state: Any
    draws: Count
    lost: Count
    unrecorded: Count


class Opening(Value, frozen=True, tag_field="line", tag="open"):
    """The first line: the game, and where chance comes from."""

    format: Literal[1]
    game: str
    version: str
    config: Any
    dealer: Source
    drawn: tuple[Answer, ...]
    digest: Hash
    hash: Hash = ""
    at: Milliseconds | None = None


class Entry(Value, frozen=True, tag_field="line", tag="input"):
    """A line for every input: the input, the answers of chance, and the digest of the resulting state."""

    n: Annotated[int, Meta(ge=1)]
    input: Any
    drawn: tuple[Answer, ...]
    digest: Hash
    hash: Hash = ""
    at: Milliseconds | None = None


class End(Value, frozen=True, tag_field="line", tag="end"):
    """The last line: the outcome, and the dealer's seed."""

    outcome: Outcome | None  #: None: broken off
    reveal: Hex32 | None
    hash: Hash = ""
    at: Milliseconds | None = None


Given: TypeAlias = AnyInput | Recovery
"""What a line of a record can hold: an input, or a recovery."""

Line: TypeAlias = Opening | Entry | End


class BadEntry(Exception):
    """A record that was changed or does not replay. `entry` is the first bad one; 0 is the opening line."""

    def __init__(self, entry: int | str, reason: str) -> None:
        super().__init__(f"entry {entry}: {reason}")
        self.entry = entry
        self.reason = reason


class Log(NamedTuple):
    """A record read back."""

    opening: Opening
    entries: tuple[Entry, ...]
    end: End | None


class ReplayStep(NamedTuple):
    """One replayed entry. `given` is None for the opening; `drawn` holds the draws on the way with their answers."""

    n: int
    given: Given | None
    state: Any
    events: tuple[Event[Any], ...]
    drawn: tuple[tuple[Draw, Answer], ...]


class Scribe:
    """Writes a record line by line. Each method returns the bytes of one line."""

    def __init__(self) -> None:
        self._last = ""
        self._entries = 0

    def open(
        self, game: AnyGame, config: Any, source: Source, begun: Advance[Any, Any], at: int | None = None
    ) -> bytes:
        state, _, drawn = begun
        opening = Opening(FORMAT, game.name, game.version, plain(config), source, drawn, digest(state), at=at)
        return self._sealed(opening)

    def entry(self, given: Given, made: Advance[Any, Any], at: int | None = None) -> bytes:
        self._entries += 1
        return self._sealed(Entry(self._entries, plain(given), made.drawn, digest(made.state), at=at))

    def end(self, outcome: Outcome | None, reveal: str | None, at: int | None = None) -> bytes:
        return self._sealed(End(outcome, reveal, at=at))

    def _sealed(self, line: Line) -> bytes:
        self._last = _hash(self._last, line)
        return canonical(replace(line, hash=self._last)) + b"\n"


def read(data: bytes) -> Log:
    """Read a whole record, checking its form and its chain of hashes, but not yet its game."""
    if b"\n" not in data:
        raise BadEntry(0, "this is no record" if data else "an empty file is no record")
    if not data.endswith(b"\n"):
        raise BadEntry(data.count(b"\n"), "the last line is cut off: without it the lines before still stand")
    lines: list[Line] = []
    last = ""
    for number, raw in enumerate(data[:-1].split(b"\n")):
        line = _read_line(number, raw)
        last = _check_chain(number, last, line)
        if lines and isinstance(lines[-1], End):
            raise BadEntry(number, "a line after the end")
        lines.append(line)
    return _assemble(lines)


def is_recovered(log: Log) -> bool:
    """Whether it has a recovery, so that nobody can check all of it."""
    tag = Recovery.__struct_config__.tag
    return any(isinstance(entry.input, dict) and entry.input.get("type") == tag for entry in log.entries)


def undated(log: Log) -> Log:
    """The record without its times, and without the hashes over them: equal for records of one game."""
    end = None if log.end is None else replace(log.end, hash="", at=None)
    entries = tuple(replace(entry, hash="", at=None) for entry in log.entries)
    return Log(replace(log.opening, hash="", at=None), entries, end)


def replay(game: AnyGame, log: Log, dealer: Dealer | None = None) -> Iterator[ReplayStep]:
    """Replay a record, state by state. With a dealer, every recorded answer must also be the dealer's."""
    if game.name != log.opening.game or major(game.version) != major(log.opening.version):
        raise BadEntry(0, f"a record of {log.opening.game} {log.opening.version}, not of {game.name} {game.version}")
    try:
        first = game.setup(convert(log.opening.config, game.types.config))
    except (Malformed, Illegal) as error:
        raise BadEntry(0, str(error)) from None
    state, events, drawn = _answered(game, 0, first, log.opening, dealer)
    yield ReplayStep(0, None, state, events, drawn)
    for entry in log.entries:
        try:
            given: Given = convert(entry.input, _given_type(game))
            made = _recovered(game, given, dealer) if isinstance(given, Recovery) else step(game, state, given)
        except (Malformed, Illegal) as error:
            raise BadEntry(entry.n, str(error)) from None
        state, events, drawn = _answered(game, entry.n, made, entry, dealer)
        yield ReplayStep(entry.n, given, state, events, drawn)
    if log.end is not None and log.end.outcome != game.outcome(state):
        raise BadEntry("end", "the outcome does not follow from the game")


def timestamped_states(game: AnyGame, log: Log, states: Iterable[Any]) -> Iterator[Any]:
    """The states that `replay` gives, with the times of the record put in, as a table that was there has them."""
    before: Any = None
    for state, at in zip(states, (None, *(entry.at for entry in log.entries)), strict=False):
        before = state if before is None or at is None else game.hosting.timestamped_state(before, state, at)
        yield before


@cache
def _given_type(game: AnyGame) -> Any:
    return input_type(game) | Recovery


def _recovered(game: AnyGame, given: Recovery, dealer: Dealer | None) -> Step[Any, Any]:
    """The state that play went on from; Malformed if it is none of this game."""
    state = convert(given.state, game.types.state)
    if flaws := game.flaws(state):
        raise Malformed(flaws[0], "$.state")
    if isinstance(dealer, NumberedDealer):
        dealer.drawn = given.draws
    return Step(state)


def _answered(
    game: AnyGame, n: int, made: Step[Any, Any], line: Opening | Entry, dealer: Dealer | None
) -> tuple[Any, tuple[Event[Any], ...], tuple[tuple[Draw, Answer], ...]]:
    """Feed the recorded answers to the open draws, and compare the result."""
    state, events = made
    drawn: list[tuple[Draw, Answer]] = []
    for number, recorded in enumerate(line.drawn):
        draw = _checked_draw(n, number, game.draw(state), recorded, dealer)
        drawn.append((draw, recorded))
        try:
            state, more = step(game, state, Chance(recorded))
        except Illegal as error:
            raise BadEntry(n, str(error)) from None
        events += more
    if game.draw(state) is not None:
        raise BadEntry(n, "chance has not answered every draw")
    if digest(state) != line.digest:
        raise BadEntry(n, "the state's digest does not follow from the game")
    return state, events, tuple(drawn)


def _checked_draw(n: int, number: int, draw: Draw | None, recorded: Answer, dealer: Dealer | None) -> Draw:
    """The open draw, if the recorded answer is a possible answer to it."""
    if draw is None:
        raise BadEntry(n, "more answers than draws")
    expected = recorded if dealer is None else dealer.answer(draw)
    if expected != recorded:
        raise BadEntry(n, f"draw {number + 1} should have been {list(expected)}, the record says {list(recorded)}")
    return draw


def _read_line(number: int, raw: bytes) -> Line:
    try:
        line: Line = decode(raw, Line)
    except Malformed as error:
        raise BadEntry(number, str(error)) from None
    if canonical(line) != raw:
        raise BadEntry(number, "not in canonical form")
    return line


def _check_chain(number: int, last: str, line: Line) -> str:
    if line.hash != _hash(last, line):
        raise BadEntry(number, "its hash does not match: this line or the one before was changed")
    return line.hash


def _assemble(lines: list[Line]) -> Log:
    opening = lines[0]
    if not isinstance(opening, Opening):
        raise BadEntry(0, "a record begins with a line that opens it")
    end = lines.pop() if isinstance(lines[-1], End) else None
    assert end is None or isinstance(end, End)
    entries: list[Entry] = []
    for number, line in enumerate(lines[1:], start=1):
        if not isinstance(line, Entry) or line.n != number:
            raise BadEntry(number, f"expected entry {number}")
        entries.append(line)
    return Log(opening, tuple(entries), end)


def _hash(last: str, line: Line) -> str:
    return "sha256:" + hashlib.sha256(last.encode() + canonical(replace(line, hash=""))).hexdigest()
