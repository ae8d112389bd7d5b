"""Playthroughs: a random game as a transcript, with everything that the game's functions return on the way.

Golden ones are kept with the tests and compared line by line, so that a change of behaviour shows as a diff that can be
read. The header names what is needed to make it again.
"""

from collections.abc import Iterator
from typing import Any

from .dealers import PyRandom, chooser
from .descriptions import given_words, outcome_words
from .kernel import AnyGame, AnyInput, Elapsed, Event, Left, Reader, Returned, advance, begin, choose, digest
from .kernel.play import random_input

PICTURE_EVERY = 12
INPUTS_AT_MOST = 2000


def playthrough(game: AnyGame, preset: str | None, seed: int) -> str:
    """The transcript of one random game: mostly moves; sometimes a timer runs out, or a player leaves or returns."""
    return "\n".join(lines(game, preset, seed)) + "\n"


def header(game: AnyGame, preset: str | None, seed: int) -> str:
    return f"# {game.name} {game.version}, preset {preset or '-'}, seed {seed}"


def lines(game: AnyGame, preset: str | None, seed: int) -> Iterator[str]:
    """The transcript line by line, as the game is played."""
    config = game.presets[preset] if preset else game.types.config()
    names = game.seats(config)
    dealer, choices = PyRandom(seed), chooser(seed)
    yield header(game, preset, seed)
    yield f"seats: {', '.join(names)}"
    state, events, drawn = begin(game, config, dealer)
    away: set[int] = set()
    for number in range(INPUTS_AT_MOST):
        yield from _told(game, names, state, events, drawn)
        yield from _position(game, names, state, number)
        given = _next_input(game, state, choices, away, len(names))
        if given is None:
            break
        yield ""
        yield f"{number + 1}. {given_words(game, names, state, given)}"
        state, events, drawn = advance(game, state, given, dealer)


def _told(
    game: AnyGame, names: tuple[str, ...], state: Any, events: tuple[Event[Any], ...], drawn: tuple[Any, ...]
) -> Iterator[str]:
    for answer in drawn:
        yield f"   chance: {' '.join(map(str, answer))}"
    for event in events:
        hearers = [reader for reader in (*range(len(names)), None) if event.is_for(reader)]
        who = "all" if event.to is None else ", ".join(_name(names, reader) for reader in hearers)
        yield f"   to {who}: {game.text.tell(event.payload, game.view(state, hearers[0]))}"


def _position(game: AnyGame, names: tuple[str, ...], state: Any, number: int) -> Iterator[str]:
    yield f"   {digest(state)}"
    for seat in sorted(game.to_act(state)):
        yield f"   {names[seat]} may: {_listed(game, state, seat)}"
    for timer in game.timers(state):
        whose = ", ".join(names[seat] for seat in sorted(timer.seats)) or "pacing"
        yield f"   timer {timer.name}: {'paused' if timer.paused else f'{timer.ms} ms'}, {whose}"
    outcome = game.outcome(state)
    if outcome is not None or number % PICTURE_EVERY == 0:
        yield from _pictures(game, names, state)
    if outcome is not None:
        yield from outcome_words(names, outcome)


def _listed(game: AnyGame, state: Any, seat: int) -> str:
    """The first and the last few actions, and how many there are."""
    view = game.view(state, seat)
    written = [game.text.write(action, view) for action in game.legal(state, seat)]
    shown = written if len(written) <= 8 else [*written[:4], "…", *written[-3:]]
    return f"{' '.join(shown)} ({len(written)})"


def _pictures(game: AnyGame, names: tuple[str, ...], state: Any) -> Iterator[str]:
    """What spectators see, and what a seat sees if that differs."""
    shared = game.text.picture(game.view(state, None))
    yield from ("", shared)
    for seat, name in enumerate(names):
        picture = game.text.picture(game.view(state, seat))
        if picture != shared:
            yield from (f"-- {name} sees", picture)


def _next_input(game: AnyGame, state: Any, choices: PyRandom, away: set[int], seats: int) -> AnyInput | None:
    if game.outcome(state) is not None:
        return None
    sort = choose(choices, range(24))
    timers = [timer for timer in game.timers(state) if not timer.paused]
    if sort == 0 and timers:
        return Elapsed(choose(choices, timers).name)
    if sort == 1:
        seat = choose(choices, range(seats))
        away ^= {seat}
        return Left(seat) if seat in away else Returned(seat)
    return random_input(game, state, choices)


def _name(names: tuple[str, ...], reader: Reader) -> str:
    return "spectators" if reader is None else names[reader]
