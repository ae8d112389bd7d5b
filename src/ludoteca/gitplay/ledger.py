"""The ledger: deeds of the processor done over again, each compared with what its commit says and contains.

Laws kept here:
- A deed is right if doing it again, with the dice its commit names, gives the very bytes that were committed, and if
  nothing else has changed. The dice are right if they follow from the key that was committed to.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final, NamedTuple
from urllib.parse import unquote_to_bytes

from pygit2 import Repository

from ludoteca.dealers import Given
from ludoteca.games.backgammon.types import Start, Told
from ludoteca.kernel import Illegal, Malformed
from ludoteca.kernel.chance import Answer

from . import dice, statefiles
from .books import FAIRNESS, MOVES, STATE, Book, Place
from .chain import Link
from .clubs import CONFIG
from .deeds import Deed
from .judging import Accepted, Arrival, Played, Refused, judge, played, refused
from .names import table_id
from .objects import PLAIN, Entry, content, root_of
from .opening import opened
from .processing import arrival, place_of
from .statefiles import Standing
from .trouble import Trouble

STARTS: Final[tuple[Start, ...]] = ("standard", "as-written")

Path = tuple[bytes, ...]
Changes = dict[Path, tuple[Entry | None, Entry | None]]


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


class Account(NamedTuple):
    """A table as far as it has come."""

    now: Standing
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
        self._before = Book(repo, None)
        self._waiting: frozenset[Path] = frozenset()

    def enter(self, link: Link, last: Link | None) -> None:
        """One deed more; Wrong if it is not what it should be."""
        after = Book.of(self._repo, link.commit)
        waiting = frozenset(_path(place_of(path)) for path in link.deed.pending)
        changes = _changes(self._before, self._waiting, after, waiting)
        if last is not None and root_of(link.commit).get(CONFIG) != root_of(last.commit).get(CONFIG):
            raise Wrong("gitgammon.json was changed")
        try:
            self._check(link, after, changes)
        except (Malformed, Illegal, Trouble) as error:
            raise Wrong(str(error)) from None
        self._before, self._waiting = after, waiting

    def _check(self, link: Link, after: Book, changes: Changes) -> None:
        match link.deed.kind:
            case "club":
                _only(changes, set())
            case "table":
                self._check_table(link, after, changes)
            case "restore":
                self._check_restored(link, after, changes)
            case "reject":
                self._check_rejected(link, after, changes)
            case _:
                self._check_applied(link, after, changes)

    def _check_table(self, link: Link, after: Book, changes: Changes) -> None:
        table = _named(link.deed.table)
        _only(changes, {(table, STATE), (table, FAIRNESS)})
        if table.decode() in self.accounts:
            raise Wrong(f"{table.decode()} was opened before")
        found, fairness = after.standing(table), after.fairness(table)
        if fairness.key is not None:
            raise Wrong("the key of the dice is known before the game")
        _check_id(table.decode(), found)
        made = self._opened(link, found)
        if made is None:
            raise Wrong("the table does not begin as a game begins with these dice")
        draws = (Draw(link.id, 0, link.deed.drawn),)
        self._check_bytes(link, after, table, made.now)
        self.accounts[table.decode()] = Account(
            made.now, fairness.key_hash, (Entered(link.id, link.deed, made.told),), draws
        )

    def _opened(self, link: Link, found: Standing) -> Played | None:
        for start in STARTS:
            given = Given(link.deed.drawn)
            made = opened(found.table.players, start, given, found.table.updated_at)
            if made.now.tree == found.tree and not given.unused():
                return made
        return None

    def _check_applied(self, link: Link, after: Book, changes: Changes) -> None:
        table = _named(link.deed.table)
        account = self._account(table)
        pushed = self._pushed(link, table)
        verdict = judge(account.now, pushed)
        if isinstance(verdict, Refused):
            raise Wrong(f"{pushed.name.decode()} was applied, but is no move: {verdict.reason}")
        given = Given(link.deed.drawn)
        made = played(account.now, verdict, given, self._when(after, table, account.now))
        if given.unused():
            raise Wrong("more dice were rolled than there was need for")
        self._check_form(link, verdict)
        over = {(table, FAIRNESS)} if made.now.is_over else set()
        _only(changes, {(table, STATE), (table, MOVES, pushed.name), *over})
        self._check_bytes(link, after, table, made.now)
        draws = (*account.draws, Draw(link.id, verdict.name.sequence, made.drawn))
        done = (*account.entries, Entered(link.id, link.deed, made.told))
        account = Account(made.now, account.key_hash, done, draws)
        self.accounts[table.decode()] = account
        if made.now.is_over:
            self._check_key(after, table, account)

    def _check_form(self, link: Link, verdict: Accepted) -> None:
        name = verdict.name
        if link.deed.kind != ("resign" if name.is_resignation else "apply"):
            raise Wrong("a move is no resignation, and a resignation no move")
        if link.deed.subject != f"[GitGammon] Apply move {name.sequence} by {name.colour}":
            raise Wrong("the commit's first line does not say what was done")

    def _check_rejected(self, link: Link, after: Book, changes: Changes) -> None:
        table = _named(link.deed.table)
        _only(changes, {(table, STATE)})
        before = self._account(table)
        pushed = self._pushed(link, table)
        verdict = judge(before.now, pushed)
        if not isinstance(verdict, Refused):
            raise Wrong(f"{pushed.name.decode()} was rejected, but is a move")
        if link.deed.subject != f"[GitGammon] Reject invalid move: {verdict.reason}":
            raise Wrong("the commit's first line does not say why")
        self._check_told(link, after, table, before)

    def _check_restored(self, link: Link, after: Book, changes: Changes) -> None:
        tables = sorted({path[0] for path in changes})
        _only(changes, {(table, STATE) for table in tables})
        for table in tables:
            self._check_told(link, after, table, self._account(table))

    def _check_told(self, link: Link, after: Book, table: bytes, before: Account) -> None:
        """The table is told why, and is otherwise as it was."""
        now = refused(before.now, link.deed.reason, self._when(after, table, before.now))
        self._check_bytes(link, after, table, now)
        self.accounts[table.decode()] = before._replace(now=now, entries=(*before.entries, Entered(link.id, link.deed)))

    def _check_bytes(self, link: Link, after: Book, table: bytes, now: Standing) -> None:
        entry = after.files(table).get(STATE)
        data = None if entry is None else content(self._repo, entry, statefiles.BYTES_AT_MOST)
        if data != statefiles.write(now.tree):
            raise Wrong(f"{table.decode()}/state.json is not what follows from what was there and what was played")
        if link.deed.state not in (None, now.hash):
            raise Wrong("the commit names another state than it contains")

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
        """The file as it was pushed, which is what the commit's parent has."""
        name = unquote_to_bytes(link.deed.file or "")
        found = Book.of(self._repo, link.commit.parents[0]).moves(table).get(name)
        if found is None:
            raise Wrong(f"nobody had pushed {name.decode('ascii', 'replace')}")
        return arrival(self._repo, name, found, link.deed.actor or "")

    def _when(self, after: Book, table: bytes, before: Standing) -> str:
        """The time a change says it was made, which is after the one before."""
        when = after.standing(table).table.updated_at
        try:
            moment = datetime.fromisoformat(when)
        except ValueError:
            raise Wrong(f"{when} is no time") from None
        if statefiles.after(before.table.updated_at, moment) != when:
            raise Wrong("updatedAt has not moved on")
        return when


def bad_draw(key: bytes, draws: tuple[Draw, ...]) -> Draw | None:
    """The first roll that does not follow from the key."""
    return next((draw for draw in draws if draw.drawn != dice.rolls(key, draw.sequence, len(draw.drawn))), None)


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


def _changes(before: Book, was_waiting: frozenset[Path], after: Book, waiting: frozenset[Path]) -> Changes:
    """What a deed has changed. A file that waits to be judged does not count as being there."""
    found: Changes = dict(_differences(before, after))
    for path in was_waiting | waiting:
        old = None if path in was_waiting else before.moves(path[0]).get(path[2])
        new = None if path in waiting else after.moves(path[0]).get(path[2])
        found.pop(path, None)
        if old != new:
            found[path] = old, new
    return found


def _differences(before: Book, after: Book) -> Iterator[tuple[Path, tuple[Entry | None, Entry | None]]]:
    for table in sorted({*before.tables(), *after.tables()}):
        if before.entry(table) == after.entry(table):
            continue
        yield from _between((table,), before.files(table), after.files(table))
        yield from _between((table, MOVES), before.moves(table), after.moves(table))


def _between(
    where: Path, old: Mapping[bytes, Entry], new: Mapping[bytes, Entry]
) -> Iterator[tuple[Path, tuple[Entry | None, Entry | None]]]:
    for name in sorted({*old, *new} - {MOVES}):
        if old.get(name) != new.get(name):
            yield (*where, name), (old.get(name), new.get(name))


def _only(changes: Changes, allowed: set[Path]) -> None:
    """Exactly these files have changed, are there, and are plain."""
    for path in sorted(changes.keys() ^ allowed):
        name = b"/".join(path).decode("ascii", "replace")
        raise Wrong(f"{name} was {'changed' if path in changes else 'left as it was'}")
    for path, (old, new) in changes.items():
        if new is None or new.mode != PLAIN or (len(path) == 3 and old is not None):
            raise Wrong(f"{b'/'.join(path).decode('ascii', 'replace')} was taken away, or is no plain new file")
