"""From a push to its answer, top to bottom: every move file is applied or rejected in a commit of its own.

    attempts             where the branch is now
    resolve_push         who pushed, from where to where
    find_last_answer     the processor's newest commit below that
    sort_push            whose files are whose, and what nobody may change
    start_draft          the tables of that commit, with the files that wait
    upgrade              a repository without lists and histories gets them
    answer_files         each of the pusher's files: applied or rejected
    restore              everything else is put back
    record_withdrawals   a file that was taken back stays away
    publish              the branch moves in one step, or everything starts over

The hook of a server, the GitHub workflow and the command all call `answer_push`. `open_table` goes the same way, with a
new table in place of answers.

Laws kept here:
- Stages write objects and move no branch; `publish` moves it, in one step or not at all.
- Processing a push again does nothing: its answers name it.
"""

from datetime import date
from typing import NamedTuple
from urllib.parse import quote

from pygit2 import Commit, Oid, Repository

from ludoteca.games.backgammon.state_file import Players
from ludoteca.games.backgammon.types import Start

from .. import dice
from ..errors import GitGammonError
from ..format import commit_trailers
from ..format.commit_trailers import PREFIX, CommitMessage
from ..format.history_json import GameHistory, extended
from ..format.names import check_players, recorded_actor, table_id
from ..format.readme import with_board
from ..format.state_json import Clock, TableState, later_timestamp, timestamp, utc_now
from ..format.tree import (
    TABLES,
    MovePath,
    TableIndex,
    TablesTree,
    by_time,
    parse_move_path,
    pushed_file,
    quote_move_path,
    summary,
    with_table,
)
from ..git_objects import TreeEntry, create_commit, root_of, signature, with_entries
from ..repository_config import CONFIG, RepositoryConfig, needed_secret
from . import commit_chain
from .commit_chain import ChainLink
from .diff import ForbiddenChange, diff_push, restore_reason, without_collisions
from .publication import Published, attempts, gave_up, left_alone, publish
from .push import GitPush, MoveFiles, PushedRange, SortedFiles, resolve_push, sort_files, validate_pushed
from .replay import BadCommit, replay_chain
from .validation import AcceptedMove, RejectedMove, apply_move, new_game, with_rejection


class Processor(NamedTuple):
    """A repository with the secret that signs its answers, and a clock."""

    repo: Repository
    secret: bytes
    clock: Clock

    @classmethod
    def of(cls, repo: Repository) -> "Processor":
        return cls(repo, needed_secret(repo), utc_now)


class PushAnswer(NamedTuple):
    """What became of a push."""

    tip: Commit
    done: tuple[CommitMessage, ...]
    waiting: int  # files that wait for their own push to be processed
    left: tuple[str, ...]  # files of the working tree with uncommitted changes

    def lines(self) -> list[str]:
        """What was done, for the pusher."""
        lines = [message.subject for message in self.done] or [f"{PREFIX}Nothing to do"]
        if self.waiting:
            lines.append(f"{PREFIX}{self.waiting} other files wait for their own push to be processed")
        return [*lines, *left_alone(self.left)]


class TableRequest(NamedTuple):
    white: str
    black: str
    day: date
    start: Start = "standard"
    hot_seat: bool = False


class AnswerDraft(NamedTuple):
    """The commits made so far, which no branch names yet, and the tables that the next one will hold."""

    processor: Processor
    config: RepositoryConfig
    push: GitPush | None
    tip: Commit
    last: ChainLink
    tables: TablesTree
    table_index: TableIndex
    pending: tuple[MovePath, ...]
    done: tuple[CommitMessage, ...] = ()


def answer_push(
    processor: Processor, ref: str, actor: str, pushed: PushedRange | None = None, remote: str | None = None
) -> PushAnswer:
    """Process a push and publish the answer. Without a range, everything that waits counts as the actor's."""
    for branch in attempts(processor.repo, ref, remote):
        push = resolve_push(processor.repo, branch.commit, actor, pushed)
        draft = draft_answer(processor, branch.commit, push)
        published = publish(branch, draft.tip)
        if published is not None:
            return PushAnswer(published.tip, draft.done, len(draft.pending), published.left)
    raise gave_up(ref)


def draft_answer(processor: Processor, tip: Commit, push: GitPush) -> AnswerDraft:
    """The commits that answer a push; none if there is nothing to answer."""
    config, last = find_last_answer(processor, tip)
    files = sort_push(processor.repo, last, tip, push)
    draft = start_draft(processor, config, last, tip, push, files)
    draft = upgrade(draft)
    draft = answer_files(draft, files.own, push)
    draft = restore(draft, files.forbidden)  # last: the tables it tells expect another state from then on
    return record_withdrawals(draft, last)


def find_last_answer(processor: Processor, tip: Commit) -> tuple[RepositoryConfig, ChainLink]:
    """The newest commit that this processor signed: whatever was pushed on top of it is data."""
    return commit_chain.last(processor.repo, tip, processor.secret)


def sort_push(repo: Repository, last: ChainLink, tip: Commit, push: GitPush | None) -> SortedFiles:
    """What was pushed since: the pusher's files, files of others, and changes that nobody may make."""
    diff = diff_push(repo, last.commit, _pending(last), tip)
    return sort_files(repo, last, diff, push)


def start_draft(
    processor: Processor,
    config: RepositoryConfig,
    last: ChainLink,
    tip: Commit,
    push: GitPush | None,
    files: SortedFiles,
) -> AnswerDraft:
    """The tables as the last answer left them, with every file that is to be answered now or later."""
    tables = TablesTree.of(processor.repo, last.commit)
    for path in _pending(last):
        tables.drop_move(path)
    waiting = [*files.own, *files.others]
    for path, entry in waiting:
        tables.put_move(path, entry)
    pending = tuple(path for path, _ in waiting)
    return AnswerDraft(processor, config, push, tip, last, tables, tables.index() or (), pending)


def upgrade(draft: AnswerDraft) -> AnswerDraft:
    """A repository that is older than `index.json` and `history.json` gets them, once, from its whole history."""
    if draft.tables.index() is not None:
        return draft
    _, links = commit_chain.whole_chain(draft.processor.repo, draft.last.commit, draft.config.key)
    try:
        replayed = replay_chain(draft.processor.repo, links).tables
    except BadCommit as bad:
        raise GitGammonError(f"the histories of the games cannot be written: bad commit {bad}") from None
    for table, each in replayed.items():
        draft.tables.put_history(table.encode(), each.history)
    draft = draft._replace(table_index=by_time(summary(table, each.now) for table, each in replayed.items()))
    return commit_draft(draft, CommitMessage("upgrade", commit_trailers.upgraded(), 0))


def answer_files(draft: AnswerDraft, files: MoveFiles, push: GitPush) -> AnswerDraft:
    """Validate the pusher's files one by one, in the order of their numbers, and apply or reject each."""
    actor = recorded_actor(push.actor)
    for path, entry in files:
        draft = draft._replace(pending=tuple(each for each in draft.pending if each != path))
        table = draft.tables.state(path.table)
        pushed = pushed_file(draft.processor.repo, path.name, entry, actor)
        verdict = validate_pushed(draft.processor.repo, draft.last, path.table, table, pushed)
        if isinstance(verdict, RejectedMove):
            draft = reject_file(draft, path, table, verdict.reason)
        else:
            draft = apply_file(draft, path, table, verdict)
    return draft


def apply_file(draft: AnswerDraft, path: MovePath, table: TableState, accepted: AcceptedMove) -> AnswerDraft:
    name, key = accepted.name, table_key(draft, path.table)
    now, told, drawn = apply_move(table, accepted, dice.dealer(key, name.sequence), _timestamp(draft, table))
    draft = put_table(draft, path.table, now)
    draft.tables.put_history(path.table, extended(draft.tables.history(path.table), told))
    if now.is_over:
        draft.tables.put_fairness(path.table, dice.revealed(key))
    message = CommitMessage(
        "resign" if name.is_resignation else "apply",
        commit_trailers.applied(name.sequence, name.colour),
        0,
        table=path.table.decode(),
        file=quote(path.name, safe=""),
        drawn=drawn,
        state=now.hash,
    )
    return commit_draft(draft, message, board=now)


def reject_file(draft: AnswerDraft, path: MovePath, table: TableState, reason: str) -> AnswerDraft:
    now = with_rejection(table, reason, _timestamp(draft, table))
    draft.tables.drop_move(path)
    draft = put_table(draft, path.table, now)
    message = CommitMessage(
        "reject",
        commit_trailers.rejected(reason),
        0,
        table=path.table.decode(),
        file=quote(path.name, safe=""),
        state=now.hash,
    )
    return commit_draft(draft, message)


def restore(draft: AnswerDraft, forbidden: list[ForbiddenChange]) -> AnswerDraft:
    """Commit everything as it was, with an error message in the tables concerned."""
    if not forbidden:
        return draft
    reason = restore_reason(forbidden)
    for table in sorted({change.table for change in forbidden if change.table is not None}):
        before = draft.tables.state(table)
        draft = put_table(draft, table, with_rejection(before, reason, _timestamp(draft, before)))
    return commit_draft(draft, CommitMessage("restore", commit_trailers.rejected(reason), 0))


def record_withdrawals(draft: AnswerDraft, last: ChainLink) -> AnswerDraft:
    """If nothing else was committed, commit that a waiting file was taken back: otherwise it would be put back."""
    if not draft.done and set(_pending(last)) - set(draft.pending):
        return commit_draft(draft, CommitMessage("withdraw", commit_trailers.withdrawn(), 0))
    return draft


def open_table(
    processor: Processor, ref: str, wanted: TableRequest, remote: str | None = None
) -> tuple[str, Published]:
    """Open a table and publish it. Returned are its id and where the branch is now."""
    for branch in attempts(processor.repo, ref, remote):
        table, draft = draft_table(processor, branch.commit, wanted)
        published = publish(branch, draft.tip)
        if published is not None:
            return table, published
    raise gave_up(ref)


def draft_table(processor: Processor, tip: Commit, wanted: TableRequest) -> tuple[str, AnswerDraft]:
    """A table's id, and the commits that open it. Files that were pushed and not answered wait on."""
    check_players(wanted.white, wanted.black, hot_seat=wanted.hot_seat)
    table = table_id(wanted.white, wanted.black, wanted.day)
    config, last = find_last_answer(processor, tip)
    files = sort_push(processor.repo, last, tip, None)
    draft = start_draft(processor, config, last, tip, None, files)
    draft = upgrade(draft)
    draft = put_new_game(draft, table, wanted)
    return table, restore(draft, files.forbidden)


def put_new_game(draft: AnswerDraft, table: str, wanted: TableRequest) -> AnswerDraft:
    name = table.encode()
    if draft.tables.has(name):
        raise GitGammonError(f"there is a table {table} already: a pair has one for each day, --date names another")
    key = table_key(draft, name)
    players, opened_at = Players(wanted.white, wanted.black), timestamp(draft.processor.clock())
    now, _, drawn = new_game(players, wanted.start, dice.dealer(key, 0), opened_at)
    draft = put_table(draft, name, now)
    draft.tables.put_fairness(name, dice.committed(key))
    draft.tables.put_history(name, GameHistory(now.state.position))
    opened = commit_trailers.table_opened(table)
    message = CommitMessage("table", opened, 0, table=table, drawn=drawn, state=now.hash)
    return commit_draft(draft, message, board=now)


def put_table(draft: AnswerDraft, table: bytes, now: TableState) -> AnswerDraft:
    """The table's new `state.json`, and its place at the head of the index."""
    draft.tables.put_state(table, now)
    return draft._replace(table_index=with_table(draft.table_index, summary(table.decode(), now)))


def table_key(draft: AnswerDraft, table: bytes) -> bytes:
    return dice.table_key(draft.processor.secret, draft.config.id, table.decode())


def commit_draft(draft: AnswerDraft, message: CommitMessage, board: TableState | None = None) -> AnswerDraft:
    """One signed commit on top of the draft: the players' files as they are, ours as the draft has them."""
    repo, root = draft.processor.repo, root_of(draft.tip)
    message = message._replace(
        number=draft.last.message.number + 1,
        previous=draft.last.id,
        actor=None if draft.push is None else recorded_actor(draft.push.actor),
        push=None if draft.push is None or draft.push.after is None else str(draft.push.after.id),
        pending=tuple(quote_move_path(path) for path in draft.pending),
        rules=commit_trailers.RULES,
    )
    draft.tables.put_index(draft.table_index)
    ours: dict[bytes, TreeEntry | None] = {
        **without_collisions(root),
        TABLES: draft.tables.write(),
        CONFIG: root_of(draft.last.commit).get(CONFIG),
    }
    if board is not None and message.table is not None:
        ours |= with_board(repo, root, message.table, board)
    tree = with_entries(repo, draft.tip.tree, ours)
    tip = signed_commit(draft.processor, draft.config, tree, [draft.tip.id], message)
    return draft._replace(
        tip=tip, last=ChainLink(tip, message), tables=TablesTree.of(repo, tip), done=(*draft.done, message)
    )


def signed_commit(
    processor: Processor, config: RepositoryConfig, tree: Oid, parents: list[Oid], message: CommitMessage
) -> Commit:
    text = commit_trailers.unsigned_text(message)
    key = commit_chain.private_key(processor.secret, config.id)
    signed = commit_chain.sign(key, commit_chain.signed_bytes(tuple(map(str, parents)), str(tree), text))
    who = signature(config.processor.name, config.processor.email, int(processor.clock().timestamp()))
    return create_commit(processor.repo, tree, parents, commit_trailers.signed_text(text, signed), who)


def _pending(last: ChainLink) -> list[MovePath]:
    return [parse_move_path(path) for path in last.message.pending]


def _timestamp(draft: AnswerDraft, table: TableState) -> str:
    return later_timestamp(table.table.updated_at, draft.processor.clock())
