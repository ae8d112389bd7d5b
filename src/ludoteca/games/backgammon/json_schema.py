"""The part of JSON Schema that GitGammon's files need; it reports every fault, not only the first."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from .timestamps import moment

Faults = Iterator[str]


def faults(tree: Any, schema: Any, here: str = "$") -> Faults:
    """Every fault of a tree, with its place."""
    kind = schema.get("type")
    if kind is not None and not _KINDS[kind](tree):
        yield f"{here}: {_shown(tree)} is no {kind}"
        return
    for keyword, check in _CHECKS.items():
        if keyword in schema:
            yield from check(tree, schema, here)


def understood(schema: Any) -> Any:
    """The schema, if every keyword in it is checked here; a keyword that is not checked raises ValueError."""
    for keyword, value in schema.items():
        if keyword not in _CHECKS and keyword not in _SAYS_NOTHING:
            raise ValueError(f"unknown JSON Schema keyword {keyword!r}")
        parts = value.values() if keyword == "properties" else value if keyword == "oneOf" else ()
        for part in (*parts, *((value,) if keyword == "items" else ())):
            understood(part)
    return schema


def fractions(tree: Any, here: str = "$") -> list[str]:
    """JSON Schema accepts 1.0 as an integer; these files do not."""
    if isinstance(tree, float):
        return [f"{here}: {tree} is not written as an integer"]
    branches: list[tuple[str, Any]] = []
    if isinstance(tree, dict):
        branches = [(f"{here}.{name}", branch) for name, branch in tree.items()]
    elif isinstance(tree, list):
        branches = [(f"{here}[{index}]", branch) for index, branch in enumerate(tree)]
    return [fault for at, branch in branches for fault in fractions(branch, at)]


def _shown(tree: Any) -> str:
    text = "null" if tree is None else repr(tree)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _is_number(tree: Any) -> bool:
    return isinstance(tree, int | float) and not isinstance(tree, bool)


def _is_integer(tree: Any) -> bool:
    return _is_number(tree) and (isinstance(tree, int) or tree.is_integer())


_KINDS: Final[dict[str, Callable[[Any], bool]]] = {
    "object": lambda tree: isinstance(tree, dict),
    "array": lambda tree: isinstance(tree, list),
    "string": lambda tree: isinstance(tree, str),
    "integer": _is_integer,
    "null": lambda tree: tree is None,
}


def _enum(tree: Any, schema: Any, here: str) -> Faults:
    if tree not in schema["enum"]:
        yield f"{here}: {_shown(tree)} is none of {', '.join(schema['enum'])}"


def _minimum(tree: Any, schema: Any, here: str) -> Faults:
    if tree < schema["minimum"]:
        yield f"{here}: {_shown(tree)} is less than {schema['minimum']}"


def _maximum(tree: Any, schema: Any, here: str) -> Faults:
    if tree > schema["maximum"]:
        yield f"{here}: {_shown(tree)} is more than {schema['maximum']}"


def _min_length(tree: Any, schema: Any, here: str) -> Faults:
    if len(tree) < schema["minLength"]:
        yield f"{here}: a text of {schema['minLength']} characters at least is needed"


def _max_length(tree: Any, schema: Any, here: str) -> Faults:
    if len(tree) > schema["maxLength"]:
        yield f"{here}: {len(tree)} characters, at most {schema['maxLength']} are allowed"


def _pattern(tree: Any, schema: Any, here: str) -> Faults:
    if re.search(schema["pattern"].replace("$", r"\Z"), tree) is None:  # the end of the text, not of its last line
        yield f"{here}: {_shown(tree)} does not match {schema['pattern']}"


def _format(tree: Any, schema: Any, here: str) -> Faults:
    if schema["format"] == "date-time" and moment(tree) is None:
        yield f"{here}: {_shown(tree)} is no ISO 8601 timestamp"


def _min_items(tree: Any, schema: Any, here: str) -> Faults:
    if len(tree) < schema["minItems"]:
        yield f"{here}: {len(tree)} items, at least {schema['minItems']} are needed"


def _max_items(tree: Any, schema: Any, here: str) -> Faults:
    if len(tree) > schema["maxItems"]:
        yield f"{here}: {len(tree)} items, at most {schema['maxItems']} are allowed"


def _items(tree: Any, schema: Any, here: str) -> Faults:
    for index, item in enumerate(tree):
        yield from faults(item, schema["items"], f"{here}[{index}]")


def _required(tree: Any, schema: Any, here: str) -> Faults:
    for name in schema["required"]:
        if name not in tree:
            yield f"{here}: {name} is missing"


def _properties(tree: Any, schema: Any, here: str) -> Faults:
    for name, part in schema["properties"].items():
        if name in tree:
            yield from faults(tree[name], part, f"{here}.{name}")


def _additional(tree: Any, schema: Any, here: str) -> Faults:
    for name in tree:
        if name not in schema["properties"]:
            yield f"{here}: there is no {_shown(name)} here"


def _one_of(tree: Any, schema: Any, here: str) -> Faults:
    """The faults of the form that is meant: null, or the other one."""
    found = [list(faults(tree, form, here)) for form in schema["oneOf"]]
    if sum(not fault for fault in found) != 1:
        yield from max(reversed(found), key=len) if tree is not None else [f"{here}: not of exactly one form"]


_SAYS_NOTHING: Final = frozenset({"$schema", "$id", "title", "description", "type"})  # the type is checked first
_CHECKS: Final[dict[str, Callable[[Any, Any, str], Faults]]] = {
    "enum": _enum,
    "minimum": _minimum,
    "maximum": _maximum,
    "minLength": _min_length,
    "maxLength": _max_length,
    "pattern": _pattern,
    "format": _format,
    "minItems": _min_items,
    "maxItems": _max_items,
    "items": _items,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "oneOf": _one_of,
}
