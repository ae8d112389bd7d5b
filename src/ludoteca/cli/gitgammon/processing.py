"""`ludoteca gitgammon process` and `verify`: what a server or the Action runs, and what anybody can check.

Must not know: any rule.
"""

import sys
from typing import Annotated

import typer

from ...gitplay import clubs, receiving, verifying
from ...gitplay.retracing import Bad
from ...gitplay.verifying import Report
from ..failing import CHECK_FAILED, Failure
from ..screen import say
from .options import HERE, Branch, ClubPath, Push, Remote, place, remote_for, troubles

Actor = Annotated[
    str, typer.Option(envvar="GITGAMMON_ACTOR", metavar="NAME", help="Who pushed, as authenticated by whoever let him.")
]
Before = Annotated[
    str | None, typer.Option(envvar="GITGAMMON_BEFORE", metavar="SHA", help="Where the branch was before the push.")
]
After = Annotated[
    str | None,
    typer.Option(
        envvar="GITGAMMON_AFTER", metavar="SHA", help="And where after it.  [default: all that is new is his]"
    ),
]


def process(  # noqa: PLR0913, PLR0917 - each option is a parameter
    actor: Actor,
    before: Before = None,
    after: After = None,
    stdin: Annotated[bool, typer.Option("--stdin", help="Read both as git tells a post-receive hook.")] = False,
    club: ClubPath = HERE,
    branch: Branch = None,
    push: Push = False,
    remote: Remote = None,
) -> None:
    """Answer what was pushed: each new move file is applied or rejected, in a commit of its own.

    Run twice it does nothing the second time; two at once are safe. Exit code 0 also if files were rejected.
    """
    with troubles():
        here = place(club, branch)
        pushed = _range(before, after)
        if stdin:
            pushed = receiving.ranges(sys.stdin).get(here.ref)
            if pushed is None:
                return
        where = remote_for(here.repo, remote) if push else None
        for line in receiving.words(receiving.receive(here.repo, here.ref, actor, pushed, where)):
            say(line)


def verify(
    known: Annotated[
        str | None, typer.Option(metavar="SHA", help="A commit you remember, that must still be in the history.")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="The club's public key, if you know it.")] = None,
    club: ClubPath = HERE,
    branch: Branch = None,
) -> None:
    """Check a club's whole history: who pushed, files, states, rules and dice.

    Exit code 0: it is good. 1: it is not, and the first bad commit is named. 2: it cannot be read.
    """
    with troubles():
        here = place(club, branch)
        try:
            report = verifying.verify(here.repo, here.tip(), clubs.secret(here.repo), known)
        except Bad as bad:
            raise Failure(f"bad commit {bad}", CHECK_FAILED) from None
    if key is not None and key.lower() != report.club.key:
        raise Failure(f"the club's key is {report.club.key}, not the one you know", CHECK_FAILED)
    say(found(report))


def found(report: Report) -> str:
    tables = len(report.accounts)
    open_dice = tables - report.checked
    dice = f"dice of {report.checked} checked"
    if open_dice:
        dice += f", of {open_dice} committed to but not yet checkable"
    waiting = f"; {report.waiting} pushed files not yet answered" if report.waiting else ""
    return f"OK  {report.deeds} commits of the processor, {tables} tables; {dice}{waiting}; key {report.club.key}"


def _range(before: str | None, after: str | None) -> receiving.Range | None:
    if after is None:
        if before is not None:
            raise Failure("--before says nothing without --after")
        return None
    for sha in (before or "", after):
        if sha and (len(sha) != 40 or not set(sha) <= set("0123456789abcdef")):
            raise Failure(f"{sha!r} is no commit's full name")
    return receiving.Range(before or "0" * 40, after)
