"""`index.json`: the list of a repository's tables, because a static host cannot list a folder.

Laws kept here:
- The table that was played at last comes first.
- It is bounded: tables left out were not played at for longest. Their folders stay.

Must not know: git, the time.
"""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from ludoteca.games.backgammon.state_file import Players
from ludoteca.games.backgammon.types import COLOURS, Colour
from ludoteca.kernel import Value
from ludoteca.kernel.values import decode

from .state_json import TableState, in_lines, records

TABLES_AT_MOST: Final = 500
BYTES_AT_MOST: Final = 1 << 18


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


def write(listing: TableIndex) -> bytes:
    return in_lines({"tables": records(listing)})


def read(data: bytes) -> TableIndex:
    file: _IndexFile = decode(data, _IndexFile, at_most=BYTES_AT_MOST)
    return file.tables
