"""Move files: what a player pushes. Their schema, their hash, and everything that is wrong with one.

A move file has exactly the fields of `MoveFile`, a resignation those of `Resignation`. Check mode and size before you
read one.

Must not know: git, any state.
"""

import hashlib
import json
import re
import unicodedata
from typing import Any, Final, NamedTuple

from ludoteca.games.backgammon.json_schema import faults, fractions
from ludoteca.games.backgammon.types import BAR, OFF, CheckerMove, Colour, Die, From, To
from ludoteca.kernel import Malformed, Value
from ludoteca.kernel.values import build, canonical, decode, field, plain, tree_of

BYTES_AT_MOST: Final = 4096
COMMENT_AT_MOST: Final = 280
SEQUENCE_AT_MOST: Final = 9999

_COLOUR: Final = {"type": "string", "enum": ["white", "black"]}
_HEX16: Final = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
_DIE: Final = {"type": "integer", "minimum": 1, "maximum": 6}
_STEP: Final = {
    "type": "object",
    "required": ["from", "to", "die"],
    "properties": {
        "from": {"type": "integer", "minimum": BAR, "maximum": 23},
        "to": {"type": "integer", "minimum": 0, "maximum": OFF},
        "die": _DIE,
    },
    "additionalProperties": False,
}
_SIGNED_BY_BOTH: Final = {
    "player": _COLOUR,
    "timestamp": {"type": "string", "format": "date-time"},
    "expectedState": _HEX16,
    "comment": {"oneOf": [{"type": "null"}, {"type": "string", "maxLength": COMMENT_AT_MOST}]},
    "commitSha": {"oneOf": [{"type": "null"}, {"type": "string", "pattern": "^[0-9a-f]{40}$"}]},
}


def _schema(title: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "required": list(properties),
        "properties": properties,
        "additionalProperties": False,
    }


MOVE_SCHEMA: Final = _schema(
    "GitGammon move file",
    {
        **_SIGNED_BY_BOTH,
        "moves": {"type": "array", "items": _STEP, "minItems": 1, "maxItems": 4},
        "diceRoll": {"type": "array", "items": _DIE, "minItems": 2, "maxItems": 4},
    },
)
RESIGN_SCHEMA: Final = _schema("GitGammon resignation", _SIGNED_BY_BOTH)
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class CheckerStep(Value, frozen=True):
    """One checker, one die; −1 is the bar and 24 is off, for both colours."""

    from_: From = field(name="from")
    to: To
    die: Die


class MoveFile(Value, frozen=True, rename="camel"):
    player: Colour
    moves: tuple[CheckerStep, ...]
    timestamp: str
    expected_state: str
    dice_roll: tuple[int, ...]
    comment: str | None
    commit_sha: str | None

    @property
    def checkers(self) -> tuple[CheckerMove, ...]:
        return tuple(CheckerMove(step.from_, step.to, step.die) for step in self.moves)


class Resignation(Value, frozen=True, rename="camel"):
    player: Colour
    timestamp: str
    expected_state: str
    comment: str | None
    commit_sha: str | None


class PushedFile(NamedTuple):
    """A file pushed into a table's `moves`, as git has it, and its pusher."""

    name: bytes
    mode: int
    size: int
    data: bytes | None  # None: not read because of its mode or size
    actor: str


class Reading(NamedTuple):
    """A file as far as it could be parsed, and everything that is wrong with its form."""

    tree: Any
    file: MoveFile | Resignation | None
    faults: tuple[str, ...]


def read(data: bytes, *, is_resignation: bool) -> Reading:
    if b"\r" in data:
        return Reading(None, None, ("the file has carriage returns; lines end in a line feed here",))
    try:
        tree: Any = decode(data, Any, at_most=BYTES_AT_MOST)
    except Malformed as error:
        return Reading(None, None, (f"the file is not JSON as it should be: {error}",))
    found = [*faults(tree, RESIGN_SCHEMA if is_resignation else MOVE_SCHEMA), *_text_faults(tree), *fractions(tree)]
    if found:
        return Reading(tree, None, tuple(found))
    kind = Resignation if is_resignation else MoveFile
    file: MoveFile | Resignation = build(tree, kind)
    return Reading(tree, file, ())


def write(file: MoveFile | Resignation) -> bytes:
    """One line per field, as a person would write it."""
    lines = [f'  "{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in tree_of(file).items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def sha6(file: MoveFile | Resignation) -> str:
    """The part of the file name that is a hash of the content, without comment and commitSha."""
    tree = {name: value for name, value in plain(file).items() if name not in ("comment", "commitSha")}
    return hashlib.sha256(canonical(tree)).hexdigest()[:6]


def _text_faults(tree: Any) -> list[str]:
    comment = tree.get("comment") if isinstance(tree, dict) else None
    if not isinstance(comment, str):
        return []
    found = []
    if not unicodedata.is_normalized("NFC", comment):
        found.append("$.comment: the text is not in Unicode's form C")
    if _CONTROL.search(comment):
        found.append("$.comment: control characters are no text")
    return found
