"""What values are made of: nothing in them may change, or come in an order that another process does not share.

The types are looked at once, which also finds a field that no random game fills; the values of a game as well, because
Python lets a field hold what its type does not allow.
"""

from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Any, Final

import msgspec

from ludoteca.kernel import AnyGame, Value

from .comparison import Unlawful, shortened
from .walks import Walk, readers

INSTEAD: Final[dict[str, str]] = {
    "list": "use a tuple",
    "dict": "use a tuple of pairs, or a Value with a field for each key",
    "set": "use a frozenset",
    "bytearray": "use a tuple of ints",
    "float": "use an int, for instance of thousandths",
    "Any": "name the type",
}
PLAIN: Final = (int, str, bool, type(None), Enum)


def frozen_values(game: AnyGame, walk: Walk) -> None:
    """States, actions, events and views are frozen: ints, strings, bools, tuples, frozensets and other values."""
    for what in ("config", "state", "action", "told", "view"):
        for problem in _of_type(getattr(game.types, what), what):
            raise Unlawful(problem)
    seen: dict[int, Any] = {}
    for name, value in _values(game, walk):
        for problem in _of_value(value, name, seen):
            raise Unlawful(problem)


def _values(game: AnyGame, walk: Walk) -> Iterator[tuple[str, Any]]:
    yield "config", walk.config
    for state in walk.states():
        yield "state", state
    for event in (*walk.first_events, *(event for stop in walk.stops for event in stop.events)):
        yield "event", event.payload
    for reader in readers(walk):
        yield "view", game.view(walk.last, reader)
    for seat in game.to_act(walk.last):
        for action in game.legal(walk.last, seat):
            yield "action", action


@cache
def _of_type(kind: Any, path: str) -> tuple[str, ...]:
    return tuple(_of_info(msgspec.inspect.type_info(kind), path, frozenset()))


def _of_info(info: Any, path: str, within: frozenset[Any]) -> Iterator[str]:
    match info:
        case msgspec.inspect.UnionType(types=types):
            for each in types:
                yield from _of_info(each, path, within)
        case msgspec.inspect.StructType(cls=cls, fields=fields) if cls not in within:
            if not cls.__struct_config__.frozen:
                yield f"{path}: {cls.__name__} is not frozen; write `class {cls.__name__}(Value, frozen=True)`"
            for field in fields:
                yield from _of_info(field.type, f"{path}.{field.name}", within | {cls})
        case msgspec.inspect.TupleType(item_types=items):
            for index, item in enumerate(items):
                yield from _of_info(item, f"{path}[{index}]", within)
        case msgspec.inspect.VarTupleType(item_type=item) | msgspec.inspect.FrozenSetType(item_type=item):
            yield from _of_info(item, f"{path}[…]", within)
        case msgspec.inspect.StructType() | msgspec.inspect.NamedTupleType() | msgspec.inspect.EnumType():
            pass
        case (
            msgspec.inspect.IntType()
            | msgspec.inspect.StrType()
            | msgspec.inspect.BoolType()
            | msgspec.inspect.NoneType()
            | msgspec.inspect.LiteralType()
        ):
            pass
        case _:
            name = type(info).__name__.removesuffix("Type").lower().replace("any", "Any")
            yield _refused(path, name, "its type is")


def _of_value(value: Any, path: str, seen: dict[int, Any]) -> Iterator[str]:
    """`seen` keeps what was looked at, by identity: successive states share most of what they hold."""
    if isinstance(value, PLAIN) or id(value) in seen:
        return
    seen[id(value)] = value
    if isinstance(value, Value):
        for field in value.__struct_fields__:
            yield from _of_value(getattr(value, field), f"{path}.{field}", seen)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _of_value(item, f"{path}[{index}]", seen)
    elif isinstance(value, frozenset):
        for item in value:
            yield from _of_value(item, f"{path}[…]", seen)
    else:
        yield f"{_refused(path, type(value).__name__, 'it is')}: {shortened(value)}"


def _refused(path: str, name: str, verb: str) -> str:
    advice = INSTEAD.get(name, "use ints, strings, bools, tuples, frozensets or a frozen Value")
    return f"{path}: {verb} {name}, which is no frozen value; {advice}"
