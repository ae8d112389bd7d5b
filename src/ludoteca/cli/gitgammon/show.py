"""`ludoteca gitgammon show`, `moves`, `log` and `export`: a club's tables, from any clone.

Must not know: any rule.
"""

import sys
from typing import Annotated

import typer

from ...console.errors import CHECK_FAILED, Failure
from ...console.screen import say, show
from ...gitplay import repository
from ...gitplay.player import status
from ...gitplay.player.clone import player_of
from ...gitplay.player.log import lines, mat_text
from ...gitplay.player.moves import legal_plays
from ...gitplay.processor import verification
from .options import HERE, Branch, RepositoryPath, TableName, failures, open_branch

SPECIAL = frozenset("*()")
"""What marks hits and counts means something to a shell."""


def show_table(table: TableName = None, config: RepositoryPath = HERE, branch: Branch = None) -> None:
    """Show a table: its board, its dice, whose turn it is, and what the processor has said."""
    with failures():
        here = open_branch(config, branch)
        at = here.answered()
        seen = status.find_table(here.repo, at, table, player_of(here.repo))
        picture = status.picture(here.repo, at, seen)
    now = seen.now
    say(f"{seen.id}: {now.player('white')} (white, X) – {now.player('black')} (black, O)", "bold")
    show(picture)
    for message in now.tree["messages"][-5:]:
        say(f"{message['timestamp']}  {message['type']}: {message['text']}")
    say(f"state {now.hash}" + ("" if now.is_over else f", next move {now.next_sequence:04}"))


def moves(table: TableName = None, config: RepositoryPath = HERE, branch: Branch = None) -> None:
    """List the legal plays of the side that is to move, each as it can be given to `move`."""
    with failures():
        here = open_branch(config, branch)
        seen = status.find_table(here.repo, here.answered(), table, player_of(here.repo))
    if seen.now.is_over:
        raise Failure("the game is over", CHECK_FAILED)
    for play in legal_plays(seen.now.state):
        say(f"'{play}'" if set(play) & SPECIAL else play)


def log(table: TableName = None, config: RepositoryPath = HERE, branch: Branch = None) -> None:
    """List what was done at a table: moves, rejections, who pushed them, and what the players have said."""
    with failures():
        here = open_branch(config, branch)
        seen = status.find_table(here.repo, here.answered(), table, player_of(here.repo))
        for line in lines(here.repo, here.tip(), seen.id, repository.known_key(here.repo)):
            say(line)


def export(
    mat: Annotated[bool, typer.Option("--mat", help="As a .mat file, which other programs read.")] = False,
    table: TableName = None,
    config: RepositoryPath = HERE,
    branch: Branch = None,
) -> None:
    """Print a game, after its whole history was checked."""
    if not mat:
        raise Failure("say in which form: --mat")
    with failures():
        here = open_branch(config, branch)
        seen = status.find_table(here.repo, here.answered(), table, player_of(here.repo))
        report = verification.verify(
            here.repo, here.tip(), repository.secret(here.repo), key=repository.known_key(here.repo)
        )
    sys.stdout.write(mat_text(report.tables[seen.id]))
