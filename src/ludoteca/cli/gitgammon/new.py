"""`ludoteca gitgammon new`: a table between two players.

Must not know: any rule.
"""

from datetime import UTC, datetime
from typing import Annotated, Literal

import typer

from ...console.terminal import say
from ...gitplay.processor.pipeline import Processor, TableRequest, open_table
from ...gitplay.processor.publication import left_alone
from .options import HERE, Branch, Push, Remote, RepositoryPath, failures, open_branch, remote_for


def new(  # noqa: PLR0913, PLR0917 - each option is a parameter
    white: Annotated[str, typer.Option(metavar="NAME", help="The player of white: the name they push as.")],
    black: Annotated[str, typer.Option(metavar="NAME", help="The player of black.")],
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="One person plays both sides.")] = False,
    start: Annotated[Literal["standard", "as-written"], typer.Option(help="How the checkers stand.")] = "standard",
    date: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], metavar="DAY", help="Its day.  [default: today]"),
    ] = None,
    repo: RepositoryPath = HERE,
    branch: Branch = None,
    push: Push = False,
    remote: Remote = None,
) -> None:
    """Open a table: it is named after its players and the day, and its dice are committed to."""
    day = (date or datetime.now(UTC)).date()
    wanted = TableRequest(white, black, day, start, hot_seat)
    with failures():
        here = open_branch(repo, branch)
        where = remote_for(here.repo, remote, push=push)
        table, published = open_table(Processor.of(here.repo), here.ref, wanted, where)
    say(f"Table {table} is open.")
    for line in left_alone(published.left):
        say(line)
