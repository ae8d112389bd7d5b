"""What laws share: an input that is tried, a value that comes back from its JSON, and words for what was found."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from ludoteca.descriptions import given_words
from ludoteca.kernel import (
    AnyGame,
    AnyInput,
    Chance,
    Elapsed,
    Illegal,
    Malformed,
    Reader,
    Resigned,
    Step,
    canonical,
    decode,
    step,
)
from ludoteca.kernel.play import Advance

from .comparison import Unlawful, equal
from .walks import Walk


def refused(game: AnyGame, state: Any, given: AnyInput) -> Illegal | None:
    """Why an input is refused; None if it is not. Anything but Illegal is a crash, which says on what input it came."""
    try:
        step(game, state, given)
    except Illegal as error:
        return error
    except Exception as error:
        error.add_note(f"on the input that the law tried: {input_words(game, state, given)}")
        raise
    return None


def expect_applied(game: AnyGame, state: Any, given: AnyInput, refusal: Illegal | None) -> None:
    if refusal is not None:
        listed = "its timer runs" if isinstance(given, Elapsed) else "`legal` lists it"
        raise Unlawful(f"{input_words(game, state, given)}: {listed}, but it was refused with {refusal}")


def resignations(game: AnyGame, walk: Walk) -> Iterator[tuple[Any, Resigned, Step[Any, Any]]]:
    """Each seat resigns where the game last waited for somebody: where, the input, and what it led to."""
    waiting = (s for s in reversed(list(walk.states())) if game.draw(s) is None and game.outcome(s) is None)
    for state in islice(waiting, 1):
        for given in map(Resigned, range(walk.seats)):
            if refused(game, state, given) is None:
                yield state, given, step(game, state, given)


def with_chance(walk: Walk) -> tuple[Advance[Any, Any], list[tuple[AnyInput, Advance[Any, Any]]]]:
    """A walk's stops as records keep them: intents, each with the answers that followed."""
    first = Advance(walk.first, walk.first_events, ())
    stops: list[tuple[AnyInput, Advance[Any, Any]]] = []
    for stop in walk.stops:
        if not isinstance(stop.given, Chance):
            stops.append((stop.given, Advance(stop.after, stop.events, ())))
            continue
        _, events, drawn = stops[-1][1] if stops else first
        made = Advance(stop.after, events + stop.events, (*drawn, stop.given.outcome))
        if stops:
            stops[-1] = (stops[-1][0], made)
        else:
            first = made
    return first, stops


def check_returns(name: str, value: Any, kind: Any) -> None:
    try:
        equal(f"a {name} does not come back from its JSON", name, value, decode(canonical(value), kind))
    except Malformed as error:
        raise Unlawful(f"a {name} is not what its type says: {error.reason}", (f"{name}{error.where[1:]}",)) from None


def reader_words(walk: Walk, reader: Reader) -> str:
    return "spectators" if reader is None else f"seat {reader} ({walk.game.seats(walk.config)[reader]})"


def input_words(game: AnyGame, state: Any, given: AnyInput) -> str:
    try:
        return given_words(game, game.seats(state.config), state, given)
    except Exception:  # another law is about notation
        return str(given)


def repeats(items: Sequence[Any]) -> bool:
    return len(set(items)) != len(items)
