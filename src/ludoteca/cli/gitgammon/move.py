"""`ludoteca gitgammon move` and `resign`: from a clone, committed and pushed.

Must not know: any rule.
"""

from pathlib import Path
from typing import Annotated

import typer

from ...console.terminal import program, say
from ...gitplay import git_remote
from ...gitplay.player.clone import Clone, SentMove, player_of, send
from .options import HERE, Branch, Comment, Offline, Remote, RepositoryPath, TableName, failures, open_branch

AS = Annotated[
    str | None,
    typer.Option("--as", metavar="NAME", help="Who you are.  [default: git's gitgammon.player]"),
]

Again = Annotated[
    bool, typer.Option("--again", help="In the place of one that was pushed and that nobody has answered.")
]


def move(  # noqa: PLR0913, PLR0917 - each option is a parameter
    play: Annotated[list[str], typer.Argument(metavar="PLAY...", help="In notation: 13/7 8/7, bar/20*, 6/off(2).")],
    table: TableName = None,
    comment: Comment = None,
    who: AS = None,
    offline: Offline = False,
    again: Again = False,
    repo: RepositoryPath = HERE,
    branch: Branch = None,
    remote: Remote = None,
) -> None:
    """Play: write the move file with the right name, hash and dice, commit it, and push it.

    If somebody else has pushed meanwhile it is tried again, as long as your table is as it was.
    """
    with failures():
        clone = _clone(repo, branch, remote, who, offline)
        _tell(send(clone, table, " ".join(play), comment, again=again))


def resign(  # noqa: PLR0913, PLR0917 - each option is a parameter
    table: TableName = None,
    comment: Comment = None,
    who: AS = None,
    offline: Offline = False,
    again: Again = False,
    repo: RepositoryPath = HERE,
    branch: Branch = None,
    remote: Remote = None,
) -> None:
    """Give the game up. Nobody can be asked for less, so it costs the most that the position could still cost."""
    with failures():
        clone = _clone(repo, branch, remote, who, offline)
        _tell(send(clone, table, None, comment, again=again))


def _clone(repo: Path, branch: str | None, remote: str | None, who: str | None, offline: bool) -> Clone:
    here = open_branch(repo, branch)
    where = None if offline else git_remote.remote_of(here.repo, remote)
    return Clone(here.repo, here.ref, where, who or player_of(here.repo))


def _tell(sent: SentMove) -> None:
    say(f"{sent.table}: {sent.file}")
    if sent.answer is not None:
        say(sent.answer)
        return
    for line in sent.said:
        say(line)
    say(f"Nobody has answered it yet: `{program()} gitgammon show` tells when the processor has.")
