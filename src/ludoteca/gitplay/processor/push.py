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

from ..errors import GitGammonError
from ..format.names import is_same, move_name, shown
from ..format.state_json import TableState
from ..format.tree import MovePath, TablesTree, parse_move_path
from ..git_objects import Entry, commit, intact
from . import commit_chain
from .commit_chain import ChainLink
from .diff import ForbiddenChange, PushDiff, may_wait

VALIDATED_AT_MOST: Final = 32
"""Files of one push that are looked at one by one; more are thrown out together."""

WAITING_AT_MOST: Final = 64
NOWHERE: Final = "0" * 40
"""What git says instead of a commit for a branch that was not there, or is not any more."""

MoveFiles: TypeAlias = list[tuple[MovePath, Entry]]


class Push(NamedTuple):
    """Who pushed, and what: from `before` to `after`. Without them, all that is new is his."""

    actor: str
    before: Commit | None = None
    after: Commit | None = None


class PushedRange(NamedTuple):
    """What git says of a push: the branch was at `before` and is at `after`, each a full commit hash."""

    before: str
    after: str


class SortedFiles(NamedTuple):
    own: MoveFiles  # the pusher's, to be answered now
    others: MoveFiles  # to be answered when their own push is
    forbidden: list[ForbiddenChange]


class _Change(NamedTuple):
    """What a push did to files that were not answered: those it has put, and those that were there before."""

    put: dict[MovePath, Entry]
    gone: dict[MovePath, Entry]


def resolve_push(repo: Repository, tip: Commit, actor: str, pushed: PushedRange | None) -> Push:
    """The commits of a push. It must still be in the history, and have been made on top of what was there."""
    if pushed is None:
        return Push(actor)
    if pushed.after == NOWHERE:
        raise GitGammonError("the branch was deleted")
    before = None if pushed.before == NOWHERE else commit(repo, pushed.before)
    after = commit(repo, pushed.after)
    with intact():
        if after.id != tip.id and not repo.descendant_of(tip.id, after.id):
            raise GitGammonError(f"the push to {after.id} is not in the history any more: was it rewritten?")
        if before is not None and not repo.descendant_of(after.id, before.id):
            raise GitGammonError(f"the history was rewritten: {before.id} was taken out of it")
    return Push(actor, before, after)


def sort_files(repo: Repository, last: ChainLink, now: PushDiff, push: Push | None) -> SortedFiles:
    """All that is pushed and not answered, from the last deed to now."""
    book = TablesTree.of(repo, last.commit)
    waiting = _waiting(book, last)
    change = _change(repo, last, book, now, push)
    own, others = dict(change.put), {**now.files, **waiting}
    forbidden = list(now.forbidden)
    for place, entry in change.gone.items():
        if push is not None and may_withdraw(push.actor, place, book.state(place.table)):
            others.pop(place, None)
        else:
            own.pop(place, None)
            others[place] = entry
            # no table is told: its state would be another, and not the one that the file expects
            forbidden.append(ForbiddenChange(None, f"{shown(place.name)}, which waits, is another's to take back"))
    left = {place: entry for place, entry in others.items() if place not in own}
    return _bounded(_in_order(own), _in_order(left), forbidden)


def may_withdraw(actor: str, place: MovePath, table: TableState) -> bool:
    """Whether a file that waits is this one's to take away; what is no move could only be rejected, so it is all's."""
    name = move_name(place.name)
    return name is None or is_same(actor, table.player(name.colour))


def answer_order(place: MovePath) -> tuple[bytes, int, bytes]:
    """In which files are answered."""
    name = move_name(place.name)
    return place.table, 1 << 20 if name is None else name.sequence, place.name


def _waiting(book: TablesTree, last: ChainLink) -> dict[MovePath, Entry]:
    """What waited at the last deed."""
    places = map(parse_move_path, last.message.pending)
    return {place: found for place in places if (found := book.moves(place.table).get(place.name)) is not None}


def _change(repo: Repository, last: ChainLink, book: TablesTree, now: PushDiff, push: Push | None) -> _Change:
    if push is None:
        return _Change({}, {})
    waiting = _waiting(book, last)
    if push.after is None:
        gone = {place: entry for place, entry in waiting.items() if now.files.get(place) != entry}
        return _Change(now.files, gone)
    answered = _answered(repo, last, push.after)
    if answered is None:
        return _Change({}, {})
    before = TablesTree(repo, None) if push.before is None else TablesTree.of(repo, push.before)
    after = TablesTree.of(repo, push.after)

    def is_open(place: MovePath) -> bool:
        is_played = place not in waiting and place.name in book.moves(place.table)
        return book.has(place.table) and may_wait(place.name) and not is_played and place not in answered

    return _Change(
        {place: entry for place, entry in _only_in(after, before) if is_open(place)},
        {place: entry for place, entry in _only_in(before, after) if is_open(place)},
    )


def _only_in(one: TablesTree, other: TablesTree) -> Iterator[tuple[MovePath, Entry]]:
    for table in one.tables():
        if one.entry(table) != other.entry(table):
            there = other.moves(table)
            for name, entry in one.moves(table).items():
                if there.get(name) != entry:
                    yield MovePath(table, name), entry


def _answered(repo: Repository, last: ChainLink, after: Commit) -> set[MovePath] | None:
    """Files that were answered since, in a run that knew no pushes; None if this very push was answered."""
    found = set()
    for message in commit_chain.since(repo, last, after):
        if message.push == str(after.id):
            return None
        if message.push is None and message.table is not None and message.file is not None:
            found.add(parse_move_path(f"{message.table}/{message.file}"))
    return found


def _in_order(files: Mapping[MovePath, Entry]) -> MoveFiles:
    return sorted(files.items(), key=lambda item: answer_order(item[0]))


def _bounded(own: MoveFiles, others: MoveFiles, forbidden: list[ForbiddenChange]) -> SortedFiles:
    over = [*own[VALIDATED_AT_MOST:], *others[WAITING_AT_MOST:]]
    thrown_out = f"{len(over)} files are more than are looked at in one push"
    tables = sorted({place.table for place, _ in over})
    told = [*forbidden, *(ForbiddenChange(table, thrown_out) for table in tables)]
    return SortedFiles(own[:VALIDATED_AT_MOST], others[:WAITING_AT_MOST], told)
