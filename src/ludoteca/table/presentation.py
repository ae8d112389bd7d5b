"""For a client that knows nothing of the game: the view as text and as a scene, the notation and the touches of the
legal actions, and events in words.

Law kept here: all of it is made from the reader's own view, and from events that the reader was sent.

Must not know: any game by name.
"""

from typing import Any

from ludoteca.kernel import AnyGame, Malformed, decode
from ludoteca.kernel.values import build

from .effects import EncodedEvent
from .match import Match
from .messages import Snapshot, ToldWords
from .wire import Frame, Who, replace


def with_words(snapshot: Snapshot, game: AnyGame) -> Snapshot:
    """The same snapshot with `picture` and `notation`, and with `scene` and `touch` if the game describes its board."""
    text, view, legal = game.text, snapshot.view, snapshot.legal
    notation = tuple(text.write(action, view) for action in legal)
    worded = replace(snapshot, picture=text.picture(view), notation=notation)
    if text.scene is None:
        return worded
    return replace(worded, scene=text.scene(view), touch=tuple(text.touch(action, view) for action in legal))


def told_words(match: Match, who: Who, view: Any, since: int) -> tuple[ToldWords, ...]:
    """The game's words for the events after `since` that this reader was sent and the table still keeps."""
    sent = (each for each in match.recent if each.seq > since and each.is_for(who))
    told = ((each.seq, _words(match.game, each, view)) for each in sent)
    return tuple(ToldWords(seq, words) for seq, words in told if words is not None)


def _words(game: AnyGame, told: EncodedEvent, view: Any) -> str | None:
    """None for an event of the table itself, or if the game has no words of its own."""
    frame: Frame = decode(told.shown, Frame)
    try:
        payload = build({**frame.payload, "type": frame.message_type}, game.types.told)
    except Malformed:
        return None
    return game.text.own_words(payload, view)
