"""Keeping: what a commit of the processor must leave as it found it, in the commit it stands on.

Laws kept here:
- Outside of `tables/` and `gitgammon.json` nothing changes but the boards in the README.
- A file that waits is kept until it is answered: it goes only if it was rejected, taken back by the player it is for,
  of a name that is none, or one of too many.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pygit2 import Repository

from ..format import readme
from ..format.names import shown
from ..format.readme import README
from ..format.tree import TABLES, MovePath, TablesTree, parse_move_path
from ..git_objects import Entry, intact, root_of
from ..repository import CONFIG
from .commit_chain import ChainLink
from .diff import collides, may_wait
from .push import VALIDATED_AT_MOST, answer_order, may_withdraw


class CheckedCommit(NamedTuple):
    """A deed, the one before it, and tables: as that one left them, as the deed found them, as they were pushed, and as
    the deed has left them."""

    link: ChainLink
    last: ChainLink
    before: TablesTree
    parent: TablesTree
    pushed: TablesTree
    after: TablesTree


def outside_fault(repo: Repository, link: ChainLink) -> str | None:
    """What is wrong with the files that are not the processor's."""
    old, new = root_of(link.commit.parents[0]), root_of(link.commit)
    for name in sorted({*old, *new} - {TABLES, CONFIG}):
        if collides(name):
            if name in new:
                return f"{shown(name)} can be taken for tables, and was left there"
        elif old.get(name) != new.get(name) and not _is_new_boards(repo, name, old.get(name), new.get(name)):
            return f"{shown(name)} was changed, which is not the processor's"
    return None


def waiting_fault(repo: Repository, found: CheckedCommit) -> str | None:
    """What is wrong with the files that wait, or waited."""
    kept = {parse_move_path(path) for path in found.link.message.pending}
    for place in sorted(kept):
        entry = found.after.moves(place.table).get(place.name)
        if entry is None or not _was_pushed(repo, found, place, entry):
            return f"{shown(place.name)} is said to wait, and is not what was pushed"
    answered = _answered(found.link)
    counted = [*kept, *(() if answered is None else (answered,))]
    for place, entry in _waited(found):
        if place in kept or place == answered or not may_wait(place.name):
            continue
        if not _is_one_too_many(place, counted) and not _is_taken_back(found, place, entry):
            return f"{shown(place.name)} was pushed, and was thrown out unanswered"
    return None


def _is_new_boards(repo: Repository, name: bytes, old: Entry | None, new: Entry | None) -> bool:
    return name == README and old is not None and new is not None and readme.differ_in_boards_only(repo, old, new)


def _waited(found: CheckedCommit) -> Iterator[tuple[MovePath, Entry]]:
    """Files that were there to be answered: what waited at the last deed, and what was pushed since."""
    before, parent = found.before, found.parent
    for place in sorted(parse_move_path(path) for path in found.last.message.pending):
        yield place, before.moves(place.table)[place.name]
    for table in parent.tables():
        if before.has(table) and parent.entry(table) != before.entry(table):
            there = before.moves(table)
            yield from (
                (MovePath(table, name), entry) for name, entry in parent.moves(table).items() if name not in there
            )


def _answered(link: ChainLink) -> MovePath | None:
    message = link.message
    return None if message.table is None or message.file is None else parse_move_path(f"{message.table}/{message.file}")


def _was_pushed(repo: Repository, found: CheckedCommit, place: MovePath, entry: Entry) -> bool:
    """Whether a file is as some commit has it that came since the last deed, or as it waited then."""
    if any(entry == book.moves(place.table).get(place.name) for book in (found.parent, found.before)):
        return True
    with intact():
        walk = repo.walk(found.link.commit.parents[0].id)
        walk.hide(found.last.commit.id)
        return any(TablesTree.of(repo, commit).moves(place.table).get(place.name) == entry for commit in walk)


def _is_taken_back(found: CheckedCommit, place: MovePath, entry: Entry) -> bool:
    if found.pushed.moves(place.table).get(place.name) == entry:
        return False
    return may_withdraw(found.link.message.actor or "", place, found.before.state(place.table))


def _is_one_too_many(place: MovePath, kept: list[MovePath]) -> bool:
    return sum(answer_order(other) < answer_order(place) for other in kept) >= VALIDATED_AT_MOST
