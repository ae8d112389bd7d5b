"""`ludoteca replay`: step through the record of any game.

A record holds every move and every draw, so a replay shows them all, with the events and pictures that a spectator got;
or, for the seat asked for, what that seat could read, was told and saw.

Laws kept here:
- Every state shown was recomputed; a record that is not a game ends in an error that names the entry.

Must not know: any rule, any particular game.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from ..console import terminal
from ..console.arguments import LogFile, RecordedGame, read_log
from ..console.errors import CHECK_FAILED, Failure
from ..descriptions import given_words, may_read, outcome_words, told
from ..kernel import record
from ..kernel.chance import Answer, Draw
from ..kernel.contract import AnyGame, Move, Reader
from ..kernel.record import BadEntry, Given, Log
from ..kernel.values import convert
from .seats import seat_called
from .verify import installed

KEYS = "Enter or n next · p previous · NUMBER go there · g first · G last · q quit"


class ShownRecord(NamedTuple):
    """A record to be shown: of which game, with which seats, and as whom."""

    game: AnyGame
    log: Log
    names: tuple[str, ...]
    reader: Reader


class ReplayFrame(NamedTuple):
    """One step as it is shown."""

    n: int
    title: str
    lines: tuple[str, ...]
    picture: str


def replay(
    log: LogFile,
    all_steps: Annotated[
        bool, typer.Option("--all", help="Print every step.  [default: unless on a terminal]")
    ] = False,
    seat: Annotated[
        str | None, typer.Option(metavar="SEAT", help="Show what this seat saw.  [default: a spectator]")
    ] = None,
    first: Annotated[int, typer.Option("--from", min=0, help="The first step to show; 0 is the opening.")] = 0,
    last: Annotated[int | None, typer.Option("--to", min=0, help="The last step to show.")] = None,
    game: RecordedGame = None,
) -> None:
    """Step through a recorded game.

    Every move is shown in notation, with what chance answered; events and the picture are those a spectator got. With
    --seat events and picture are those of that seat; chance is left out and, of a game that hides something, what the
    others chose. On a terminal, keys, each followed by Enter, step to and fro; otherwise every step is printed.
    """
    try:
        reel = _reel(log, game, seat)
        frames = _cut(reel, first, last)
        if all_steps or not terminal.can_ask():
            for frame in frames:
                _project(reel, frame)
        else:
            _browse(reel, list(frames))
    except BadEntry as error:
        raise Failure(str(error), CHECK_FAILED) from None


def _reel(path: Path, game_name: str | None, seat: str | None) -> ShownRecord:
    log = record.read(read_log(path))
    games = installed(game_name)
    game = games.get(log.opening.game)
    if game is None:
        raise BadEntry(
            0, f"a record of {log.opening.game!r}, which is not known here; --game MODULE:GAME names your own"
        )
    next(record.replay(game, log))  # the opening holds, so its config can be asked for seats
    names = game.seats(convert(log.opening.config, game.types.config))
    return ShownRecord(game, log, names, None if seat is None else seat_called(names, seat))


def _cut(reel: ShownRecord, first: int, last: int | None) -> Iterator[ReplayFrame]:
    entries = len(reel.log.entries)
    if first > entries or (last is not None and last < first):
        raise Failure(f"no steps from {first} to {entries if last is None else last}: the record has 0 to {entries}")
    return (frame for frame in _frames(reel) if first <= frame.n and (last is None or frame.n <= last))


def _frames(reel: ShownRecord) -> Iterator[ReplayFrame]:
    game, log, _, reader = reel
    before: Any = None
    for n, given, state, events, answered in record.replay(game, log):
        title = "opening" if given is None else _title(reel, before, given)
        drawn = _drawn(answered) if reader is None else []  # a seat was told what it was told, not how cards fell
        lines = (*drawn, *told(game, events, state, reader))
        yield ReplayFrame(n, title, lines, game.text.picture(game.view(state, reader)))
        before = state


def _title(reel: ShownRecord, before: Any, given: Given) -> str:
    game, _, names, reader = reel
    if isinstance(given, Move) and reader is not None and not may_read(game, given, reader):
        return f"{names[given.seat]} has moved"
    return given_words(game, names, before, given)


def _drawn(drawn: tuple[tuple[Draw, Answer], ...]) -> list[str]:
    return [f"chance: {' '.join(map(str, answer))}" for _, answer in drawn]


def _project(reel: ShownRecord, frame: ReplayFrame) -> None:
    entries = len(reel.log.entries)
    terminal.say(f"{frame.n}/{entries}  {frame.title}", "bold")
    for line in frame.lines:
        terminal.say(line)
    terminal.show(frame.picture)
    end = reel.log.end
    if frame.n == entries and end is not None:
        for line in ["Unfinished."] if end.outcome is None else outcome_words(reel.names, end.outcome):
            terminal.say(line, "bold")


def _browse(reel: ShownRecord, frames: list[ReplayFrame]) -> None:
    at, hint = 0, KEYS
    while True:
        terminal.clear()
        _project(reel, frames[at])
        terminal.say(hint, "dim")
        key = terminal.ask(f"{frames[at].n}> ")
        if key is None or key in ("q", "quit"):
            return
        to = _target(key, at, frames)
        hint = KEYS if to is not None else f"{key!r} is no key here. {KEYS}"
        at = at if to is None else min(max(to, 0), len(frames) - 1)


def _target(key: str, at: int, frames: list[ReplayFrame]) -> int | None:
    """The index a key leads to, not yet kept within the frames; None if it is no key."""
    steps = {"": at + 1, "n": at + 1, "p": at - 1, "g": 0, "G": len(frames) - 1}
    if key.isascii() and key.isdigit():
        return int(key) - frames[0].n
    return steps.get(key)
