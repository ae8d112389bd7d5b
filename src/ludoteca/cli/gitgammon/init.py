"""`ludoteca gitgammon init`: a folder becomes a GitGammon repository.

Must not know: any rule.
"""

import os
import shlex
from pathlib import Path
from typing import Annotated, Final

import typer

from ...console import terminal
from ...console.terminal import program, say
from ...gitplay import repository_config
from ...gitplay.errors import GitGammonError
from ...gitplay.format.state_json import utc_now
from ...gitplay.setup import package_source
from ...gitplay.setup.init import init_repository, is_bare
from ...gitplay.setup.package_source import WHEEL, Source
from .options import HERE, failures, open_branch

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
        made = init_repository(path, repository_config.Committer(name, email), utc_now, source=source)
        repo = open_branch(path).repo
    say(f"{repo.workdir or repo.path} is now a GitGammon repository, with commit {str(made.id)[:12]}.")
    if repository_config.SEED not in os.environ:
        say(
            f"Its secret is in {repository_config.secret_file(repo)}: "
            f"keep it, and give it to the Action as {repository_config.SEED}."
        )
    where = "" if path == HERE else f" --repo {shlex.quote(str(path))}"
    if source is not None:
        say(f"On GitHub its workflows install {package_source.words(source)}.")
        say(f"To change that: {program()} gitgammon workflows --package SOURCE{where}")
    elif not is_on_a_server:
        say(f"It has no workflows. For GitHub: {program()} gitgammon workflows --package SOURCE{where}")
    say(f"Next: {program()} gitgammon new --white NAME --black NAME{where}")


def _chosen(named: str | None, *, ask: bool) -> Source | None:
    """Where the workflows install Ludoteca from, by the option or an answer at the terminal. None: no workflows."""
    if named is not None:
        return None if named == NONE else package_source.read(named)
    if not ask or not terminal.can_ask():
        return None
    return _asked(package_source.installed_from())


def _asked(known: Source | None) -> Source | None:
    say("If it is for GitHub: where do its workflows install Ludoteca from?")
    for kind, meaning in KINDS.items():
        say(f"  {kind}: {meaning}")
    default = NONE if known is None else f"as this one was installed: {package_source.words(known)}"
    while True:
        answer = terminal.ask(f"Source [{default}]: ")
        if answer is None:
            raise typer.Abort
        try:
            if not answer:
                return known
            return None if answer == NONE else package_source.read(answer)
        except GitGammonError as error:
            say(str(error), "yellow")
