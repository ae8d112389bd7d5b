"""`ludoteca simulate`: many games between bots, on several workers, and what comes of them.

Must not know: any rule, any particular game.
"""

import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Final

import typer

from ..console.arguments import GameName, Preset, Settings, Timestamp, find_bot, find_clock, find_config, find_game
from ..console.errors import BUG, CHECK_FAILED, INTERRUPTED, Failure
from ..console.terminal import say
from ..kernel.contract import AnyGame
from ..kernel.values import plain
from ..sim.batch import FORMAT, Batch, Names, seated
from ..sim.game_run import BrokenGame, SimulatedGame
from ..sim.results import Results, Unfit
from ..sim.runner import Finder, RecordFolder, run
from .progress import followed
from .report import show

SEED_AT_MOST: Final = (1 << 63) - 1
FINDER: Final = Finder(find_game, find_bot)


def simulate(  # noqa: PLR0913, PLR0917 - each option is a parameter
    game: GameName,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many are played.")] = 100,
    seats: Annotated[
        str, typer.Option(metavar="BOT,BOT…", help="A bot for each seat; fewer come again from the first.")
    ] = "random",
    seed: Annotated[
        int, typer.Option(metavar="N", min=0, max=SEED_AT_MOST, help="The same seed gives the same games.")
    ] = 1,
    workers: Annotated[int, typer.Option(metavar="N", min=1, max=256, help="Processes that play.")] = 1,
    rotate: Annotated[
        bool, typer.Option(help="Play each seed in every seating, so that no bot is better off by its seat.")
    ] = True,
    preset: Preset = None,
    settings: Settings = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the results, a JSON line a game.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with FILE, if it is there.")] = False,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the games' records, a file each, to verify or replay.")
    ] = None,
    timestamp: Timestamp = None,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Inputs, after which a game is given up.")] = 100_000,
) -> None:
    """Play many games between bots, and count.

    A bot is named as `ludoteca games GAME` lists it, or package.module:NAME for one of your own. What comes of it does
    not depend on the number of workers. A run that was killed goes on with `--resume`, to the same result.
    """
    found = find_game(game)
    config = find_config(found, preset, settings or [])
    bots = _bots(found, found.seats(config), seats)
    batch = Batch(FORMAT, game, found.version, plain(config), bots, seed, rotate, limit)
    if resume and out is None:
        raise Failure("--resume goes on with the results of --out FILE: name it")
    if timestamp is not None and records is None:
        raise Failure("--timestamp dates the records of --records FOLDER: name it")
    folder = None if records is None else RecordFolder(records, find_clock(timestamp))
    if records is not None:
        _make_folder(records, goes_on=resume and out is not None and out.exists())
    kept = None if out is None else _opened(out, batch, games, resume)
    before = {} if kept is None else dict(kept.found)
    started = time.perf_counter()
    with nullcontext() if kept is None else closing(kept), _told_how_it_ended(out):
        results = before | _played(batch, kept, games, workers, folder)
    taken = time.perf_counter() - started
    say(f"{found.name} {found.version}, {len(results)} games from seed {seed}: {', '.join(bots)}", "bold")
    show(found.seats(config), [results[number] for number in sorted(results)])
    if len(results) > len(before):
        say(f"{(len(results) - len(before)) / taken:.1f} games a second, {workers} at a time.")


def _bots(game: AnyGame, seats: tuple[str, ...], wish: str) -> Names:
    names = tuple(name.strip() for name in wish.split(","))
    if len(names) > len(seats):
        raise Failure(f"{len(names)} bots for the {len(seats)} seats of {game.name}: {', '.join(seats)}")
    for name in names:
        find_bot(game, name)  # an unknown one is refused with the known ones
    return seated(names, len(seats))


def _played(
    batch: Batch, kept: Results | None, games: int, workers: int, records: RecordFolder | None
) -> dict[int, SimulatedGame]:
    """The games that are not there yet."""
    before = {} if kept is None else kept.found
    missing = [number for number in range(games) if number not in before]
    results: dict[int, SimulatedGame] = {}
    for result in followed(
        run(batch, FINDER, missing, min(workers, len(missing) or 1), records), games - len(missing), games
    ):
        results[result.n] = result
        if kept is not None:
            kept.add(result)
    if kept is not None:
        kept.finish()
    return results


def _opened(out: Path, batch: Batch, games: int, resume: bool) -> Results:
    try:
        if not (resume and out.exists()):
            return Results.begin(out, batch)
        return Results.resume(out, batch, games)
    except FileExistsError:
        raise Failure(f"{out} exists already; --resume goes on with it") from None
    except OSError as error:
        raise Failure(f"cannot write {out}: {error.strerror}") from None
    except Unfit as reason:
        raise Failure(f"{out} cannot be gone on with: {reason}") from None


def _make_folder(records: Path, *, goes_on: bool) -> None:
    """Records are called by their numbers: those of two batches in one folder would replace each other."""
    try:
        records.mkdir(parents=True, exist_ok=True)
        if not goes_on and any(records.glob("[0-9]*.jsonl")):
            raise Failure(f"{records} holds records already; name a folder for these")
    except OSError as error:
        raise Failure(f"cannot write into {records}: {error.strerror}") from None


@contextmanager
def _told_how_it_ended(out: Path | None) -> Iterator[None]:
    again = "" if out is None else f"; --resume goes on with {out}"
    try:
        yield
    except BrokenGame as error:
        raise Failure(f"{error}{again}", BUG) from None
    except BrokenProcessPool:
        raise Failure(f"a worker was killed{again}", CHECK_FAILED) from None
    except KeyboardInterrupt:
        raise Failure(f"stopped{again}", INTERRUPTED) from None
    except OSError as error:
        raise Failure(f"cannot write {error.filename or out}: {error.strerror}{again}", CHECK_FAILED) from None
