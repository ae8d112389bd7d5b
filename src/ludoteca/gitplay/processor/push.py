"""Which files a push brought: they are validated as the pusher's. Files of other pushes wait.

A push is what its two ends say, not what the branch has become since. So the next pusher can neither change a file nor
remove it before it is answered.

Laws kept here:
- A file is the pusher's only if their push brought it.
- Only the player whose move it is can withdraw or replace a waiting file.
- A push is answered once, and the work is bounded, however much it brought.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from pygit2 import Commit, Repository

from ..errors import GitGammonError
from ..format.move_file import PushedFile
from ..format.names import is_same, move_name, shown
from ..format.state_json import TableState
from ..format.tree import MovePath, TablesTree, parse_move_path
from ..git_objects import TreeEntry, commit, intact
from . import commit_chain
from .commit_chain import ChainLink
from .diff import ForbiddenChange, PushDiff, may_wait
from .validation import AcceptedMove, RejectedMove, validate

VALIDATED_AT_MOST: Final = 32
"""Files of one push that are answered one by one; the rest are thrown out together."""

WAITING_AT_MOST: Final = 64
NOWHERE: Final = "0" * 40
"""What git says instead of a commit for a branch that was not there, or is not any more."""

MoveFiles: TypeAlias = list[tuple[MovePath, TreeEntry]]


class GitPush(NamedTuple):
    """Who pushed, from `before` to `after`. Without a range, everything new is the actor's."""

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
    """What a push did to unanswered files: those it put, and those it removed or replaced."""

    put: dict[MovePath, TreeEntry]
    gone: dict[MovePath, TreeEntry]


def resolve_push(repo: Repository, tip: Commit, actor: str, pushed: PushedRange | None) -> GitPush:
    """The commits of a push. It must still be in the history, and have been made on top of what was there."""
    if pushed is None:
        return GitPush(actor)
    if pushed.after == NOWHERE:
        raise GitGammonError("the branch was deleted")
    before = None if pushed.before == NOWHERE else commit(repo, pushed.before)
    after = commit(repo, pushed.after)
    with intact():
        if after.id != tip.id and not repo.descendant_of(tip.id, after.id):
            raise GitGammonError(f"the push to {after.id} is not in the history any more: was it rewritten?")
        if before is not None and not repo.descendant_of(after.id, before.id):
            raise GitGammonError(f"the history was rewritten: {before.id} was taken out of it")
    return GitPush(actor, before, after)


def sort_files(repo: Repository, last: ChainLink, now: PushDiff, push: GitPush | None) -> SortedFiles:
    """Everything pushed since the last link and not answered."""
    tables = TablesTree.of(repo, last.commit)
    waiting = _waiting(tables, last)
    change = _change(repo, last, tables, now, push)
    own, others = dict(change.put), {**now.files, **waiting}
    forbidden = list(now.forbidden)
    for path, entry in change.gone.items():
        if push is not None and may_withdraw(push.actor, path, tables.state(path.table)):
            others.pop(path, None)
        else:
            own.pop(path, None)
            others[path] = entry
            # no table gets a message: that would change the state which the waiting file expects
            forbidden.append(ForbiddenChange(None, f"{shown(path.name)}, which waits, is another's to take back"))
    left = {path: entry for path, entry in others.items() if path not in own}
    return _bounded(_in_order(own), _in_order(left), forbidden)


def validate_pushed(
    repo: Repository, last: ChainLink, table: bytes, now: TableState, pushed: PushedFile
) -> AcceptedMove | RejectedMove:
    """Validate a file on top of a link. Its move may expect any state since the table's last turn: since then nothing
    but rejections have changed it, and nobody's move is to be lost by what somebody else pushed."""
    verdict = validate(now, pushed)
    if isinstance(verdict, RejectedMove) and verdict.is_stale:
        return validate(now, pushed, _states_since_turn(repo, last, table))
    return verdict


def _states_since_turn(repo: Repository, last: ChainLink, table: bytes) -> set[str]:
    """The hashes of a table's states, from the one that its last turn made."""
    found = set()
    for link in commit_chain.back_from(repo, last):
        message = link.message
        if message.kind == "restore":
            found.add(TablesTree.of(repo, link.commit).state(table).hash)
        elif message.table == table.decode():
            found.add(message.state or TablesTree.of(repo, link.commit).state(table).hash)
            if message.kind != "reject":
                break
    return found


def may_withdraw(actor: str, path: MovePath, table: TableState) -> bool:
    """Whether the actor may withdraw a waiting file. One that is not a move could only be rejected, so anybody may."""
    name = move_name(path.name)
    return name is None or is_same(actor, table.player(name.colour))


def answer_order(path: MovePath) -> tuple[bytes, int, bytes]:
    """The order in which files are answered."""
    name = move_name(path.name)
    return path.table, 1 << 20 if name is None else name.sequence, path.name


def _waiting(tables: TablesTree, last: ChainLink) -> dict[MovePath, TreeEntry]:
    """What waited at the last link."""
    paths = map(parse_move_path, last.message.pending)
    return {path: found for path in paths if (found := tables.moves(path.table).get(path.name)) is not None}


def _change(repo: Repository, last: ChainLink, tables: TablesTree, now: PushDiff, push: GitPush | None) -> _Change:
    if push is None:
        return _Change({}, {})
    waiting = _waiting(tables, last)
    if push.after is None:
        gone = {path: entry for path, entry in waiting.items() if now.files.get(path) != entry}
        return _Change(now.files, gone)
    answered = _answered(repo, last, push.after)
    if answered is None:
        return _Change({}, {})
    before = TablesTree(repo, None) if push.before is None else TablesTree.of(repo, push.before)
    after = TablesTree.of(repo, push.after)

    def is_open(path: MovePath) -> bool:
        is_played = path not in waiting and path.name in tables.moves(path.table)
        return tables.has(path.table) and may_wait(path.name) and not is_played and path not in answered

    return _Change(
        {path: entry for path, entry in _only_in(after, before) if is_open(path)},
        {path: entry for path, entry in _only_in(before, after) if is_open(path)},
    )


def _only_in(one: TablesTree, other: TablesTree) -> Iterator[tuple[MovePath, TreeEntry]]:
    for table in one.tables():
        if one.entry(table) != other.entry(table):
            there = other.moves(table)
            for name, entry in one.moves(table).items():
                if there.get(name) != entry:
                    yield MovePath(table, name), entry


def _answered(repo: Repository, last: ChainLink, after: Commit) -> set[MovePath] | None:
    """Files answered since, by runs without a range; None if this very push was answered."""
    found = set()
    for message in commit_chain.since(repo, last, after):
        if message.push == str(after.id):
            return None
        if message.push is None and message.table is not None and message.file is not None:
            found.add(parse_move_path(f"{message.table}/{message.file}"))
    return found


def _in_order(files: Mapping[MovePath, TreeEntry]) -> MoveFiles:
    return sorted(files.items(), key=lambda item: answer_order(item[0]))


def _bounded(own: MoveFiles, others: MoveFiles, forbidden: list[ForbiddenChange]) -> SortedFiles:
    over = [*own[VALIDATED_AT_MOST:], *others[WAITING_AT_MOST:]]
    thrown_out = f"{len(over)} files are more than are looked at in one push"
    tables = sorted({path.table for path, _ in over})
    told = [*forbidden, *(ForbiddenChange(table, thrown_out) for table in tables)]
    return SortedFiles(own[:VALIDATED_AT_MOST], others[:WAITING_AT_MOST], told)
