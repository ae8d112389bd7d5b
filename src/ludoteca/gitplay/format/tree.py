"""The tree under `tables/`, read and rewritten table by table.

tables/{id}/state.json      the table as it is
tables/{id}/fairness.json   what its dice are bound to
tables/{id}/history.json    the turns so far
tables/{id}/moves/*.json    what the players pushed
tables/index.json           the list of tables, because a static host cannot list a folder

Laws kept here:
- In the index, the table that was played at last comes first.
- It is bounded: tables left out were not played at for longest. Their folders stay.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias
from urllib.parse import quote, unquote_to_bytes

from pygit2 import Commit, Repository, Tree

from ludoteca.games.backgammon.state_file import Players
from ludoteca.games.backgammon.types import COLOURS, Colour
from ludoteca.kernel import Malformed, Value
from ludoteca.kernel.values import decode

from ..dice import FAIRNESS_BYTES_AT_MOST, Fairness, read_fairness, write_fairness
from ..errors import GitGammonError
from ..git_objects import FOLDER, PLAIN, TreeEntry, content, entries, folder, root_of, size, with_entries
from . import history_json, state_json
from .history_json import GameHistory
from .move_file import BYTES_AT_MOST, PushedFile
from .state_json import TableState, in_lines, records

TABLES: Final = b"tables"
STATE: Final = b"state.json"
FAIRNESS: Final = b"fairness.json"
HISTORY: Final = b"history.json"
INDEX: Final = b"index.json"
MOVES: Final = b"moves"
TABLES_AT_MOST: Final = 500
INDEX_BYTES_AT_MOST: Final = 1 << 18


class MovePath(NamedTuple):
    """A file in a table's `moves`."""

    table: bytes
    name: bytes


class TableSummary(Value, frozen=True, rename="camel"):
    """One table's line."""

    id: str
    players: Players
    status: Literal["playing", "completed"]
    winner: Colour | None
    active_player: Colour
    turn: int
    updated_at: str


class _IndexFile(Value, frozen=True):
    tables: tuple[TableSummary, ...]


TableIndex: TypeAlias = tuple[TableSummary, ...]


class TablesTree:
    """The tables of a commit: read them, or change them and write a new tree."""

    def __init__(self, repo: Repository, tree: Tree | None) -> None:
        self._repo = repo
        self._tree = tree
        self._tables = dict(entries(tree))
        self._index = self._tables.pop(INDEX, None)
        self._looked_at: dict[bytes, dict[bytes, TreeEntry]] = {}
        self._moves: dict[bytes, dict[bytes, TreeEntry]] = {}
        self._written_on: set[bytes] = set()

    @classmethod
    def of(cls, repo: Repository, commit: Commit) -> "TablesTree":
        return cls(repo, folder(repo, root_of(commit).get(TABLES)))

    def tables(self) -> tuple[bytes, ...]:
        return tuple(sorted({*self._tables, *self._written_on}))

    def has(self, table: bytes) -> bool:
        return table in self._tables or table in self._written_on

    def entry(self, table: bytes) -> TreeEntry | None:
        """The table's entry, to compare tables without reading them."""
        return self._tables.get(table)

    def index_entry(self) -> TreeEntry | None:
        return self._index

    def files(self, table: bytes) -> Mapping[bytes, TreeEntry]:
        return self._files(table)

    def moves(self, table: bytes) -> Mapping[bytes, TreeEntry]:
        return self._moves_of(table)

    def state(self, table: bytes) -> TableState:
        """What `state.json` says; GitGammonError if the game could not go on from it."""
        try:
            return state_json.read(self._read(table, STATE, state_json.BYTES_AT_MOST))
        except Malformed as error:
            raise GitGammonError(f"{table.decode()}/state.json: {error}") from None

    def fairness(self, table: bytes) -> Fairness:
        try:
            return read_fairness(self._read(table, FAIRNESS, FAIRNESS_BYTES_AT_MOST))
        except Malformed as error:
            raise GitGammonError(f"{table.decode()}/fairness.json: {error}") from None

    def history(self, table: bytes) -> GameHistory:
        try:
            return history_json.read(self._read(table, HISTORY, history_json.BYTES_AT_MOST))
        except Malformed as error:
            raise GitGammonError(f"{table.decode()}/history.json: {error}") from None

    def index(self) -> TableIndex | None:
        """None in a repository made before there was an index."""
        if self._index is None:
            return None
        try:
            return read_index(content(self._repo, self._index, INDEX_BYTES_AT_MOST) or b"")
        except Malformed as error:
            raise GitGammonError(f"index.json: {error}") from None

    def put(self, table: bytes, name: bytes, data: bytes) -> None:
        self._written_on.add(table)
        self._files(table)[name] = TreeEntry(PLAIN, self._repo.create_blob(data))

    def put_state(self, table: bytes, state: TableState) -> None:
        self.put(table, STATE, state_json.write(state.tree))

    def put_fairness(self, table: bytes, fairness: Fairness) -> None:
        self.put(table, FAIRNESS, write_fairness(fairness))

    def put_history(self, table: bytes, history: GameHistory) -> None:
        self.put(table, HISTORY, history_json.write(history))

    def put_index(self, tables: TableIndex) -> None:
        self._index = TreeEntry(PLAIN, self._repo.create_blob(write_index(tables)))

    def put_move(self, path: MovePath, entry: TreeEntry) -> None:
        self._written_on.add(path.table)
        self._moves_of(path.table)[path.name] = entry

    def drop_move(self, path: MovePath) -> None:
        self._written_on.add(path.table)
        self._moves_of(path.table).pop(path.name, None)

    def write(self) -> TreeEntry | None:
        """Write all of it as a tree; None if it is empty."""
        changed: dict[bytes, TreeEntry | None] = {table: self._write_table(table) for table in self._written_on}
        if self._index is not None:
            changed[INDEX] = self._index
        if self._tree is None and not changed:
            return None
        return TreeEntry(FOLDER, with_entries(self._repo, self._tree, changed))

    def _write_table(self, table: bytes) -> TreeEntry:
        before = folder(self._repo, self._tables.get(table))
        files: dict[bytes, TreeEntry | None] = dict(self._files(table))
        if table in self._moves:
            files[MOVES] = self._write_moves(table)
        return TreeEntry(FOLDER, with_entries(self._repo, before, files))

    def _write_moves(self, table: bytes) -> TreeEntry | None:
        """git has no empty folders."""
        moves = self._moves[table]
        return TreeEntry(FOLDER, with_entries(self._repo, None, moves)) if moves else None

    def _read(self, table: bytes, name: bytes, at_most: int) -> bytes:
        entry = self._files(table).get(name)
        data = None if entry is None else content(self._repo, entry, at_most)
        if data is None:
            raise Malformed("there is no such file, or it is too large or not a plain file")
        return data

    def _files(self, table: bytes) -> dict[bytes, TreeEntry]:
        if table not in self._looked_at:
            self._looked_at[table] = dict(entries(folder(self._repo, self._tables.get(table))))
        return self._looked_at[table]

    def _moves_of(self, table: bytes) -> dict[bytes, TreeEntry]:
        if table not in self._moves:
            self._moves[table] = dict(entries(folder(self._repo, self._files(table).get(MOVES))))
        return self._moves[table]


def pushed_file(repo: Repository, name: bytes, entry: TreeEntry, actor: str) -> PushedFile:
    return PushedFile(name, entry.mode, size(repo, entry), content(repo, entry, BYTES_AT_MOST), actor)


def parse_move_path(path: str) -> MovePath:
    table, _, name = path.partition("/")
    return MovePath(unquote_to_bytes(table), unquote_to_bytes(name))


def quote_move_path(path: MovePath) -> str:
    return f"{quote(path.table, safe='')}/{quote(path.name, safe='')}"


def summary(table: str, now: TableState) -> TableSummary:
    result = now.state.result
    return TableSummary(
        id=table,
        players=now.table.players,
        status="playing" if result is None else "completed",
        winner=None if result is None else COLOURS[result.winner],
        active_player=now.active,
        turn=now.state.turn,
        updated_at=now.table.updated_at,
    )


def with_table(listing: TableIndex, newest: TableSummary) -> TableIndex:
    """The list with this table first, as it is now."""
    return (newest, *(each for each in listing if each.id != newest.id))[:TABLES_AT_MOST]


def by_time(tables: Iterable[TableSummary]) -> TableIndex:
    """An index made from scratch, by the time of each table's last change."""
    return tuple(sorted(tables, key=lambda each: (each.updated_at, each.id), reverse=True))[:TABLES_AT_MOST]


def write_index(listing: TableIndex) -> bytes:
    return in_lines({"tables": records(listing)})


def read_index(data: bytes) -> TableIndex:
    file: _IndexFile = decode(data, _IndexFile, at_most=INDEX_BYTES_AT_MOST)
    return file.tables
