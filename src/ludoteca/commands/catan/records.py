"""`ludoteca catan records` and `replay`: turn a kernel record into ActionRecords, and replay ActionRecords."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from ...console.arguments import LogFile, read_log
from ...console.errors import CHECK_FAILED, Failure
from ...console.terminal import say
from ...dealers import resumed
from ...descriptions import given_words, outcome_words, told
from ...games.catan import GAME
from ...games.catan.structures import BadRecord, Course, Replayed, read_course, recorded, replayed, write_course
from ...games.catan.types import COLOURS
from ...kernel import Malformed
from ...kernel.record import BadEntry, read
from ...verification import dealer_of
from .files import reason_of, write, write_snapshot
from .show import draw

CourseFile = Annotated[Path, typer.Argument(metavar="RECORDS", help="A game, as `ludoteca catan records` writes it.")]


def records(
    log: LogFile,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it here.  [default: print it]")] = None,
) -> None:
    """Turn the record of a game into ActionRecords.

    The output has one line of JSON per record after a first line with the opening StateSnapshot. If the record names
    the source of its dice, every snapshot holds the generator's state.
    """
    try:
        found = read(read_log(log))
        if found.opening.game != GAME.name:
            raise BadEntry(0, f"a record of {found.opening.game}, not of {GAME.name}")
        generator, _ = dealer_of(GAME, found)
        data = write_course(recorded(found, generator))
    except BadEntry as error:
        raise Failure(f"{log}: {error}", CHECK_FAILED) from None
    if to is None:
        sys.stdout.write(data.decode())
    else:
        write(to, data)
        say(f"Written: {to}, {len(found.entries)} records.")


def replay(
    file: CourseFile,
    show: Annotated[
        int | None, typer.Option("--show", min=0, metavar="N", help="Draw the state after the first N records.")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write that state, or the last, as .json, .msgpack or .npz."),
    ] = None,
    deflate: Annotated[bool, typer.Option("--deflate", help="Deflate the .msgpack that --save writes.")] = False,
) -> None:
    """Replay a game's records, and compare every state_hash, event and draw.

    Exit code 0: all match. 1: one does not, and the first such record is named. 2: the file cannot be read.
    """
    course = _course(file)
    if show is not None and show > len(course.records):
        raise Failure(f"--show {show}: there are {len(course.records)} records")
    at = len(course.records) if show is None else show
    before: Replayed | None = None
    for number, now in enumerate(_steps(course)):
        if number == at:
            if save is not None:  # first: who reads the drawing may stop before its end
                write_snapshot(save, now.snapshot, deflated=deflate)
            if show is not None:
                _draw(before, now)
        before = now
    assert before is not None
    say(_verdict(course, before))


def _course(path: Path) -> Course:
    try:
        return read_course(read_log(path))
    except Malformed as error:
        raise Failure(f"{path}: {reason_of(error)}") from None


def _steps(course: Course) -> Iterator[Replayed]:
    try:
        yield from replayed(course, lambda rng_state: resumed(rng_state, GAME))
    except BadRecord as error:
        raise Failure(str(error), CHECK_FAILED) from None


def _draw(before: Replayed | None, now: Replayed) -> None:
    """Print a step: the input, its events, and the state after it."""
    if before is not None and now.given is not None:
        say(given_words(GAME, COLOURS, before.state, now.given), "bold")
        for line in told(GAME, now.events, now.state, None):
            say(line)
    draw(now.snapshot)


def _verdict(course: Course, last: Replayed) -> str:
    outcome = GAME.outcome(last.state)
    ended = "unfinished" if outcome is None else outcome_words(COLOURS, outcome)[0]
    count = len(course.records)
    return f"OK  {count} {'record' if count == 1 else 'records'}, every state_hash follows; {ended}"
