"""A worker process: `python -m ludoteca.worker`, with its end of the line as standard input and output.

It runs bots, the shipped ones and those of installed packages, for tables that are served elsewhere, and replays
finished matches.

Laws kept here:
- It ends when the process that started it is gone, or when a job takes longer than it may: the system sees to that,
  whatever an author's code is doing.
- What an author's code prints goes to standard error. A job that runs out of memory ends the worker, so that the next
  one begins with all of it.
- It gives way to the tables: its priority is lower.

Must not know: any game by name, tables, sockets other than its own.
"""

import os
import resource
import signal
import socket
from argparse import ArgumentParser
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

from . import lookup
from .bots import Bot
from .dealers import PyRandom, random_seed
from .games import GAMES
from .kernel.contract import AnyGame
from .kernel.values import build, encode
from .replay_pages import PageRefused, ReplayPages, ReplayQuery
from .runtime.crashes import exc_fields
from .runtime.worker_jobs import (
    Choose,
    ChooseAnswer,
    Chosen,
    Failed,
    Job,
    MadePage,
    NoPage,
    NoRecord,
    Replay,
    pack,
    unpack,
)
from .runtime.worker_process import READY, read_frame, send_frame

NICE: Final = 10
MOMENT: Final = 1.0
"""How much longer than a job may take the worker lives: the process that waits for it should be the one to say so."""


def main() -> None:
    asked = ArgumentParser(prog="ludoteca.worker")
    asked.add_argument("--megabytes", type=int, default=0)
    asked.add_argument("--game", action="append", default=[], metavar="FILE")
    options = asked.parse_args()
    line = _take_line()
    os.nice(NICE)
    if options.megabytes:
        resource.setrlimit(resource.RLIMIT_DATA, (options.megabytes << 20, options.megabytes << 20))
    jobs: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(line, jobs), daemon=True).start()
    runner = JobRunner(_named(options.game))
    with suppress(OSError):  # nobody is there to be told any more
        send_frame(line, READY)
        while True:
            send_frame(line, runner.do(jobs.get()))


class JobRunner:
    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._games = games
        self._pages = ReplayPages(self._recorded_game)
        for name in games:
            self._bots(name)  # so that the first question need not wait for their modules

    def do(self, body: bytes) -> bytes:
        job, more = unpack(body, Job)
        signal.setitimer(signal.ITIMER_REAL, job.seconds + MOMENT)
        try:
            return pack(self._choose(job)) if isinstance(job, Choose) else self._replay(job, more)
        except MemoryError:
            os._exit(1)
        except BaseException as error:  # games and bots are authors' code, and may even exit
            return pack(Failed(exc_fields(error)))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _choose(self, job: Choose) -> ChooseAnswer:
        types = self._game(job.game).types
        view, legal = build(job.view, types.view), tuple(build(each, types.action) for each in job.legal)
        chosen = self._bots(job.game)[job.bot](view, legal, PyRandom(random_seed()))
        return Chosen(legal.index(chosen) if chosen in legal else -1)

    def _replay(self, job: Replay, record: bytes) -> bytes:
        if not record and not self._pages.knows(job.game_id):
            return pack(NoRecord())
        try:
            page = self._pages.page(job.game_id, build(job.wanted, ReplayQuery), record)
        except PageRefused as refused:
            return pack(NoPage(refused.code, refused.reason, refused.facts))
        return pack(MadePage(tuple(self._pages.take_notes(job.game_id))), encode(page))

    def _recorded_game(self, name: str) -> AnyGame:
        try:
            return self._game(name)
        except lookup.UnknownName:
            raise PageRefused("not_found", f"there is no game {name!r} any more") from None

    def _game(self, name: str) -> AnyGame:
        return self._games[name] if name in self._games else lookup.game(name, _say_nothing)

    def _bots(self, game: str) -> Mapping[str, Bot]:
        return lookup.bots_for(game, _say_nothing)


def _take_line() -> socket.socket:
    """Our end of the line; standard input and output are no longer it, for whatever reads or prints."""
    line = socket.socket(fileno=os.dup(0))
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return line


def _read(line: socket.socket, jobs: "SimpleQueue[bytes]") -> None:
    with suppress(OSError):  # as where the other end has gone with our answer unread
        while (body := read_frame(line)) is not None:
            jobs.put(body)
    os._exit(0)


def _named(own: list[str]) -> Mapping[str, AnyGame]:
    """The shipped games, and those of one's own."""
    games: Mapping[str, AnyGame] = GAMES
    for name in own:
        with lookup.first_on_path(Path.cwd()):
            games = lookup.added(games, name, _say_nothing)
    return games


def _say_nothing(_complaint: Any) -> None:
    """The process that started this one has said it."""


if __name__ == "__main__":
    main()
