"""Random walks through a game, drawn by Hypothesis and shrunk by it.

A `Plan` is a preset, a stretch of play by seed, and a list of codes; each code decides one input. Hypothesis shortens
the list and lowers the codes, so a broken law comes back as a short game of plain moves.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

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
    Move,
    Reader,
    Resigned,
    Returned,
    options,
    random_input,
    step,
)

from .random_values import arbitrary

CODES_AT_MOST = 24
STRETCH_AT_MOST = 60


@dataclass(frozen=True)
class Plan:
    preset: str
    seed: int
    stretch: int
    codes: tuple[int, ...]


@dataclass(frozen=True)
class Stop:
    """One input of a walk, and where it led."""

    before: Any
    given: AnyInput
    after: Any
    events: tuple[Event[Any], ...]


@dataclass
class Walk:
    """A plan carried out: where it began, every stop, and where it stands."""

    game: AnyGame
    plan: Plan
    config: Any
    first: Any
    first_events: tuple[Event[Any], ...]
    stops: list[Stop] = field(default_factory=list)
    away: set[int] = field(default_factory=set)

    @property
    def last(self) -> Any:
        return self.stops[-1].after if self.stops else self.first

    @property
    def seats(self) -> int:
        return len(self.game.seats(self.config))

    def states(self) -> Iterator[Any]:
        yield self.first
        yield from (stop.after for stop in self.stops)

    def take(self, given: AnyInput) -> None:
        before = self.last
        after, events = step(self.game, before, given)
        self.stops.append(Stop(before, given, after, events))


def plans(game: AnyGame) -> st.SearchStrategy[Plan]:
    return st.builds(
        Plan,
        preset=st.sampled_from(sorted(presets(game))),
        seed=st.integers(0, 999),
        stretch=st.integers(0, STRETCH_AT_MOST),
        codes=st.lists(st.integers(0, 9999), max_size=CODES_AT_MOST).map(tuple),
    )


def presets(game: AnyGame) -> dict[str, Any]:
    """The game's presets, and its plain config."""
    return {"": game.types.config(), **game.presets}


def readers(made: Walk) -> list[Reader]:
    """Every seat, and a spectator."""
    return [*range(made.seats), None]


def walk(game: AnyGame, plan: Plan) -> Walk:
    """Carry a plan out."""
    config = presets(game)[plan.preset]
    first, events = game.setup(config)
    made = Walk(game, plan, config, first, events)
    dealer = PyRandom(plan.seed)
    for _ in range(plan.stretch):
        if not _answer_chance(made, dealer) and (given := random_input(game, made.last, dealer)) is not None:
            made.take(given)
    for code in plan.codes:
        if not _answer_chance(made, PyRandom(code)) and game.outcome(made.last) is None:
            _take_coded(made, code)
    return made


def play_out(game: AnyGame, state: Any, seed: int, at_most: int) -> Any | None:
    """Play at random to the end; the final state, or None if it did not come."""
    dealer = PyRandom(seed)
    for _ in range(at_most):
        draw = game.draw(state)
        given = Chance(dealer.answer(draw)) if draw is not None else random_input(game, state, dealer)
        if given is None:
            return state
        state, _ = step(game, state, given)
    return None


def describe(made: Walk) -> list[str]:
    """A walk for a reader: one line per input, in the game's own notation."""
    lines = [f"preset {made.plan.preset or '(default)'}"]
    names = made.game.seats(made.config)
    for number, stop in enumerate(made.stops, start=1):
        lines.append(f"{number:>3}. {given_words(made.game, names, stop.before, stop.given)}")
    return lines


def _answer_chance(made: Walk, dealer: PyRandom) -> bool:
    draw = made.game.draw(made.last)
    if draw is not None:
        made.take(Chance(dealer.answer(draw)))
    return draw is not None


def _take_coded(made: Walk, code: int) -> None:
    """Most codes move; a few let time run out, come and go, resign, or try any action at all."""
    game, state = made.game, made.last
    sort, rest = code % 20, code // 20
    timers = [timer for timer in game.timers(state) if not timer.paused]
    if sort == 16 and timers:
        made.take(Elapsed(timers[rest % len(timers)].name))
    elif sort == 17:
        _come_or_go(made, rest % made.seats)
    elif sort == 18 and rest // made.seats % 5 == 0:
        _try(made, Resigned(rest % made.seats))
    elif sort == 19:
        _try_any_action(made, rest % made.seats, code)
    else:
        choices = options(game, state)
        made.take(choices[rest % len(choices)])


def _come_or_go(made: Walk, seat: int) -> None:
    _try(made, Returned(seat) if seat in made.away else Left(seat))
    made.away ^= {seat}


def _try_any_action(made: Walk, seat: int, code: int) -> None:
    action = arbitrary(made.game.types.action, PyRandom(code))
    if action is not None:
        _try(made, Move(seat, action))


def _try(made: Walk, given: AnyInput) -> None:
    try:
        made.take(given)
    except Illegal:
        return
