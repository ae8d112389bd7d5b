"""Comparing: what has been pushed since the processor was last here, told apart into files to judge and intrusions.

New files in a table's `moves` are to be judged. Everything else under `tables/`, and `gitgammon.json`, is the
processor's: a change there is an intrusion, is not looked at any closer, and is undone.
"""

import re
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from pygit2 import Commit, Repository

from ..format.names import shown
from ..format.tree import FAIRNESS, HISTORY, MOVES, STATE, TABLES, Book, Place
from ..git_objects import FOLDER, Entry, folder, root_of
from ..repository import CONFIG
from .validation import Refused

_JUDGEABLE: Final = re.compile(rb"[A-Za-z0-9][A-Za-z0-9._-]{0,254}")
"""A name that may stay in a tree until it has been judged; any other does not even get that far."""

_TOLD_AT_MOST: Final = 4


class Intrusion(NamedTuple):
    """A change that is nobody's to make; the table it concerns, if there is one."""

    table: bytes | None
    what: str


class Pushed(NamedTuple):
    arrivals: dict[Place, Entry]
    intrusions: list[Intrusion]


def compared(repo: Repository, base: Commit, pending: Collection[Place], now: Commit) -> Pushed:
    """From the last deed, with what was waiting then, to now."""
    pushed = Pushed({}, [])
    old, new = root_of(base), root_of(now)
    if old.get(CONFIG) != new.get(CONFIG):
        pushed.intrusions.append(Intrusion(None, "gitgammon.json was changed"))
    if any(collides(name) for name in new):
        pushed.intrusions.append(Intrusion(None, "a name differs from tables only in its letters' case"))
    if old.get(TABLES) == new.get(TABLES):
        pushed.arrivals.update(_still_there(repo, base, pending))
        return pushed
    if TABLES in new and new[TABLES].mode != FOLDER:
        pushed.intrusions.append(Intrusion(None, "tables is no folder any more"))
    before, after = Book.of(repo, base), Book(repo, folder(repo, new.get(TABLES)))
    if before.index_entry() != after.index_entry():
        pushed.intrusions.append(Intrusion(None, "index.json was changed"))
    waiting: dict[bytes, set[bytes]] = {}
    for place in pending:
        waiting.setdefault(place.table, set()).add(place.name)
    for table in sorted({*before.tables(), *after.tables()}):
        if before.entry(table) != after.entry(table) or table in waiting:
            _compare_table(before, after, table, waiting.get(table, set()), pushed)
    return pushed


def restored(intrusions: list[Intrusion]) -> str:
    """What becomes of them, in one line."""
    listed = "; ".join(intrusion.what for intrusion in intrusions[:_TOLD_AT_MOST])
    more = f"; and {len(intrusions) - _TOLD_AT_MOST} more" if len(intrusions) > _TOLD_AT_MOST else ""
    return Refused((f"only new move files are for players to push, all else is restored: {listed}{more}",)).reason


def is_judgeable(name: bytes) -> bool:
    return _JUDGEABLE.fullmatch(name) is not None


def without_collisions(root: Mapping[bytes, Entry]) -> dict[bytes, Entry | None]:
    """What to leave out of a tree, so that `tables` is the only one of its name on any disk."""
    return {name: None for name in root if collides(name)}


def collides(name: bytes) -> bool:
    return name != TABLES and name.decode("utf-8", "replace").casefold() == TABLES.decode()


def _compare_table(before: Book, after: Book, table: bytes, waiting: set[bytes], pushed: Pushed) -> None:
    if not before.has(table):
        pushed.intrusions.append(Intrusion(None, f"{shown(table)} is no table that was opened"))
        return
    old, new = before.files(table), after.files(table)
    if not new:
        pushed.intrusions.append(Intrusion(table, "the table was deleted"))
        return
    for name in sorted({*old, *new}):
        if name == MOVES:
            _compare_moves(before, after, table, waiting, pushed)
        elif old.get(name) != new.get(name):
            what = "was changed" if name in (STATE, FAIRNESS, HISTORY) else "does not belong here"
            pushed.intrusions.append(Intrusion(table, f"{shown(name)} {what}"))


def _compare_moves(before: Book, after: Book, table: bytes, waiting: set[bytes], pushed: Pushed) -> None:
    moves = after.files(table).get(MOVES)
    if moves is not None and moves.mode != FOLDER:
        pushed.intrusions.append(Intrusion(table, "moves is no folder any more"))
        return
    old, new = before.moves(table), after.moves(table)
    for name in sorted(old.keys() - waiting):
        if new.get(name) != old[name]:
            what = "was changed" if name in new else "was deleted"
            pushed.intrusions.append(Intrusion(table, f"{shown(name)}, which was played, {what}"))
    for name in sorted(new.keys() - (old.keys() - waiting)):
        if is_judgeable(name):
            pushed.arrivals[Place(table, name)] = new[name]
        else:
            pushed.intrusions.append(Intrusion(table, f"{shown(name)} is no move file's name"))


def _still_there(repo: Repository, base: Commit, pending: Collection[Place]) -> dict[Place, Entry]:
    if not pending:
        return {}
    book = Book.of(repo, base)
    return {place: found for place in pending if (found := book.moves(place.table).get(place.name)) is not None}
