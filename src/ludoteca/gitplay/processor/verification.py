"""`verify`: the whole history of a repository, checked in any clone of it.

Checked are the chain of the processor's commits, with signatures and numbers, and every commit by replaying it: the
recorded pusher, file modes and paths, the hashes of states, the rules, and the dice against their commitment. What
players pushed beside it does not count until the processor has answered it.
"""

import re
from typing import Final, NamedTuple

from pygit2 import Commit, Repository
from pygit2.enums import SortMode

from .. import dice
from ..errors import GitGammonError, NotGitGammon
from ..format.tree import parse_move_path
from ..git_objects import intact
from ..repository_config import RepositoryConfig
from . import commit_chain
from .commit_chain import ChainLink
from .diff import diff_push, restore_reason
from .replay import BadCommit, ChainReplay, MoveRolls, ReplayedTable, replay_chain

_COMMIT: Final = re.compile(r"[0-9a-f]{7,40}")


class VerificationReport(NamedTuple):
    config: RepositoryConfig
    commits: int
    tables: dict[str, ReplayedTable]
    checked: int  # tables whose dice were recomputed
    waiting: int  # files that were pushed and not yet answered


def verify(
    repo: Repository, tip: Commit, secret: bytes | None = None, known: str | None = None, key: str | None = None
) -> VerificationReport:
    """Check everything; BadCommit at the first commit that is wrong. With the secret, the dice of running games too.

    `known` is a commit that must be in the history: remember one, and you notice a rewrite. `key` is the repository's:
    remember it, and nobody can show you another repository.
    """
    if known is not None:
        _check_known(repo, tip, known)
    config, links = _chain(repo, tip, key)
    ledger = replay_chain(repo, links)
    checked = _check_dice(ledger, config, secret)
    waiting = _check_unanswered(repo, links[-1], tip)
    return VerificationReport(config, len(links), ledger.tables, checked, waiting)


def _check_known(repo: Repository, tip: Commit, known: str) -> None:
    """A clone made after a history was rewritten does not even have the commit."""
    if _COMMIT.fullmatch(known) is None:
        raise GitGammonError(f"{known!r} is not a commit hash")
    with intact():
        found = repo.get(known)
        if found is None or (found.id != tip.id and not repo.descendant_of(tip.id, found.id)):
            raise BadCommit(known, "is not in the history any more: it was rewritten")


def _chain(repo: Repository, tip: Commit, key: str | None) -> tuple[RepositoryConfig, list[ChainLink]]:
    try:
        return commit_chain.whole_chain(repo, tip, key)
    except NotGitGammon as other:
        raise BadCommit(str(tip.id), str(other)) from None


def _check_dice(ledger: ChainReplay, config: RepositoryConfig, secret: bytes | None) -> int:
    """Check every table whose key is known, from its own file or from the secret."""
    checked = 0
    for table, replayed in ledger.tables.items():
        key = ledger.key(table)
        if key is None and secret is not None:
            key = dice.table_key(secret, config.id, table)
            if dice.key_hash(key) != replayed.key_hash:
                raise BadCommit(replayed.draws[0].commit, f"{table} is not committed to the dice of this secret")
        if key is None:
            continue
        bad = _first_wrong_roll(key, replayed.draws)
        if bad is not None:
            raise BadCommit(bad.commit, f"{table}: the dice after move {bad.sequence} do not follow from the key")
        checked += 1
    return checked


def _first_wrong_roll(key: bytes, draws: tuple[MoveRolls, ...]) -> MoveRolls | None:
    """The first roll that does not follow from the key."""
    return next((draw for draw in draws if draw.drawn != dice.rolls(key, draw.sequence, len(draw.drawn))), None)


def _check_unanswered(repo: Repository, last: ChainLink, tip: Commit) -> int:
    """What was pushed since: new move files wait, anything else is a bad commit."""
    pending = [parse_move_path(path) for path in last.message.pending]
    found = diff_push(repo, last.commit, pending, tip)
    if not found.forbidden:
        return len(found.files)
    with intact():
        walk = repo.walk(tip.id, SortMode.TOPOLOGICAL | SortMode.REVERSE)
        walk.hide(last.commit.id)
        for commit in walk:
            if not repo.descendant_of(commit.id, last.commit.id):
                continue  # made beside the last link, before it existed
            here = diff_push(repo, last.commit, pending, commit)
            if here.forbidden:
                raise BadCommit(str(commit.id), f"not yet undone: {restore_reason(here.forbidden)}")
    raise GitGammonError("the history changed while it was being checked")
