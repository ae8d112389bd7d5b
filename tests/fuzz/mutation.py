"""Mutation of JSON by its structure: bytes changed at random seldom get past a parser.

An input is one JSON document, or lines of which some are.
"""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 23, 24, 255, 2**31, 2**53, 2**63 - 1, -(2**63), 2**64, 1.0, 0.5, -0.0, 1e308),
    *(
        "",
        "x",
        "0",
        "\x00",
        "\u202e",
        "\ud83c\udfb2",
        "9" * 30,
        "2026-01-31T12:00:00Z",
        "9999-12-31T23:59:59.999-23:59",
    ),
    *([], {}, [[]], [0] * 40, {"type": "py_random"}),
)


class _Place(NamedTuple):
    """A part of a document, as what has it and its key there."""

    parent: Any
    key: Any


def mutated(data: bytes, dice: random.Random) -> bytes | None:
    """These bytes with one part of one JSON document in them changed; None if there is none."""
    for whole in (True, False):
        lines = [data] if whole else data.split(b"\n")
        readable = [number for number, line in enumerate(lines) if line[:1] in (b"{", b"[") and _tree(line) is not None]
        if readable:
            number = dice.choice(readable)
            lines[number] = _written(_changed(_tree(lines[number]), dice))
            return b"\n".join(lines)
    return None


def _tree(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _written(tree: Any) -> bytes:
    return json.dumps(tree, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")


def _changed(tree: Any, dice: random.Random) -> Any:
    places = list(_places(tree))
    if not places:
        return dice.choice(VALUES)
    parent, key = dice.choice(places)
    other = dice.choice(places)
    value = copy.deepcopy(other.parent[other.key])
    match dice.randrange(6):
        case 0:
            del parent[key]
        case 1 if isinstance(parent, list):
            parent.insert(key, value)
        case 1:
            parent[f"{key}{dice.choice(('', 'x'))}"] = value
        case 2:
            parent[key] = value
        case 3 if isinstance(parent[key], int):
            parent[key] += dice.choice((-1, 1))
        case _:
            parent[key] = copy.deepcopy(dice.choice(VALUES))
    return tree


def _places(tree: Any) -> Iterator[_Place]:
    match tree:
        case dict():
            keys: list[Any] = list(tree)
        case list():
            keys = list(range(len(tree)))
        case _:
            return
    for key in keys:
        yield _Place(tree, key)
        yield from _places(tree[key])
