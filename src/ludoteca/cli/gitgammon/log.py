"""`ludoteca gitgammon log` and `export`: what was done at a table, once its history is checked.

Must not know: any rule.
"""

import sys
from typing import Annotated

import typer

from ...console.errors import Failure
from ...console.terminal import say
from ...gitplay import repository_config
from ...gitplay.player import status
from ...gitplay.player.clone import player_of
from ...gitplay.processor import verification
from .options import HERE, Branch, RepositoryPath, TableName, failures, open_branch


def log(table: TableName = None, repo: RepositoryPath = HERE, branch: Branch = None) -> None:
    """List what was done at a table: moves, rejections, who pushed them, and what the players have said."""
    with failures():
        here = open_branch(repo, branch)
        seen = status.find_table(here.repo, here.answered(), table, player_of(here.repo))
        for line in status.log_lines(here.repo, here.tip(), seen.id, repository_config.known_key(here.repo)):
            say(line)


def export(
    mat: Annotated[bool, typer.Option("--mat", help="As a .mat file, which other programs read.")] = False,
    table: TableName = None,
    repo: RepositoryPath = HERE,
    branch: Branch = None,
) -> None:
    """Print a game, after its whole history was checked."""
    if not mat:
        raise Failure("say in which form: --mat")
    with failures():
        here = open_branch(repo, branch)
        seen = status.find_table(here.repo, here.answered(), table, player_of(here.repo))
        report = verification.verify(
            here.repo, here.tip(), repository_config.secret(here.repo), key=repository_config.known_key(here.repo)
        )
    sys.stdout.write(status.mat_text(report.tables[seen.id]))
