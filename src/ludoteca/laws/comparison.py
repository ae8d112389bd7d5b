"""Two values that should be the same: the fields in which they differ, rather than both of them whole."""

from collections.abc import Iterator
from itertools import islice
from reprlib import Repr
from typing import Any, Final

from ludoteca.kernel import Value, canonical

SHOWN_AT_MOST: Final = 6

_short = Repr()
_short.maxother = _short.maxstring = _short.maxlong = 70
_short.maxtuple = _short.maxlist = _short.maxdict = _short.maxset = _short.maxfrozenset = 12
_short.maxlevel = 3


class Unlawful(AssertionError):
    """What a law found: a sentence, the fields in which two values differ, and the game that shows it if it is not the
    walk on which the law was tried.
    """

    def __init__(self, what: str, differing: tuple[str, ...] = (), steps: tuple[str, ...] = ()) -> None:
        super().__init__("\n".join((what, *differing)))
        self.steps = steps


def same(what: str, name: str, expected: Any, found: Any, *, one: str = "expected", other: str = "got") -> None:
    """Raise Unlawful unless both have the same canonical bytes."""
    if canonical(expected) != canonical(found):
        raise Unlawful(what, differing(name, expected, found, one, other))


def equal(what: str, name: str, expected: Any, found: Any) -> None:
    """Raise Unlawful unless both are equal values."""
    if expected != found:
        raise Unlawful(what, differing(name, expected, found))


def differing(name: str, expected: Any, found: Any, one: str = "expected", other: str = "got") -> tuple[str, ...]:
    """One line for each field that differs: its path, what was expected and what was found."""
    differences = islice(_differences(name, expected, found), SHOWN_AT_MOST + 1)
    lines = [f"{path}: {one} {first}, {other} {second}" for path, first, second in differences]
    more = ("… and more",) if len(lines) > SHOWN_AT_MOST else ()
    return (*lines[:SHOWN_AT_MOST], *more)


def shortened(value: Any) -> str:
    """A value in one line that fits a screen."""
    text = str(value) if isinstance(value, Value) else _short.repr(value)
    return text if len(text) <= 100 else text[:99] + "…"


def _differences(path: str, expected: Any, found: Any) -> Iterator[tuple[str, str, str]]:
    if type(expected) is not type(found):
        yield path, _typed(expected), _typed(found)
    elif isinstance(expected, Value):
        for field in expected.__struct_fields__:
            yield from _differences(f"{path}.{field}", getattr(expected, field), getattr(found, field))
    elif isinstance(expected, tuple | list) and len(expected) == len(found):
        for index, pair in enumerate(zip(expected, found, strict=True)):
            yield from _differences(f"{path}[{index}]", *pair)
    elif expected != found or canonical(expected) != canonical(found):
        yield path, shortened(expected), shortened(found)


def _typed(value: Any) -> str:
    return "None" if value is None else f"{shortened(value)} ({type(value).__name__})"
