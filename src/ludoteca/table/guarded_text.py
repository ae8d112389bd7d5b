"""An author's text, guarded: whatever it does, what asked for it goes on.

Laws kept here: what crashes, or cannot be sent, is None. There is a note of it for the server's log, once for each
function, without values: an error may tell somebody's cards.

Must not know: any game by name, who reads.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ludoteca.crash_site import crash_site, innermost
from ludoteca.kernel import Malformed, Text, decode
from ludoteca.kernel.scene import Scene, excess

from .wire import encode

T = TypeVar("T")


class Unsendable(Exception):
    """What an author's text made is too large, or not what its type says. The reason has no values in it."""


class ShownBoard(NamedTuple):
    """A view as text and as a scene; no scene if the game describes none."""

    picture: str | None
    scene: Scene | None


class GuardedText:
    def __init__(self, text: Text[Any, Any, Any]) -> None:
        self._text = text
        self._notes: list[str] = []
        self._noted: set[str] = set()

    def take_notes(self) -> list[str]:
        """What has gone wrong since the last call."""
        notes, self._notes = self._notes, []
        return notes

    def board(self, view: Any) -> ShownBoard:
        scene = None if self._text.scene is None else self.made("scene", Scene, lambda: self._drawn(view))
        return ShownBoard(self.made("picture", str, lambda: self._text.picture_with(scene, view)), scene)

    def words(self, event: Any, view: Any) -> str | None:
        """An event in the game's own words; None if it has only the default."""
        return self.made("tell", str, lambda: self._text.tell(event, view)) if self._text.has_own_words else None

    def made(self, name: str, kind: Any, make: Callable[[], T]) -> T | None:
        """What the function of this name makes."""
        try:
            made = make()
            _check_sendable(made, kind)
        except Exception as error:
            if name not in self._noted:
                self._noted.add(name)
                self._notes.append(f"Text.{name} failed: {_described(error)}")
            return None
        return made

    def _drawn(self, view: Any) -> Scene:
        assert self._text.scene is not None
        scene = self._text.scene(view)
        if why := excess(scene):
            raise Unsendable(why)
        return scene


def _check_sendable(made: object, kind: Any) -> None:
    try:
        decode(encode(made), kind)
    except Malformed as error:
        raise Unsendable(f"what it makes is not what its type says, at {error.where}") from None
    except (TypeError, ValueError, RecursionError):
        raise Unsendable("what it makes cannot be written as JSON") from None


def _described(error: Exception) -> str:
    """An error by its type and line. The text of one is told only where it is ours: an author's may hold anything."""
    if isinstance(error, Unsendable):
        return str(error)
    site = crash_site(error) or innermost(error)
    return type(error).__name__ if site is None else f"{type(error).__name__}, at {site}"
