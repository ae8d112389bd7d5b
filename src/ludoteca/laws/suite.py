"""The laws: what every game must obey, whatever its rules. Each is a sentence and a function that asserts it on a walk.

Any author can run them: `ludoteca laws GAME`, or `check` from pytest.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from ludoteca.dealers import PyRandom
from ludoteca.kernel import (
    AnyGame,
    AnyInput,
    Chance,
    Elapsed,
    Illegal,
    Left,
    Move,
    Resigned,
    Returned,
    Timer,
    canonical,
    decode,
    schema,
    step,
)
from ludoteca.kernel.contract import input_type, revealed
from ludoteca.kernel.play import KERNEL_CODES, Advance
from ludoteca.kernel.record import GivenBy, Scribe, read, replay
from ludoteca.rulebook import rulebook

from .random_values import arbitrary
from .secrecy import secrecy
from .walks import Walk, play_out, presets, readers

INPUTS_AT_MOST: Final = 20_000
LISTED_AT_MOST: Final = 12
RULES_AT_LEAST: Final = 200


class Law(NamedTuple):
    """A name, what it says, and the function that asserts it on a walk."""

    name: str
    sentence: str
    holds: Callable[[AnyGame, Walk], None]


def described(game: AnyGame, walk: Walk) -> None:
    """It has a rule book, presets that can be set up, seats with names of their own, and schemas."""
    rules = rulebook(game)
    assert rules is not None, f"there is no RULES.md beside {game.home}"
    assert len(rules) > RULES_AT_LEAST, f"RULES.md has fewer than {RULES_AT_LEAST} characters: it says next to nothing"
    for name, config in presets(game).items():
        _returns(config, game.types.config)
        game.setup(config)
        names = game.seats(config)
        assert names and len(set(names)) == len(names), f"preset {name!r}: seats {names} share a name"
    assert walk.first.config == walk.config, "a state carries its config"
    types = game.types
    schema({"config": types.config, "state": types.state, "input": input_type(game), "view": types.view})
    assert walk.seats >= 1


def determinism(game: AnyGame, walk: Walk) -> None:
    """The same inputs give the same bytes."""
    state, events = game.setup(walk.config)
    assert canonical((state, events)) == canonical((walk.first, walk.first_events))
    for stop in walk.stops:
        state, events = step(game, state, stop.given)
        assert canonical((state, events)) == canonical((stop.after, stop.events))


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
        assert canonical(stop.before) == before


def round_trip(game: AnyGame, walk: Walk) -> None:
    """Every value comes back from its JSON."""
    _returns(walk.config, game.types.config)
    for state in walk.states():
        _returns(state, game.types.state)
        for reader in readers(walk):
            _returns(game.view(state, reader), game.types.view)
    for stop in walk.stops:
        _returns(stop.given, input_type(game))
        for event in stop.events:
            _returns(event.payload, game.types.told)


def one_speaker(game: AnyGame, walk: Walk) -> None:
    """At any time exactly one speaks: the outcome, chance, the seats that must act, or, when none does, a timer."""
    for state in walk.states():
        over, draw, seats = game.outcome(state), game.draw(state), game.to_act(state)
        timers = [timer for timer in game.timers(state) if not timer.paused]
        speakers = [over is not None, draw is not None, bool(seats)]
        assert sum(speakers) <= 1, f"several speak at once: outcome {over}, draw {draw}, seats {set(seats)}"
        assert any(speakers) or timers, "nobody speaks: no outcome, no draw, no seat, no timer"
        assert not timers or not (over or draw), "a timer runs although the game is over or chance is asked"
        assert seats <= set(range(walk.seats))


def listed_applies(game: AnyGame, walk: Walk) -> None:
    """Seats that must act have legal actions, listed once each in a stable order, and every one of them applies."""
    for number, state in enumerate(walk.states()):
        acting = game.to_act(state)
        for seat in range(walk.seats):
            legal = tuple(game.legal(state, seat))
            assert bool(legal) == (seat in acting), f"seat {seat} must act: {seat in acting}, yet {len(legal)} legal"
            assert legal == tuple(game.legal(state, seat)), "the order of legal actions is not stable"
            assert len(set(legal)) == len(legal), "a legal action is listed twice"
            stride = max(1, len(legal) // LISTED_AT_MOST)
            for action in legal[number % stride :: stride]:
                step(game, state, Move(seat, action))


def refused_unchanged(game: AnyGame, walk: Walk) -> None:
    """Any input is applied, or refused with a known code, and then nothing has changed."""
    known = {**KERNEL_CODES, **game.refusals}
    for number, state in enumerate(walk.states()):
        before = canonical(state)
        for given in _any_inputs(game, walk, state, number):
            refusal = refused(game, state, given)
            assert canonical(state) == before
            if refusal is not None:
                assert refusal.code in known, f"refused with {refusal.code!r}, which the game does not name"
                assert refusal.reason and canonical(refusal.facts), "a refusal without a reason"


def over_is_over(game: AnyGame, walk: Walk) -> None:
    """After the outcome nothing is legal and every input is refused; before it, no timer that does not run elapses."""
    state = walk.last
    if game.outcome(state) is None:
        if game.draw(state) is None:
            refusal = refused(game, state, Elapsed("no such timer"))
            assert refusal is not None and refusal.code == "no_timer"
        return
    for seat in range(walk.seats):
        assert not game.legal(state, seat)
        action = arbitrary(game.types.action, PyRandom(walk.plan.seed))
        for given in (Resigned(seat), Left(seat), Returned(seat), Elapsed("turn"), Move(seat, action)):
            refusal = refused(game, state, given)
            assert refusal is not None and refusal.code == "game_over", f"{given} is not refused after the end"


def idle_seats_decide_nothing(game: AnyGame, walk: Walk) -> None:
    """A seat that need not act may do something, but nothing that changes who must act or what is legal."""
    for number, state in enumerate(walk.states()):
        if game.draw(state) is not None or game.outcome(state) is not None:
            continue
        acting = game.to_act(state)
        tries = [arbitrary(game.types.action, PyRandom(walk.plan.seed + number))]
        tries += [action for seat in acting for action in tuple(game.legal(state, seat))[:2]]
        for seat in set(range(walk.seats)) - acting:
            for action in tries:
                if action is None or refused(game, state, Move(seat, action)):
                    continue
                after = step(game, state, Move(seat, action)).state
                assert game.to_act(after) == acting, f"{action} of idle seat {seat} changed who must act"
                for other in range(walk.seats):
                    assert tuple(game.legal(after, other)) == tuple(game.legal(state, other)), f"{action} of {seat}"


def told(game: AnyGame, walk: Walk) -> None:
    """Whoever's view changes is told something, unless it was by his own action, which has its own answer."""
    first, stops = _with_chance(walk)
    before = first.state
    for given, made in stops:
        for reader in readers(walk):
            if isinstance(given, Move) and given.seat == reader:
                continue
            if canonical(game.view(before, reader)) != canonical(game.view(made.state, reader)):
                heard = any(event.is_for(reader) for event in made.events)
                assert heard or game.draw(made.state), f"after {given} reader {reader} was not told of what he sees"
        before = made.state


def notation(game: AnyGame, walk: Walk) -> None:
    """Legal actions have different notations, each reads back, and views and events can be put into text."""
    text = game.text
    for state in walk.states():
        for reader in readers(walk):
            assert text.picture(game.view(state, reader)).strip()
        for seat in game.to_act(state):
            view, legal = game.view(state, seat), game.legal(state, seat)
            written = [text.write(action, view) for action in legal]
            assert len(set(written)) == len(written), "two legal actions are written alike"
            for action, line in zip(legal, written, strict=True):
                assert line == line.strip() and "\n" not in line, f"notation {line!r} is not one tidy line"
                assert text.read(line, view) == action, f"{line!r} does not read back"
    for stop in walk.stops:
        for event in stop.events:
            hearers = [reader for reader in readers(walk) if event.is_for(reader)]
            assert hearers, f"nobody hears {event.payload}"
            for reader in hearers:
                assert text.tell(event.payload, game.view(stop.after, reader)).strip()


def unreadable(game: AnyGame, walk: Walk) -> None:
    """Text that is no notation is refused with a hint, whatever it is."""
    view = game.view(walk.last, 0)
    for line in ("", " ", "?", "a" * 300, "\x00", "\u202e", "¿qué?"):
        hint = _hint(game, line, view)
        assert hint, f"{line!r} was read as an action, or refused without a hint"


def time_runs_out(game: AnyGame, walk: Walk) -> None:
    """Timers have names of their own, and whichever runs out is accepted."""
    for state in walk.states():
        timers = game.timers(state)
        assert len({timer.name for timer in timers}) == len(timers), "two timers share a name"
        for timer in timers:
            assert timer.seats <= set(range(walk.seats))
            _returns(timer, Timer)
            if not timer.paused:
                step(game, state, Elapsed(timer.name))


def presence(game: AnyGame, walk: Walk) -> None:
    """To leave twice, or to return without having left, changes nothing."""
    for state in walk.states():
        if game.draw(state) is not None or game.outcome(state) is not None:
            continue
        for seat in range(walk.seats):
            for given in (Left(seat), Returned(seat)):
                once = _state_after(game, state, given)
                if game.outcome(once) is None and game.draw(once) is None:
                    assert _state_after(game, once, given) == once, f"{given} changes something the second time"


def games_end(game: AnyGame, walk: Walk) -> None:
    """Random play comes to an outcome that scores every seat."""
    end = play_out(game, walk.last, walk.plan.seed, INPUTS_AT_MOST)
    assert end is not None, f"no end after {INPUTS_AT_MOST} inputs"
    outcome = game.outcome(end)
    assert outcome is not None
    assert len(outcome.scores) == walk.seats and outcome.reason
    assert len(outcome.payout) in (0, walk.seats) and all(share >= 0 for share in outcome.payout)
    assert sum(outcome.payout) <= sum(game.stakes(walk.config)), "more is paid out than was put in"


def belief(game: AnyGame, walk: Walk) -> None:
    """A resampled world looks the same to whoever believes in it."""
    for number, state in enumerate(walk.states()):
        for reader in readers(walk):
            other = game.resample(state, reader, PyRandom(walk.plan.seed + number))
            assert canonical(game.view(other, reader)) == canonical(game.view(state, reader)), f"reader {reader}"
            assert other.config == state.config and not game.flaws(other), "no play leads to the resampled world"


def looking_back(game: AnyGame, walk: Walk) -> None:
    """What is revealed when all is over is a view, and if the game says what, no two worlds look alike in it."""
    for number, state in enumerate(walk.states()):
        seen = revealed(game, state)
        _returns(seen, game.types.view)
        assert game.text.picture(seen).strip()
        if game.reveal is None:
            continue
        for reader in readers(walk):
            other = game.resample(state, reader, PyRandom(walk.plan.seed + number))
            if other != state:
                assert canonical(game.reveal(other)) != canonical(seen), f"something stays hidden that {reader} missed"


def sound(game: AnyGame, walk: Walk) -> None:
    """A state that play has reached has no flaws."""
    for state in walk.states():
        assert not game.flaws(state), game.flaws(state)


def recorded(game: AnyGame, walk: Walk) -> None:
    """A written record reads back and replays to the same states."""
    scribe = Scribe()
    first, stops = _with_chance(walk)
    lines = [scribe.open(game, walk.config, GivenBy(), first)]
    lines += [scribe.entry(given, made) for given, made in stops]
    if game.draw(walk.last) is not None:
        return  # a record holds whole entries: this walk stopped in the middle of one
    lines.append(scribe.end(game.outcome(walk.last), None))
    *_, last = replay(game, read(b"".join(lines)))
    assert canonical(last.state) == canonical(walk.last)


def refused(game: AnyGame, state: Any, given: AnyInput) -> Illegal | None:
    """Why an input is refused; None if it is not. Anything but Illegal is a bug and passes through."""
    try:
        step(game, state, given)
    except Illegal as error:
        return error
    return None


def _hint(game: AnyGame, line: str, view: Any) -> str:
    try:
        game.text.read(line, view)
    except Illegal as error:
        return error.reason
    return ""


def _state_after(game: AnyGame, state: Any, given: AnyInput) -> Any:
    return state if refused(game, state, given) else step(game, state, given).state


def _returns(value: Any, kind: Any) -> None:
    assert decode(canonical(value), kind) == value


def _any_inputs(game: AnyGame, walk: Walk, state: Any, number: int) -> list[AnyInput]:
    seat = number % walk.seats
    action = arbitrary(game.types.action, PyRandom(walk.plan.seed + number))
    actions = [] if action is None else [action]
    for other in game.to_act(state):
        actions += game.legal(state, other)[:2]
    moves = [Move(seat, action) for action in actions]
    nowhere = walk.seats  # the first seat that there is not
    return [
        *moves,
        Resigned(nowhere),
        Left(nowhere),
        Left(seat),
        Returned(seat),
        Resigned(seat),
        Chance((0, 99)),
        Chance(()),
    ]


def _with_chance(walk: Walk) -> tuple[Advance[Any, Any], list[tuple[AnyInput, Advance[Any, Any]]]]:
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


LAWS: Final[tuple[Law, ...]] = tuple(
    Law(holds.__name__.replace("_", " "), holds.__doc__ or "", holds)
    for holds in (
        described,
        determinism,
        purity,
        round_trip,
        one_speaker,
        listed_applies,
        refused_unchanged,
        over_is_over,
        idle_seats_decide_nothing,
        told,
        notation,
        unreadable,
        time_runs_out,
        presence,
        games_end,
        belief,
        secrecy,
        looking_back,
        sound,
        recorded,
    )
)
