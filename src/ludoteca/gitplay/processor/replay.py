"""The chain replayed: each commit of the processor computed again and compared with what it says and contains.

Laws kept here:
- A commit is right if computing it again, with the dice it names, gives the very same bytes, and if nothing else
  changed. The dice are right if they follow from the key that the table committed to.
"""

from datetime import datetime
from typing import Final, NamedTuple, assert_never
from urllib.parse import unquote_to_bytes

from pygit2 import Commit, Oid, Repository

from ludoteca.dealers import Given
from ludoteca.games.backgammon.board import KINDS, other
from ludoteca.games.backgammon.match import won
from ludoteca.games.backgammon.types import COLOURS, Start, Told
from ludoteca.kernel import Illegal, Malformed
from ludoteca.kernel.chance import Answer

from .. import dice
from ..errors import GitGammonError
from ..format import commit_trailers, history_json, state_json, tree
from ..format.commit_trailers import CommitMessage
from ..format.history_json import GameHistory, extended
from ..format.move_file import PushedFile
from ..format.names import table_id
from ..format.state_json import TableState, announcements
from ..format.tree import MovePath, TableIndex, TablesTree, parse_move_path, pushed_file
from ..git_objects import TreeEntry, commit, content, intact, root_of
from ..repository_config import CONFIG
from . import invariants
from .commit_chain import ChainLink
from .diff import TreeChanges, TreePath, diff_tables, first_fault, path_shown
from .validation import AcceptedMove, MoveOutcome, RejectedMove, apply_move, new_game, validate, with_rejection

STARTS: Final[tuple[Start, ...]] = ("standard", "as-written")


class Mismatch(Exception):
    """What is wrong with a commit."""


class MoveRolls(NamedTuple):
    """The rolls after a move, and the commit that names them."""

    commit: str
    sequence: int
    drawn: tuple[Answer, ...]


class ReplayedCommit(NamedTuple):
    """A checked commit, and the events it led to."""

    commit: str
    message: CommitMessage
    told: tuple[Told, ...] = ()
    comment: str | None = None  # the player's


class ReplayedTable(NamedTuple):
    """A table as far as it was replayed."""

    now: TableState
    history: GameHistory
    key_hash: str
    entries: tuple[ReplayedCommit, ...]
    draws: tuple[MoveRolls, ...]
    earlier: frozenset[str] = frozenset()  # hashes of its states since the last turn

    @property
    def told(self) -> tuple[Told, ...]:
        return tuple(told for entered in self.entries for told in entered.told)


class ChainReplay:
    def __init__(self, repo: Repository) -> None:
        self._repo = repo
        self.tables: dict[str, ReplayedTable] = {}
        self._keys: dict[str, bytes] = {}
        self._before = self._source = TablesTree(repo, None)  # after the last link, and as pushed
        self._waiting: frozenset[TreePath] = frozenset()
        self._index: TableIndex | None = None  # None while the repository is older than index.json and history.json

    def enter(self, link: ChainLink, last: ChainLink | None) -> None:
        """One more link; Mismatch if it is not what it should be."""
        after = TablesTree.of(self._repo, link.commit)
        waiting = frozenset(_path(parse_move_path(path)) for path in link.message.pending)
        found = diff_tables(self._before, self._waiting, after, waiting)
        if last is not None and root_of(link.commit).get(CONFIG) != root_of(last.commit).get(CONFIG):
            raise Mismatch("gitgammon.json was changed")
        try:
            self._check_kept(link, last, after)
            self._check(link, after, found)
        except (Malformed, Illegal, GitGammonError) as error:
            raise Mismatch(str(error)) from None
        self._before, self._waiting = after, waiting

    def _check_kept(self, link: ChainLink, last: ChainLink | None, after: TablesTree) -> None:
        if last is None:
            return
        source, parent = self._push(link), TablesTree.of(self._repo, link.commit.parents[0])
        self._source = parent if source.id == link.commit.parents[0].id else TablesTree.of(self._repo, source)
        found = invariants.CheckedCommit(link, last, self._before, parent, self._source, after)
        fault = invariants.outside_fault(self._repo, link) or invariants.waiting_fault(self._repo, found)
        if fault is not None:
            raise Mismatch(fault)

    def _check(self, link: ChainLink, after: TablesTree, found: TreeChanges) -> None:
        match link.message.kind:
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
                assert_never(link.message.kind)
        self._check_listing(after)

    def _check_club(self, after: TablesTree, found: TreeChanges) -> None:
        """A repository starts with an empty index, unless it is older than that."""
        self._index = None if after.index_entry() is None else ()
        _only(found, set() if self._index is None else {(tree.INDEX,)})

    def _check_upgraded(self, after: TablesTree, found: TreeChanges) -> None:
        if self._index is not None:
            raise Mismatch("index.json and the histories were written before")
        tables = [table.encode() for table in self.tables]
        _only(found, {(tree.INDEX,), *((table, tree.HISTORY) for table in tables)})
        for table in tables:
            self._check_bytes(after, table, tree.HISTORY, history_json.write(self._account(table).history))
        self._index = tree.by_time(tree.summary(table, replayed.now) for table, replayed in self.tables.items())

    def _check_table(self, link: ChainLink, after: TablesTree, found: TreeChanges) -> None:
        table = _named(link.message.table)
        _only(found, {(table, tree.FAIRNESS), *self._written(table, turned=True)})
        if table.decode() in self.tables:
            raise Mismatch(f"{table.decode()} was opened before")
        now, fairness = after.state(table), after.fairness(table)
        if fairness.key is not None:
            raise Mismatch("the key of the dice is known before the game")
        _check_id(table.decode(), now)
        made = self._opened(link, now)
        if made is None:
            raise Mismatch("the table does not begin as a game begins with these dice")
        entered, draw = ReplayedCommit(link.id, link.message, made.told), MoveRolls(link.id, 0, link.message.drawn)
        history = GameHistory(made.now.state.position)
        self._write(link, after, table, ReplayedTable(made.now, history, fairness.key_hash, (entered,), (draw,)))

    def _opened(self, link: ChainLink, found: TableState) -> MoveOutcome | None:
        for start in STARTS:
            given = Given(link.message.drawn)
            made = new_game(found.table.players, start, given, found.table.updated_at)
            if made.now.tree == found.tree and not given.unused():
                return made
        return None

    def _check_applied(self, link: ChainLink, after: TablesTree, found: TreeChanges) -> None:
        table = _named(link.message.table)
        replayed = self._account(table)
        pushed = self._pushed(link, table)
        verdict = validate(replayed.now, pushed, _expectable(link, replayed))
        if isinstance(verdict, RejectedMove):
            raise Mismatch(f"{pushed.name.decode()} was applied, but is no move: {verdict.reason}")
        if verdict.name.is_resignation:
            verdict = _charged(replayed.now, verdict, after.state(table))
        given = Given(link.message.drawn)
        made = apply_move(replayed.now, verdict, given, self._when(after, table, replayed.now))
        if given.unused():
            raise Mismatch("more dice were rolled than there was need for")
        self._check_form(link, verdict)
        over = {(table, tree.FAIRNESS)} if made.now.is_over else set()
        written = self._written(table, turned=not verdict.name.is_resignation)
        _only(found, {(table, tree.MOVES, pushed.name), *written, *over})
        replayed = ReplayedTable(
            made.now,
            extended(replayed.history, made.told),
            replayed.key_hash,
            (*replayed.entries, ReplayedCommit(link.id, link.message, made.told, verdict.file.comment)),
            (*replayed.draws, MoveRolls(link.id, verdict.name.sequence, made.drawn)),
        )
        self._write(link, after, table, replayed)
        if made.now.is_over:
            self._check_key(after, table, replayed)

    def _check_form(self, link: ChainLink, verdict: AcceptedMove) -> None:
        name = verdict.name
        if link.message.kind != ("resign" if name.is_resignation else "apply"):
            raise Mismatch("a move is no resignation, and a resignation no move")
        if link.message.subject != commit_trailers.applied(name.sequence, name.colour):
            raise Mismatch("the commit's first line does not say what was done")

    def _check_rejected(self, link: ChainLink, after: TablesTree, found: TreeChanges) -> None:
        table = _named(link.message.table)
        _only(found, self._written(table))
        before = self._account(table)
        pushed = self._pushed(link, table)
        verdict = validate(before.now, pushed, _expectable(link, before))
        if not isinstance(verdict, RejectedMove):
            raise Mismatch(f"{pushed.name.decode()} was rejected, but is a move")
        if link.message.subject != commit_trailers.rejected(verdict.reason):
            raise Mismatch("the commit's first line does not say why")
        self._check_told(link, after, table, before)

    def _check_restored(self, link: ChainLink, after: TablesTree, found: TreeChanges) -> None:
        tables = sorted({path[0] for path in found if path != (tree.INDEX,)})
        _only(found, self._written(*tables))
        for table in tables:
            self._check_told(link, after, table, self._account(table))

    def _check_told(self, link: ChainLink, after: TablesTree, table: bytes, before: ReplayedTable) -> None:
        """The table gets the message, and is otherwise unchanged."""
        when = self._when(after, table, before.now)
        now = with_rejection(before.now, link.message.reason, when, link.message.rules)
        earlier, entries = before.earlier | {before.now.hash}, (*before.entries, ReplayedCommit(link.id, link.message))
        self._write(link, after, table, before._replace(now=now, earlier=earlier, entries=entries))

    def _written(self, *tables: bytes, turned: bool = False) -> set[TreePath]:
        """The files that a change at these tables writes; with `turned`, their histories too."""
        files: set[TreePath] = {(table, tree.STATE) for table in tables}
        if self._index is not None and tables:
            files |= {(tree.INDEX,), *((table, tree.HISTORY) for table in tables if turned)}
        return files

    def _write(self, link: ChainLink, after: TablesTree, table: bytes, replayed: ReplayedTable) -> None:
        """Record the table as it is now, and compare its files."""
        self._check_bytes(after, table, tree.STATE, state_json.write(replayed.now.tree))
        if link.message.state not in (None, replayed.now.hash):
            raise Mismatch("the commit names another state than it contains")
        self.tables[table.decode()] = replayed
        if self._index is not None:
            self._check_bytes(after, table, tree.HISTORY, history_json.write(replayed.history))
            self._index = tree.with_table(self._index, tree.summary(table.decode(), replayed.now))

    def _check_bytes(self, after: TablesTree, table: bytes, name: bytes, expected: bytes) -> None:
        if self._content(after.files(table).get(name), len(expected)) != expected:
            raise Mismatch(f"{path_shown((table, name))} is not what follows from what was there and what was played")

    def _check_listing(self, after: TablesTree) -> None:
        if self._index is None:
            return
        expected = tree.write_index(self._index)
        if self._content(after.index_entry(), len(expected)) != expected:
            raise Mismatch("index.json does not list the tables as they are")

    def _content(self, entry: TreeEntry | None, size: int) -> bytes | None:
        return None if entry is None else content(self._repo, entry, size)

    def _check_key(self, after: TablesTree, table: bytes, replayed: ReplayedTable) -> None:
        fairness = after.fairness(table)
        key = dice.revealed_key(fairness)
        if key is None:
            raise Mismatch("the game is over, and the key of its dice is not told")
        if fairness.key_hash != replayed.key_hash:
            raise Mismatch("the key of the dice is not the one that was committed to")
        self._keys[table.decode()] = key

    def key(self, table: str) -> bytes | None:
        """The key of a table's dice, if its game is over."""
        return self._keys.get(table)

    def _account(self, table: bytes) -> ReplayedTable:
        found = self.tables.get(table.decode())
        if found is None:
            raise Mismatch(f"there is no table {table.decode()}")
        return found

    def _pushed(self, link: ChainLink, table: bytes) -> PushedFile:
        """The file as it was pushed."""
        name = unquote_to_bytes(link.message.file or "")
        found = self._source.moves(table).get(name)
        if found is None:
            raise Mismatch(f"nobody had pushed {name.decode('ascii', 'replace')}")
        return pushed_file(self._repo, name, found, link.message.actor or "")

    def _push(self, link: ChainLink) -> Commit:
        """The pushed commit: the one that the link names, or else its parent."""
        parent = link.commit.parents[0]
        if link.message.push in (None, str(parent.id)):
            return parent
        with intact():
            pushed = commit(self._repo, link.message.push)
            if not self._repo.descendant_of(parent.id, pushed.id):
                raise Mismatch(f"{pushed.id}, which it names as pushed, is not in its history")
        return pushed

    def _when(self, after: TablesTree, table: bytes, before: TableState) -> str:
        """The time that a change gives, which must be later than the one before."""
        when = after.state(table).table.updated_at
        try:
            moment = datetime.fromisoformat(when)
        except ValueError:
            raise Mismatch(f"{when} is no time") from None
        if state_json.later_timestamp(before.table.updated_at, moment) != when:
            raise Mismatch("updatedAt has not moved on")
        return when


def _expectable(link: ChainLink, table: ReplayedTable) -> frozenset[str]:
    return frozenset() if link.message.rules == 1 else table.earlier


def _charged(before: TableState, verdict: AcceptedMove, after: TableState) -> AcceptedMove:
    """A resignation. What it costs is only a word here, and older repositories had another: take it as it was said."""
    for kind in KINDS:
        made = won(before.state, other(COLOURS.index(verdict.name.colour)), kind, "resigned")
        told = announcements(event.payload for event in made.events)
        if told == [message.text for message in after.table.messages[-len(told) :]]:
            return verdict._replace(made=made)
    return verdict


def _named(table: str | None) -> bytes:
    if table is None:
        raise Mismatch("the commit names no table")
    return table.encode()


def _check_id(table: str, found: TableState) -> None:
    players = found.table.players
    try:
        day = datetime.strptime(table[-10:], "%Y-%m-%d").date()
    except ValueError:
        raise Mismatch(f"{table} does not end in a day") from None
    if table_id(players.white, players.black, day) != table:
        raise Mismatch(f"{table} is not where {players.white} plays against {players.black}")


def _path(place: MovePath) -> TreePath:
    return place.table, tree.MOVES, place.name


def _only(found: TreeChanges, expected: set[TreePath]) -> None:
    fault = first_fault(found, expected)
    if fault is not None:
        raise Mismatch(fault)


class BadCommit(Exception):
    """The first bad commit, and what is wrong with it."""

    def __init__(self, commit: str, reason: str) -> None:
        super().__init__(f"{commit}: {reason}")
        self.commit = commit
        self.reason = reason


def replay_chain(repo: Repository, links: list[ChainLink]) -> ChainReplay:
    """Replay the whole chain; BadCommit at the first link that is wrong."""
    ledger = ChainReplay(repo)
    numbers = {link.commit.id: number for number, link in enumerate(links)}
    for number, link in enumerate(links):
        last = links[number - 1] if number else None
        try:
            _check_place(number, link, last)
            if last is not None and _newest(link.commit.parents[0], numbers) != number - 1:
                raise Mismatch("it does not stand on the processor's last commit")
            ledger.enter(link, last)
        except Mismatch as wrong:
            raise BadCommit(link.id, str(wrong)) from None
    return ledger


def _check_place(number: int, link: ChainLink, last: ChainLink | None) -> None:
    message = link.message
    if message.number != number or message.previous != (None if last is None else last.id):
        raise Mismatch(
            f"it is number {message.number} of the processor's commits, and should be {number}: they fork here"
        )
    if not (1 if last is None else last.message.rules) <= message.rules <= commit_trailers.RULES:
        raise Mismatch(f"it was made by rules {message.rules}, which are older than the last ones, or not known here")
    if (message.kind == "club") != (number == 0):
        raise Mismatch("a repository is opened once, by its first commit")
    if number and len(link.commit.parent_ids) != 1:
        raise Mismatch("a commit of the processor has one parent")


def _newest(start: Commit, numbers: dict[Oid, int]) -> int:
    """The newest link in a commit's history."""
    newest, waiting, seen = -1, [start], {start.id}
    while waiting:
        commit = waiting.pop()
        if commit.id in numbers:
            newest = max(newest, numbers[commit.id])
            continue
        with intact():
            parents = [parent for parent in commit.parents if parent.id not in seen]
        seen.update(parent.id for parent in parents)
        waiting += parents
    return newest
