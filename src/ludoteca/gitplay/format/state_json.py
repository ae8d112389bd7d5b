"""`state.json` as bytes: written for readers, hashed for moves, with a clock that always moves on.

Must not know: git.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ludoteca.games.backgammon.state_file import Message, Table, announced, decode, encode, with_message
from ludoteca.games.backgammon.types import COLOURS, Colour, State, Told
from ludoteca.kernel import Malformed, Value
from ludoteca.kernel.values import canonical
from ludoteca.kernel.values import decode as decode_json
from ludoteca.kernel.values import encode as encode_json

BYTES_AT_MOST: Final = 1 << 16
_TICK: Final = timedelta(milliseconds=1)

Clock: TypeAlias = Callable[[], datetime]


class TableState(NamedTuple):
    """A table as its `state.json` has it."""

    tree: dict[str, Any]
    state: State
    table: Table

    @property
    def hash(self) -> str:
        """What a move expects: the first 16 hex of the SHA-256 over the whole file's canonical JSON."""
        return state_hash(self.tree)

    @property
    def next_sequence(self) -> int:
        last = self.table.last_move
        return 1 if last is None else last.sequence + 1

    @property
    def active(self) -> Colour:
        assert self.state.active is not None
        return COLOURS[self.state.active]

    @property
    def is_over(self) -> bool:
        return self.state.result is not None

    def player(self, colour: Colour) -> str:
        return self.table.players.white if colour == "white" else self.table.players.black


def state_hash(tree: Any) -> str:
    return hashlib.sha256(canonical(tree)).hexdigest()[:16]


def read(data: bytes) -> TableState:
    """The table, or Malformed with everything that is wrong with the file."""
    tree: dict[str, Any] = decode_json(data, Any, at_most=BYTES_AT_MOST)
    state, table = decode(tree)
    return TableState(tree, state, table)


def utc_now() -> datetime:
    return datetime.now(UTC)


def table_state(state: State, table: Table) -> TableState:
    return TableState(encode(state, table), state, table)


def write(tree: dict[str, Any]) -> bytes:
    """One line per field and per message, so that a diff shows what changed."""
    return in_lines({name: _field(name, value) for name, value in tree.items()})


def in_lines(fields: Mapping[str, str]) -> bytes:
    """A file of fields that are JSON already, one per line."""
    lines = [f"  {json.dumps(name)}: {value}" for name, value in fields.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def records(values: Iterable[Value]) -> str:
    """A list, one record per line."""
    return _list([f"    {encode_json(value).decode()}" for value in values])


def with_messages(table: Table, kind: Literal["error", "info"], texts: Iterable[str], when: str) -> Table:
    """The table with these messages, as of now."""
    for text in texts:
        table = with_message(table, Message(kind, text, when))
    return table._replace(updated_at=when)


def announcements(told: Iterable[Told]) -> list[str]:
    return [text for event in told if (text := announced(event)) is not None]


def timestamp(now: datetime) -> str:
    return now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def later_timestamp(previous: str, now: datetime) -> str:
    """The time of a change: now, but always later than the one before, whatever the clock says."""
    try:
        then = datetime.fromisoformat(previous).astimezone(UTC)
    except (ValueError, OverflowError) as error:  # 23:59:60, or a year beyond the calendar
        raise Malformed(f"{previous!r} cannot be counted on from: {error}", "$.updatedAt") from None
    return timestamp(max(now, then + _TICK))


def _field(name: str, value: Any) -> str:
    return _list([f"    {_plain(message)}" for message in value]) if name == "messages" else _plain(value)


def _list(lines: list[str]) -> str:
    return "[\n" + ",\n".join(lines) + "\n  ]" if lines else "[]"


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
