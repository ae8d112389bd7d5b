"""`ludoteca gitgammon init` and `new`: a club, and a table in it.

Must not know: any rule.
"""

import os
import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import typer
from pygit2 import Commit

from ...gitplay import clubs, opening, scaffolding
from ...gitplay.processing import Keeper
from ...gitplay.publishing import publish
from ...gitplay.receiving import clock, left_alone
from ..screen import program, say
from .options import HERE, Branch, ClubPath, Push, Remote, place, remote_for, troubles


def init(
    path: Annotated[Path, typer.Argument(metavar="[PATH]", help="The folder.", show_default=False)] = HERE,
    name: Annotated[str, typer.Option(metavar="NAME", help="Whom the processor's commits name.")] = "GitGammon",
    email: Annotated[str, typer.Option(metavar="EMAIL", help="And with which address.")] = "gitgammon@localhost",
) -> None:
    """Make a repository a club, where games are played by pushing files.

    The dice come from GITGAMMON_SEED in the environment or, without it, from a secret made now, which stays in the
    repository's own folder and is never committed. A bare repository also gets a hook that processes every push.
    """
    with troubles():
        made = opening.init(path, clubs.Processor(name, email), clock)
        repo = place(path).repo
    say(f"{repo.workdir or repo.path} is a club now, since commit {str(made.id)[:12]}.")
    if clubs.SEED not in os.environ:
        say(f"Its secret is in {clubs.secret_file(repo)}: keep it, and give it to the Action as {clubs.SEED}.")
    say(f"On GitHub it runs {scaffolding.package()}, or what the repository's variable GITGAMMON_PACKAGE names.")
    where = "" if path == HERE else f" --club {shlex.quote(str(path))}"
    say(f"Next: {program()} gitgammon new --white NAME --black NAME{where}")


def new(  # noqa: PLR0913, PLR0917 - each option is a parameter
    white: Annotated[str, typer.Option(metavar="NAME", help="Who plays white: the name he pushes as.")],
    black: Annotated[str, typer.Option(metavar="NAME", help="Who plays black.")],
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="One person plays both sides.")] = False,
    start: Annotated[Literal["standard", "as-written"], typer.Option(help="How the checkers stand.")] = "standard",
    date: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], metavar="DAY", help="Its day.  [default: today]"),
    ] = None,
    club: ClubPath = HERE,
    branch: Branch = None,
    push: Push = False,
    remote: Remote = None,
) -> None:
    """Open a table: it is named after its players and the day, and its dice are committed to."""
    day = (date or datetime.now(UTC)).date()
    wanted = opening.NewTable(white, black, day, start, hot_seat)
    opened: list[str] = []
    with troubles():
        here = place(club, branch)
        keeper = Keeper(here.repo, clubs.needed_secret(here.repo), clock)

        def advance(before: Commit) -> Commit:
            table, after = opening.new_table(keeper, before, wanted)
            opened.append(table)
            return after

        where = remote_for(here.repo, remote) if push else None
        published = publish(here.repo, here.ref, advance, where)
    say(f"Table {opened[-1]} is open.")
    for line in left_alone(published.left):
        say(line)
