"""`ludoteca GAME solve`: of a game that is small enough, make the table anew that its best bot plays by, or check it.

Must not know: any particular game, how it is solved.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import typer

from ..bots import Solution
from ..extras import part_of
from .errors import CHECK_FAILED, Failure
from .terminal import say

EXPLOITABILITY_AT_MOST: Final = 1e-6


def solve_command(found: Callable[[], Solution]) -> Callable[[Path | None, bool], None]:
    """The command of a game that is solved."""

    def solve(
        to: Annotated[
            Path | None, typer.Option(metavar="FILE", help="Write it here, not where the bot finds it.")
        ] = None,
        check: Annotated[bool, typer.Option("--check", help="Only check the table that the bot plays by.")] = False,
    ) -> None:
        """Work out optimal play and write it down as the table that the bot `optimal` plays by.

        What the match is worth and the exploitability, which is the most that a perfect opponent wins beyond that, are
        computed anew from the table itself. Exit code 1 if it is not optimal.
        """
        solution = found()
        if check and to is not None:
            raise Failure("--check writes nothing: leave --to out")
        if check:
            _judge(solution, solution.table.read_bytes())
            return
        table = _solved(solution)
        _judge(solution, table)
        _write(table, to or solution.table)

    return solve


def _solved(solution: Solution) -> bytes:
    started = time.perf_counter()
    with part_of("solve"):
        table = solution.solve(_progress)
    say(f"Solved in {time.perf_counter() - started:.1f} s.")
    return table


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\rSolving: {done} of {of}", end="\n" if done == of else "", file=sys.stderr, flush=True)


def _judge(solution: Solution, table: bytes) -> None:
    value, exploitability = solution.value(table)
    say(f"Value to the first seat: {value:z.6f}. Exploitability: {exploitability:.1e}.")
    if exploitability > EXPLOITABILITY_AT_MOST:
        raise Failure(f"the table is not optimal: {EXPLOITABILITY_AT_MOST:.0e} is the most allowed", CHECK_FAILED)


def _write(table: bytes, to: Path) -> None:
    try:
        to.write_bytes(table)
    except OSError as error:
        raise Failure(f"cannot write {to}: {error.strerror}") from None
    say(f"Written: {to}, {len(table) / 1000:.0f} kB.")
