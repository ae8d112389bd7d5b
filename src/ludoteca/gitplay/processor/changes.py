"""What a commit of the processor has changed under `tables/`, file by file."""

from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias

from ..format.tree import INDEX, MOVES, Book
from ..git_objects import PLAIN, Entry

Path: TypeAlias = tuple[bytes, ...]
"""`index.json`; or a table and its file; or a table, `moves`, and a move file."""

Changes: TypeAlias = dict[Path, tuple[Entry | None, Entry | None]]


def changes(before: Book, was_waiting: Collection[Path], after: Book, waiting: Collection[Path]) -> Changes:
    """From one commit to the next. A file that waits to be judged does not count as being there."""
    found: Changes = dict(_differences(before, after))
    for path in {*was_waiting, *waiting}:
        old = None if path in was_waiting else before.moves(path[0]).get(path[2])
        new = None if path in waiting else after.moves(path[0]).get(path[2])
        found.pop(path, None)
        if old != new:
            found[path] = old, new
    return found


def first_fault(found: Changes, expected: Collection[Path]) -> str | None:
    """What is wrong, unless exactly these files have changed, are there, and are plain."""
    for path in sorted(found.keys() ^ set(expected)):
        return f"{shown(path)} was {'changed' if path in found else 'left as it was'}"
    for path, (old, new) in found.items():
        if new is None or new.mode != PLAIN or (len(path) == 3 and old is not None):
            return f"{shown(path)} was taken away, or is no plain new file"
    return None


def shown(path: Path) -> str:
    return b"/".join(path).decode("ascii", "replace")


def _differences(before: Book, after: Book) -> Iterator[tuple[Path, tuple[Entry | None, Entry | None]]]:
    if before.index_entry() != after.index_entry():
        yield (INDEX,), (before.index_entry(), after.index_entry())
    for table in sorted({*before.tables(), *after.tables()}):
        if before.entry(table) == after.entry(table):
            continue
        yield from _between((table,), before.files(table), after.files(table))
        yield from _between((table, MOVES), before.moves(table), after.moves(table))


def _between(
    where: Path, old: Mapping[bytes, Entry], new: Mapping[bytes, Entry]
) -> Iterator[tuple[Path, tuple[Entry | None, Entry | None]]]:
    for name in sorted({*old, *new} - {MOVES}):
        if old.get(name) != new.get(name):
            yield (*where, name), (old.get(name), new.get(name))
