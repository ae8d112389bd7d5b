"""The laws: what every game must obey, whatever its rules. Each is a sentence and a function that asserts it on a walk.

Any author can run them: `ludoteca laws GAME`, or `check` from pytest. They stand in the order in which they are worth
reading: a law that says something only of games that obey another comes after it, and names it in `needs`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple

from ludoteca.dealers import PyRandom
from ludoteca.descriptions import given_words
from ludoteca.kernel import (
    AnyGame,
    AnyInput,
    Chance,
    Elapsed,
    Event,
    Illegal,
    Left,
    Malformed,
    Move,
    Reader,
    Resigned,
    Returned,
    Step,
    Timer,
    canonical,
    decode,
    schema,
    step,
)
from ludoteca.kernel.contract import input_type, revealed
from ludoteca.kernel.play import Advance
from ludoteca.kernel.record import GivenBy, Scribe, read, replay
from ludoteca.rulebook import rulebook

from .comparison import Unlawful, equal, same, shortened
from .frozen_values import frozen_values
from .impurity import watched
from .other_process import differs_elsewhere
from .random_values import arbitrary
from .scenes import check_scene, drawn
from .secrecy import hidden_varies, secrecy
from .walks import Walk, play_out, presets, readers

INPUTS_AT_MOST: Final = 20_000
LISTED_AT_MOST: Final = 12
WATCHED_AT_MOST: Final = 6
RULES_AT_LEAST: Final = 200
ASKS_OUTSIDE: Final = "the rules ask for the time or for randomness; use a Timer, or let chance answer a draw"


class Law(NamedTuple):
    """A name, what it says, the function that asserts it on a walk, and the laws without which it says nothing."""

    name: str
    sentence: str
    holds: Callable[[AnyGame, Walk], None]
    needs: tuple[str, ...] = ()


def described(game: AnyGame, walk: Walk) -> None:
    """It has a rule book, presets that can be set up, seats with names of their own, and schemas."""
    rules = rulebook(game)
    assert rules is not None, f"there is no rule book: no RULES.md beside {game.home}, nor a docstring in it"
    assert len(rules) > RULES_AT_LEAST, (
        f"the rules have {len(rules)} characters; more than {RULES_AT_LEAST} are expected"
    )
    for name, config in presets(game).items():
        _returns(f"preset {name!r}", config, game.types.config)
        game.setup(config)
        names = game.seats(config)
        assert names, f"preset {name!r}: there are no seats"
        assert len(set(names)) == len(names), f"preset {name!r}: two of the seats {names} share a name"
    equal("a state carries the config it was set up with", "state.config", walk.config, walk.first.config)
    types = game.types
    schema({"config": types.config, "state": types.state, "input": input_type(game), "view": types.view})


def determinism(game: AnyGame, walk: Walk) -> None:
    """The same inputs give the same bytes: at any time, in any process, whatever was drawn or played before."""
    made = tuple(_pure(partial(game.setup, walk.config)))
    same("setup gave two results for the same config", "setup(config)", (walk.first, walk.first_events), made)
    stride = max(1, len(walk.stops) // WATCHED_AT_MOST)
    for number, stop in enumerate(walk.stops):
        run = partial(step, game, stop.before, stop.given)
        state, events = _pure(run) if number % stride == 0 else run()
        if canonical((state, events)) != canonical((stop.after, stop.events)):
            _pure(run)
        what = f"two results for the same input: {_words(game, stop.before, stop.given)}"
        same(what, "state", stop.after, state)
        same(what, "events", stop.events, events)
    _pure(partial(_everything_asked, game, walk))
    if difference := differs_elsewhere(game):
        if difference.line:
            raise Unlawful(ASKS_OUTSIDE, (difference.line,), difference.steps)
        what = "another process came to another state: a set of strings is gone through (sort it first), "
        what += "or random or the clock is asked"
        raise Unlawful(what, steps=difference.steps)


def _pure(run: Callable[[], Any]) -> Any:
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


def round_trip(game: AnyGame, walk: Walk) -> None:
    """Every value comes back from its JSON."""
    _returns("config", walk.config, game.types.config)
    for state in walk.states():
        _returns("state", state, game.types.state)
        for reader in readers(walk):
            _returns("view", game.view(state, reader), game.types.view)
    for stop in walk.stops:
        _returns("input", stop.given, input_type(game))
        for event in stop.events:
            _returns("event", event.payload, game.types.told)


def one_speaker(game: AnyGame, walk: Walk) -> None:
    """At any time exactly one speaks: the outcome, chance, the seats that must act, or, when none does, a timer."""
    for state in walk.states():
        over, draw, seats = game.outcome(state), game.draw(state), game.to_act(state)
        timers = [timer for timer in game.timers(state) if not timer.paused]
        speakers = [over is not None, draw is not None, bool(seats)]
        assert sum(speakers) <= 1, f"several speak at once: outcome {over}, draw {draw}, seats to act {sorted(seats)}"
        assert any(speakers) or timers, "nobody speaks: outcome and draw are None, to_act is empty, and no timer runs"
        assert not timers or not (over or draw), f"timers {timers} run although the game is over or chance is asked"
        assert seats <= set(range(walk.seats)), f"to_act names seats {sorted(seats)}; there are {walk.seats}, from 0"


def listed_applies(game: AnyGame, walk: Walk) -> None:
    """Seats that must act have legal actions, listed once each in a stable order, and every one of them applies."""
    if walk.refusal is not None and walk.taking is not None:
        _expect_applied(game, walk.last, walk.taking, walk.refusal)
    for number, state in enumerate(walk.states()):
        acting = game.to_act(state)
        for seat in range(walk.seats):
            legal = tuple(game.legal(state, seat))
            must = "must act" if seat in acting else "need not act"
            assert bool(legal) == (seat in acting), f"seat {seat} {must}, yet `legal` lists {len(legal)} actions"
            equal("`legal` lists other actions the second time", "legal", legal, tuple(game.legal(state, seat)))
            twice = [shortened(action) for action in legal if legal.count(action) > 1] if _repeats(legal) else []
            assert not twice, f"`legal` lists an action twice: {twice[0]}"
            stride = max(1, len(legal) // LISTED_AT_MOST)
            for action in legal[number % stride :: stride]:
                _expect_applied(game, state, Move(seat, action), refused(game, state, Move(seat, action)))


def unlisted_refused(game: AnyGame, walk: Walk) -> None:
    """An action that is not listed as legal is refused, unless the game declares its type as `free`."""
    states = list(walk.states())
    for number in range(len(states) - 1, -1, -max(1, len(states) // LISTED_AT_MOST)):
        state = states[number]
        if game.draw(state) is not None or game.outcome(state) is not None:
            continue
        for seat in game.to_act(state):
            listed = set(game.legal(state, seat))
            for action in _actions_for(game, walk, states, number):
                given = Move(seat, action)
                if action in listed or isinstance(action, game.free) or refused(game, state, given) is not None:
                    continue
                # One action may be written as JSON in several ways: a card by its name or by its number.
                assert _words(game, state, given) in {_words(game, state, Move(seat, each)) for each in listed}, (
                    f"{_words(game, state, given)} was accepted though `legal` does not list it; "
                    f"raise Illegal, or add {type(action).__name__} to `free`"
                )


def refused_unchanged(game: AnyGame, walk: Walk) -> None:
    """Any input is applied, or refused with a reason, and then nothing has changed."""
    for number, state in enumerate(walk.states()):
        before = canonical(state)
        for given in _any_inputs(game, walk, state, number):
            refusal = refused(game, state, given)
            assert canonical(state) == before, f"{_words(game, state, given)} changed the state that it was applied to"
            if refusal is not None:
                assert refusal.reason, f"refused with {refusal.code!r} and no reason"
                canonical(refusal.facts)


def over_is_over(game: AnyGame, walk: Walk) -> None:
    """After the outcome nothing is legal and every input is refused; before it, no timer that does not run elapses."""
    state = walk.last
    if game.outcome(state) is None:
        if game.draw(state) is None:
            refusal = refused(game, state, Elapsed("no such timer"))
            assert refusal is not None and refusal.code == "no_timer", "a timer that does not run was let elapse"
        return
    for seat in range(walk.seats):
        assert not game.legal(state, seat), f"the game is over, yet `legal` lists actions for seat {seat}"
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
                    what = f"{action} of idle seat {seat} changed what is legal for seat {other}"
                    equal(what, "legal", tuple(game.legal(state, other)), tuple(game.legal(after, other)))


def resignation_counts(game: AnyGame, walk: Walk) -> None:
    """A seat that resigns from a running game is refused, or changes what somebody sees or who must act."""
    for state, given, (after, _) in _resignations(game, walk):
        seen = (canonical(game.view(after, reader)) != canonical(game.view(state, reader)) for reader in readers(walk))
        assert game.outcome(after) is not None or game.to_act(after) != game.to_act(state) or any(seen), (
            f"{_words(game, state, given)}, and nothing comes of it: "
            "the game goes on, and everybody sees what they saw before"
        )


def _resignations(game: AnyGame, walk: Walk) -> Iterator[tuple[Any, Resigned, Step[Any, Any]]]:
    """Each seat resigns where the game last waited for somebody: where, the input, and what it led to."""
    waiting = (s for s in reversed(list(walk.states())) if game.draw(s) is None and game.outcome(s) is None)
    for state in islice(waiting, 1):
        for given in map(Resigned, range(walk.seats)):
            if refused(game, state, given) is None:
                yield state, given, step(game, state, given)


def told(game: AnyGame, walk: Walk) -> None:
    """A reader whose view changes is told something, unless they made the move themselves and have its answer."""
    first, stops = _with_chance(walk)
    before = first.state
    for given, made in stops:
        _expect_told(game, walk, before, given, made.state, made.events)
        before = made.state
    for before, resigned, (after, events) in _resignations(game, walk):
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
                f"{_words(game, before, given)}: what {reader_words(walk, reader)} can see changed, "
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
            alike = [line for line in written if written.count(line) > 1] if _repeats(written) else []
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
    first, advances = _with_chance(walk)
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


def time_runs_out(game: AnyGame, walk: Walk) -> None:
    """Timers have names of their own, and whichever runs out is accepted."""
    for state in walk.states():
        timers = game.timers(state)
        names = [timer.name for timer in timers]
        assert len(set(names)) == len(names), f"two timers share a name: {', '.join(names)}"
        for timer in timers:
            assert timer.seats <= set(range(walk.seats)), f"timer {timer.name!r} is of seats that are not there"
            _returns("timer", timer, Timer)
            if not timer.paused:
                _expect_applied(game, state, Elapsed(timer.name), refused(game, state, Elapsed(timer.name)))


def presence(game: AnyGame, walk: Walk) -> None:
    """To leave twice, or to return without having left, changes nothing."""
    for state in walk.states():
        if game.draw(state) is not None or game.outcome(state) is not None:
            continue
        for seat in range(walk.seats):
            for given in (Left(seat), Returned(seat)):
                once = _state_after(game, state, given)
                if game.outcome(once) is None and game.draw(once) is None:
                    what = f"{_words(game, once, given)}, again: the second time changed something"
                    equal(what, "state", once, _state_after(game, once, given))


def games_end(game: AnyGame, walk: Walk) -> None:
    """Random play comes to an outcome that scores every seat."""
    end = play_out(game, walk.last, walk.plan.seed, INPUTS_AT_MOST)
    outcome = None if end is None else game.outcome(end)
    assert outcome is not None, f"random play came to no outcome within {INPUTS_AT_MOST} inputs"
    assert len(outcome.scores) == walk.seats, f"{walk.seats} seats, but scores {outcome.scores}"
    assert outcome.reason, "an outcome without a reason"
    assert len(outcome.payout) in (0, walk.seats), f"{walk.seats} seats, but a payout {outcome.payout}"
    assert all(share >= 0 for share in outcome.payout), f"a negative payout: {outcome.payout}"
    assert sum(outcome.payout) <= sum(game.hosting.stakes(walk.config)), "more is paid out than was put in"


def belief(game: AnyGame, walk: Walk) -> None:
    """A resampled world looks the same to the reader it was made for, and could have been reached by play."""
    for number, state in enumerate(walk.states()):
        for reader in readers(walk):
            other = game.resample(state, reader, PyRandom(walk.plan.seed + number))
            what = f"`resample` changed what {reader_words(walk, reader)} can see"
            same(what, "view", game.view(state, reader), game.view(other, reader))
            equal("`resample` changed the config", "config", state.config, other.config)
            assert not game.flaws(other), f"`resample` made a state that play cannot reach: {game.flaws(other)[0]}"


def looking_back(game: AnyGame, walk: Walk) -> None:
    """What is revealed when all is over is a view, and if the game says what, no two worlds look alike in it."""
    for number, state in enumerate(walk.states()):
        seen = revealed(game, state)
        _returns("view", seen, game.types.view)
        assert game.text.picture(seen).strip(), "the picture of what is revealed is empty"
        check_scene(game, seen)
        if game.reveal is None:
            continue
        for reader in readers(walk):
            other = game.resample(state, reader, PyRandom(walk.plan.seed + number))
            if other != state:
                assert canonical(game.reveal(other)) != canonical(seen), (
                    f"`reveal` does not show something that was hidden from {reader_words(walk, reader)}"
                )


def sound(game: AnyGame, walk: Walk) -> None:
    """A state that play has reached has no flaws."""
    for state in walk.states():
        assert not game.flaws(state), f"play has reached a state with a flaw: {game.flaws(state)[0]}"


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
    same("the record replays to another state", "state", walk.last, last.state)


def refused(game: AnyGame, state: Any, given: AnyInput) -> Illegal | None:
    """Why an input is refused; None if it is not. Anything but Illegal is a crash, which says on what input it came."""
    try:
        step(game, state, given)
    except Illegal as error:
        return error
    except Exception as error:
        error.add_note(f"on the input that the law tried: {_words(game, state, given)}")
        raise
    return None


def reader_words(walk: Walk, reader: Reader) -> str:
    return "spectators" if reader is None else f"seat {reader} ({walk.game.seats(walk.config)[reader]})"


def _expect_applied(game: AnyGame, state: Any, given: AnyInput, refusal: Illegal | None) -> None:
    if refusal is not None:
        listed = "its timer runs" if isinstance(given, Elapsed) else "`legal` lists it"
        raise Unlawful(f"{_words(game, state, given)}: {listed}, but it was refused with {refusal}")


def _words(game: AnyGame, state: Any, given: AnyInput) -> str:
    try:
        return given_words(game, game.seats(state.config), state, given)
    except Exception:  # another law is about notation
        return str(given)


def _repeats(items: Sequence[Any]) -> bool:
    return len(set(items)) != len(items)


def _hint(game: AnyGame, line: str, view: Any) -> str:
    try:
        game.text.read(line, view)
    except Illegal as error:
        return error.reason
    return ""


def _state_after(game: AnyGame, state: Any, given: AnyInput) -> Any:
    return state if refused(game, state, given) else step(game, state, given).state


def _returns(name: str, value: Any, kind: Any) -> None:
    try:
        equal(f"a {name} does not come back from its JSON", name, value, decode(canonical(value), kind))
    except Malformed as error:
        raise Unlawful(f"a {name} is not what its type says: {error.reason}", (f"{name}{error.where[1:]}",)) from None


def _actions_for(game: AnyGame, walk: Walk, states: list[Any], number: int) -> Iterator[Any]:
    """What a careless or hostile client might send: anything at all, and what was legal a moment ago."""
    for more in range(2):
        action = arbitrary(game.types.action, PyRandom(walk.plan.seed + 2 * number + more))
        if action is not None:
            yield action
    for earlier in states[max(0, number - 2) : number]:
        for other in game.to_act(earlier):
            yield from tuple(game.legal(earlier, other))[::LISTED_AT_MOST]


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


NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "determinism": ("frozen values",),
    "purity": ("frozen values", "determinism"),
    "round trip": ("frozen values",),
    "listed applies": ("frozen values", "one speaker"),
    "unlisted refused": ("listed applies",),
    "refused unchanged": ("purity",),
    "over is over": ("one speaker",),
    "idle seats decide nothing": ("determinism", "listed applies"),
    "resignation counts": ("determinism",),
    "told": ("determinism",),
    "notation": ("frozen values", "listed applies"),
    "drawn": ("notation",),
    "time runs out": ("one speaker",),
    "presence": ("determinism",),
    "games end": ("listed applies", "time runs out"),
    "belief": ("determinism",),
    "secrecy": ("belief",),
    "hidden varies": ("belief",),
    "looking back": ("belief",),
    "recorded": ("determinism", "round trip"),
}
"""The laws without which a law says nothing that is not said already."""


def _law(holds: Callable[[AnyGame, Walk], None]) -> Law:
    name = holds.__name__.replace("_", " ")
    return Law(name, holds.__doc__ or "", holds, NEEDS.get(name, ()))


LAWS: Final[tuple[Law, ...]] = tuple(
    map(
        _law,
        (
            described,
            frozen_values,
            determinism,
            purity,
            round_trip,
            one_speaker,
            listed_applies,
            unlisted_refused,
            refused_unchanged,
            over_is_over,
            idle_seats_decide_nothing,
            resignation_counts,
            told,
            notation,
            drawn,
            unreadable,
            time_runs_out,
            presence,
            games_end,
            belief,
            secrecy,
            hidden_varies,
            looking_back,
            sound,
            recorded,
        ),
    )
)
