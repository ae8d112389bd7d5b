"""`ludoteca gitgammon init`, `workflows` and `new`: a club, what GitHub runs for it, and a table in it.

Must not know: any rule.
"""

import os
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final, Literal

import typer
from pygit2 import Commit

from ...gitplay import clubs, opening, package_source, workflows
from ...gitplay.package_source import Source
from ...gitplay.processing import Keeper
from ...gitplay.publishing import publish
from ...gitplay.pypi import WHEEL
from ...gitplay.receiving import clock, left_alone
from ...gitplay.trouble import Trouble
from .. import screen
from ..screen import program, say
from .options import HERE, Branch, ClubPath, Push, Remote, place, remote_for, troubles

NONE: Final = "none"
KINDS: Final = {
    "pypi": "its release on PyPI, which must be what runs here",
    WHEEL: "a file, which is put into the repository",
    f"https://…/{WHEEL}#sha256=HASH": "an address with its hash",
    "git+https://…@COMMIT": "a commit",
    NONE: "no workflows; `ludoteca gitgammon workflows` makes them later",
}


def init(
    path: Annotated[Path, typer.Argument(metavar="[PATH]", help="The folder.", show_default=False)] = HERE,
    name: Annotated[str, typer.Option(metavar="NAME", help="Whom the processor's commits name.")] = "GitGammon",
    email: Annotated[str, typer.Option(metavar="EMAIL", help="And with which address.")] = "gitgammon@localhost",
    package: Annotated[
        str | None,
        typer.Option(
            metavar="SOURCE",
            help="For GitHub: where its workflows install Ludoteca from (`workflows --help` has all sources); "
            "or none: no workflows.  [default: asks, or else none, unless this one came from a public address]",
        ),
    ] = None,
) -> None:
    """Make a repository a club, where games are played by pushing files.

    The dice come from GITGAMMON_SEED in the environment or, without it, from a secret made now, which stays in the
    repository's own folder and is never committed. A bare repository also gets a hook that processes every push.
    """
    with troubles():
        is_on_a_server = opening.is_on_a_server(path)
        source = _chosen(package, ask=not is_on_a_server)
        made = opening.init(path, clubs.Processor(name, email), clock, source=source)
        repo = place(path).repo
    say(f"{repo.workdir or repo.path} is a club now, since commit {str(made.id)[:12]}.")
    if clubs.SEED not in os.environ:
        say(f"Its secret is in {clubs.secret_file(repo)}: keep it, and give it to the Action as {clubs.SEED}.")
    where = "" if path == HERE else f" --club {shlex.quote(str(path))}"
    if source is not None:
        say(f"On GitHub its workflows install {package_source.words(source)}.")
        say(f"From elsewhere: {program()} gitgammon workflows --package SOURCE{where}")
    elif not is_on_a_server:
        say(f"It has no workflows. For GitHub: {program()} gitgammon workflows --package SOURCE{where}")
    say(f"Next: {program()} gitgammon new --white NAME --black NAME{where}")


def renew_workflows(
    package: Annotated[
        str,
        typer.Option(
            metavar="SOURCE",
            help=f"Where they install Ludoteca from: pypi, a file {WHEEL}, https://…/{WHEEL}#sha256=HASH, "
            "or git+https://…@COMMIT.",
        ),
    ],
    club: ClubPath = HERE,
    branch: Branch = None,
    push: Push = False,
    remote: Remote = None,
) -> None:
    """Commit the workflows for GitHub, or renew them, with what they install: this version of Ludoteca, and what it
    needs, each by its hash.
    """
    with troubles():
        here = place(club, branch)
        clubs.of_commit(here.repo, here.tip())
        source = package_source.read(package)

        def advance(before: Commit) -> Commit:
            return workflows.renewed(here.repo, here.ref, before, source)

        where = remote_for(here.repo, remote) if push else None
        published = publish(here.repo, here.ref, advance, where)
    say(f"The workflows install {package_source.words(source)}, since commit {str(published.tip.id)[:12]}.")
    say(f"Players install it with: pip install {shlex.quote(package_source.for_player(source))}")
    for line in left_alone(published.left):
        say(line)


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


def _chosen(named: str | None, *, ask: bool) -> Source | None:
    """Where the workflows install Ludoteca from: as it was said, or is answered; where nobody can answer, the public
    address that this one came from. None is for no workflows."""
    if named is not None:
        return None if named == NONE else package_source.read(named)
    if not ask:
        return None
    known = package_source.installed_from()
    return _asked(known) if sys.stdin.isatty() and screen.is_terminal() else known


def _asked(known: Source | None) -> Source | None:
    say("Is it for GitHub? Where shall its workflows install Ludoteca from?")
    for kind, meaning in KINDS.items():
        say(f"  {kind}: {meaning}")
    default = NONE if known is None else f"where this one came from: {package_source.words(known)}"
    while True:
        answer = screen.ask(f"Source [{default}]: ")
        if answer is None:
            raise typer.Abort
        try:
            if not answer:
                return known
            return None if answer == NONE else package_source.read(answer)
        except Trouble as trouble:
            say(str(trouble), "yellow")
