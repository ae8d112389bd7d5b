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

from ..errors import Trouble
from ..format import commit_trailers
from ..format.arrivals import arrival, path_of, place_of
from ..format.commit_trailers import Deed
from ..format.history import Course, continued
from ..format.names import recorded_actor
from ..format.readme import with_board
from ..format.state_json import Clock, Standing, after
from ..format.table_index import Listing, by_time, listed, with_table
from ..format.tree import TABLES, Book, Place
from ..git_objects import Entry, committed, intact, root_of, signature, with_entries
from ..repository import CONFIG, Club
from . import commit_chain, dice, signatures
from .commit_chain import Link
from .diff import Intrusion, compared, restored, without_collisions
from .push import Files, Push, told_apart
from .retracing import Bad, retraced
from .validation import Accepted, Refused, judge, played, refused


class Keeper(NamedTuple):
    """Who processes: with the secret, and a clock."""

    repo: Repository
    secret: bytes
    clock: Clock


class Outcome(NamedTuple):
    """The tip that is to be published, and what was done to get there."""

    tip: Commit
    done: tuple[Deed, ...]
    waiting: int
    left: tuple[str, ...] = ()  # files of the working tree that somebody is at work on


def process(keeper: Keeper, tip: Commit, push: Push) -> Outcome:
    """Judge what was pushed up to this tip. If nothing was, the tip is the same."""
    desk, mine, intrusions = prepared(keeper, tip, push)
    for place, entry in mine:
        desk.answer(place, entry, push.actor)
    desk.restore(intrusions)  # last, because whom it is told expects another state then
    desk.withdraw()
    return Outcome(desk.tip, tuple(desk.done), len(desk.pending))


def prepared(keeper: Keeper, tip: Commit, push: Push | None) -> "tuple[Desk, Files, list[Intrusion]]":
    """A desk on which all is as it should be, the files that are the pusher's to be judged, and what else he pushed.
    Files of others wait."""
    club, last = commit_chain.last(keeper.repo, tip, keeper.secret)
    pending = [place_of(path) for path in last.deed.pending]
    now = compared(keeper.repo, last.commit, pending, tip)
    mine, others, intrusions = told_apart(keeper.repo, last, now, push)
    desk = Desk(keeper, club, last, tip, push)
    for place in pending:
        desk.book.drop_move(place)
    for place, entry in [*mine, *others]:
        desk.book.put_move(place, entry)
        desk.pending.append(place)
    desk.upgrade()
    return desk, mine, [*now.intrusions, *intrusions]


class Desk:
    """One run of the processor: the book it writes in, and the commits it has made."""

    def __init__(self, keeper: Keeper, club: Club, last: Link, tip: Commit, push: Push | None) -> None:
        self._keeper = keeper
        self._club = club
        self._last = last
        self._actor = None if push is None else recorded_actor(push.actor)
        self._push = None if push is None or push.after is None else str(push.after.id)
        self._config = root_of(last.commit).get(CONFIG)
        self.book = Book.of(keeper.repo, last.commit)
        listing = self.book.listing()
        self._is_older = listing is None  # than lists and courses
        self._listing: Listing = listing or ()
        self.tip = tip
        self.pending: list[Place] = []
        self.done: list[Deed] = []

    def upgrade(self) -> None:
        """A club from before there were courses and a list gets them, once, from its whole history."""
        if not self._is_older:
            return
        _, links = commit_chain.whole(self._keeper.repo, self._last.commit, self._club.key)
        try:
            accounts = retraced(self._keeper.repo, links).accounts
        except Bad as bad:
            raise Trouble(f"the courses of the games cannot be written: bad commit {bad}") from None
        for table, account in accounts.items():
            self.book.put_course(table.encode(), account.course)
        self._listing = by_time(listed(table, account.now) for table, account in accounts.items())
        self._commit(Deed("upgrade", commit_trailers.upgraded(), 0))

    def restore(self, intrusions: list[Intrusion]) -> None:
        """Everything is as it was, and the tables concerned are told."""
        if not intrusions:
            return
        reason = restored(intrusions)
        for table in sorted({intrusion.table for intrusion in intrusions if intrusion.table is not None}):
            before = self.book.standing(table)
            self._put(table, refused(before, reason, self._when(before)))
        self._commit(Deed("restore", commit_trailers.rejected(reason), 0))

    def withdraw(self) -> None:
        """Where nothing else was done, what was taken back is written down, so that nobody puts it back."""
        if not self.done and set(self._last.deed.pending) - {path_of(place) for place in self.pending}:
            self._commit(Deed("withdraw", commit_trailers.withdrawn(), 0))

    def answer(self, place: Place, entry: Entry, actor: str) -> None:
        """Apply a file, or reject it."""
        self.pending.remove(place)
        table = self.book.standing(place.table)
        verdict = judge(table, arrival(self._keeper.repo, place.name, entry, recorded_actor(actor)))
        if isinstance(verdict, Refused):
            self._reject(place, table, verdict.reason)
        else:
            self._apply(place, table, verdict)

    def table_key(self, table: bytes) -> bytes:
        return dice.table_key(self._keeper.secret, self._club.club, table.decode())

    def open_table(self, table: str, now: Standing, drawn: tuple[Answer, ...]) -> None:
        name = table.encode()
        self._put(name, now)
        self.book.put_fairness(name, dice.committed(self.table_key(name)))
        self.book.put_course(name, Course(now.state.position))
        deed = Deed("table", commit_trailers.table_opened(table), 0, table=table, drawn=drawn, state=now.hash)
        self._commit(deed, now)

    def _apply(self, place: Place, table: Standing, accepted: Accepted) -> None:
        name, key = accepted.name, self.table_key(place.table)
        now, told, drawn = played(table, accepted, dice.dealer(key, name.sequence), self._when(table))
        self._put(place.table, now)
        self.book.put_course(place.table, continued(self.book.course(place.table), told))
        if now.is_over:
            self.book.put_fairness(place.table, dice.revealed(key))
        deed = Deed(
            "resign" if name.is_resignation else "apply",
            commit_trailers.applied(name.sequence, name.colour),
            0,
            table=place.table.decode(),
            file=quote(place.name, safe=""),
            drawn=drawn,
            state=now.hash,
        )
        self._commit(deed, now)

    def _reject(self, place: Place, table: Standing, reason: str) -> None:
        now = refused(table, reason, self._when(table))
        self.book.drop_move(place)
        self._put(place.table, now)
        deed = Deed(
            "reject",
            commit_trailers.rejected(reason),
            0,
            table=place.table.decode(),
            file=quote(place.name, safe=""),
            state=now.hash,
        )
        self._commit(deed)

    def _put(self, table: bytes, now: Standing) -> None:
        self.book.put_state(table, now)
        self._listing = with_table(self._listing, listed(table.decode(), now))

    def _when(self, table: Standing) -> str:
        return after(table.table.updated_at, self._keeper.clock())

    def _commit(self, deed: Deed, shown: Standing | None = None) -> None:
        """A commit on top of the tip: its files but for ours, which are as the book has them."""
        repo = self._keeper.repo
        deed = deed._replace(
            number=self._last.deed.number + 1,
            previous=self._last.id,
            actor=self._actor,
            push=self._push,
            pending=tuple(path_of(place) for place in self.pending),
        )
        self.book.put_listing(self._listing)
        root = root_of(self.tip)
        ours: dict[bytes, Entry | None] = {**without_collisions(root), TABLES: self.book.kept(), CONFIG: self._config}
        if shown is not None and deed.table is not None:
            ours |= with_board(repo, root, deed.table, shown)
        tree = with_entries(repo, self.tip.tree, ours)
        self.tip = sealed_commit(self._keeper, self._club, str(tree), [str(self.tip.id)], deed)
        self._last = Link(self.tip, deed)
        self.book = Book.of(repo, self.tip)
        self.done.append(deed)


def sealed_commit(keeper: Keeper, club: Club, tree: str, parents: list[str], deed: Deed) -> Commit:
    message = commit_trailers.written(deed)
    key = signatures.private_key(keeper.secret, club.club)
    seal = signatures.seal(key, signatures.sealed_part(tuple(parents), tree, message))
    who = signature(club.processor.name, club.processor.email, int(keeper.clock().timestamp()))
    repo = keeper.repo
    with intact():
        parent_ids = [repo[parent].id for parent in parents]
        tree_id = repo[tree].id
    return committed(repo, tree_id, parent_ids, commit_trailers.with_seal(message, seal), who)
