"""The law of secrecy: no byte told to a reader depends on what he may not know.

Two worlds that look alike to a reader must go on looking alike whatever is asked of them, until the rules themselves
reveal something, which then shows in his view. So must two answers of chance that his view does not tell apart.
"""

from typing import Any

from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame, AnyInput, Chance, Illegal, Left, Move, Reader, Step, canonical, step

from .random_values import arbitrary
from .walks import Walk, readers


def secrecy(game: AnyGame, walk: Walk) -> None:
    """Worlds that look alike to a reader give him the same lists, timers, refusals and events, byte for byte."""
    for number, stop in enumerate(walk.stops):
        for reader in readers(walk):
            other = game.resample(stop.before, reader, PyRandom(walk.plan.seed + number))
            _same_at_rest(game, stop.before, other, reader)
            _same_refusals(game, stop.before, other, reader, walk.plan.seed + number)
            _same_told(game, stop.before, other, reader, stop.given)
            _same_told(game, stop.before, other, reader, Left(number % walk.seats))
            _same_drawn(game, stop.before, reader, stop.given, walk.plan.seed + number + 1)


def _same_at_rest(game: AnyGame, state: Any, other: Any, reader: Reader) -> None:
    assert game.to_act(state) == game.to_act(other), f"who must act tells reader {reader} something hidden"
    assert game.timers(state) == game.timers(other), f"the timers tell reader {reader} something hidden"
    assert game.outcome(state) == game.outcome(other), f"the outcome tells reader {reader} something hidden"
    if reader is not None:
        ours, theirs = canonical(tuple(game.legal(state, reader))), canonical(tuple(game.legal(other, reader)))
        assert ours == theirs, f"the legal actions tell seat {reader} something hidden"


def _same_refusals(game: AnyGame, state: Any, other: Any, reader: Reader, seed: int) -> None:
    action = arbitrary(game.types.action, PyRandom(seed))
    if reader is None or action is None:
        return
    given = Move(reader, action)
    ours, theirs = _tried(game, state, given), _tried(game, other, given)
    if isinstance(ours, Illegal) or isinstance(theirs, Illegal):
        assert _words(ours) == _words(theirs), f"a refusal tells seat {reader} something hidden"


def _same_told(game: AnyGame, state: Any, other: Any, reader: Reader, given: AnyInput) -> None:
    """The same input in both worlds; what the rules reveal by it shows in the view, and only then may events differ."""
    if isinstance(given, Chance) and game.draw(state) != game.draw(other):
        return
    ours, theirs = _tried(game, state, given), _tried(game, other, given)
    if isinstance(ours, Illegal) or isinstance(theirs, Illegal):
        return
    if canonical(game.view(ours.state, reader)) == canonical(game.view(theirs.state, reader)):
        assert _heard(ours, reader) == _heard(theirs, reader), f"an event tells reader {reader} something hidden"


def _same_drawn(game: AnyGame, state: Any, reader: Reader, given: AnyInput, seed: int) -> None:
    """Another answer of chance: what of it his view does not show, no event may tell him either. An answer that leaves
    no trace, as a tie that is rolled again, hides nothing."""
    draw = game.draw(state)
    if not isinstance(given, Chance) or draw is None:
        return
    ours, theirs = step(game, state, given), step(game, state, Chance(PyRandom(seed).answer(draw)))
    looks_alike = canonical(game.view(ours.state, reader)) == canonical(game.view(theirs.state, reader))
    if looks_alike and canonical(ours.state) != canonical(theirs.state):
        assert _heard(ours, reader) == _heard(theirs, reader), f"an event tells reader {reader} a hidden draw"


def _tried(game: AnyGame, state: Any, given: AnyInput) -> Step[Any, Any] | Illegal:
    try:
        return step(game, state, given)
    except Illegal as error:
        return error


def _words(tried: Step[Any, Any] | Illegal) -> bytes:
    return canonical((tried.code, tried.reason, tried.facts)) if isinstance(tried, Illegal) else b"accepted"


def _heard(made: Step[Any, Any], reader: Reader) -> bytes:
    """What the reader hears, in its place among what he does not: an unseen event still has a number."""
    return canonical([event.payload if event.is_for(reader) else None for event in made.events])
