"""For a client that knows nothing of the game: the view as text and as a scene, the notation and the touches of the
legal actions, and events in words.

Laws kept here:
- All of it is made from the reader's own view, and from events that the reader was sent.
- Words for one reader's view are made once for each state, however often that reader asks.
- Whatever an author's text does, the table goes on (`guarded_text`): what crashes, or cannot be sent, is left out.

Must not know: any game by name.
"""

from functools import lru_cache
from itertools import islice
from typing import Any, Final, TypeAlias

from ludoteca.kernel import AnyGame, Malformed, Seat, decode
from ludoteca.kernel.scene import Id
from ludoteca.kernel.values import build

from .effects import EncodedEvent
from .guarded_text import GuardedText
from .match import Match
from .messages import Snapshot, ToldWords
from .wire import Frame, Who, replace

Json: TypeAlias = dict[str, Any]
Touches: TypeAlias = tuple[tuple[Id, ...], ...]

TOLD_AT_MOST: Final = 64
"""How many events back words are told."""


class Presentation:
    """One match in words, and what went wrong with them."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._text = GuardedText(match.game.text)
        self._at = (0, 0)  # the entries and events after which `_worded` was made
        self._worded: dict[Seat | None, Json] = {}
        self._payload = lru_cache(TOLD_AT_MOST)(lambda event: told_payload(match.game, event))

    def take_notes(self) -> list[str]:
        """What has gone wrong since the last call, for the server's log."""
        return self._text.take_notes()

    def with_words(self, snapshot: Snapshot) -> Snapshot:
        """The same snapshot with `picture` and `notation`, and with `scene` and `touch` if the game describes its
        board."""
        at = (self._match.entries, self._match.seq)
        if at != self._at:
            self._at, self._worded = at, {}
        if snapshot.you not in self._worded:
            self._worded[snapshot.you] = self._in_words(snapshot.view, snapshot.legal)
        return replace(snapshot, **self._worded[snapshot.you])

    def _in_words(self, view: Any, legal: tuple[Any, ...]) -> Json:
        text = self._match.game.text
        written = self._text.made("write", tuple[str, ...], lambda: tuple(text.write(action, view) for action in legal))
        picture, scene = self._text.board(view)
        worded = {"picture": picture, "notation": written}
        if scene is None:
            return worded
        touch = self._text.made("touch", Touches, lambda: tuple(text.touch(action, view) for action in legal))
        return {**worded, "scene": scene, "touch": touch}

    def told(self, who: Who, view: Any, since: int) -> tuple[ToldWords, ...]:
        """The game's words for the latest events after `since` that this reader was sent."""
        recent = self._match.recent
        if not self._match.game.text.has_own_words:
            return ()
        latest = islice(recent, max(0, len(recent) - TOLD_AT_MOST), None)
        sent = ((each.seq, self._payload(each)) for each in latest if each.seq > since and each.is_for(who))
        told = ((seq, self._text.words(event, view)) for seq, event in sent if event is not None)
        return tuple(ToldWords(seq, words) for seq, words in told if words is not None)


def told_payload(game: AnyGame, event: EncodedEvent) -> Any:
    """What the game told; None for an event of the table itself."""
    frame: Frame = decode(event.shown, Frame)
    try:
        return build({**frame.payload, "type": frame.message_type}, game.types.told)
    except Malformed:
        return None
