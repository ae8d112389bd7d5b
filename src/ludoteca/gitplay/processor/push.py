"""Pushes: what one has brought, to be judged as the pusher's own, and what others have brought, which waits.

A push is what its two ends say, and not what the branch has become since. So whoever pushes next can neither change a
file nor take it away before it has been answered.

Laws kept here:
- A file is the pusher's only if his push has brought it.
- A file that waits is taken back or replaced by the player it is for, and by nobody else.
- A push is answered once, and the work is bounded, however much it has brought.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from pygit2 import Commit, Repository

from ..errors import Trouble
from ..format.arrivals import place_of
from ..format.names import is_same, move_name, shown
from ..format.state_json import Standing
from ..format.tree import Book, Place
from ..git_objects import Entry, intact
from . import commit_chain
from .commit_chain import Link
from .diff import Intrusion, Pushed, is_judgeable

JUDGED_AT_MOST: Final = 32
"""Files of one push that are looked at one by one; more are thrown out together."""

WAITING_AT_MOST: Final = 64

Files: TypeAlias = list[tuple[Place, Entry]]


class Push(NamedTuple):
    """Who pushed, and what: from `before` to `after`. Without them, all that is new is his."""

    actor: str
    before: Commit | None = None
    after: Commit | None = None


class Sorted(NamedTuple):
    mine: Files  # the pusher's, to be judged now
    others: Files  # to be judged when their own push is
    intrusions: list[Intrusion]


class _Change(NamedTuple):
    """What a push did to files that were not answered: those it has put, and those that were there before."""

    put: dict[Place, Entry]
    gone: dict[Place, Entry]


def told_apart(repo: Repository, last: Link, now: Pushed, push: Push | None) -> Sorted:
    """All that is pushed and not answered, from the last deed to now."""
    book = Book.of(repo, last.commit)
    waiting = _waiting(book, last)
    change = _change(repo, last, book, now, push)
    mine, others = dict(change.put), {**now.arrivals, **waiting}
    intrusions = []
    for place, entry in change.gone.items():
        if push is not None and may_take_back(push.actor, place, book.standing(place.table)):
            others.pop(place, None)
        else:
            mine.pop(place, None)
            others[place] = entry
            # no table is told: its state would be another, and not the one that the file expects
            intrusions.append(Intrusion(None, f"{shown(place.name)}, which waits, is another's to take back"))
    left = {place: entry for place, entry in others.items() if place not in mine}
    return _bounded(_in_order(mine), _in_order(left), intrusions)


def may_take_back(actor: str, place: Place, table: Standing) -> bool:
    """Whether a file that waits is this one's to take away; what is no move could only be rejected, so it is all's."""
    name = move_name(place.name)
    return name is None or is_same(actor, table.player(name.colour))


def order(place: Place) -> tuple[bytes, int, bytes]:
    """In which files are answered."""
    name = move_name(place.name)
    return place.table, 1 << 20 if name is None else name.sequence, place.name


def check_push(repo: Repository, tip: Commit, push: Push) -> None:
    """The push is still part of the history, and was one on top of what was there."""
    if push.after is None:
        return
    with intact():
        if push.after.id != tip.id and not repo.descendant_of(tip.id, push.after.id):
            raise Trouble(f"the push to {push.after.id} is not in the history any more: was it rewritten?")
        if push.before is not None and not repo.descendant_of(push.after.id, push.before.id):
            raise Trouble(f"the history was rewritten: {push.before.id} was taken out of it")


def _waiting(book: Book, last: Link) -> dict[Place, Entry]:
    """What waited at the last deed."""
    places = map(place_of, last.deed.pending)
    return {place: found for place in places if (found := book.moves(place.table).get(place.name)) is not None}


def _change(repo: Repository, last: Link, book: Book, now: Pushed, push: Push | None) -> _Change:
    if push is None:
        return _Change({}, {})
    waiting = _waiting(book, last)
    if push.after is None:
        gone = {place: entry for place, entry in waiting.items() if now.arrivals.get(place) != entry}
        return _Change(now.arrivals, gone)
    answered = _answered(repo, last, push.after)
    if answered is None:
        return _Change({}, {})
    before = Book(repo, None) if push.before is None else Book.of(repo, push.before)
    after = Book.of(repo, push.after)

    def is_open(place: Place) -> bool:
        is_played = place not in waiting and place.name in book.moves(place.table)
        return book.has(place.table) and is_judgeable(place.name) and not is_played and place not in answered

    return _Change(
        {place: entry for place, entry in _only_in(after, before) if is_open(place)},
        {place: entry for place, entry in _only_in(before, after) if is_open(place)},
    )


def _only_in(one: Book, other: Book) -> Iterator[tuple[Place, Entry]]:
    for table in one.tables():
        if one.entry(table) != other.entry(table):
            there = other.moves(table)
            for name, entry in one.moves(table).items():
                if there.get(name) != entry:
                    yield Place(table, name), entry


def _answered(repo: Repository, last: Link, after: Commit) -> set[Place] | None:
    """Files that were answered since, in a run that knew no pushes; None if this very push was answered."""
    found = set()
    for deed in commit_chain.since(repo, last, after):
        if deed.push == str(after.id):
            return None
        if deed.push is None and deed.table is not None and deed.file is not None:
            found.add(place_of(f"{deed.table}/{deed.file}"))
    return found


def _in_order(files: Mapping[Place, Entry]) -> Files:
    return sorted(files.items(), key=lambda item: order(item[0]))


def _bounded(mine: Files, others: Files, intrusions: list[Intrusion]) -> Sorted:
    over = [*mine[JUDGED_AT_MOST:], *others[WAITING_AT_MOST:]]
    thrown_out = f"{len(over)} files are more than are looked at in one push"
    tables = sorted({place.table for place, _ in over})
    told = [*intrusions, *(Intrusion(table, thrown_out) for table in tables)]
    return Sorted(mine[:JUDGED_AT_MOST], others[:WAITING_AT_MOST], told)
