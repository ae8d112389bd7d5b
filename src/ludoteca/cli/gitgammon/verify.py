"""`ludoteca gitgammon verify`: whether a whole history is right.

Must not know: any rule.
"""

from typing import Annotated

import typer

from ...console.terminal import say
from ...gitplay import repository_config
from ...gitplay.processor import verification
from ...gitplay.processor.verification import VerificationReport
from .options import HERE, Branch, RepositoryPath, failures, open_branch


def verify(
    known: Annotated[
        str | None, typer.Option(metavar="SHA", help="A commit you remember, which must still be in the history.")
    ] = None,
    key: Annotated[
        str | None, typer.Option(metavar="HEX", help="The repository's public key.  [default: as first seen]")
    ] = None,
    repo: RepositoryPath = HERE,
    branch: Branch = None,
) -> None:
    """Check the whole history: who pushed, files, states, rules and dice.

    Exit code 0: everything is right. 1: the first bad commit is named. 2: the repository cannot be read.
    """
    with failures():
        here = open_branch(repo, branch)
        pinned = repository_config.known_key(here.repo) if key is None else key.lower()
        report = verification.verify(here.repo, here.tip(), repository_config.secret(here.repo), known, pinned)
        repository_config.remember_key(here.repo, report.config)
    say(summary(report))


def summary(report: VerificationReport) -> str:
    tables = len(report.tables)
    open_dice = tables - report.checked
    dice = f"dice of {report.checked} checked"
    if open_dice:
        dice += f", of {open_dice} committed to but not yet checkable"
    waiting = f"; {_counted(report.waiting, 'pushed file')} not yet answered" if report.waiting else ""
    commits = _counted(report.commits, "commit")
    return f"OK  {commits} of the processor, {_counted(tables, 'table')}; {dice}{waiting}; key {report.config.key}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
