"""Two diffs of `tables/`: what was pushed since the last answer, and what one commit of the processor changed.

Of what was pushed, new files in a table's `moves` wait for validation. Everything else under `tables/`, and
`gitgammon.json`, belongs to the processor: a change there is forbidden, is not read, and is undone.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from pygit2 import Commit, Repository

from ..format.names import shown
from ..format.tree import FAIRNESS, HISTORY, INDEX, MOVES, STATE, TABLES, MovePath, TablesTree
from ..git_objects import FOLDER, PLAIN, TreeEntry, folder, root_of
from ..repository_config import CONFIG
from .validation import RejectedMove

_JUDGEABLE: Final = re.compile(rb"[A-Za-z0-9][A-Za-z0-9._-]{0,254}")
"""A name that may stay in a tree until its file is answered; files with other names go at once."""

_TOLD_AT_MOST: Final = 4


class ForbiddenChange(NamedTuple):
    """A change that only the processor may make, and the table it concerns, if any."""

    table: bytes | None
    what: str


class PushDiff(NamedTuple):
    files: dict[MovePath, TreeEntry]
    forbidden: list[ForbiddenChange]


def diff_push(repo: Repository, base: Commit, pending: Collection[MovePath], now: Commit) -> PushDiff:
    """From the last link, with the files that waited then, to now."""
    pushed = PushDiff({}, [])
    old, new = root_of(base), root_of(now)
    if old.get(CONFIG) != new.get(CONFIG):
        pushed.forbidden.append(ForbiddenChange(None, "gitgammon.json was changed"))
    if any(collides(name) for name in new):
        pushed.forbidden.append(ForbiddenChange(None, "a name differs from tables only in its letters' case"))
    if old.get(TABLES) == new.get(TABLES):
        pushed.files.update(_still_there(repo, base, pending))
        return pushed
    if TABLES in new and new[TABLES].mode != FOLDER:
        pushed.forbidden.append(ForbiddenChange(None, "tables is no folder any more"))
    before, after = TablesTree.of(repo, base), TablesTree(repo, folder(repo, new.get(TABLES)))
    if before.index_entry() != after.index_entry():
        pushed.forbidden.append(ForbiddenChange(None, "index.json was changed"))
    waiting: dict[bytes, set[bytes]] = {}
    for path in pending:
        waiting.setdefault(path.table, set()).add(path.name)
    for table in sorted({*before.tables(), *after.tables()}):
        if before.entry(table) != after.entry(table) or table in waiting:
            _compare_table(before, after, table, waiting.get(table, set()), pushed)
    return pushed


def restore_reason(forbidden: list[ForbiddenChange]) -> str:
    """What happens to them, in one line."""
    listed = "; ".join(change.what for change in forbidden[:_TOLD_AT_MOST])
    more = f"; and {len(forbidden) - _TOLD_AT_MOST} more" if len(forbidden) > _TOLD_AT_MOST else ""
    return RejectedMove((f"only new move files are for players to push, all else is restored: {listed}{more}",)).reason


def may_wait(name: bytes) -> bool:
    return _JUDGEABLE.fullmatch(name) is not None


def without_collisions(root: Mapping[bytes, TreeEntry]) -> dict[bytes, TreeEntry | None]:
    """What to leave out of a tree, so that `tables` is unique on a case-insensitive disk too."""
    return {name: None for name in root if collides(name)}


def collides(name: bytes) -> bool:
    return name != TABLES and name.decode("utf-8", "replace").casefold() == TABLES.decode()


def _compare_table(before: TablesTree, after: TablesTree, table: bytes, waiting: set[bytes], pushed: PushDiff) -> None:
    if not before.has(table):
        pushed.forbidden.append(ForbiddenChange(None, f"{shown(table)} is no table that was opened"))
        return
    old, new = before.files(table), after.files(table)
    if not new:
        pushed.forbidden.append(ForbiddenChange(table, "the table was deleted"))
        return
    for name in sorted({*old, *new}):
        if name == MOVES:
            _compare_moves(before, after, table, waiting, pushed)
        elif old.get(name) != new.get(name):
            what = "was changed" if name in (STATE, FAIRNESS, HISTORY) else "does not belong here"
            pushed.forbidden.append(ForbiddenChange(table, f"{shown(name)} {what}"))


def _compare_moves(before: TablesTree, after: TablesTree, table: bytes, waiting: set[bytes], pushed: PushDiff) -> None:
    moves = after.files(table).get(MOVES)
    if moves is not None and moves.mode != FOLDER:
        pushed.forbidden.append(ForbiddenChange(table, "moves is no folder any more"))
        return
    old, new = before.moves(table), after.moves(table)
    for name in sorted(old.keys() - waiting):
        if new.get(name) != old[name]:
            what = "was changed" if name in new else "was deleted"
            pushed.forbidden.append(ForbiddenChange(table, f"{shown(name)}, which was played, {what}"))
    for name in sorted(new.keys() - (old.keys() - waiting)):
        if may_wait(name):
            pushed.files[MovePath(table, name)] = new[name]
        else:
            pushed.forbidden.append(ForbiddenChange(table, f"{shown(name)} is no move file's name"))


def _still_there(repo: Repository, base: Commit, pending: Collection[MovePath]) -> dict[MovePath, TreeEntry]:
    if not pending:
        return {}
    tables = TablesTree.of(repo, base)
    return {path: found for path in pending if (found := tables.moves(path.table).get(path.name)) is not None}


TreePath: TypeAlias = tuple[bytes, ...]
"""`index.json`; or a table and its file; or a table, `moves`, and a move file."""

TreeChanges: TypeAlias = dict[TreePath, tuple[TreeEntry | None, TreeEntry | None]]


def diff_tables(
    before: TablesTree, was_waiting: Collection[TreePath], after: TablesTree, waiting: Collection[TreePath]
) -> TreeChanges:
    """From one commit to the next, not counting files that wait."""
    found: TreeChanges = dict(_differences(before, after))
    for path in {*was_waiting, *waiting}:
        old = None if path in was_waiting else before.moves(path[0]).get(path[2])
        new = None if path in waiting else after.moves(path[0]).get(path[2])
        found.pop(path, None)
        if old != new:
            found[path] = old, new
    return found


def first_fault(found: TreeChanges, expected: Collection[TreePath]) -> str | None:
    """What is wrong, unless exactly these files changed, and are plain files now."""
    for path in sorted(found.keys() ^ set(expected)):
        return f"{path_shown(path)} was {'changed' if path in found else 'left as it was'}"
    for path, (old, new) in found.items():
        if new is None or new.mode != PLAIN or (len(path) == 3 and old is not None):
            return f"{path_shown(path)} was taken away, or is no plain new file"
    return None


def path_shown(path: TreePath) -> str:
    return b"/".join(path).decode("ascii", "replace")


def _differences(
    before: TablesTree, after: TablesTree
) -> Iterator[tuple[TreePath, tuple[TreeEntry | None, TreeEntry | None]]]:
    if before.index_entry() != after.index_entry():
        yield (INDEX,), (before.index_entry(), after.index_entry())
    for table in sorted({*before.tables(), *after.tables()}):
        if before.entry(table) == after.entry(table):
            continue
        yield from _between((table,), before.files(table), after.files(table))
        yield from _between((table, MOVES), before.moves(table), after.moves(table))


def _between(
    where: TreePath, old: Mapping[bytes, TreeEntry], new: Mapping[bytes, TreeEntry]
) -> Iterator[tuple[TreePath, tuple[TreeEntry | None, TreeEntry | None]]]:
    for name in sorted({*old, *new} - {MOVES}):
        if old.get(name) != new.get(name):
            yield (*where, name), (old.get(name), new.get(name))
