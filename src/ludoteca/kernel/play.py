"""Playing: the one way to feed a game, and the plain loop on top of it.

`step` checks what is the same for all games, so that rules hold only rules. `begin` and `advance` also let the dealer
answer every open draw, so that between two inputs chance never waits.

Laws kept here:
- A refused input raises `Illegal` before anything is computed from it.
- `advance` returns exactly what chance answered, in order: intent plus answers replays to the same state.

Must not know: any game, any clock.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeAlias

from .chance import Answer, Dealer, Draw, choose, is_answer
from .contract import (
    A,
    AnyGame,
    AnyInput,
    C,
    Chance,
    E,
    Elapsed,
    Event,
    Game,
    Input,
    Move,
    S,
    Seat,
    Step,
    Timer,
    V,
)
from .illegal import Illegal

KERNEL_CODES: Mapping[str, str] = {
    "game_over": "invalid_action",
    "draw_open": "invalid_action",
    "no_draw": "invalid_action",
    "bad_answer": "invalid_action",
    "no_answer": "invalid_action",
    "no_timer": "invalid_action",
    "no_seat": "forbidden",
    "bad_config": "invalid_action",
    "unreadable": "invalid_action",
}
"""The kernel's own codes in the bridge's closed list; games add theirs in `Game.refusals`."""

Player: TypeAlias = Callable[[Any, Sequence[Any]], Any]
"""A player at a seat: (view, legal actions) -> action."""


class Advance(NamedTuple, Generic[S, E]):
    """A step, together with what chance answered on the way."""

    state: S
    events: tuple[Event[E], ...]
    drawn: tuple[Answer, ...]


def step(game: Game[C, S, A, E, V], state: S, given: Input[A]) -> Step[S, E]:
    """Apply one input, or raise Illegal."""
    draw = game.draw(state)
    if not isinstance(given, Move) and isinstance(given, Chance):  # a move, the most frequent, takes one test
        _check_answer(draw, given.outcome)
        return game.apply(state, given)
    if draw is not None:
        raise Illegal("draw_open", "chance must answer first")
    if game.outcome(state) is not None:
        raise Illegal("game_over", "the game is over")
    if isinstance(given, Move) or not isinstance(given, Elapsed):
        check_seat(given.seat, seat_count(game, state))
    else:
        _check_timer(game.timers(state), given.timer)
    return game.apply(state, given)


def begin(game: Game[C, S, A, E, V], config: C, dealer: Dealer) -> Advance[S, E]:
    """Set a game up and let the dealer answer its first draws."""
    return settle(game, game.setup(config), dealer)


def advance(game: Game[C, S, A, E, V], state: S, given: Input[A], dealer: Dealer) -> Advance[S, E]:
    """Apply one input and let the dealer answer every draw that follows from it."""
    after, events = first = step(game, state, given)
    return Advance(after, events, ()) if game.draw(after) is None else settle(game, first, dealer)


def seat_count(game: AnyGame, state: Any) -> int:
    """The number of seats."""
    return len(game.seats(state.config))


def check_seat(seat: Seat, seats: int) -> None:
    """Check a seat, so that rules may index by it."""
    if not 0 <= seat < seats:
        raise Illegal("no_seat", f"there is no seat {seat}", seats=seats)


def options(game: AnyGame, state: Any) -> list[AnyInput]:
    """Every listed input that keeps the game going: legal moves, or, when nobody must act, the timers."""
    moves = [Move(seat, action) for seat in sorted(game.to_act(state)) for action in game.legal(state, seat)]
    return list(moves) or [Elapsed(timer.name) for timer in waits(game, state)]


def waits(game: AnyGame, state: Any) -> tuple[Timer, ...]:
    """The timers to wait for when nobody must act: pacing timers if there are any, so that no seat is charged."""
    running = tuple(timer for timer in game.timers(state) if not timer.paused)
    return tuple(timer for timer in running if not timer.seats) or running


def random_input(game: AnyGame, state: Any, dealer: Dealer) -> AnyInput | None:
    """A random option: first a seat, then one of its actions; None when the game is over."""
    if game.outcome(state) is not None:
        return None
    seats = sorted(game.to_act(state))
    if not seats:
        timers = waits(game, state)
        return Elapsed(choose(dealer, timers).name)
    seat = choose(dealer, seats)
    legal = game.legal(state, seat)
    return Move(seat, choose(dealer, legal))


def turn(game: AnyGame, state: Any, players: Mapping[Seat, Player]) -> AnyInput | None:
    """The next input of a game without a clock: asks the first seat that must act, and skips pacing."""
    if game.outcome(state) is not None:
        return None
    seats = game.to_act(state)
    if not seats:
        return Elapsed(waits(game, state)[0].name)
    seat = min(seats)
    return Move(seat, players[seat](game.view(state, seat), game.legal(state, seat)))


def settle(game: Game[C, S, A, E, V], first: Step[S, E], dealer: Dealer) -> Advance[S, E]:
    """Let the dealer answer every draw that a step has left open."""
    state, events = first
    draw = game.draw(state)
    if draw is None:
        return Advance(state, events, ())
    drawn: list[Answer] = []
    while draw is not None:
        drawn.append(dealer.answer(draw))
        state, more = step(game, state, Chance(drawn[-1]))
        events += more
        draw = game.draw(state)
    return Advance(state, events, tuple(drawn))


def _check_timer(timers: tuple[Timer, ...], name: str) -> None:
    if not any(timer.name == name and not timer.paused for timer in timers):
        raise Illegal("no_timer", f"no timer {name!r} is running")


def _check_answer(draw: Draw | None, given: Answer) -> None:
    if draw is None:
        raise Illegal("no_draw", "chance has nothing to answer")
    if not is_answer(draw, given):
        raise Illegal("bad_answer", "that is not an answer to the open draw")
