"""For a client that knows nothing of the game: the view as text and as a scene, the notation and the touches of the
legal actions, and events in words.

Laws kept here:
- All of it is made from the reader's own view, and from events that the reader was sent.
- Whatever an author's text does, the table goes on: what crashes, or cannot be sent, is left out. The server's log has
  a note of it, once for each function and table, without values: an error may tell somebody's cards.

Must not know: any game by name.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from typing import Any, Final, TypeAlias, TypeVar

from ludoteca.crash_site import crash_site, innermost
from ludoteca.kernel import AnyGame, Malformed, decode
from ludoteca.kernel.scene import Id, Scene, excess
from ludoteca.kernel.values import build

from .effects import EncodedEvent
from .match import Match
from .messages import Snapshot, ToldWords
from .wire import Frame, Who, encode, replace

T = TypeVar("T")

Touches: TypeAlias = tuple[tuple[Id, ...], ...]

TOLD_AT_MOST: Final = 64
"""How many events back words are told."""


class Unsendable(Exception):
    """What an author's text made is too large, or not what its type says. The reason has no values in it."""


class Presentation:
    """One match in words, and what went wrong with them."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._notes: list[str] = []
        self._noted: set[str] = set()
        self._payload = lru_cache(TOLD_AT_MOST)(lambda event: told_payload(match.game, event))

    def take_notes(self) -> list[str]:
        """What has gone wrong since the last call, for the server's log."""
        notes, self._notes = self._notes, []
        return notes

    def with_words(self, snapshot: Snapshot) -> Snapshot:
        """The same snapshot with `picture` and `notation`, and with `scene` and `touch` if the game describes its
        board."""
        text, view, legal = self._match.game.text, snapshot.view, snapshot.legal
        written = self._made("write", tuple[str, ...], lambda: tuple(text.write(action, view) for action in legal))
        worded = replace(snapshot, picture=self._made("picture", str, lambda: text.picture(view)), notation=written)
        if (scene := self._scene(view)) is None:
            return worded
        touch = self._made("touch", Touches, lambda: tuple(text.touch(action, view) for action in legal))
        return replace(worded, scene=scene, touch=touch)

    def told(self, who: Who, view: Any, since: int) -> tuple[ToldWords, ...]:
        """The game's words for the latest events after `since` that this reader was sent."""
        recent = self._match.recent
        if not self._match.game.text.has_own_words:
            return ()
        latest = islice(recent, max(0, len(recent) - TOLD_AT_MOST), None)
        sent = ((each.seq, self._payload(each)) for each in latest if each.seq > since and each.is_for(who))
        told = ((seq, self._words(event, view)) for seq, event in sent if event is not None)
        return tuple(ToldWords(seq, words) for seq, words in told if words is not None)

    def _words(self, event: Any, view: Any) -> str | None:
        return self._made("tell", str, lambda: self._match.game.text.tell(event, view))

    def _scene(self, view: Any) -> Scene | None:
        draw = self._match.game.text.scene
        if draw is None:
            return None

        def drawn() -> Scene:
            scene = draw(view)
            if why := excess(scene):
                raise Unsendable(why)
            return scene

        return self._made("scene", Scene, drawn)

    def _made(self, name: str, kind: Any, make: Callable[[], T]) -> T | None:
        """What a function of the author's text makes; None if it crashes, or makes what no reader can read."""
        try:
            made = make()
            _check_sendable(made, kind)
        except Exception as error:
            if name not in self._noted:
                self._noted.add(name)
                self._notes.append(f"Text.{name} failed: {_described(error)}")
            return None
        return made


def told_payload(game: AnyGame, event: EncodedEvent) -> Any:
    """What the game told; None for an event of the table itself."""
    frame: Frame = decode(event.shown, Frame)
    try:
        return build({**frame.payload, "type": frame.message_type}, game.types.told)
    except Malformed:
        return None


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
