"""Playing from a clone: write a move file, commit it and push it; after a lost race, again if that is safe.

It is safe if the position, the dice and the turn are still those that the move was chosen for: then only the hash in
the file changes, and the file is written again. Otherwise nothing is pushed, and the clone is as it was.
"""

from typing import NamedTuple

import pygit2
from pygit2 import Commit, Repository

from .. import git_remote, repository_config
from ..errors import GitGammonError, LostRace
from ..format.names import MoveName, move_name
from ..format.state_json import TableState, utc_now
from ..format.tree import TABLES, MovePath, TablesTree, pushed_file
from ..git_objects import PLAIN, TreeEntry, create_commit, move_branch, tip, with_entries
from ..processor.commit_chain import ChainLink
from ..processor.publication import ATTEMPTS, refresh_working_tree
from ..processor.push import validate_pushed
from ..processor.validation import AcceptedMove
from .moves import NewMoveFile, compose_move, parse_play, resignation
from .status import NamedTable, find_table, processed_tip


class Clone(NamedTuple):
    """Where a player plays. Without a remote, or offline, moves are only committed."""

    repo: Repository
    ref: str
    remote: str | None
    player: str | None


class SentMove(NamedTuple):
    table: str
    file: str
    commit: str
    answer: str | None  # the processor's, if it came at once
    said: tuple[str, ...] = ()  # what the remote printed


def send(
    clone: Clone, named: str | None, play: str | None, comment: str | None = None, *, again: bool = False
) -> SentMove:
    """Commit a play, or without one a resignation, and push it. A move that still waits, because its run died, is an
    error, unless this one is sent `again`: then it replaces the old one."""
    chosen_for: tuple[object, ...] | None = None
    for _ in range(ATTEMPTS):
        if clone.remote is not None:
            git_remote.pull(clone.repo, clone.remote, clone.ref)
        before = tip(clone.repo, clone.ref)
        last = processed_tip(clone.repo, before, repository_config.known_key(clone.repo)).link
        repository_config.remember_key(clone.repo, repository_config.config_of(clone.repo, last.commit))
        seen = find_table(clone.repo, last.commit, named, clone.player)
        if chosen_for not in (None, _matter(seen.now)):
            raise GitGammonError(
                f"the table has moved on while this was sent: look at it again (its state is {seen.now.hash})"
            )
        named, chosen_for = seen.id, _matter(seen.now)
        composed = _composed(clone, seen, before, play, comment)
        waiting = _waiting(clone.repo, before, last, seen, composed)
        if waiting and not again:
            raise GitGammonError(f"{waiting[0]} waits to be processed already; --again sends this in its place")
        commit = _commit(clone, before, seen.id, composed, waiting)
        if clone.remote is None:
            return SentMove(seen.id, str(composed.name), str(commit.id), None)
        try:
            said = git_remote.push(clone.repo, clone.remote, str(commit.id), clone.ref)
        except LostRace:
            _take_back(clone, before, commit)
            continue
        except GitGammonError:
            _take_back(clone, before, commit)
            raise
        return SentMove(seen.id, str(composed.name), str(commit.id), _answer(clone, commit), said)
    raise GitGammonError(f"others pushed first {ATTEMPTS} times in a row; nothing was sent, try again")


def _composed(clone: Clone, seen: NamedTable, at: Commit, play: str | None, comment: str | None) -> NewMoveFile:
    if play is None:
        return resignation(seen.now, clone.player, comment, at, utc_now())
    return compose_move(seen.now, parse_play(seen.now, play, clone.player), comment, at, utc_now())


def player_of(repo: Repository) -> str | None:
    """The player of this clone, from `git config gitgammon.player`."""
    try:
        return str(repo.config["gitgammon.player"])
    except KeyError:
        return None


def _matter(now: TableState) -> tuple[object, ...]:
    """What a move was chosen for, without messages and the time."""
    state = now.state
    return state.position, state.dice, state.turn, state.active, now.table.last_move, state.result


def _waiting(repo: Repository, at: Commit, last: ChainLink, seen: NamedTable, composed: NewMoveFile) -> list[MoveName]:
    """Waiting files that could be accepted instead of this one. Those that could only be rejected do not matter."""
    table, found = seen.id.encode(), []
    for raw, entry in TablesTree.of(repo, at).moves(table).items():
        name = move_name(raw)
        if name is None or name._replace(sha6="") != composed.name._replace(sha6=""):
            continue
        pushed = pushed_file(repo, raw, entry, seen.now.player(name.colour))
        if isinstance(validate_pushed(repo, last, table, seen.now, pushed), AcceptedMove):
            found.append(name)
    return found


def _commit(clone: Clone, before: Commit, table_id: str, composed: NewMoveFile, instead_of: list[MoveName]) -> Commit:
    repo = clone.repo
    path = MovePath(table_id.encode(), str(composed.name).encode())
    tables = TablesTree.of(repo, before)
    for name in instead_of:
        tables.drop_move(MovePath(path.table, str(name).encode()))
    tables.put_move(path, TreeEntry(PLAIN, repo.create_blob(composed.data)))
    tree = with_entries(repo, before.tree, {TABLES: tables.write()})
    what = "Resign" if composed.name.is_resignation else "Play"
    message = f"{what} {composed.name.sequence} at {table_id}\n"
    commit = create_commit(repo, tree, [before.id], message, author(repo))
    try:
        move_branch(repo, clone.ref, before.id, commit.id, "gitgammon move")
    except LostRace:
        raise GitGammonError(f"{clone.ref} was moved meanwhile, or is locked") from None
    refresh_working_tree(repo, clone.ref, before, commit)
    return commit


def _take_back(clone: Clone, before: Commit, commit: Commit) -> None:
    move_branch(clone.repo, clone.ref, commit.id, before.id, "gitgammon: not sent")
    refresh_working_tree(clone.repo, clone.ref, commit, before)


def _answer(clone: Clone, commit: Commit) -> str | None:
    """The processor's answer, if a hook has given it already."""
    assert clone.remote is not None
    git_remote.pull(clone.repo, clone.remote, clone.ref)
    now = tip(clone.repo, clone.ref)
    return None if now.id == commit.id else now.message.partition("\n")[0]


def author(repo: Repository) -> pygit2.Signature:
    try:
        return repo.default_signature
    except KeyError:
        raise GitGammonError("git does not know who you are: set user.name and user.email") from None
