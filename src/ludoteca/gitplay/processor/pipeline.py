"""Processing a push: each new file is applied or rejected in a commit of its own, in the order of their numbers.

Only files that the actor's own push has brought are judged as his (`push.py`); one that another push has brought
waits for the run that knows who that was.

Laws kept here:
- Objects are written, no branch is moved: whoever publishes the result does it in one step, or not at all.
- The same push processed twice is processed once: its deeds name it.
"""

from typing import NamedTuple
from urllib.parse import quote

from pygit2 import Commit, Repository

from ludoteca.kernel.chance import Answer

from ..errors import GitGammonError
from ..format import commit_trailers
from ..format.commit_trailers import CommitMessage
from ..format.history_json import GameHistory, extended
from ..format.index_json import TableIndex, by_time, summary, with_table
from ..format.names import recorded_actor
from ..format.readme import with_board
from ..format.state_json import Clock, TableState, later_timestamp
from ..format.tree import TABLES, MovePath, TablesTree, parse_move_path, pushed_file, quote_move_path
from ..git_objects import Entry, create_commit, intact, root_of, signature, with_entries
from ..repository import CONFIG, RepositoryConfig
from . import commit_chain, dice, signatures
from .commit_chain import ChainLink
from .diff import ForbiddenChange, diff_push, restore_reason, without_collisions
from .push import MoveFiles, Push, sort_files
from .replay import BadCommit, replay_chain
from .validation import AcceptedMove, RejectedMove, apply_move, validate, with_rejection


class Processor(NamedTuple):
    """Who processes: with the secret, and a clock."""

    repo: Repository
    secret: bytes
    clock: Clock


class Outcome(NamedTuple):
    """The tip that is to be published, and what was done to get there."""

    tip: Commit
    done: tuple[CommitMessage, ...]
    waiting: int
    left: tuple[str, ...] = ()  # files of the working tree that somebody is at work on


def process(processor: Processor, tip: Commit, push: Push) -> Outcome:
    """Judge what was pushed up to this tip. If nothing was, the tip is the same."""
    desk, mine, forbidden = prepared(processor, tip, push)
    for place, entry in mine:
        desk.answer(place, entry, push.actor)
    desk.restore(forbidden)  # last, because whom it is told expects another state then
    desk.withdraw()
    return Outcome(desk.tip, tuple(desk.done), len(desk.pending))


def prepared(processor: Processor, tip: Commit, push: Push | None) -> "tuple[Desk, MoveFiles, list[ForbiddenChange]]":
    """A desk on which all is as it should be, the files that are the pusher's to be judged, and what else he pushed.
    Files of others wait."""
    config, last = commit_chain.last(processor.repo, tip, processor.secret)
    pending = [parse_move_path(path) for path in last.message.pending]
    now = diff_push(processor.repo, last.commit, pending, tip)
    mine, others, forbidden = sort_files(processor.repo, last, now, push)
    desk = Desk(processor, config, last, tip, push)
    for place in pending:
        desk.book.drop_move(place)
    for place, entry in [*mine, *others]:
        desk.book.put_move(place, entry)
        desk.pending.append(place)
    desk.upgrade()
    return desk, mine, [*now.forbidden, *forbidden]


class Desk:
    """One run of the processor: the book it writes in, and the commits it has made."""

    def __init__(
        self, processor: Processor, config: RepositoryConfig, last: ChainLink, tip: Commit, push: Push | None
    ) -> None:
        self._processor = processor
        self._config = config
        self._last = last
        self._actor = None if push is None else recorded_actor(push.actor)
        self._push = None if push is None or push.after is None else str(push.after.id)
        self._config_file = root_of(last.commit).get(CONFIG)
        self.book = TablesTree.of(processor.repo, last.commit)
        listing = self.book.index()
        self._is_older = listing is None  # than lists and courses
        self._index: TableIndex = listing or ()
        self.tip = tip
        self.pending: list[MovePath] = []
        self.done: list[CommitMessage] = []

    def upgrade(self) -> None:
        """A club from before there were courses and a list gets them, once, from its whole history."""
        if not self._is_older:
            return
        _, links = commit_chain.whole_chain(self._processor.repo, self._last.commit, self._config.key)
        try:
            accounts = replay_chain(self._processor.repo, links).tables
        except BadCommit as bad:
            raise GitGammonError(f"the courses of the games cannot be written: bad commit {bad}") from None
        for table, replayed in accounts.items():
            self.book.put_history(table.encode(), replayed.history)
        self._index = by_time(summary(table, replayed.now) for table, replayed in accounts.items())
        self._commit(CommitMessage("upgrade", commit_trailers.upgraded(), 0))

    def restore(self, forbidden: list[ForbiddenChange]) -> None:
        """Everything is as it was, and the tables concerned are told."""
        if not forbidden:
            return
        reason = restore_reason(forbidden)
        for table in sorted({change.table for change in forbidden if change.table is not None}):
            before = self.book.state(table)
            self._put(table, with_rejection(before, reason, self._when(before)))
        self._commit(CommitMessage("restore", commit_trailers.rejected(reason), 0))

    def withdraw(self) -> None:
        """Where nothing else was done, what was taken back is written down, so that nobody puts it back."""
        if not self.done and set(self._last.message.pending) - {quote_move_path(place) for place in self.pending}:
            self._commit(CommitMessage("withdraw", commit_trailers.withdrawn(), 0))

    def answer(self, place: MovePath, entry: Entry, actor: str) -> None:
        """Apply a file, or reject it."""
        self.pending.remove(place)
        table = self.book.state(place.table)
        verdict = validate(table, pushed_file(self._processor.repo, place.name, entry, recorded_actor(actor)))
        if isinstance(verdict, RejectedMove):
            self._reject(place, table, verdict.reason)
        else:
            self._apply(place, table, verdict)

    def table_key(self, table: bytes) -> bytes:
        return dice.table_key(self._processor.secret, self._config.id, table.decode())

    def open_table(self, table: str, now: TableState, drawn: tuple[Answer, ...]) -> None:
        name = table.encode()
        self._put(name, now)
        self.book.put_fairness(name, dice.committed(self.table_key(name)))
        self.book.put_history(name, GameHistory(now.state.position))
        message = CommitMessage(
            "table", commit_trailers.table_opened(table), 0, table=table, drawn=drawn, state=now.hash
        )
        self._commit(message, now)

    def _apply(self, place: MovePath, table: TableState, accepted: AcceptedMove) -> None:
        name, key = accepted.name, self.table_key(place.table)
        now, told, drawn = apply_move(table, accepted, dice.dealer(key, name.sequence), self._when(table))
        self._put(place.table, now)
        self.book.put_history(place.table, extended(self.book.history(place.table), told))
        if now.is_over:
            self.book.put_fairness(place.table, dice.revealed(key))
        message = CommitMessage(
            "resign" if name.is_resignation else "apply",
            commit_trailers.applied(name.sequence, name.colour),
            0,
            table=place.table.decode(),
            file=quote(place.name, safe=""),
            drawn=drawn,
            state=now.hash,
        )
        self._commit(message, now)

    def _reject(self, place: MovePath, table: TableState, reason: str) -> None:
        now = with_rejection(table, reason, self._when(table))
        self.book.drop_move(place)
        self._put(place.table, now)
        message = CommitMessage(
            "reject",
            commit_trailers.rejected(reason),
            0,
            table=place.table.decode(),
            file=quote(place.name, safe=""),
            state=now.hash,
        )
        self._commit(message)

    def _put(self, table: bytes, now: TableState) -> None:
        self.book.put_state(table, now)
        self._index = with_table(self._index, summary(table.decode(), now))

    def _when(self, table: TableState) -> str:
        return later_timestamp(table.table.updated_at, self._processor.clock())

    def _commit(self, message: CommitMessage, shown: TableState | None = None) -> None:
        """A commit on top of the tip: its files but for ours, which are as the book has them."""
        repo = self._processor.repo
        message = message._replace(
            number=self._last.message.number + 1,
            previous=self._last.id,
            actor=self._actor,
            push=self._push,
            pending=tuple(quote_move_path(place) for place in self.pending),
        )
        self.book.put_index(self._index)
        root = root_of(self.tip)
        ours: dict[bytes, Entry | None] = {
            **without_collisions(root),
            TABLES: self.book.write(),
            CONFIG: self._config_file,
        }
        if shown is not None and message.table is not None:
            ours |= with_board(repo, root, message.table, shown)
        tree = with_entries(repo, self.tip.tree, ours)
        self.tip = sealed_commit(self._processor, self._config, str(tree), [str(self.tip.id)], message)
        self._last = ChainLink(self.tip, message)
        self.book = TablesTree.of(repo, self.tip)
        self.done.append(message)


def sealed_commit(
    processor: Processor, config: RepositoryConfig, tree: str, parents: list[str], message: CommitMessage
) -> Commit:
    text = commit_trailers.unsigned_text(message)
    key = signatures.private_key(processor.secret, config.id)
    signed = signatures.sign(key, signatures.signed_bytes(tuple(parents), tree, text))
    who = signature(config.processor.name, config.processor.email, int(processor.clock().timestamp()))
    repo = processor.repo
    with intact():
        parent_ids = [repo[parent].id for parent in parents]
        tree_id = repo[tree].id
    return create_commit(repo, tree_id, parent_ids, commit_trailers.signed_text(text, signed), who)
