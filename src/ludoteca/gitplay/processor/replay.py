"""The ledger: deeds of the processor done over again, each compared with what its commit says and contains.

Laws kept here:
- A deed is right if doing it again, with the dice its commit names, gives the very bytes that were committed, and if
  nothing else has changed. The dice are right if they follow from the key that was committed to.
"""

from datetime import datetime
from typing import Final, NamedTuple, assert_never
from urllib.parse import unquote_to_bytes

from pygit2 import Commit, Repository

from ludoteca.dealers import Given
from ludoteca.games.backgammon.board import KINDS, other
from ludoteca.games.backgammon.match import won
from ludoteca.games.backgammon.types import COLOURS, Start, Told
from ludoteca.kernel import Illegal, Malformed
from ludoteca.kernel.chance import Answer

from ..errors import Trouble
from ..format import commit_trailers, history, state_json, table_index
from ..format.arrivals import arrival, place_of
from ..format.commit_trailers import Deed
from ..format.history import Course, continued
from ..format.names import table_id
from ..format.state_json import Standing, told_texts
from ..format.table_index import Listing, by_time, listed, with_table
from ..format.tree import FAIRNESS, HISTORY, INDEX, MOVES, STATE, Book, Place
from ..git_objects import Entry, commit, content, intact, root_of
from ..repository import CONFIG
from . import dice, invariants
from .changes import Changes, Path, changes, first_fault, shown
from .commit_chain import Link
from .validation import Accepted, Arrival, Played, Refused, judge, opened, played, refused

STARTS: Final[tuple[Start, ...]] = ("standard", "as-written")


class Wrong(Exception):
    """What is wrong with a deed."""


class Draw(NamedTuple):
    """What was rolled after a move, and in which commit."""

    commit: str
    sequence: int
    drawn: tuple[Answer, ...]


class Entered(NamedTuple):
    """A deed that was checked, and what it told."""

    commit: str
    deed: Deed
    told: tuple[Told, ...] = ()
    comment: str | None = None  # the player's


class Account(NamedTuple):
    """A table as far as it has come."""

    now: Standing
    course: Course
    key_hash: str
    entries: tuple[Entered, ...]
    draws: tuple[Draw, ...]

    @property
    def told(self) -> tuple[Told, ...]:
        return tuple(told for entered in self.entries for told in entered.told)


class Ledger:
    def __init__(self, repo: Repository) -> None:
        self._repo = repo
        self.accounts: dict[str, Account] = {}
        self._keys: dict[str, bytes] = {}
        self._before = self._source = Book(repo, None)  # tables as the last deed left them, and as they were pushed
        self._waiting: frozenset[Path] = frozenset()
        self._listing: Listing | None = None  # None as long as the club writes no list and no courses

    def enter(self, link: Link, last: Link | None) -> None:
        """One deed more; Wrong if it is not what it should be."""
        after = Book.of(self._repo, link.commit)
        waiting = frozenset(_path(place_of(path)) for path in link.deed.pending)
        found = changes(self._before, self._waiting, after, waiting)
        if last is not None and root_of(link.commit).get(CONFIG) != root_of(last.commit).get(CONFIG):
            raise Wrong("gitgammon.json was changed")
        try:
            self._check_kept(link, last, after)
            self._check(link, after, found)
        except (Malformed, Illegal, Trouble) as error:
            raise Wrong(str(error)) from None
        self._before, self._waiting = after, waiting

    def _check_kept(self, link: Link, last: Link | None, after: Book) -> None:
        if last is None:
            return
        source, parent = self._push(link), Book.of(self._repo, link.commit.parents[0])
        self._source = parent if source.id == link.commit.parents[0].id else Book.of(self._repo, source)
        found = invariants.Found(link, last, self._before, parent, self._source, after)
        fault = invariants.outside(self._repo, link) or invariants.waiting(self._repo, found)
        if fault is not None:
            raise Wrong(fault)

    def _check(self, link: Link, after: Book, found: Changes) -> None:
        match link.deed.kind:
            case "club":
                self._check_club(after, found)
            case "table":
                self._check_table(link, after, found)
            case "restore":
                self._check_restored(link, after, found)
            case "reject":
                self._check_rejected(link, after, found)
            case "withdraw":
                _only(found, set())
            case "upgrade":
                self._check_upgraded(after, found)
            case "apply" | "resign":
                self._check_applied(link, after, found)
            case _:
                assert_never(link.deed.kind)
        self._check_listing(after)

    def _check_club(self, after: Book, found: Changes) -> None:
        """A club of today begins with an empty list."""
        self._listing = None if after.index_entry() is None else ()
        _only(found, set() if self._listing is None else {(INDEX,)})

    def _check_upgraded(self, after: Book, found: Changes) -> None:
        if self._listing is not None:
            raise Wrong("the list of tables and the courses were written before")
        tables = [table.encode() for table in self.accounts]
        _only(found, {(INDEX,), *((table, HISTORY) for table in tables)})
        for table in tables:
            self._check_bytes(after, table, HISTORY, history.write(self._account(table).course))
        self._listing = by_time(listed(table, account.now) for table, account in self.accounts.items())

    def _check_table(self, link: Link, after: Book, found: Changes) -> None:
        table = _named(link.deed.table)
        _only(found, {(table, FAIRNESS), *self._written(table, turned=True)})
        if table.decode() in self.accounts:
            raise Wrong(f"{table.decode()} was opened before")
        now, fairness = after.standing(table), after.fairness(table)
        if fairness.key is not None:
            raise Wrong("the key of the dice is known before the game")
        _check_id(table.decode(), now)
        made = self._opened(link, now)
        if made is None:
            raise Wrong("the table does not begin as a game begins with these dice")
        entered, draw = Entered(link.id, link.deed, made.told), Draw(link.id, 0, link.deed.drawn)
        course = Course(made.now.state.position)
        self._write(link, after, table, Account(made.now, course, fairness.key_hash, (entered,), (draw,)))

    def _opened(self, link: Link, found: Standing) -> Played | None:
        for start in STARTS:
            given = Given(link.deed.drawn)
            made = opened(found.table.players, start, given, found.table.updated_at)
            if made.now.tree == found.tree and not given.unused():
                return made
        return None

    def _check_applied(self, link: Link, after: Book, found: Changes) -> None:
        table = _named(link.deed.table)
        account = self._account(table)
        pushed = self._pushed(link, table)
        verdict = judge(account.now, pushed)
        if isinstance(verdict, Refused):
            raise Wrong(f"{pushed.name.decode()} was applied, but is no move: {verdict.reason}")
        if verdict.name.is_resignation:
            verdict = _charged(account.now, verdict, after.standing(table))
        given = Given(link.deed.drawn)
        made = played(account.now, verdict, given, self._when(after, table, account.now))
        if given.unused():
            raise Wrong("more dice were rolled than there was need for")
        self._check_form(link, verdict)
        over = {(table, FAIRNESS)} if made.now.is_over else set()
        written = self._written(table, turned=not verdict.name.is_resignation)
        _only(found, {(table, MOVES, pushed.name), *written, *over})
        account = Account(
            made.now,
            continued(account.course, made.told),
            account.key_hash,
            (*account.entries, Entered(link.id, link.deed, made.told, verdict.file.comment)),
            (*account.draws, Draw(link.id, verdict.name.sequence, made.drawn)),
        )
        self._write(link, after, table, account)
        if made.now.is_over:
            self._check_key(after, table, account)

    def _check_form(self, link: Link, verdict: Accepted) -> None:
        name = verdict.name
        if link.deed.kind != ("resign" if name.is_resignation else "apply"):
            raise Wrong("a move is no resignation, and a resignation no move")
        if link.deed.subject != commit_trailers.applied(name.sequence, name.colour):
            raise Wrong("the commit's first line does not say what was done")

    def _check_rejected(self, link: Link, after: Book, found: Changes) -> None:
        table = _named(link.deed.table)
        _only(found, self._written(table))
        before = self._account(table)
        pushed = self._pushed(link, table)
        verdict = judge(before.now, pushed)
        if not isinstance(verdict, Refused):
            raise Wrong(f"{pushed.name.decode()} was rejected, but is a move")
        if link.deed.subject != commit_trailers.rejected(verdict.reason):
            raise Wrong("the commit's first line does not say why")
        self._check_told(link, after, table, before)

    def _check_restored(self, link: Link, after: Book, found: Changes) -> None:
        tables = sorted({path[0] for path in found if path != (INDEX,)})
        _only(found, self._written(*tables))
        for table in tables:
            self._check_told(link, after, table, self._account(table))

    def _check_told(self, link: Link, after: Book, table: bytes, before: Account) -> None:
        """The table is told why, and is otherwise as it was."""
        now = refused(before.now, link.deed.reason, self._when(after, table, before.now))
        account = before._replace(now=now, entries=(*before.entries, Entered(link.id, link.deed)))
        self._write(link, after, table, account)

    def _written(self, *tables: bytes, turned: bool = False) -> set[Path]:
        """The files of a change at these tables: with a turn played, the course of the game is among them."""
        files: set[Path] = {(table, STATE) for table in tables}
        if self._listing is not None and tables:
            files |= {(INDEX,), *((table, HISTORY) for table in tables if turned)}
        return files

    def _write(self, link: Link, after: Book, table: bytes, account: Account) -> None:
        """The table as it is now: what is written of it must be the same."""
        self._check_bytes(after, table, STATE, state_json.write(account.now.tree))
        if link.deed.state not in (None, account.now.hash):
            raise Wrong("the commit names another state than it contains")
        self.accounts[table.decode()] = account
        if self._listing is not None:
            self._check_bytes(after, table, HISTORY, history.write(account.course))
            self._listing = with_table(self._listing, listed(table.decode(), account.now))

    def _check_bytes(self, after: Book, table: bytes, name: bytes, expected: bytes) -> None:
        if self._content(after.files(table).get(name), len(expected)) != expected:
            raise Wrong(f"{shown((table, name))} is not what follows from what was there and what was played")

    def _check_listing(self, after: Book) -> None:
        if self._listing is None:
            return
        expected = table_index.write(self._listing)
        if self._content(after.index_entry(), len(expected)) != expected:
            raise Wrong("index.json does not list the tables as they are")

    def _content(self, entry: Entry | None, size: int) -> bytes | None:
        return None if entry is None else content(self._repo, entry, size)

    def _check_key(self, after: Book, table: bytes, account: Account) -> None:
        fairness = after.fairness(table)
        key = dice.revealed_key(fairness)
        if key is None:
            raise Wrong("the game is over, and the key of its dice is not told")
        if fairness.key_hash != account.key_hash:
            raise Wrong("the key of the dice is not the one that was committed to")
        self._keys[table.decode()] = key

    def key(self, table: str) -> bytes | None:
        """The key of a table's dice, if its game is over."""
        return self._keys.get(table)

    def _account(self, table: bytes) -> Account:
        found = self.accounts.get(table.decode())
        if found is None:
            raise Wrong(f"there is no table {table.decode()}")
        return found

    def _pushed(self, link: Link, table: bytes) -> Arrival:
        """The file as it was pushed."""
        name = unquote_to_bytes(link.deed.file or "")
        found = self._source.moves(table).get(name)
        if found is None:
            raise Wrong(f"nobody had pushed {name.decode('ascii', 'replace')}")
        return arrival(self._repo, name, found, link.deed.actor or "")

    def _push(self, link: Link) -> Commit:
        """What was pushed: the commit that the deed names, or else the one it stands on."""
        parent = link.commit.parents[0]
        if link.deed.push in (None, str(parent.id)):
            return parent
        with intact():
            pushed = commit(self._repo, link.deed.push)
            if not self._repo.descendant_of(parent.id, pushed.id):
                raise Wrong(f"{pushed.id}, which it names as pushed, is not in its history")
        return pushed

    def _when(self, after: Book, table: bytes, before: Standing) -> str:
        """The time a change says it was made, which is after the one before."""
        when = after.standing(table).table.updated_at
        try:
            moment = datetime.fromisoformat(when)
        except ValueError:
            raise Wrong(f"{when} is no time") from None
        if state_json.after(before.table.updated_at, moment) != when:
            raise Wrong("updatedAt has not moved on")
        return when


def bad_draw(key: bytes, draws: tuple[Draw, ...]) -> Draw | None:
    """The first roll that does not follow from the key."""
    return next((draw for draw in draws if draw.drawn != dice.rolls(key, draw.sequence, len(draw.drawn))), None)


def _charged(before: Standing, verdict: Accepted, after: Standing) -> Accepted:
    """A resignation. What it costs is but a word in a club, and older ones had another: it is taken as it was said."""
    for kind in KINDS:
        made = won(before.state, other(COLOURS.index(verdict.name.colour)), kind, "resigned")
        told = told_texts(event.payload for event in made.events)
        if told == [message.text for message in after.table.messages[-len(told) :]]:
            return verdict._replace(made=made)
    return verdict


def _named(table: str | None) -> bytes:
    if table is None:
        raise Wrong("the commit names no table")
    return table.encode()


def _check_id(table: str, found: Standing) -> None:
    players = found.table.players
    try:
        day = datetime.strptime(table[-10:], "%Y-%m-%d").date()
    except ValueError:
        raise Wrong(f"{table} does not end in a day") from None
    if table_id(players.white, players.black, day) != table:
        raise Wrong(f"{table} is not where {players.white} plays against {players.black}")


def _path(place: Place) -> Path:
    return place.table, MOVES, place.name


def _only(found: Changes, expected: set[Path]) -> None:
    fault = first_fault(found, expected)
    if fault is not None:
        raise Wrong(fault)
