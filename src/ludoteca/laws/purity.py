"""The laws of purity: what a game says of itself, and that its rules depend on nothing but what they are given."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame, canonical, schema, step
from ludoteca.kernel.contract import input_type
from ludoteca.rulebook import rulebook

from .comparison import Unlawful, equal, same, shortened
from .impurity import watched
from .other_process import differs_elsewhere
from .trial import check_returns, input_words
from .walks import Walk, presets, readers

WATCHED_AT_MOST: Final = 6
RULES_AT_LEAST: Final = 200
ASKS_OUTSIDE: Final = "the rules ask for the time or for randomness; use a Timer, or let chance answer a draw"


def described(game: AnyGame, walk: Walk) -> None:
    """It has a rule book, presets that can be set up, seats with names of their own, and schemas."""
    rules = rulebook(game)
    assert rules is not None, f"there is no rule book: no RULES.md beside {game.home}, nor a docstring in it"
    assert len(rules) > RULES_AT_LEAST, (
        f"the rules have {len(rules)} characters; more than {RULES_AT_LEAST} are expected"
    )
    for name, config in presets(game).items():
        check_returns(f"preset {name!r}", config, game.types.config)
        game.setup(config)
        names = game.seats(config)
        assert names, f"preset {name!r}: there are no seats"
        assert len(set(names)) == len(names), f"preset {name!r}: two of the seats {names} share a name"
    equal("a state carries the config it was set up with", "state.config", walk.config, walk.first.config)
    types = game.types
    schema({"config": types.config, "state": types.state, "input": input_type(game), "view": types.view})


def determinism(game: AnyGame, walk: Walk) -> None:
    """The same inputs give the same bytes: at any time, in any process, whatever was drawn or played before."""
    made = tuple(run_purely(partial(game.setup, walk.config)))
    same("setup gave two results for the same config", "setup(config)", (walk.first, walk.first_events), made)
    stride = max(1, len(walk.stops) // WATCHED_AT_MOST)
    for number, stop in enumerate(walk.stops):
        run = partial(step, game, stop.before, stop.given)
        state, events = run_purely(run) if number % stride == 0 else run()
        if canonical((state, events)) != canonical((stop.after, stop.events)):
            run_purely(run)
        what = f"two results for the same input: {input_words(game, stop.before, stop.given)}"
        same(what, "state", stop.after, state)
        same(what, "events", stop.events, events)
    run_purely(partial(_everything_asked, game, walk))
    if difference := differs_elsewhere(game):
        if difference.line:
            raise Unlawful(ASKS_OUTSIDE, (difference.line,), difference.steps)
        what = "another process came to another state: a set of strings is gone through (sort it first), "
        what += "or random or the clock is asked"
        raise Unlawful(what, steps=difference.steps)


def run_purely(run: Callable[[], Any]) -> Any:
    """What `run` returns; Unlawful if it asked for the time or for randomness."""
    result, line = watched(run)
    if line:
        raise Unlawful(ASKS_OUTSIDE, (line,))
    return result


def _everything_asked(game: AnyGame, walk: Walk) -> None:
    """All that can be asked of a state but `resample`, which is given a dealer."""
    state = walk.last
    game.draw(state), game.to_act(state), game.timers(state), game.outcome(state), game.flaws(state)
    for seat in range(walk.seats):
        game.legal(state, seat)
    for reader in readers(walk):
        game.view(state, reader)


def purity(game: AnyGame, walk: Walk) -> None:
    """Nothing that is asked of a state changes it."""
    for stop in walk.stops:
        before = canonical(stop.before)
        step(game, stop.before, stop.given)
        for seat in range(walk.seats):
            game.legal(stop.before, seat)
        for reader in readers(walk):
            game.view(stop.before, reader)
            game.resample(stop.before, reader, PyRandom(0))
        assert canonical(stop.before) == before, (
            f"a state was changed while it was asked: {shortened(stop.before)} was {before.decode()}"
        )
