"""Retracing: a club's whole chain, each deed done over again in its turn."""

from pygit2 import Commit, Oid, Repository

from ..git_objects import intact
from .commit_chain import Link
from .replay import Ledger, Wrong


class Bad(Exception):
    """The first bad commit, and what is wrong with it."""

    def __init__(self, commit: str, reason: str) -> None:
        super().__init__(f"{commit}: {reason}")
        self.commit = commit
        self.reason = reason


def retraced(repo: Repository, links: list[Link]) -> Ledger:
    """All of it, entered; Bad at the first commit that is not as it should be."""
    ledger = Ledger(repo)
    numbers = {link.commit.id: number for number, link in enumerate(links)}
    for number, link in enumerate(links):
        last = links[number - 1] if number else None
        try:
            _check_place(number, link, last)
            if last is not None and _newest(link.commit.parents[0], numbers) != number - 1:
                raise Wrong("it does not stand on the processor's last commit")
            ledger.enter(link, last)
        except Wrong as wrong:
            raise Bad(link.id, str(wrong)) from None
    return ledger


def _check_place(number: int, link: Link, last: Link | None) -> None:
    deed = link.deed
    if deed.number != number or deed.previous != (None if last is None else last.id):
        raise Wrong(f"it is number {deed.number} of the processor's commits, and should be {number}: they fork here")
    if (deed.kind == "club") != (number == 0):
        raise Wrong("a club is opened once, and first")
    if number and len(link.commit.parent_ids) != 1:
        raise Wrong("a commit of the processor has one parent")


def _newest(start: Commit, numbers: dict[Oid, int]) -> int:
    """The newest of the processor's commits that a commit stands on."""
    newest, waiting, seen = -1, [start], {start.id}
    while waiting:
        commit = waiting.pop()
        if commit.id in numbers:
            newest = max(newest, numbers[commit.id])
            continue
        with intact():
            parents = [parent for parent in commit.parents if parent.id not in seen]
        seen.update(parent.id for parent in parents)
        waiting += parents
    return newest
