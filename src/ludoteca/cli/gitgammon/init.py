"""`ludoteca gitgammon init`, `workflows` and `new`: a GitGammon repository, what GitHub runs for it, and a table in it.

Must not know: any rule.
"""

import os
import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from ...console import screen
from ...console.screen import program, say
from ...gitplay import repository
from ...gitplay.errors import GitGammonError
from ...gitplay.format.state_json import utc_now
from ...gitplay.processor.new_table import TableRequest, open_table
from ...gitplay.processor.pipeline import Processor
from ...gitplay.processor.publication import left_alone
from ...gitplay.setup import package_source, workflows
from ...gitplay.setup.init import init_repository, is_bare
from ...gitplay.setup.package_source import Source
from ...gitplay.setup.pypi import WHEEL
from .options import HERE, Branch, Push, Remote, RepositoryPath, failures, open_branch, remote_for

NONE: Final = "none"
KINDS: Final = {
    "pypi": "the release on PyPI, if it is the Ludoteca that runs here",
    WHEEL: "the path of such a file, which is put into the repository",
    f"https://…/{WHEEL}#sha256=HASH": "the address of such a file, with its hash",
    "git+https://…@COMMIT": "a commit",
    NONE: "no workflows; `ludoteca gitgammon workflows` makes them later",
}


def init(
    path: Annotated[Path, typer.Argument(metavar="[PATH]", help="The folder.", show_default=False)] = HERE,
    name: Annotated[str, typer.Option(metavar="NAME", help="The committer of the processor's commits.")] = "GitGammon",
    email: Annotated[str, typer.Option(metavar="EMAIL", help="Their e-mail address.")] = "gitgammon@localhost",
    package: Annotated[
        str | None,
        typer.Option(
            metavar="SOURCE",
            help="Where GitHub's workflows install Ludoteca from; `gitgammon workflows --help` lists the sources. "
            "With `none` there are no workflows.  [default: you are asked; without a terminal, none]",
        ),
    ] = None,
) -> None:
    """Make a GitGammon repository, where games are played by pushing files.

    The dice come from GITGAMMON_SEED in the environment or, without it, from a secret made now, which stays in the
    repository's own folder and is never committed. A bare repository also gets a hook that processes every push.
    """
    with failures():
        is_on_a_server = is_bare(path)
        source = _chosen(package, ask=not is_on_a_server)
        made = init_repository(path, repository.Committer(name, email), utc_now, source=source)
        repo = open_branch(path).repo
    say(f"{repo.workdir or repo.path} is now a GitGammon repository, with commit {str(made.id)[:12]}.")
    if repository.SEED not in os.environ:
        say(
            f"Its secret is in {repository.secret_file(repo)}: keep it, and give it to the Action as {repository.SEED}."
        )
    where = "" if path == HERE else f" --club {shlex.quote(str(path))}"
    if source is not None:
        say(f"On GitHub its workflows install {package_source.words(source)}.")
        say(f"To change that: {program()} gitgammon workflows --package SOURCE{where}")
    elif not is_on_a_server:
        say(f"It has no workflows. For GitHub: {program()} gitgammon workflows --package SOURCE{where}")
    say(f"Next: {program()} gitgammon new --white NAME --black NAME{where}")


def renew_workflows(
    package: Annotated[
        str,
        typer.Option(
            metavar="SOURCE",
            help="Where the workflows install Ludoteca from: `pypi`; the path of a wheel, which is put into the "
            f"repository; https://…/{WHEEL}#sha256=HASH; or git+https://…@COMMIT.",
        ),
    ],
    config: RepositoryPath = HERE,
    branch: Branch = None,
    push: Push = False,
    remote: Remote = None,
) -> None:
    """Commit the workflows for GitHub, or renew them, with what they install: this version of Ludoteca, and what it
    needs, each by its hash.
    """
    with failures():
        here = open_branch(config, branch)
        repository.config_of(here.repo, here.tip())
        source = package_source.read(package)
        where = remote_for(here.repo, remote) if push else None
        published = workflows.renew(here.repo, here.ref, source, where)
    say(f"The workflows install {package_source.words(source)}, from commit {str(published.tip.id)[:12]} on.")
    say(f"Players install it with: pip install {shlex.quote(package_source.for_player(source))}")
    for line in left_alone(published.left):
        say(line)


def new(  # noqa: PLR0913, PLR0917 - each option is a parameter
    white: Annotated[str, typer.Option(metavar="NAME", help="The player of white: the name they push as.")],
    black: Annotated[str, typer.Option(metavar="NAME", help="The player of black.")],
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="One person plays both sides.")] = False,
    start: Annotated[Literal["standard", "as-written"], typer.Option(help="How the checkers stand.")] = "standard",
    date: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], metavar="DAY", help="Its day.  [default: today]"),
    ] = None,
    config: RepositoryPath = HERE,
    branch: Branch = None,
    push: Push = False,
    remote: Remote = None,
) -> None:
    """Open a table: it is named after its players and the day, and its dice are committed to."""
    day = (date or datetime.now(UTC)).date()
    wanted = TableRequest(white, black, day, start, hot_seat)
    with failures():
        here = open_branch(config, branch)
        where = remote_for(here.repo, remote) if push else None
        table, published = open_table(Processor.of(here.repo), here.ref, wanted, where)
    say(f"Table {table} is open.")
    for line in left_alone(published.left):
        say(line)


def _chosen(named: str | None, *, ask: bool) -> Source | None:
    """Where the workflows install Ludoteca from, by the option or by the answer at a terminal. None: no workflows."""
    if named is not None:
        return None if named == NONE else package_source.read(named)
    if not ask or not screen.can_ask():
        return None
    return _asked(package_source.installed_from())


def _asked(known: Source | None) -> Source | None:
    say("If it is for GitHub: where do its workflows install Ludoteca from?")
    for kind, meaning in KINDS.items():
        say(f"  {kind}: {meaning}")
    default = NONE if known is None else f"as this one was installed: {package_source.words(known)}"
    while True:
        answer = screen.ask(f"Source [{default}]: ")
        if answer is None:
            raise typer.Abort
        try:
            if not answer:
                return known
            return None if answer == NONE else package_source.read(answer)
        except GitGammonError as trouble:
            say(str(trouble), "yellow")
