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
from ..format.arrivals import place_of
from ..format.names import shown
from ..format.readme import README
from ..format.tree import TABLES, Book, Place
from ..git_objects import Entry, intact, root_of
from ..repository import CONFIG
from .commit_chain import Link
from .diff import collides, is_judgeable
from .push import JUDGED_AT_MOST, may_take_back, order


class Found(NamedTuple):
    """A deed, the one before it, and tables: as that one left them, as the deed found them, as they were pushed, and as
    the deed has left them."""

    link: Link
    last: Link
    before: Book
    parent: Book
    pushed: Book
    after: Book


def outside(repo: Repository, link: Link) -> str | None:
    """What is wrong with the files that are not the processor's."""
    old, new = root_of(link.commit.parents[0]), root_of(link.commit)
    for name in sorted({*old, *new} - {TABLES, CONFIG}):
        if collides(name):
            if name in new:
                return f"{shown(name)} can be taken for tables, and was left there"
        elif old.get(name) != new.get(name) and not _is_new_boards(repo, name, old.get(name), new.get(name)):
            return f"{shown(name)} was changed, which is not the processor's"
    return None


def waiting(repo: Repository, found: Found) -> str | None:
    """What is wrong with the files that wait, or waited."""
    kept = {place_of(path) for path in found.link.deed.pending}
    for place in sorted(kept):
        entry = found.after.moves(place.table).get(place.name)
        if entry is None or not _was_pushed(repo, found, place, entry):
            return f"{shown(place.name)} is said to wait, and is not what was pushed"
    answered = _answered(found.link)
    counted = [*kept, *(() if answered is None else (answered,))]
    for place, entry in _waited(found):
        if place in kept or place == answered or not is_judgeable(place.name):
            continue
        if not _is_one_too_many(place, counted) and not _is_taken_back(found, place, entry):
            return f"{shown(place.name)} was pushed, and was thrown out unanswered"
    return None


def _is_new_boards(repo: Repository, name: bytes, old: Entry | None, new: Entry | None) -> bool:
    return name == README and old is not None and new is not None and readme.differ_in_boards_only(repo, old, new)


def _waited(found: Found) -> Iterator[tuple[Place, Entry]]:
    """Files that were there to be answered: what waited at the last deed, and what was pushed since."""
    before, parent = found.before, found.parent
    for place in sorted(place_of(path) for path in found.last.deed.pending):
        yield place, before.moves(place.table)[place.name]
    for table in parent.tables():
        if before.has(table) and parent.entry(table) != before.entry(table):
            there = before.moves(table)
            yield from ((Place(table, name), entry) for name, entry in parent.moves(table).items() if name not in there)


def _answered(link: Link) -> Place | None:
    deed = link.deed
    return None if deed.table is None or deed.file is None else place_of(f"{deed.table}/{deed.file}")


def _was_pushed(repo: Repository, found: Found, place: Place, entry: Entry) -> bool:
    """Whether a file is as some commit has it that came since the last deed, or as it waited then."""
    if any(entry == book.moves(place.table).get(place.name) for book in (found.parent, found.before)):
        return True
    with intact():
        walk = repo.walk(found.link.commit.parents[0].id)
        walk.hide(found.last.commit.id)
        return any(Book.of(repo, commit).moves(place.table).get(place.name) == entry for commit in walk)


def _is_taken_back(found: Found, place: Place, entry: Entry) -> bool:
    if found.pushed.moves(place.table).get(place.name) == entry:
        return False
    return may_take_back(found.link.deed.actor or "", place, found.before.standing(place.table))


def _is_one_too_many(place: Place, kept: list[Place]) -> bool:
    return sum(order(other) < order(place) for other in kept) >= JUDGED_AT_MOST
