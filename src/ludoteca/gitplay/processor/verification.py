"""Verifying: the whole history of a club, walked through by anybody who has a clone of it.

Checked are the chain of the processor's commits with its seals and numbers, and each deed by doing it again: who
pushed (as recorded), file modes and paths, the hash chain of states, the rules, and the dice against their commitment.
What players have pushed beside is theirs; it counts for nothing until the processor has answered it.
"""

import re
from typing import Final, NamedTuple

from pygit2 import Commit, Repository
from pygit2.enums import SortMode

from ..errors import NoClub, Trouble
from ..format.arrivals import place_of
from ..git_objects import intact
from ..repository import Club
from . import commit_chain, dice
from .commit_chain import Link
from .diff import compared, restored
from .replay import Account, Ledger, bad_draw
from .retracing import Bad, retraced

_COMMIT: Final = re.compile(r"[0-9a-f]{7,40}")


class Report(NamedTuple):
    club: Club
    deeds: int
    accounts: dict[str, Account]
    checked: int  # tables whose dice were recomputed
    waiting: int  # files that were pushed and not yet answered


def verify(
    repo: Repository, tip: Commit, secret: bytes | None = None, known: str | None = None, key: str | None = None
) -> Report:
    """All of it; Bad at the first commit that is not as it should be. With the secret, running games' dice as well.

    `known` is a commit that must be in the history: who remembers one notices when it was rewritten. `key` is the
    club's: who remembers it is not shown another club.
    """
    if known is not None:
        _check_known(repo, tip, known)
    club, links = _chain(repo, tip, key)
    ledger = retraced(repo, links)
    checked = _check_dice(ledger, club, secret)
    waiting = _check_unanswered(repo, links[-1], tip)
    return Report(club, len(links), ledger.accounts, checked, waiting)


def _check_known(repo: Repository, tip: Commit, known: str) -> None:
    """A clone made after a history was rewritten does not even have the commit."""
    if _COMMIT.fullmatch(known) is None:
        raise Trouble(f"{known!r} is no commit's name")
    with intact():
        found = repo.get(known)
        if found is None or (found.id != tip.id and not repo.descendant_of(tip.id, found.id)):
            raise Bad(known, "is not in the history any more: it was rewritten")


def _chain(repo: Repository, tip: Commit, key: str | None) -> tuple[Club, list[Link]]:
    try:
        return commit_chain.whole(repo, tip, key)
    except NoClub as other:
        raise Bad(str(tip.id), str(other)) from None


def _check_dice(ledger: Ledger, club: Club, secret: bytes | None) -> int:
    """Of every table whose key is known: from its own file, or from the secret."""
    checked = 0
    for table, account in ledger.accounts.items():
        key = ledger.key(table)
        if key is None and secret is not None:
            key = dice.table_key(secret, club.club, table)
            if dice.key_hash(key) != account.key_hash:
                raise Bad(account.draws[0].commit, f"{table} is not committed to the dice of this secret")
        if key is None:
            continue
        bad = bad_draw(key, account.draws)
        if bad is not None:
            raise Bad(bad.commit, f"{table}: the dice after move {bad.sequence} do not follow from the key")
        checked += 1
    return checked


def _check_unanswered(repo: Repository, last: Link, tip: Commit) -> int:
    """What was pushed since: new move files wait, anything else is a bad commit."""
    pending = [place_of(path) for path in last.deed.pending]
    found = compared(repo, last.commit, pending, tip)
    if not found.intrusions:
        return len(found.arrivals)
    with intact():
        walk = repo.walk(tip.id, SortMode.TOPOLOGICAL | SortMode.REVERSE)
        walk.hide(last.commit.id)
        for commit in walk:
            if not repo.descendant_of(commit.id, last.commit.id):
                continue  # it was made beside, before there was anything to intrude upon
            here = compared(repo, last.commit, pending, commit)
            if here.intrusions:
                raise Bad(str(commit.id), f"not yet undone: {restored(here.intrusions)}")
    raise Trouble("the history has changed while it was looked at")
