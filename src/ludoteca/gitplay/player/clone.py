"""Playing from a clone: a move file written, committed and pushed; if others were faster, again where that is safe.

Safe means: the position, the dice and the turn are still those that the move was chosen for. Then only the hash in the
file is another, and it is written anew. Otherwise nothing is pushed, and the clone is as it was.
"""

from collections.abc import Callable
from typing import NamedTuple

import pygit2
from pygit2 import Commit, Repository

from .. import git_remote, repository
from ..errors import Raced, Trouble
from ..format.arrivals import arrival
from ..format.names import MoveName, move_name
from ..format.state_json import Standing
from ..format.tree import TABLES, Book, Place
from ..git_objects import PLAIN, Entry, committed, moved, tip, with_entries
from ..processor.publication import ATTEMPTS, refresh
from ..processor.validation import Accepted, judge
from .status import Composed, Seen, answered, table

Compose = Callable[[Seen, Commit], Composed]


class Clone(NamedTuple):
    """Where somebody plays: without a remote, or offline, moves are only committed."""

    repo: Repository
    ref: str
    remote: str | None
    player: str | None


class Sent(NamedTuple):
    table: str
    file: str
    commit: str
    answer: str | None  # the processor's, if it was there at once
    said: tuple[str, ...] = ()  # by the other side as it was pushed


def send(clone: Clone, named: str | None, compose: Compose, *, again: bool = False) -> Sent:
    """Commit what `compose` makes of the table as it is, and push it. A move that waits unanswered, as when its run has
    died, stands in the way, unless it is sent `again`: then it is taken back."""
    chosen_for: tuple[object, ...] | None = None
    for _ in range(ATTEMPTS):
        if clone.remote is not None:
            git_remote.pull(clone.repo, clone.remote, clone.ref)
        before = tip(clone.repo, clone.ref)
        at = answered(clone.repo, before, repository.known_key(clone.repo)).at
        repository.remember_key(clone.repo, repository.of_commit(clone.repo, at))
        seen = table(clone.repo, at, named, clone.player)
        if chosen_for not in (None, _matter(seen.now)):
            raise Trouble(
                f"the table has moved on while this was sent: look at it again (its state is {seen.now.hash})"
            )
        named, chosen_for = seen.id, _matter(seen.now)
        composed = compose(seen, before)
        waiting = _waiting(clone.repo, before, seen, composed)
        if waiting and not again:
            raise Trouble(f"{waiting[0]} waits to be processed already; --again sends this in its place")
        commit = _commit(clone, before, seen.id, composed, waiting)
        if clone.remote is None:
            return Sent(seen.id, str(composed.name), str(commit.id), None)
        try:
            said = git_remote.push(clone.repo, clone.remote, str(commit.id), clone.ref)
        except Raced:
            _take_back(clone, before, commit)
            continue
        except Trouble:
            _take_back(clone, before, commit)
            raise
        return Sent(seen.id, str(composed.name), str(commit.id), _answer(clone, commit), said)
    raise Trouble(f"others have pushed {ATTEMPTS} times in a row before this could be; nothing was sent, try again")


def player_of(repo: Repository) -> str | None:
    """Who plays from here, if `git config gitgammon.player NAME` has said it."""
    try:
        return str(repo.config["gitgammon.player"])
    except KeyError:
        return None


def _matter(now: Standing) -> tuple[object, ...]:
    """What a choice was made for; messages and the time are not part of it."""
    state = now.state
    return state.position, state.dice, state.turn, state.active, now.table.last_move, state.result


def _waiting(repo: Repository, at: Commit, seen: Seen, composed: Composed) -> list[MoveName]:
    """Files that could be accepted in the place of this one. What could only be rejected stands in nobody's way."""
    table, found = seen.id.encode(), []
    for raw, entry in Book.of(repo, at).moves(table).items():
        name = move_name(raw)
        if name is None or name._replace(sha6="") != composed.name._replace(sha6=""):
            continue
        pushed = arrival(repo, raw, entry, seen.now.player(name.colour))
        if isinstance(judge(seen.now, pushed), Accepted):
            found.append(name)
    return found


def _commit(clone: Clone, before: Commit, table_id: str, composed: Composed, instead_of: list[MoveName]) -> Commit:
    repo = clone.repo
    place = Place(table_id.encode(), str(composed.name).encode())
    book = Book.of(repo, before)
    for name in instead_of:
        book.drop_move(Place(place.table, str(name).encode()))
    book.put_move(place, Entry(PLAIN, repo.create_blob(composed.data)))
    tree = with_entries(repo, before.tree, {TABLES: book.kept()})
    what = "Resign" if composed.name.is_resignation else "Play"
    message = f"{what} {composed.name.sequence} at {table_id}\n"
    commit = committed(repo, tree, [before.id], message, author(repo))
    try:
        moved(repo, clone.ref, before.id, commit.id, "gitgammon move")
    except Raced:
        raise Trouble(f"{clone.ref} was moved meanwhile, or is locked") from None
    refresh(repo, clone.ref, before, commit)
    return commit


def _take_back(clone: Clone, before: Commit, commit: Commit) -> None:
    moved(clone.repo, clone.ref, commit.id, before.id, "gitgammon: not sent")
    refresh(clone.repo, clone.ref, commit, before)


def _answer(clone: Clone, commit: Commit) -> str | None:
    """What the processor has said to it, where a hook has answered already."""
    assert clone.remote is not None
    git_remote.pull(clone.repo, clone.remote, clone.ref)
    now = tip(clone.repo, clone.ref)
    return None if now.id == commit.id else now.message.partition("\n")[0]


def author(repo: Repository) -> pygit2.Signature:
    try:
        return repo.default_signature
    except KeyError:
        raise Trouble("git does not know who you are: set user.name and user.email") from None
