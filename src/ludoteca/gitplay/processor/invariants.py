"""What a commit of the processor must leave as its parent has it.

Laws kept here:
- Outside `tables/` and `gitgammon.json` only the boards in the README change.
- A waiting file is kept until it is answered. It goes only if it was rejected, was withdrawn by its player, has a name
  that cannot wait, or is one of too many.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pygit2 import Repository

from ..format import readme
from ..format.names import shown
from ..format.readme import README
from ..format.tree import TABLES, MovePath, TablesTree, parse_move_path
from ..git_objects import TreeEntry, intact, root_of
from ..repository_config import CONFIG
from .commit_chain import ChainLink
from .diff import collides, may_wait
from .push import VALIDATED_AT_MOST, answer_order, may_withdraw


class CheckedCommit(NamedTuple):
    """A link, the one before it, and four versions of the tables: after that one, at the link's parent, as pushed, and
    after the link."""

    link: ChainLink
    last: ChainLink
    before: TablesTree
    parent: TablesTree
    pushed: TablesTree
    after: TablesTree


def outside_fault(repo: Repository, link: ChainLink) -> str | None:
    """What is wrong with the files that do not belong to the processor."""
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
    for path in sorted(kept):
        entry = found.after.moves(path.table).get(path.name)
        if entry is None or not _was_pushed(repo, found, path, entry):
            return f"{shown(path.name)} is said to wait, and is not what was pushed"
    answered = _answered(found.link)
    counted = [*kept, *(() if answered is None else (answered,))]
    for path, entry in _waited(found):
        if path in kept or path == answered or not may_wait(path.name):
            continue
        if not _is_one_too_many(path, counted) and not _is_taken_back(found, path, entry):
            return f"{shown(path.name)} was pushed, and was thrown out unanswered"
    return None


def _is_new_boards(repo: Repository, name: bytes, old: TreeEntry | None, new: TreeEntry | None) -> bool:
    return name == README and old is not None and new is not None and readme.differ_in_boards_only(repo, old, new)


def _waited(found: CheckedCommit) -> Iterator[tuple[MovePath, TreeEntry]]:
    """The files to be answered: those that waited at the last link, and those pushed since."""
    before, parent = found.before, found.parent
    for path in sorted(parse_move_path(path) for path in found.last.message.pending):
        yield path, before.moves(path.table)[path.name]
    for table in parent.tables():
        if before.has(table) and parent.entry(table) != before.entry(table):
            there = before.moves(table)
            yield from (
                (MovePath(table, name), entry) for name, entry in parent.moves(table).items() if name not in there
            )


def _answered(link: ChainLink) -> MovePath | None:
    message = link.message
    return None if message.table is None or message.file is None else parse_move_path(f"{message.table}/{message.file}")


def _was_pushed(repo: Repository, found: CheckedCommit, path: MovePath, entry: TreeEntry) -> bool:
    """Whether some commit since the last link has this very file, or it waited then."""
    if any(entry == tables.moves(path.table).get(path.name) for tables in (found.parent, found.before)):
        return True
    with intact():
        walk = repo.walk(found.link.commit.parents[0].id)
        walk.hide(found.last.commit.id)
        return any(TablesTree.of(repo, commit).moves(path.table).get(path.name) == entry for commit in walk)


def _is_taken_back(found: CheckedCommit, path: MovePath, entry: TreeEntry) -> bool:
    if found.pushed.moves(path.table).get(path.name) == entry:
        return False
    return may_withdraw(found.link.message.actor or "", path, found.before.state(path.table))


def _is_one_too_many(path: MovePath, kept: list[MovePath]) -> bool:
    return sum(answer_order(other) < answer_order(path) for other in kept) >= VALIDATED_AT_MOST
