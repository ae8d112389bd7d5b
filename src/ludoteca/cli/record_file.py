"""The logbook: the record of a game as it is being played, in a file.

Laws kept here:
- Each line is on its way to the disk before play goes on: a killed process leaves whole lines.
- No existing file is overwritten.

Must not know: any game, any prompt.
"""

from collections.abc import Callable
from datetime import datetime
from io import FileIO
from pathlib import Path
from typing import Any

from ..console.errors import CHECK_FAILED, Failure
from ..dealers import Fair, PyRandom
from ..kernel.contract import AnyGame, AnyInput, Outcome
from ..kernel.play import Advance
from ..kernel.record import CommittedTo, Scribe, SeededBy
from ..record_clock import RecordClock


class RecordFile:
    """Its file is made before the game begins, so that a place one cannot write to is known in time."""

    def __init__(self, path: Path, game: AnyGame, dealer: Fair | PyRandom, clock: RecordClock) -> None:
        self.path = path
        self._game = game
        self._dealer = dealer
        self._clock = clock
        self._scribe = Scribe()
        self._inputs = 0
        self._outcome: Outcome | None = None
        self._can_end = False  # there is a line, and none is half written
        self._file = _created(path)

    def open(self, config: Any, begun: Advance[Any, Any]) -> None:
        self._put(lambda: self._scribe.open(self._game, config, self._dealer.source, begun, self._clock.now()), begun)

    def entry(self, given: AnyInput, made: Advance[Any, Any]) -> None:
        self._put(lambda: self._scribe.entry(given, made, self._clock.now()), made)
        self._inputs += 1

    def close(self) -> Outcome | None:
        """The last line, however far the game came. Not after half a line: that would only make the record worse."""
        reveal = self._dealer.seed.hex() if isinstance(self._dealer, Fair) else None
        try:
            if self._can_end:
                self._put(lambda: self._scribe.end(self._outcome, reveal, self._clock.now()))
        finally:
            self._file.close()
            if not self._inputs and self._outcome is None:
                self.path.unlink()  # nothing was played
        return self._outcome

    def about(self) -> list[str]:
        inputs = "1 input" if self._inputs == 1 else f"{self._inputs} inputs"
        return [f"Saved line by line in {self.path}, {inputs} so far.", *self.chance()]

    def chance(self) -> list[str]:
        source = self._dealer.source
        if not isinstance(source, CommittedTo):
            return [f"Chance comes from seed {source.seed}."] if isinstance(source, SeededBy) else []
        return [
            f"Game {source.game_id}; the seed of chance is revealed at the end, its hash is",
            f"  {source.commitment}",
        ]

    def _put(self, line: Callable[[], bytes], made: Advance[Any, Any] | None = None) -> None:
        """Write a line. Ctrl-C may strike anywhere in here, so the record can only end once all of it is done."""
        self._can_end = False
        try:
            rest = line()
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise Failure(f"cannot write {self.path}: {error.strerror}", CHECK_FAILED) from None
        if made is not None:
            self._outcome = self._game.outcome(made.state)
            self._can_end = True


def default_path(game: AnyGame) -> Path:
    """`GAME-YYYYmmdd-HHMMSS.jsonl` here, numbered if two games begin in the same second."""
    stem = f"{game.name}-{datetime.now().strftime('%Y%m%d-%H%M%S')}"
    path, number = Path(f"{stem}.jsonl"), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}.jsonl")
    return path


def _created(path: Path) -> FileIO:
    try:
        return path.open("xb", buffering=0)
    except FileExistsError:
        raise Failure(f"{path} exists already; a record is never overwritten") from None
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror}") from None
