"""The laws of words: what readers are told of a change, and the notation of actions."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.kernel import AnyGame, AnyInput, Event, Illegal, Move, Reader, canonical

from .comparison import equal, shortened
from .trial import input_words, reader_words, repeats, resignations, with_chance
from .walks import Walk, readers


def told(game: AnyGame, walk: Walk) -> None:
    """A reader whose view changes is told something, unless they made the move themselves and have its answer."""
    first, stops = with_chance(walk)
    before = first.state
    for given, made in stops:
        _expect_told(game, walk, before, given, made.state, made.events)
        before = made.state
    for before, resigned, (after, events) in resignations(game, walk):
        _expect_told(game, walk, before, resigned, after, events)


def _expect_told(
    game: AnyGame, walk: Walk, before: Any, given: AnyInput, after: Any, events: tuple[Event[Any], ...]
) -> None:
    for reader in readers(walk):
        if isinstance(given, Move) and given.seat == reader:
            continue
        if canonical(game.view(before, reader)) != canonical(game.view(after, reader)):
            heard = any(event.is_for(reader) for event in events)
            assert heard or game.draw(after), (
                f"{input_words(game, before, given)}: what {reader_words(walk, reader)} can see changed, "
                "but no event told them"
            )


def notation(game: AnyGame, walk: Walk) -> None:
    """Legal actions have different notations, each reads back; views and events, old ones too, can be put into text."""
    text = game.text
    for state in walk.states():
        for reader in readers(walk):
            assert text.picture(game.view(state, reader)).strip(), (
                f"the picture for {reader_words(walk, reader)} is empty"
            )
        for seat in game.to_act(state):
            view, legal = game.view(state, seat), game.legal(state, seat)
            written = [text.write(action, view) for action in legal]
            alike = [line for line in written if written.count(line) > 1] if repeats(written) else []
            assert not alike, f"two legal actions are written alike: {alike[0]!r}"
            for action, line in zip(legal, written, strict=True):
                assert line == line.strip() and "\n" not in line, f"notation {line!r} is not one tidy line"
                equal(
                    f"`read` does not give back what `write` wrote: {line!r}", "action", action, text.read(line, view)
                )
    _check_telling(game, walk)


def _check_telling(game: AnyGame, walk: Walk) -> None:
    """`tell` has words for each event, from the side of each of its readers: with the view right after it, once chance
    has answered, and at the end of the walk. A reader may ask for the words of an event long after it."""
    at_the_end = _views(game, walk, walk.last)
    first, advances = with_chance(walk)
    told = [(walk.first_events, walk.first), *((stop.events, stop.after) for stop in walk.stops)]
    for events, state in told:
        _check_sentences(game, walk, events, _views(game, walk, state))
    for made in (first, *(made for _, made in advances)):
        if made.drawn:
            _check_sentences(game, walk, made.events, _views(game, walk, made.state))
        _check_sentences(game, walk, made.events, at_the_end)


def _views(game: AnyGame, walk: Walk, state: Any) -> dict[Reader, Any]:
    return {reader: game.view(state, reader) for reader in readers(walk)}


def _check_sentences(game: AnyGame, walk: Walk, events: Sequence[Event[Any]], views: Mapping[Reader, Any]) -> None:
    for event in events:
        hearers = [reader for reader in views if event.is_for(reader)]
        assert hearers, f"nobody hears the event {shortened(event.payload)}"
        for reader in hearers:
            try:
                line = game.text.tell(event.payload, views[reader])
            except Exception as error:
                error.add_note(f"on an event told to {reader_words(walk, reader)} now or earlier: {event.payload}")
                raise
            assert line.strip(), f"`tell` has no words for the event {shortened(event.payload)}"


def unreadable(game: AnyGame, walk: Walk) -> None:
    """Text that is no notation is refused with a hint, whatever it is."""
    view = game.view(walk.last, 0)
    for line in ("", " ", "?", "a" * 300, "\x00", "\u202e", "¿qué?"):
        hint = _hint(game, line, view)
        assert hint, f"{line!r} was read as an action, or refused without a reason"


def _hint(game: AnyGame, line: str, view: Any) -> str:
    try:
        game.text.read(line, view)
    except Illegal as error:
        return error.reason
    return ""
