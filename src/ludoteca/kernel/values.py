"""Values: the only door to msgspec. Everything that is stored, sent or compared is built from `Value`.

Laws kept here:
- A value is frozen, and its fields are ints, strings, bools, tuples, frozensets or other values.
- `canonical` gives one byte string per value (sorted keys, no spaces, UTF-8); `digest` is its SHA-256.
- `packed` is the same tree as MsgPack, and `unpacked` is as strict as `decode`.
- `decode` is strict and bounded: it returns a complete, valid value or raises `Malformed` with the place of the fault.
- Any thread may read any value at any time.

Must not know: any game.
"""

import hashlib
import json
import re
import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct, ValidationError, field
from msgspec.structs import force_setattr, replace

__all__ = [
    "Draft",
    "Malformed",
    "Meta",
    "Value",
    "build",
    "builder",
    "canonical",
    "convert",
    "decode",
    "digest",
    "encode",
    "field",
    "fields_of",
    "from_words",
    "members_of",
    "packed",
    "plain",
    "replace",
    "schema",
    "share_defaults",
    "tree_of",
    "unpacked",
]

T = TypeVar("T")

BYTES_AT_MOST: Final = 1 << 20
DEPTH_AT_MOST: Final = 32
INTEGER_BITS: Final = 63

_pack = msgspec.msgpack.Encoder(order="sorted").encode
_echo = msgspec.json.Encoder().encode  # keys in their original order
_tree = msgspec.json.Decoder().decode
_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_SPACE = b" \t\r\n"
_DIGITS_AS_ZERO = bytes.maketrans(b"123456789", b"0" * 9)
_MANY_DIGITS = b"0" * 18  # every integer with fewer digits fits
_UNSURE: Final = object()
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)  # possessive: linear on any input
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_WHERE = re.compile(r"^(?P<reason>.*?)(?: - at (?:`key` in )?`(?P<where>[^`]*)`)?$", re.DOTALL)


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """A frozen record. Subclasses repeat `frozen=True`, because mypy does not inherit it."""


class Draft(Struct):
    """A mutable record, filled in step by step. It is never stored, sent or compared."""


class Malformed(ValueError):
    """Bytes that are not the value they should be: the sender's fault."""

    def __init__(self, reason: str, where: str = "$") -> None:
        super().__init__(f"{reason} (at {where})")
        self.reason = reason
        self.where = where


canonical: Final[Callable[[object], bytes]] = msgspec.json.Encoder(order="sorted").encode
"""The one byte string of a value."""

encode: Final[Callable[[object], bytes]] = msgspec.json.Encoder(order="deterministic").encode
"""A value as JSON, its fields in declaration order: for the wire, where bytes are not compared."""


def digest(value: object) -> str:
    """SHA-256 over the canonical bytes, as `sha256:…`: equal for equal values, on any machine."""
    return "sha256:" + hashlib.sha256(canonical(value)).hexdigest()


def plain(value: object) -> Any:
    """The value as JSON would hold it: dicts, lists, strings, numbers."""
    return _tree(canonical(value))


def decode(data: bytes | str, kind: type[T] | Any, *, at_most: int = BYTES_AT_MOST) -> T:
    """Read one value of `kind` from JSON, or raise Malformed. Nothing is coerced, guessed or ignored."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if len(raw) > at_most:
        raise Malformed(f"{len(raw)} bytes, at most {at_most} allowed")
    form, tree = _form_of(kind), _tree_at_a_glance(raw)
    if tree is _UNSURE:
        _check_depth(raw)
        tree = _tree_looked_through(raw)
    if form.tag_field is not None:
        _check_tag(form, tree)
    try:
        whole: T = form.decode(raw)
    except ValidationError as error:
        raise _malformed(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(str(error)) from None
    return whole


def members_of(data: bytes) -> dict[str, Any]:
    """The plain members of a JSON object (strings, numbers, true, false, null), whatever is wrong with it otherwise: so
    that its sender can be told. Empty if it is no object."""
    try:
        members = _members(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
    return {name: value for name, raw in members.items() if (value := _plain_member(bytes(raw))) is not _UNSURE}


def _plain_member(raw: bytes) -> Any:
    if raw.startswith((b"{", b"[")):
        return _UNSURE
    try:
        return _tree(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _UNSURE


def convert(tree: object, kind: type[T] | Any, at: str = "$") -> T:
    """Like `decode`, for an already parsed JSON tree; `at` is the tree's place in the whole document."""
    try:
        whole: T = decode(json.dumps(tree, allow_nan=False), kind)
    except Malformed as error:
        raise Malformed(error.reason, at + error.where.removeprefix("$")) from None
    except (TypeError, ValueError, RecursionError) as error:
        raise Malformed(str(error), at) from None
    return whole


def build(tree: object, kind: type[T] | Any, at: str = "$") -> T:
    """Like `convert`, for a tree from `decode`, whose keys and numbers have been checked already."""
    whole: T = _built(_form_of(kind), at, tree)
    return whole


def builder(kind: Any, at: str = "$") -> Callable[[object], Any]:
    """`build` for one kind, for callers that build many values of it: looking up a union is slow."""
    return partial(_built, _form_of(kind), at)


def _built(form: "_Form", at: str, tree: object) -> Any:
    if form.tag_field is not None:
        _check_tag(form, tree)
    try:
        return msgspec.convert((tree,), form.holder).it
    except ValidationError as error:
        malformed = _malformed(error)
        raise Malformed(malformed.reason, at + malformed.where.removeprefix("$[0]")) from None


def from_words(words: Mapping[str, str], kind: type[T] | Any) -> T:
    """Like `build`, for text-only input such as a query string: "12" may be a number, and "true" a boolean."""
    _form_of(kind)  # so that msgspec has analysed the type before its use
    try:
        whole: T = msgspec.convert(words, kind, strict=False)
    except ValidationError as error:
        raise _malformed(error) from None
    return whole


def packed(value: object) -> bytes:
    """The value as MsgPack with sorted keys: like `canonical`, in fewer bytes."""
    return _pack(plain(value))


def unpacked(data: bytes, *, at_most: int = BYTES_AT_MOST) -> Any:
    """The tree that `packed` wrote, for `convert`; Malformed if `packed` would write it differently.

    The tree is packed again and compared, which detects duplicate keys and numbers in a longer form.
    """
    if len(data) > at_most:
        raise Malformed(f"{len(data)} bytes, at most {at_most} allowed")
    try:
        tree = msgspec.msgpack.decode(data)
        again = _pack(tree)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError) as error:
        raise Malformed(f"not MsgPack: {error}") from None
    if again != data:
        raise Malformed("MsgPack, but not with sorted keys, each once, and the shortest numbers")
    return tree


def share_defaults(value: Value) -> None:
    """For the `__post_init__` of a type with `omit_defaults`: a field that equals its default becomes the default.

    msgspec omits a tuple or a struct only if it is the default object itself, so that without this two equal values
    could have two byte strings.
    """
    names = value.__struct_fields__
    defaults = value.__struct_defaults__
    for name, default in zip(names[len(names) - len(defaults) :], defaults, strict=True):
        own = getattr(value, name)
        if own is not default and own == default:
            force_setattr(value, name, default)


def tree_of(value: object) -> Any:
    """The value as a tree of dicts, lists and plain values; a set becomes a sorted list."""
    return _tree(encode(value))


def fields_of(value: Value) -> dict[str, Any]:
    """A value's fields as JSON would hold them (but tuples stay tuples), without its tag."""
    tree: dict[str, Any] = msgspec.to_builtins(value, order="deterministic")
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
    """Shorten msgspec's names of generic types: `Move_package_Place_…` becomes `Move`."""
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
    depth = 0
    for byte in _STRING.sub(b"", raw):
        if byte in b"[{":
            depth += 1
            if depth > DEPTH_AT_MOST:
                raise Malformed(f"nested deeper than {DEPTH_AT_MOST}")
        elif byte in b"]}":
            depth -= 1


class _Form(NamedTuple):
    """The analysis of a type, done once instead of for every value."""

    decode: Callable[[bytes], Any]
    holder: Any  # a struct around it, because msgspec caches its analysis of a struct's fields but not of a union
    tag_field: str | None


_forms: Final[dict[Any, _Form]] = {}
_finding_out: Final = threading.Lock()


def _form_of(kind: Any) -> _Form:
    form = _forms.get(kind)
    if form is None:
        with _finding_out:
            form = _forms[kind] = _forms.get(kind) or _found_out(kind)
    return form


def _found_out(kind: Any) -> _Form:
    """Complete, and by one thread at a time: msgspec would give a half-finished analysis to another thread that decodes
    meanwhile, and the process would crash."""
    config = getattr(kind, "__struct_config__", None)
    tag_field = None if config is None or config.tag is None else config.tag_field
    holder = msgspec.defstruct("Holder", [("it", kind)], array_like=True)
    msgspec.json.Decoder(holder)  # never used: creating it makes msgspec analyse the holder now
    return _Form(msgspec.json.Decoder(kind).decode, holder, tag_field)


def _check_tag(form: _Form, tree: object) -> None:
    """Require the tag even where only one type is possible, as the schema does."""
    if form.tag_field is not None and isinstance(tree, dict) and form.tag_field not in tree:
        raise Malformed(f"Object missing required field `{form.tag_field}`")


class _Bad:
    """Marks a fault in the parsed tree, so that its path can be reported."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


def _tree_at_a_glance(raw: bytes) -> Any:
    """The tree, if a cheap check shows that it is valid; else `_UNSURE`.

    The tree is encoded again: if that gives the same bytes apart from white space, every key and every value of the
    input is in the tree, so no key came twice.
    """
    if not raw.isascii() or _MANY_DIGITS in raw.translate(_DIGITS_AS_ZERO):
        return _UNSURE
    if raw.count(b"[") + raw.count(b"{") > DEPTH_AT_MOST:
        return _UNSURE
    try:
        tree = _tree(raw)
    except (msgspec.DecodeError, RecursionError):
        return _UNSURE
    again = _echo(tree)
    same = again == raw or again.translate(None, _SPACE) == raw.translate(None, _SPACE)
    return tree if same else _UNSURE


def _tree_looked_through(raw: bytes) -> Any:
    """The tree, after a check for what msgspec accepts (duplicate keys, where the last would win; integers of any
    length) or refuses without a place (NaN, lone surrogates)."""
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
        # A fault inside another one is no longer in the tree; the outer one is reported then.
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
