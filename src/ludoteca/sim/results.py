"""A file of results: the batch in its first line, then a line for each game.

Laws kept here:
- A result is flushed as soon as it is known: a killed run loses only the games that were running.
- While a batch runs its results are in order of arrival; when it is done, in order of their numbers. So the finished
  file is the same to the byte, whatever the number of workers and of interruptions.
- Nothing is added to the results of another batch.

Must not know: how games are played.
"""

from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from typing import Any

from ..kernel.values import Malformed, canonical, decode, plain
from .batch import Batch, seating
from .game_run import SimulatedGame


class Unfit(Exception):
    """A file that this batch cannot resume from, and why."""


class Results:
    """An open file of results, and the results in it."""

    def __init__(self, path: Path, batch: Batch, found: dict[int, SimulatedGame], file: FileIO) -> None:
        self.path = path
        self.batch = batch
        self.found = found
        self._file = file

    @classmethod
    def begin(cls, path: Path, batch: Batch) -> "Results":
        """Create a file; FileExistsError if it exists."""
        results = cls(path, batch, {}, path.open("xb", buffering=0))
        results._put(canonical(batch))
        return results

    @classmethod
    def resume(cls, path: Path, batch: Batch, games: int) -> "Results":
        """Resume a file, up to `games` games; a half-written line is dropped."""
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if not whole:
            path.unlink()  # killed before its first line was written
            return cls.begin(path, batch)
        found = _read(whole, batch)
        if max(found, default=0) >= games:
            raise Unfit(f"it has game {max(found)} already, so ask for more than {max(found)} games")
        file = path.open("r+b", buffering=0)
        file.truncate(len(whole))
        file.seek(0, 2)
        return cls(path, batch, found, file)

    def add(self, result: SimulatedGame) -> None:
        """Write and flush a result."""
        self._put(canonical(result))
        self.found[result.n] = result

    def finish(self) -> None:
        """Sort the lines, atomically."""
        self.close()
        lines: list[Any] = [self.batch, *(self.found[number] for number in sorted(self.found))]
        ordered = self.path.with_name(self.path.name + ".ordered")
        ordered.write_bytes(b"".join(canonical(line) + b"\n" for line in lines))
        ordered.replace(self.path)

    def close(self) -> None:
        self._file.close()

    def _put(self, line: bytes) -> None:
        rest = line + b"\n"
        while rest:
            rest = rest[self._file.write(rest) :]


def _read(data: bytes, batch: Batch) -> dict[int, SimulatedGame]:
    first, *lines = data[:-1].split(b"\n")
    _check_batch(first, batch)
    found: dict[int, SimulatedGame] = {}
    for number, line in enumerate(lines, start=2):
        try:
            result: SimulatedGame = decode(line, SimulatedGame)
        except Malformed as error:
            raise Unfit(f"line {number} is no result: {error}") from None
        if result.n in found:
            raise Unfit(f"line {number} has game {result.n} for the second time")
        if not _is_of(result, batch):
            raise Unfit(f"line {number} is not game {result.n} of this batch: its seed, bots or seats are others")
        found[result.n] = result
    return found


def _is_of(result: SimulatedGame, batch: Batch) -> bool:
    """Whether the result has the seed and the bots of this game of the batch, and a number for each bot."""
    per_seat: list[Sequence[object]] = [*result.facts.of_seats.values()]
    if result.outcome is not None:
        per_seat += [result.outcome.scores, result.outcome.payout or batch.bots]
    same_game = seating(batch, result.n) == (result.seed, result.bots)
    return same_game and all(len(each) == len(batch.bots) for each in per_seat)


def _check_batch(line: bytes, batch: Batch) -> None:
    try:
        its: Batch = decode(line, Batch)
    except Malformed:
        raise Unfit("it does not begin as a file of results does") from None
    theirs, ours = plain(its), plain(batch)
    for name, value in ours.items():
        if theirs[name] != value:
            raise Unfit(f"it is of another run: its {name} is {theirs[name]}, not {value}")
