"""A game's text: its notation, its picture and its sentences, each with a default.

Laws kept here:
- By default an action is its canonical JSON, or its tag alone if it has no fields; what is written reads back.
- A default picture or sentence is never empty, and a sentence is one line.

Must not know: any game, nor how a terminal or a page shows the text.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import UnionType
from typing import Any, Final, Generic, TypeAlias, TypeVar, Union, get_args, get_origin

from .illegal import Illegal
from .scene import Scene
from .scene_text import scene_text
from .values import Malformed, canonical, decode, plain, tree_of

A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

INDENT: Final = "  "
NOTHING: Final = "-"

Row: TypeAlias = Sequence[Any]


def write_json(action: object, _view: object = None) -> str:
    """The action's tag if it has no fields, otherwise its canonical JSON."""
    tree = plain(action)
    if isinstance(tree, dict) and tree.keys() == {_tag_field(action)}:
        return str(next(iter(tree.values())))
    return canonical(action).decode()


def read_json(_text: str, _view: object) -> Any:
    """A placeholder for the inverse of `write_json` until `Text.for_actions` sets the type to read."""
    raise TypeError("this Text belongs to no game yet: call Text.for_actions first")


def draw_fields(view: object) -> str:
    """One line per field of the view; nested values are indented, and a grid is drawn as one."""
    return "\n".join(_block(tree_of(view))) or NOTHING


def tell_fields(told: object, _view: object = None) -> str:
    """The event's tag (or its type's name) and its fields."""
    tree = tree_of(told)
    if not isinstance(tree, dict):
        return _inline(tree)
    name = str(tree.pop(_tag_field(told), type(told).__name__))
    facts = ", ".join(f"{field} {_inline(value)}" for field, value in tree.items())
    return f"{name}: {facts}" if facts else name


def no_touch(_action: object, _view: object) -> tuple[str, ...]:
    """An action with a button instead."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Generic[A, E, V]):
    """How a game is written down. Every function takes a view, so that a remote client can use it too."""

    write: Callable[[A, V], str] = write_json  #: an action in the game's notation, unique among the legal ones
    read: Callable[[str, V], A] = read_json  #: the inverse; raises Illegal("unreadable", …) with a hint
    picture: Callable[[V], str] = draw_fields  #: the board or cards as plain text
    #: One line for an event, from the side of the reader with that view, which may be later than the event: a piece
    #: that moved then may be gone, a round over.
    tell: Callable[[E, V], str] = tell_fields
    scene: Callable[[V], Scene] | None = None  #: the same as data, for the page to draw
    touch: Callable[[A, V], tuple[str, ...]] = no_touch  #: the ids in the scene to touch, in order, to play an action

    def __post_init__(self) -> None:
        if self.picture is draw_fields or isinstance(self.picture, _SceneAsText):
            derived = draw_fields if self.scene is None else _SceneAsText(self.scene)
            object.__setattr__(self, "picture", derived)

    def picture_with(self, scene: Scene | None, view: V) -> str:
        """The picture, where the scene of that view may be drawn already."""
        if scene is not None and isinstance(self.picture, _SceneAsText):
            return scene_text(scene)
        return self.picture(view)

    @property
    def has_own_words(self) -> bool:
        """Whether `tell` is the game's own; the default says no more than the event."""
        return self.tell is not tell_fields

    def for_actions(self, kind: Any) -> "Text[A, E, V]":
        """The same text; a reader of JSON is bound to actions of this type."""
        reads_json = self.read is read_json or isinstance(self.read, _JsonReader)
        return replace(self, read=_JsonReader(kind)) if reads_json else self


class _SceneAsText:
    """The picture of a game that has none but its scene; a class, so that `replace` knows it for a derived one."""

    def __init__(self, scene: Callable[[Any], Scene]) -> None:
        self._scene = scene

    def __call__(self, view: Any) -> str:
        return scene_text(self._scene(view))


class _JsonReader:
    """The inverse of `write_json` for one type of actions; a class for the same reason."""

    def __init__(self, kind: Any) -> None:
        kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
        forms = [_form(each) for each in kinds]
        self._kind = kind
        self._tags = {form: field for form, field in forms if field}
        self._hint = f"write {' or '.join(form for form, _ in forms)}"

    def __call__(self, text: str, _view: object) -> Any:
        word = text.strip()
        raw = canonical({self._tags[word]: word}) if word in self._tags else word
        try:
            return decode(raw, self._kind)
        except Malformed as error:
            raise Illegal("unreadable", f"{self._hint} ({error})") from None


def _form(kind: Any) -> tuple[str, str | None]:
    """How an action of this type is written, and its tag if it is written as its tag alone."""
    fields = list(getattr(kind, "__struct_fields__", ()))
    tag_field, tag = _tag_field(kind), getattr(getattr(kind, "__struct_config__", None), "tag", None)
    if isinstance(tag, str) and not fields:
        return tag, tag_field
    if not hasattr(kind, "__struct_fields__"):
        return "an action as JSON", None
    keys = sorted([*([(tag_field, f'"{tag}"')] if tag_field else []), *((field, "…") for field in fields)])
    return "{" + ",".join(f'"{key}":{value}' for key, value in keys) + "}", None


def _tag_field(value_or_kind: object) -> str | None:
    field: str | None = getattr(getattr(value_or_kind, "__struct_config__", None), "tag_field", None)
    return field


def _block(tree: Any) -> list[str]:
    """The lines of a value."""
    if isinstance(tree, dict):
        return [line for key, value in tree.items() for line in _named(str(key), value)]
    if isinstance(tree, list) and _is_grid(tree):
        return _grid(tree)
    if isinstance(tree, list) and any(isinstance(each, list | dict) for each in tree):
        return [line for index, value in enumerate(tree) for line in _named(str(index), value)]
    if isinstance(tree, list):
        return [" ".join(map(_word, tree))] if tree else [NOTHING]
    return _word(tree).split("\n")


def _named(name: str, value: Any) -> list[str]:
    """A name and its value: on the same line if the value is plain, indented below it otherwise."""
    lines = _block(value)
    if not lines:
        return [f"{name}: {NOTHING}"]
    is_plain = len(lines) == 1 and not isinstance(value, dict)
    return [f"{name}: {lines[0]}"] if is_plain else [f"{name}:", *(INDENT + line for line in lines)]


def _is_grid(rows: Row) -> bool:
    """At least two rows of the same length, at least 2, that hold only plain values."""
    is_text = all(isinstance(row, str) for row in rows)
    is_table = all(isinstance(row, list) and not any(isinstance(cell, list | dict) for cell in row) for row in rows)
    lengths = {len(row) for row in rows} if is_text or is_table else set()
    return len(rows) > 1 and len(lengths) == 1 and min(lengths) > 1


def _grid(rows: Sequence[Row]) -> list[str]:
    if isinstance(rows[0], str):
        return [str(row) for row in rows]
    cells = [["." if cell is None else _word(cell) for cell in row] for row in rows]
    width = max(len(cell) for row in cells for cell in row)
    return [" ".join(cell.rjust(width) for cell in row) for row in cells]


def _word(value: Any) -> str:
    match value:
        case None | "":
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)


def _inline(tree: Any) -> str:
    return canonical(tree).decode() if isinstance(tree, list | dict) else " ".join(_word(tree).split()) or NOTHING
