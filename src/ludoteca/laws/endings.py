"""The laws of coming and going: resignation, time, presence, and that every game ends."""

from typing import Any, Final

from ludoteca.kernel import AnyGame, AnyInput, Elapsed, Left, Returned, Timer, canonical, step

from .comparison import equal
from .trial import check_returns, expect_applied, input_words, refused, resignations
from .walks import Walk, play_out, readers

INPUTS_AT_MOST: Final = 20_000


def resignation_counts(game: AnyGame, walk: Walk) -> None:
    """A seat that resigns from a running game is refused, or changes what somebody sees or who must act."""
    for state, given, (after, _) in resignations(game, walk):
        seen = (canonical(game.view(after, reader)) != canonical(game.view(state, reader)) for reader in readers(walk))
        assert game.outcome(after) is not None or game.to_act(after) != game.to_act(state) or any(seen), (
            f"{input_words(game, state, given)}, and nothing comes of it: "
            "the game goes on, and everybody sees what they saw before"
        )


def time_runs_out(game: AnyGame, walk: Walk) -> None:
    """Timers have names of their own, and whichever runs out is accepted."""
    for state in walk.states():
        timers = game.timers(state)
        names = [timer.name for timer in timers]
        assert len(set(names)) == len(names), f"two timers share a name: {', '.join(names)}"
        for timer in timers:
            assert timer.seats <= set(range(walk.seats)), f"timer {timer.name!r} is of seats that are not there"
            check_returns("timer", timer, Timer)
            if not timer.paused:
                expect_applied(game, state, Elapsed(timer.name), refused(game, state, Elapsed(timer.name)))


def presence(game: AnyGame, walk: Walk) -> None:
    """To leave twice, or to return without having left, changes nothing."""
    for state in walk.states():
        if game.draw(state) is not None or game.outcome(state) is not None:
            continue
        for seat in range(walk.seats):
            for given in (Left(seat), Returned(seat)):
                once = _state_after(game, state, given)
                if game.outcome(once) is None and game.draw(once) is None:
                    what = f"{input_words(game, once, given)}, again: the second time changed something"
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


def _state_after(game: AnyGame, state: Any, given: AnyInput) -> Any:
    return state if refused(game, state, given) else step(game, state, given).state
