"""The laws of turns: who speaks, which actions apply, and which are refused."""

from collections.abc import Iterator
from typing import Any, Final

from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame, AnyInput, Chance, Elapsed, Left, Move, Resigned, Returned, canonical, step

from .comparison import equal, shortened
from .random_values import arbitrary
from .trial import expect_applied, input_words, refused, repeats
from .walks import Walk

LISTED_AT_MOST: Final = 12


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
        expect_applied(game, walk.last, walk.taking, walk.refusal)
    for number, state in enumerate(walk.states()):
        acting = game.to_act(state)
        for seat in range(walk.seats):
            legal = tuple(game.legal(state, seat))
            must = "must act" if seat in acting else "need not act"
            assert bool(legal) == (seat in acting), f"seat {seat} {must}, yet `legal` lists {len(legal)} actions"
            equal("`legal` lists other actions the second time", "legal", legal, tuple(game.legal(state, seat)))
            twice = [shortened(action) for action in legal if legal.count(action) > 1] if repeats(legal) else []
            assert not twice, f"`legal` lists an action twice: {twice[0]}"
            stride = max(1, len(legal) // LISTED_AT_MOST)
            for action in legal[number % stride :: stride]:
                expect_applied(game, state, Move(seat, action), refused(game, state, Move(seat, action)))


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
                assert input_words(game, state, given) in {
                    input_words(game, state, Move(seat, each)) for each in listed
                }, (
                    f"{input_words(game, state, given)} was accepted though `legal` does not list it; "
                    f"raise Illegal, or add {type(action).__name__} to `free`"
                )


def refused_unchanged(game: AnyGame, walk: Walk) -> None:
    """Any input is applied, or refused with a reason, and then nothing has changed."""
    for number, state in enumerate(walk.states()):
        before = canonical(state)
        for given in _any_inputs(game, walk, state, number):
            refusal = refused(game, state, given)
            assert canonical(state) == before, (
                f"{input_words(game, state, given)} changed the state that it was applied to"
            )
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
