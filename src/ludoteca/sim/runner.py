"""Runs a batch: its games on several workers, each result as soon as it is known.

Workers are processes that get names, since neither games nor bots can be pickled. They exit when the process that
started them is gone, for whatever reason.

Must not know: what happens to the results.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from errno import EEXIST
from functools import partial
from itertools import islice
from pathlib import Path

from ..bots import Bot
from ..kernel.contract import AnyGame
from ..kernel.record import BadEntry, read, undated
from ..kernel.values import convert
from ..record_clock import RecordClock
from .batch import Batch
from .game_run import RecordSink, Setting, SimulatedGame, play

AHEAD = 2
"""Games queued per worker, so that none is idle."""

_playing: Callable[[int], SimulatedGame]
"""In a worker: plays the game with this number."""


@dataclass(frozen=True, slots=True)
class Finder:
    """How names are looked up; both are module-level functions, so that they can be sent to a worker."""

    game: Callable[[str], AnyGame]
    bot: Callable[[AnyGame, str], Bot]


@dataclass(frozen=True, slots=True)
class RecordFolder:
    """Where records are written, one file each, and the clock that dates them."""

    path: Path
    clock: RecordClock


def run(
    batch: Batch, finder: Finder, numbers: Iterable[int], workers: int, records: RecordFolder | None = None
) -> Iterator[SimulatedGame]:
    """The results of the games with these numbers, in order of completion, with their records if there is a folder."""
    if workers == 1:
        return map(_player(batch, finder, records), numbers)
    return _shared_out(batch, finder, numbers, workers, records)


def _shared_out(
    batch: Batch, finder: Finder, numbers: Iterable[int], workers: int, records: RecordFolder | None
) -> Iterator[SimulatedGame]:
    context = multiprocessing.get_context("spawn")
    rest, running = iter(numbers), set[Future[SimulatedGame]]()
    pool = ProcessPoolExecutor(workers, context, initializer=_begin_work, initargs=(batch, finder, records))
    try:
        while True:
            running |= {pool.submit(_work, number) for number in islice(rest, AHEAD * workers - len(running))}
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        pool.shutdown(cancel_futures=True)


def _begin_work(batch: Batch, finder: Finder, records: RecordFolder | None) -> None:
    global _playing  # noqa: PLW0603 - the state of a worker process
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    _playing = _player(batch, finder, records)


def _work(number: int) -> SimulatedGame:
    return _playing(number)


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _player(batch: Batch, finder: Finder, records: RecordFolder | None) -> Callable[[int], SimulatedGame]:
    game = finder.game(batch.game)
    bots = {name: finder.bot(game, name) for name in batch.bots}
    setting = Setting(game, convert(batch.config, game.types.config), bots)
    if records is None:
        return partial(play, batch, setting)
    return partial(_play_and_record, batch, setting, records)


def _play_and_record(batch: Batch, setting: Setting, records: RecordFolder, number: int) -> SimulatedGame:
    """Write the record atomically, and never over another game's. A record of this game, which a run that was stopped
    has left, is written anew."""
    path = records.path / record_name(number)
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        result = play(batch, setting, number, RecordSink(file.write, records.clock))
    if path.exists() and not _record_one_game(path.read_bytes(), unfinished.read_bytes()):
        unfinished.unlink()
        raise FileExistsError(EEXIST, "the file holds the record of another game", str(path))
    unfinished.replace(path)
    return result


def _record_one_game(one: bytes, other: bytes) -> bool:
    """Whether these records differ in nothing but their times."""
    try:
        return undated(read(one)) == undated(read(other))
    except BadEntry:
        return False


def record_name(number: int) -> str:
    return f"{number:06}.jsonl"
