"""Values: the only door to msgspec. Everything that is stored, sent or compared is built from `Value`.

Laws kept here:
- A value is frozen, and its fields are ints, strings, bools, tuples, frozensets or other values.
- `canonical` gives one byte string per value (sorted keys, no spaces, UTF-8); `digest` is its SHA-256.
- `decode` is strict and bounded: it returns a whole, checked value or raises `Malformed`, which says where.

Must not know: any game.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Meta, Struct, ValidationError
from msgspec.structs import replace

__all__ = ["Malformed", "Meta", "Value", "canonical", "convert", "decode", "digest", "plain", "replace", "schema"]

T = TypeVar("T")

BYTES_AT_MOST: Final = 1 << 20
DEPTH_AT_MOST: Final = 32
INTEGER_BITS: Final = 63

_ENCODER = msgspec.json.Encoder(order="sorted")
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')
_WHERE = re.compile(r"^(?P<reason>.*?)(?: - at `(?P<where>.*)`)?$", re.DOTALL)


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """A frozen record. Subclasses repeat `frozen=True`, because mypy does not inherit it."""


class Malformed(ValueError):  # noqa: N818 - the sender's fault, named as the thing it is
    """Bytes that are not the value they should be: the sender's fault."""

    def __init__(self, reason: str, where: str = "$") -> None:
        super().__init__(f"{reason} (at {where})")
        self.reason = reason
        self.where = where


def canonical(value: object) -> bytes:
    """The one byte string of a value."""
    return _ENCODER.encode(value)


def digest(value: object) -> str:
    return "sha256:" + hashlib.sha256(canonical(value)).hexdigest()


def plain(value: object) -> Any:
    """The value as JSON would hold it: dicts, lists, strings, numbers."""
    return msgspec.json.decode(canonical(value))


def decode(data: bytes | str, kind: type[T] | Any, *, at_most: int = BYTES_AT_MOST) -> T:
    """Read one value of `kind` from JSON, or raise Malformed. Nothing is coerced, guessed or ignored."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if len(raw) > at_most:
        raise Malformed(f"{len(raw)} bytes, at most {at_most} allowed")
    _check_depth(raw)
    _check_keys_and_numbers(raw)
    try:
        return msgspec.json.decode(raw, type=kind)
    except ValidationError as error:
        raise _malformed(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(str(error)) from None


def convert(tree: object, kind: type[T] | Any, at: str = "$") -> T:
    """As `decode`, for a tree that JSON has already been read into; `at` is where the tree stood in the whole."""
    try:
        whole: T = decode(json.dumps(tree, allow_nan=False), kind)
    except Malformed as error:
        raise Malformed(error.reason, at + error.where.removeprefix("$")) from None
    except (TypeError, ValueError, RecursionError) as error:
        raise Malformed(str(error), at) from None
    return whole


def schema(kinds: Mapping[str, Any]) -> dict[str, Any]:
    """One JSON Schema document with a property per name, all definitions under `$defs`."""
    shapes, definitions = msgspec.json.schema_components(tuple(kinds.values()), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": dict(zip(kinds, shapes, strict=True)),
        "$defs": dict(sorted(definitions.items())),
    }


def _malformed(error: ValidationError) -> Malformed:
    found = _WHERE.match(str(error))
    assert found is not None
    return Malformed(found["reason"], found["where"] or "$")


def _check_depth(raw: bytes) -> None:
    if raw.count(b"[") + raw.count(b"{") <= DEPTH_AT_MOST:
        return
    depth = 0
    for byte in _STRING.sub(b"", raw):
        if byte in b"[{":
            depth += 1
            if depth > DEPTH_AT_MOST:
                raise Malformed(f"nested deeper than {DEPTH_AT_MOST}")
        elif byte in b"]}":
            depth -= 1


class _Twice:
    """Stands in the parsed tree where an object named a key twice, so that its path can be told."""

    def __init__(self, key: str) -> None:
        self.key = key


def _check_keys_and_numbers(raw: bytes) -> None:
    """What msgspec lets pass: duplicate keys (the last would win) and integers of any length."""
    twice: list[_Twice] = []

    def pairs(items: list[tuple[str, Any]]) -> Any:
        tree = dict(items)
        if len(tree) == len(items):
            return tree
        seen: set[str] = set()
        twice.append(_Twice(next(key for key, _ in items if key in seen or seen.add(key))))  # type: ignore[func-returns-value]
        return twice[-1]

    try:
        tree = json.loads(raw.decode(), object_pairs_hook=pairs, parse_int=_integer, parse_constant=_constant)
    except Malformed:
        raise
    except (ValueError, RecursionError) as error:  # JSONDecodeError and UnicodeDecodeError are ValueErrors
        raise Malformed(f"not JSON: {error}") from None
    if twice:
        raise Malformed(f"key {twice[0].key!r} given twice", _path(tree, twice[0]) or "$")


def _integer(text: str) -> int:
    if len(text) > 20 or int(text).bit_length() > INTEGER_BITS:
        raise Malformed("integer out of range")
    return int(text)


def _constant(text: str) -> None:
    raise Malformed(f"{text} is not JSON")


def _path(tree: Any, wanted: object, here: str = "$") -> str | None:
    if tree is wanted:
        return here
    branches: list[tuple[str, Any]] = []
    if isinstance(tree, dict):
        branches = [(f"{here}.{key}", branch) for key, branch in tree.items()]
    elif isinstance(tree, list):
        branches = [(f"{here}[{index}]", branch) for index, branch in enumerate(tree)]
    return next((found for at, branch in branches if (found := _path(branch, wanted, at))), None)
