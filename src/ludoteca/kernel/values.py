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
from msgspec import Meta, Struct, ValidationError, field
from msgspec.structs import replace

__all__ = [
    "Malformed",
    "Meta",
    "Value",
    "build",
    "canonical",
    "convert",
    "decode",
    "digest",
    "encode",
    "field",
    "fields_of",
    "plain",
    "replace",
    "schema",
    "tree_of",
]

T = TypeVar("T")

BYTES_AT_MOST: Final = 1 << 20
DEPTH_AT_MOST: Final = 32
INTEGER_BITS: Final = 63

_PLAIN_ENCODER = msgspec.json.Encoder(order="deterministic")
_ENCODER = msgspec.json.Encoder(order="sorted")
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)  # possessive: linear on any input
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_WHERE = re.compile(r"^(?P<reason>.*?)(?: - at (?:`key` in )?`(?P<where>[^`]*)`)?$", re.DOTALL)


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """A frozen record. Subclasses repeat `frozen=True`, because mypy does not inherit it."""


class Malformed(ValueError):
    """Bytes that are not the value they should be: the sender's fault."""

    def __init__(self, reason: str, where: str = "$") -> None:
        super().__init__(f"{reason} (at {where})")
        self.reason = reason
        self.where = where


def canonical(value: object) -> bytes:
    """The one byte string of a value."""
    return _ENCODER.encode(value)


def encode(value: object) -> bytes:
    """A value as JSON, its fields in the order they are declared: for the wire, where bytes are not compared."""
    return _PLAIN_ENCODER.encode(value)


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
    _check_tag(kind, _checked_tree(raw))
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


def build(tree: object, kind: type[T] | Any, at: str = "$") -> T:
    """As `convert`, for a tree that `decode` has made: its keys and numbers have been checked already."""
    _check_tag(kind, tree)
    try:
        return msgspec.convert(tree, kind)
    except ValidationError as error:
        malformed = _malformed(error)
        raise Malformed(malformed.reason, at + malformed.where.removeprefix("$")) from None


def tree_of(value: object) -> Any:
    """The value as a tree of dicts, lists and plain things, without going through bytes."""
    return msgspec.to_builtins(value, order="sorted")


def fields_of(value: Value) -> dict[str, Any]:
    """A value's fields as JSON would hold them, without its tag."""
    tree: dict[str, Any] = tree_of(value)
    tag_field = value.__struct_config__.tag_field
    if tag_field is not None:
        del tree[tag_field]
    return tree


def schema(kinds: Mapping[str, Any]) -> dict[str, Any]:
    """One JSON Schema document with a property per name, all definitions under `$defs`."""
    shapes, definitions = msgspec.json.schema_components(tuple(kinds.values()), ref_template="#/$defs/{name}")
    shapes, definitions = _short_names((shapes, definitions))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": dict(zip(kinds, shapes, strict=True)),
        "$defs": dict(sorted(definitions.items())),
    }


def _short_names(parts: Any) -> Any:
    """`Move_package_Place_…`, as msgspec calls a generic type, is `Move` to a reader."""
    text = json.dumps(parts)
    for long in sorted({name for name in parts[1] if "_" in name}, key=len, reverse=True):
        short = long.split("_", maxsplit=1)[0]
        if short not in parts[1]:
            text = text.replace(json.dumps(long), json.dumps(short)).replace(f"#/$defs/{long}", f"#/$defs/{short}")
    return json.loads(text)


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


def _check_tag(kind: Any, tree: object) -> None:
    """A tagged type carries its tag even where no other type could be meant, as its schema says."""
    config = getattr(kind, "__struct_config__", None)
    if config is not None and config.tag is not None and isinstance(tree, dict) and config.tag_field not in tree:
        raise Malformed(f"Object missing required field `{config.tag_field}`")


class _Bad:
    """Stands in the parsed tree where something was wrong, so that its path can be told."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


def _checked_tree(raw: bytes) -> Any:
    """The tree, after a look for what msgspec lets pass (duplicate keys, where the last would win; integers of any
    length) or refuses without saying where (NaN, lone surrogates)."""
    found: list[_Bad] = []

    def bad(reason: str) -> _Bad:
        found.append(_Bad(reason))
        return found[-1]

    def pairs(items: list[tuple[str, Any]]) -> Any:
        tree = dict(items)
        return tree if len(tree) == len(items) else bad(f"key {_twice(items)!r} given twice")

    def integer(text: str) -> Any:
        fits = len(text) <= 20 and int(text).bit_length() <= INTEGER_BITS
        return int(text) if fits else bad("integer out of range")

    def constant(text: str) -> Any:
        return bad(f"{text} is not JSON")

    try:
        tree = json.loads(raw.decode(), object_pairs_hook=pairs, parse_int=integer, parse_constant=constant)
    except (ValueError, RecursionError) as error:  # JSONDecodeError and UnicodeDecodeError are ValueErrors
        raise Malformed(f"not JSON: {error}") from None
    if b"\\u" in raw and _LONE_SURROGATE.search(json.dumps(tree, ensure_ascii=False, default=lambda bad: bad.reason)):
        raise Malformed("a lone surrogate is no text")
    for each in found:
        # One that stood inside another is no longer in the tree; the outer one is told then.
        if (where := _path(tree, each)) is not None:
            raise Malformed(each.reason, where)
    return tree


def _twice(items: list[tuple[str, Any]]) -> str:
    keys = [key for key, _ in items]
    return next(key for index, key in enumerate(keys) if key in keys[:index])


def _path(tree: Any, wanted: object, here: str = "$") -> str | None:
    if tree is wanted:
        return here
    branches: list[tuple[str, Any]] = []
    if isinstance(tree, dict):
        branches = [(f"{here}.{key}", branch) for key, branch in tree.items()]
    elif isinstance(tree, list):
        branches = [(f"{here}[{index}]", branch) for index, branch in enumerate(tree)]
    return next((found for at, branch in branches if (found := _path(branch, wanted, at))), None)
