"""The laws of secrets: no byte told to a reader depends on what they may not know, and `resample` varies all of that.

Two worlds that look alike to a reader must go on looking alike whatever is asked of them, until the rules themselves
reveal something, which then shows in their view. So must two answers of chance, or two actions of somebody else, that
their view does not tell apart.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame, AnyInput, Chance, Illegal, Left, Move, Reader, Step, canonical, step

from .comparison import Unlawful, differing, same
from .random_values import arbitrary
from .walks import Stop, Walk, readers

WORLDS: Final = 32
FREE_TRIES: Final = 4
SHOW_IT: Final = "if it is public now, show it in the view"


def secrecy(game: AnyGame, walk: Walk) -> None:
    """Worlds that look alike to a reader give them the same lists, timers, refusals and events, byte for byte."""
    for number, stop in enumerate(walk.stops):
        for reader in readers(walk):
            other = game.resample(stop.before, reader, PyRandom(walk.plan.seed + number))
            _same_at_rest(game, stop.before, other, reader)
            _same_refusals(game, stop.before, other, reader, walk.plan.seed + number)
            _same_told(game, stop.before, other, reader, stop.given)
            _same_told(game, stop.before, other, reader, Left(number % walk.seats))
            _same_drawn(game, stop.before, reader, stop.given, walk.plan.seed + number + 1)
            _same_chosen(game, stop, reader, walk.plan.seed + number)


def _same(what: str, name: str, ours: Any, theirs: Any) -> None:
    same(what, name, ours, theirs, one="in one world", other="in another")


def _same_at_rest(game: AnyGame, state: Any, other: Any, reader: Reader) -> None:
    assert game.to_act(state) == game.to_act(other), f"who must act tells {_name(reader)} something hidden"
    assert game.timers(state) == game.timers(other), f"the timers tell {_name(reader)} something hidden"
    assert game.outcome(state) == game.outcome(other), f"the outcome tells {_name(reader)} something hidden"
    if reader is not None:
        what = f"the legal actions tell seat {reader} something hidden"
        _same(what, "legal", tuple(game.legal(state, reader)), tuple(game.legal(other, reader)))


def _same_refusals(game: AnyGame, state: Any, other: Any, reader: Reader, seed: int) -> None:
    action = arbitrary(game.types.action, PyRandom(seed))
    if reader is None or action is None:
        return
    given = Move(reader, action)
    ours, theirs = _tried(game, state, given), _tried(game, other, given)
    if isinstance(ours, Illegal) or isinstance(theirs, Illegal):
        _same(f"a refusal tells seat {reader} something hidden", "refusal", _words(ours), _words(theirs))


def _same_told(game: AnyGame, state: Any, other: Any, reader: Reader, given: AnyInput) -> None:
    """The same input in both worlds. What the rules reveal by it shows in the view, and only then may events differ."""
    if isinstance(given, Chance) and game.draw(state) != game.draw(other):
        return
    ours, theirs = _tried(game, state, given), _tried(game, other, given)
    if isinstance(ours, Illegal) or isinstance(theirs, Illegal):
        return
    if canonical(game.view(ours.state, reader)) == canonical(game.view(theirs.state, reader)):
        what = f"an event tells {_name(reader)} something hidden; {SHOW_IT}"
        _same(what, "events", heard(ours, reader), heard(theirs, reader))


def _same_drawn(game: AnyGame, state: Any, reader: Reader, given: AnyInput, seed: int) -> None:
    """Another answer of chance: what of it the reader's view does not show, no event may tell either.

    An answer that leaves no trace, as a tie that is rolled again, hides nothing.
    """
    draw = game.draw(state)
    if not isinstance(given, Chance) or draw is None:
        return
    ours, theirs = step(game, state, given), step(game, state, Chance(PyRandom(seed).answer(draw)))
    looks_alike = canonical(game.view(ours.state, reader)) == canonical(game.view(theirs.state, reader))
    if looks_alike and canonical(ours.state) != canonical(theirs.state):
        what = f"an event tells {_name(reader)} a hidden draw; {SHOW_IT}"
        _same(what, "events", heard(ours, reader), heard(theirs, reader))


def _same_chosen(game: AnyGame, stop: Stop, reader: Reader, seed: int) -> None:
    """Another action of the same seat: what of the choice the reader's view does not show, no event may tell either."""
    for given, instead in _choices(game, stop, reader, seed):
        ours, theirs = _tried(game, stop.before, given), _tried(game, stop.before, instead)
        if isinstance(ours, Illegal) or isinstance(theirs, Illegal):
            continue
        looks_alike = canonical(game.view(ours.state, reader)) == canonical(game.view(theirs.state, reader))
        if looks_alike and canonical(ours.state) != canonical(theirs.state):
            seat = game.seats(stop.before.config)[given.seat]
            what = f"an event tells {_name(reader)} which action {seat} chose, which their view hides; {SHOW_IT}"
            events = heard(ours, reader), heard(theirs, reader)
            same(what, "events", *events, one="with one action", other="with another")


def _choices(game: AnyGame, stop: Stop, reader: Reader, seed: int) -> Iterator[tuple[Move[Any], Move[Any]]]:
    """Pairs of actions of a seat that is not the reader's: the one taken and others, and two of each free type.

    Both are of one type. Which type was chosen may be public and yet leave no trace in a view, as that a trade was
    accepted where views only count the cards in hands.
    """
    if isinstance(stop.given, Move) and stop.given.seat != reader:
        kind = type(stop.given.action)
        alike = [each for each in game.legal(stop.before, stop.given.seat) if type(each) is kind]
        for instead in _other_moves(game, alike, stop.given, seed):
            yield stop.given, instead
    seat = seed % len(game.seats(stop.before.config))
    for kind in game.free if seat != reader else ():
        one, other = _some_free(kind, 2, seed)
        yield Move(seat, one), Move(seat, other)


def hidden_varies(game: AnyGame, walk: Walk) -> None:
    """What chance or another seat could have done otherwise, unnoticed by a reader, `resample` varies."""
    for number, stop in enumerate(walk.stops):
        for reader in readers(walk):
            other = _unnoticed(game, stop, reader, walk.plan.seed + number)
            if other is None:
                continue
            dealer = PyRandom(walk.plan.seed)
            known = canonical(stop.after)
            worlds = (game.resample(stop.after, reader, dealer) for _ in range(WORLDS))
            if all(canonical(world) == known for world in worlds):
                what = f"{_name(reader)} cannot know this, yet `resample` made the same world {WORLDS} times over"
                raise Unlawful(what, differing("state", stop.after, other, "is", "could be"))


def _unnoticed(game: AnyGame, stop: Stop, reader: Reader, seed: int) -> Any | None:
    """Another state that the same position could have led to, as far as the reader can tell; None if none was found."""
    ours = Step(stop.after, stop.events)
    for given in _instead(game, stop, reader, seed):
        theirs = _tried(game, stop.before, given)
        if isinstance(theirs, Illegal) or canonical(theirs.state) == canonical(ours.state):
            continue
        alike = canonical(game.view(ours.state, reader)) == canonical(game.view(theirs.state, reader))
        if alike and canonical(heard(ours, reader)) == canonical(heard(theirs, reader)):
            return theirs.state
    return None


def _instead(game: AnyGame, stop: Stop, reader: Reader, seed: int) -> Iterator[AnyInput]:
    """Another answer of chance, or other moves of a seat that is not the reader's."""
    draw = game.draw(stop.before)
    match stop.given:
        case Chance() if draw is not None:
            yield Chance(PyRandom(seed).answer(draw))
        case Move(seat=seat) as given if seat != reader:
            yield from _other_moves(game, game.legal(stop.before, seat), given, seed)


def _other_moves(game: AnyGame, listed: Sequence[Any], given: Move[Any], seed: int) -> Iterator[Move[Any]]:
    """The neighbours of an action in a list, or, if its type is free and it is not listed, others of its type."""
    seat, action = given.seat, given.action
    if len(listed) > 1 and action in listed:
        place = listed.index(action)
        yield from (Move(seat, listed[index % len(listed)]) for index in (place + 1, place - 1))
    elif isinstance(action, game.free):
        yield from (Move(seat, each) for each in _some_free(type(action), FREE_TRIES, seed))


def _some_free(kind: type, count: int, seed: int) -> list[Any]:
    return [arbitrary(kind, PyRandom(seed + number)) for number in range(count)]


def _tried(game: AnyGame, state: Any, given: AnyInput) -> Step[Any, Any] | Illegal:
    try:
        return step(game, state, given)
    except Illegal as error:
        return error


def _words(tried: Step[Any, Any] | Illegal) -> Any:
    return (tried.code, tried.reason, tried.facts) if isinstance(tried, Illegal) else "accepted"


def heard(made: Step[Any, Any], reader: Reader) -> tuple[Any, ...]:
    """What the reader hears, in its place among what they do not: an unseen event still has a number."""
    return tuple(event.payload if event.is_for(reader) else None for event in made.events)


def _name(reader: Reader) -> str:
    return "spectators" if reader is None else f"seat {reader}"
