"""The laws of what is written down: values as JSON, sound states, and records that replay."""

from ludoteca.kernel import AnyGame
from ludoteca.kernel.contract import input_type
from ludoteca.kernel.record import GivenBy, Scribe, read, replay

from .comparison import same
from .trial import check_returns, with_chance
from .walks import Walk, readers


def round_trip(game: AnyGame, walk: Walk) -> None:
    """Every value comes back from its JSON."""
    check_returns("config", walk.config, game.types.config)
    for state in walk.states():
        check_returns("state", state, game.types.state)
        for reader in readers(walk):
            check_returns("view", game.view(state, reader), game.types.view)
    for stop in walk.stops:
        check_returns("input", stop.given, input_type(game))
        for event in stop.events:
            check_returns("event", event.payload, game.types.told)


def sound(game: AnyGame, walk: Walk) -> None:
    """A state that play has reached has no flaws."""
    for state in walk.states():
        assert not game.flaws(state), f"play has reached a state with a flaw: {game.flaws(state)[0]}"


def recorded(game: AnyGame, walk: Walk) -> None:
    """A written record reads back and replays to the same states."""
    scribe = Scribe()
    first, stops = with_chance(walk)
    lines = [scribe.open(game, walk.config, GivenBy(), first)]
    lines += [scribe.entry(given, made) for given, made in stops]
    if game.draw(walk.last) is not None:
        return  # a record holds whole entries: this walk stopped in the middle of one
    lines.append(scribe.end(game.outcome(walk.last), None))
    *_, last = replay(game, read(b"".join(lines)))
    same("the record replays to another state", "state", walk.last, last.state)
