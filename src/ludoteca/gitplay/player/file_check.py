"""`check`: any `state.json` or move file, against its schema and every rule. What is wrong is told all at once.

A move that has not been played yet is checked against its table too, as the processor will do it: the table is the one
given, or else the one in whose folder the file is.
"""

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ludoteca.games.backgammon.state_file_check import violations, warnings
from ludoteca.games.backgammon.state_file_schema import STATE_SCHEMA
from ludoteca.games.backgammon.types import CHECKERS
from ludoteca.kernel import Malformed
from ludoteca.kernel.values import decode

from ..errors import GitGammonError
from ..format import move_file, state_json
from ..format.move_file import MOVE_SCHEMA, RESIGN_SCHEMA, PushedFile
from ..format.names import MoveName, move_name
from ..format.state_json import TableState
from ..format.tree import MOVES, STATE
from ..git_objects import PLAIN
from ..processor.validation import file_faults

Kind: TypeAlias = Literal["state", "move", "resignation"]

SCHEMAS: Final[Mapping[Kind, dict[str, Any]]] = {
    "state": STATE_SCHEMA,
    "move": MOVE_SCHEMA,
    "resignation": RESIGN_SCHEMA,
}

_LINK: Final = 0o120000
_EXECUTABLE: Final = 0o100755


class FileReport(NamedTuple):
    """What a file is, what must be otherwise, and what should be."""

    kind: Kind
    violations: tuple[str, ...]
    warnings: tuple[str, ...] = ()


def check_file(path: Path, table: TableState | None = None) -> FileReport:
    """GitGammonError if the file cannot be read."""
    data = _read(path)
    if _is_state(path, data):
        return _check_state(data)
    return _check_move(path, data, table or _table_around(path))


def schema(kind: Kind | None = None) -> dict[str, Any]:
    """The JSON Schema of one kind of file, or of any: such a file matches exactly one of the three."""
    if kind is not None:
        return SCHEMAS[kind]
    parts = [{name: part for name, part in each.items() if name != "$schema"} for each in SCHEMAS.values()]
    return {"$schema": STATE_SCHEMA["$schema"], "title": "A file of GitGammon", "oneOf": parts}


def read_table(path: Path) -> TableState:
    try:
        return state_json.read(_read(path))
    except Malformed as error:
        raise GitGammonError(f"{path}: {error}") from None


def _read(path: Path) -> bytes:
    """One byte more than any file may have is enough to see that it has too many."""
    try:
        with path.open("rb") as file:
            return file.read(state_json.BYTES_AT_MOST + 1)
    except OSError as error:
        raise GitGammonError(f"{path} cannot be read: {error.strerror}") from None


def _is_state(path: Path, data: bytes) -> bool:
    """By its name; a file of another name by its content."""
    name = os.fsencode(path.name)
    if name == STATE or move_name(name) is not None:
        return name == STATE
    try:
        tree: Any = decode(data, Any, at_most=state_json.BYTES_AT_MOST)
    except Malformed:
        return path.parent.name != MOVES.decode()
    return not (isinstance(tree, dict) and "expectedState" in tree)


def _check_state(data: bytes) -> FileReport:
    try:
        tree: Any = decode(data, Any, at_most=state_json.BYTES_AT_MOST)
    except Malformed as error:
        return FileReport("state", (str(error),))
    return FileReport("state", violations(tree), warnings(tree))


def _check_move(path: Path, data: bytes, table: TableState | None) -> FileReport:
    mode = path.lstat().st_mode
    kept_as = _LINK if stat.S_ISLNK(mode) else _EXECUTABLE if mode & stat.S_IXUSR else PLAIN
    is_read = kept_as == PLAIN and len(data) <= move_file.BYTES_AT_MOST
    pushed = PushedFile(os.fsencode(path.name), kept_as, path.stat().st_size, data if is_read else None, "")
    name = move_name(pushed.name)
    kind: Kind = "resignation" if name is not None and name.is_resignation else "move"
    return FileReport(kind, file_faults(pushed, table))


def _table_around(path: Path) -> TableState | None:
    """The table in whose `moves` the file is; None if there is none, or if the file was played."""
    folder, name = path.absolute().parent, move_name(os.fsencode(path.name))
    state = folder.parent / STATE.decode()
    if folder.name != MOVES.decode() or not state.is_file():
        return None
    table = read_table(state)
    return None if name is not None and _is_played(name, table) else table


def _is_played(name: MoveName, table: TableState) -> bool:
    """A move of its number was; or it is the resignation that ended the game, which leaves `lastMove` as it was."""
    if name.sequence < table.next_sequence:
        return True
    winner, home = table.tree["winner"], table.tree["home"]
    is_resigned = winner is not None and max(home.values()) < CHECKERS
    return name.is_resignation and is_resigned and name.colour != winner
