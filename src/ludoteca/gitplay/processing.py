"""Processing a push: each new file is applied or rejected in a commit of its own, in the order of their numbers.

What was pushed is what stands between the last deed and the tip. Only files that the actor's own push has brought are
judged as his; one that another push has brought waits for the run that knows who that was.

Laws kept here:
- Objects are written, no branch is moved: whoever publishes the result does it in one step, or not at all.
- The same push processed twice is processed once: a file that was applied is no news, one that was rejected is gone.
- The work is bounded, however much was pushed.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import quote

from pygit2 import Commit, Repository

from ludoteca.kernel.chance import Answer

from . import chain, deeds, dice, seals
from .arrivals import arrival, path_of, place_of
from .books import TABLES, Book, Place
from .chain import Link
from .clubs import CONFIG, Club
from .comparing import Intrusion, Pushed, compared, restored, without_collisions
from .courses import Course, continued
from .deeds import Deed
from .judging import Accepted, Refused, judge, played, refused
from .listing import Listing, by_time, listed, with_table
from .names import move_name, recorded_actor
from .objects import Entry, committed, intact, root_of, signature, with_entries
from .readme import with_board
from .retracing import Bad, retraced
from .statefiles import Clock, Standing, after
from .trouble import Trouble

JUDGED_AT_MOST: Final = 32
"""Files of one push that are looked at one by one; more are thrown out together."""

WAITING_AT_MOST: Final = 64

Files: TypeAlias = list[tuple[Place, Entry]]


class Push(NamedTuple):
    """Who pushed, and what: from `before` to `after`. Without them, all that is new is his."""

    actor: str
    before: Commit | None = None
    after: Commit | None = None


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


def process(keeper: Keeper, tip: Commit, push: Push) -> Outcome:
    """Judge what was pushed up to this tip. If nothing was, the tip is the same."""
    desk, mine, intrusions = prepared(keeper, tip, push)
    for place, entry in mine:
        desk.answer(place, entry, push.actor)
    desk.restore(intrusions, push.actor)  # last, because whom it is told expects another state then
    return Outcome(desk.tip, tuple(desk.done), len(desk.pending))


def prepared(keeper: Keeper, tip: Commit, push: Push | None) -> "tuple[Desk, Files, list[Intrusion]]":
    """A desk on which all is as it should be, the files that are the pusher's to be judged, and what else he pushed.
    Files of others wait."""
    club, last = chain.last(keeper.repo, tip, keeper.secret)
    pending = [place_of(path) for path in last.deed.pending]
    pushed = compared(keeper.repo, last.commit, pending, tip)
    mine, others, too_many = _sorted(keeper.repo, pushed, push)
    desk = Desk(keeper, club, last, tip)
    for place, entry in [*mine, *others]:
        desk.book.put_move(place, entry)
        desk.pending.append(place)
    for place in pending:
        if place not in pushed.arrivals:  # its sender took it back
            desk.book.drop_move(place)
    desk.upgrade()
    return desk, mine, [*pushed.intrusions, *too_many]


class Desk:
    """One run of the processor: the book it writes in, and the commits it has made."""

    def __init__(self, keeper: Keeper, club: Club, last: Link, tip: Commit) -> None:
        self._keeper = keeper
        self._club = club
        self._last = last
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
        _, links = chain.whole(self._keeper.repo, self._last.commit)
        try:
            accounts = retraced(self._keeper.repo, links).accounts
        except Bad as bad:
            raise Trouble(f"the courses of the games cannot be written: bad commit {bad}") from None
        for table, account in accounts.items():
            self.book.put_course(table.encode(), account.course)
        self._listing = by_time(listed(table, account.now) for table, account in accounts.items())
        self._commit(Deed("upgrade", deeds.upgraded(), 0))

    def restore(self, intrusions: list[Intrusion], actor: str | None) -> None:
        """Everything is as it was, and the tables concerned are told."""
        if not intrusions:
            return
        reason = restored(intrusions)
        for table in sorted({intrusion.table for intrusion in intrusions if intrusion.table is not None}):
            before = self.book.standing(table)
            self._put(table, refused(before, reason, self._when(before)))
        self._commit(Deed("restore", deeds.rejected(reason), 0, actor=None if actor is None else recorded_actor(actor)))

    def answer(self, place: Place, entry: Entry, actor: str) -> None:
        """Apply a file, or reject it."""
        self.pending.remove(place)
        table = self.book.standing(place.table)
        verdict = judge(table, arrival(self._keeper.repo, place.name, entry, recorded_actor(actor)))
        if isinstance(verdict, Refused):
            self._reject(place, table, verdict.reason, actor)
        else:
            self._apply(place, table, verdict, actor)

    def table_key(self, table: bytes) -> bytes:
        return dice.table_key(self._keeper.secret, self._club.club, table.decode())

    def open_table(self, table: str, now: Standing, drawn: tuple[Answer, ...]) -> None:
        name = table.encode()
        self._put(name, now)
        self.book.put_fairness(name, dice.committed(self.table_key(name)))
        self.book.put_course(name, Course(now.state.position))
        deed = Deed("table", deeds.table_opened(table), 0, table=table, drawn=drawn, state=now.hash)
        self._commit(deed, now)

    def _apply(self, place: Place, table: Standing, accepted: Accepted, actor: str) -> None:
        name, key = accepted.name, self.table_key(place.table)
        now, told, drawn = played(table, accepted, dice.dealer(key, name.sequence), self._when(table))
        self._put(place.table, now)
        self.book.put_course(place.table, continued(self.book.course(place.table), told))
        if now.is_over:
            self.book.put_fairness(place.table, dice.revealed(key))
        deed = Deed(
            "resign" if name.is_resignation else "apply",
            deeds.applied(name.sequence, name.colour),
            0,
            table=place.table.decode(),
            file=quote(place.name, safe=""),
            actor=recorded_actor(actor),
            drawn=drawn,
            state=now.hash,
        )
        self._commit(deed, now)

    def _reject(self, place: Place, table: Standing, reason: str, actor: str) -> None:
        now = refused(table, reason, self._when(table))
        self.book.drop_move(place)
        self._put(place.table, now)
        deed = Deed(
            "reject",
            deeds.rejected(reason),
            0,
            table=place.table.decode(),
            file=quote(place.name, safe=""),
            actor=recorded_actor(actor),
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
    message = deeds.written(deed)
    key = seals.private_key(keeper.secret, club.club)
    seal = seals.seal(key, seals.sealed_part(tuple(parents), tree, message))
    who = signature(club.processor.name, club.processor.email, int(keeper.clock().timestamp()))
    repo = keeper.repo
    with intact():
        parent_ids = [repo[parent].id for parent in parents]
        tree_id = repo[tree].id
    return committed(repo, tree_id, parent_ids, deeds.with_seal(message, seal), who)


def _sorted(repo: Repository, pushed: Pushed, push: Push | None) -> tuple[Files, Files, list[Intrusion]]:
    """Whose files are the actor's, which wait for another run, and what is too many."""
    owned = _owner(repo, push)
    ordered = sorted(pushed.arrivals.items(), key=lambda item: _order(item[0]))
    mine = [item for item in ordered if owned(*item)]
    others = [item for item in ordered if not owned(*item)]
    over = [*mine[JUDGED_AT_MOST:], *others[WAITING_AT_MOST:]]
    tables = sorted({place.table for place, _ in over})
    thrown_out = f"{len(over)} files are more than are looked at in one push"
    return mine[:JUDGED_AT_MOST], others[:WAITING_AT_MOST], [Intrusion(table, thrown_out) for table in tables]


def _order(place: Place) -> tuple[bytes, int, bytes]:
    name = move_name(place.name)
    return place.table, 1 << 20 if name is None else name.sequence, place.name


def _owner(repo: Repository, push: Push | None) -> Callable[[Place, Entry], bool]:
    """Whether a file came with the push."""
    if push is None:
        return lambda place, entry: False
    if push.after is None:
        return lambda place, entry: True
    after_push = Book.of(repo, push.after)
    before_push = Book(repo, None) if push.before is None else Book.of(repo, push.before)

    def is_his(place: Place, entry: Entry) -> bool:
        then = after_push.moves(place.table).get(place.name)
        return then == entry and before_push.moves(place.table).get(place.name) != entry

    return is_his


def check_push(repo: Repository, tip: Commit, push: Push) -> None:
    """The push is still part of the history, and was one on top of what was there."""
    if push.after is None:
        return
    with intact():
        if push.after.id != tip.id and not repo.descendant_of(tip.id, push.after.id):
            raise Trouble(f"the push to {push.after.id} is not in the history any more: was it rewritten?")
        if push.before is not None and not repo.descendant_of(push.after.id, push.before.id):
            raise Trouble(f"the history was rewritten: {push.before.id} was taken out of it")
