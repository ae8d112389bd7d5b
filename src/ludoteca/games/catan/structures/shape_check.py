"""Every fault of a document's shape, where the decoder stops at the first.

Must not know: what the fields mean.
"""

from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from ludoteca.kernel import Malformed, Value
from ludoteca.kernel.values import convert


def faults(tree: Any, kind: Any, at: str = "$") -> Iterator[str]:
    """The faults with their places; none if the tree matches the type."""
    try:
        convert(tree, kind, at)
    except Malformed as error:
        found = list(_inside(tree, kind, at))
        yield from found or [f"{error.where}: {error.reason}"]


def _inside(tree: Any, kind: Any, at: str) -> Iterator[str]:
    kind = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if isinstance(tree, dict) and isinstance(kind, type) and issubclass(kind, Value):
        yield from _in_fields(tree, kind, at)
    elif isinstance(tree, list) and get_origin(kind) is tuple:
        kinds = get_args(kind)
        kinds = (kinds[0],) * len(tree) if kinds[-1] is Ellipsis else kinds
        if len(kinds) == len(tree):
            for index, (part, part_kind) in enumerate(zip(tree, kinds, strict=True)):
                yield from faults(part, part_kind, f"{at}[{index}]")


def _in_fields(tree: dict[str, Any], kind: type[Value], at: str) -> Iterator[str]:
    hints = get_type_hints(kind, include_extras=True)
    fields = dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))
    for key in sorted(tree.keys() - fields.keys(), key=str):
        yield f"{at}: there is no field {key!r}"
    for key, name in fields.items():
        if key in tree:
            yield from faults(tree[key], hints[name], f"{at}.{key}")
        elif key in _required(kind):
            yield f"{at}: the field {key!r} is missing"


def _required(kind: type[Value]) -> set[str]:
    """The keys of the fields without a default, which come first."""
    keys = kind.__struct_encode_fields__
    return set(keys[: len(keys) - len(kind.__struct_defaults__)])
