"""`ludoteca gitgammon show` and `moves`: a table as it is, and what may be played.

Must not know: any rule.
"""

from ...console.errors import CHECK_FAILED, Failure
from ...console.terminal import say, show
from ...gitplay.player import status
from ...gitplay.player.clone import player_of
from ...gitplay.player.moves import legal_plays
from .options import HERE, Branch, RepositoryPath, TableName, failures, open_branch

SPECIAL = frozenset("*()")
"""What marks hits and counts means something to a shell."""


def show_table(table: TableName = None, repo: RepositoryPath = HERE, branch: Branch = None) -> None:
    """Show a table: its board, its dice, whose turn it is, and what the processor has said."""
    with failures():
        here = open_branch(repo, branch)
        at = here.answered()
        seen = status.find_table(here.repo, at, table, player_of(here.repo))
        picture = status.picture(here.repo, at, seen)
    now = seen.now
    say(f"{seen.id}: {now.player('white')} (white, X) – {now.player('black')} (black, O)", "bold")
    show(picture)
    for message in now.tree["messages"][-5:]:
        say(f"{message['timestamp']}  {message['type']}: {message['text']}")
    say(f"state {now.hash}" + ("" if now.is_over else f", next move {now.next_sequence:04}"))


def moves(table: TableName = None, repo: RepositoryPath = HERE, branch: Branch = None) -> None:
    """List the legal plays of the side that is to move, each as it can be given to `move`."""
    with failures():
        here = open_branch(repo, branch)
        seen = status.find_table(here.repo, here.answered(), table, player_of(here.repo))
    if seen.now.is_over:
        raise Failure("the game is over", CHECK_FAILED)
    for play in legal_plays(seen.now.state):
        say(f"'{play}'" if set(play) & SPECIAL else play)
