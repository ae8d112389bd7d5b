"""Random walks through a game, drawn by Hypothesis and shrunk by it.

A `WalkPlan` is a preset, a stretch of play by seed, and a list of codes; each code decides one input. Hypothesis
shortens the list and lowers the codes, so a broken law comes back as a short game of plain moves.

A walk ends early where the game cannot go on: nobody speaks, or a listed move is refused. It is for a law to say so.
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
    choose,
    options,
    step,
)
from ludoteca.kernel.play import waits

from .random_values import arbitrary

CODES_AT_MOST = 24
STRETCH_AT_MOST = 60


@dataclass(frozen=True)
class WalkPlan:
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
    plan: WalkPlan
    config: Any
    first: Any = None
    first_events: tuple[Event[Any], ...] = ()
    stops: list[Stop] = field(default_factory=list)
    away: set[int] = field(default_factory=set)
    taking: AnyInput | None = None  #: the input that is being applied; stays here if the rules crash on it
    refusal: Illegal | None = None  #: why the listed input `taking` was refused

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
        self.taking = given
        before = self.last
        after, events = step(self.game, before, given)
        self.stops.append(Stop(before, given, after, events))
        self.taking = None

    def take_listed(self, given: AnyInput) -> None:
        try:
            self.take(given)
        except Illegal as refusal:
            self.refusal = refusal

    def try_out(self, given: AnyInput) -> None:
        """Take an input that the game may as well refuse."""
        try:
            self.take(given)
        except Illegal:
            self.taking = None


def plans(game: AnyGame) -> st.SearchStrategy[WalkPlan]:
    return st.builds(
        WalkPlan,
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


def walk(game: AnyGame, plan: WalkPlan) -> Walk:
    """Carry a plan out."""
    made = Walk(game, plan, presets(game)[plan.preset])
    carry_out(made)
    return made


def carry_out(made: Walk) -> None:
    """Go the way that the plan says. If the rules crash, the walk shows how far it got."""
    game, plan = made.game, made.plan
    made.first, made.first_events = game.setup(made.config)
    dealer = PyRandom(plan.seed)
    for _ in range(plan.stretch):
        if not _answer_chance(made, dealer) and (given := _listed(game, made.last, dealer)) is not None:
            made.take_listed(given)
        if made.refusal is not None:
            return
    for code in plan.codes:
        if not _answer_chance(made, PyRandom(code)) and game.outcome(made.last) is None:
            _take_coded(made, code)
        if made.refusal is not None:
            return


def _listed(game: AnyGame, state: Any, dealer: PyRandom) -> AnyInput | None:
    """One of the options, as `random_input`; None also where the game cannot go on."""
    if game.outcome(state) is not None:
        return None
    seats = sorted(game.to_act(state))
    if not seats:
        timers = waits(game, state)
        return Elapsed(choose(dealer, timers).name) if timers else None
    seat = choose(dealer, seats)
    legal = game.legal(state, seat)
    return Move(seat, choose(dealer, legal)) if legal else None


def play_out(game: AnyGame, state: Any, seed: int, at_most: int) -> Any | None:
    """Play at random to the end; the final state, or None if it did not come."""
    dealer = PyRandom(seed)
    for _ in range(at_most):
        draw = game.draw(state)
        given = Chance(dealer.answer(draw)) if draw is not None else _listed(game, state, dealer)
        if given is None:
            return state if game.outcome(state) is not None else None
        state, _ = step(game, state, given)
    return None


def describe(made: Walk) -> list[str]:
    """A walk for a reader: one line per input, in the game's own notation."""
    lines = [f"preset {made.plan.preset or '(default)'}"]
    taken = [(stop.before, stop.given) for stop in made.stops]
    if made.taking is not None:
        taken.append((made.last, made.taking))
    return lines + [f"{number:>3}. {_words(made, *each)}" for number, each in enumerate(taken, start=1)]


def _words(made: Walk, before: Any, given: AnyInput) -> str:
    try:
        return given_words(made.game, made.game.seats(made.config), before, given)
    except Exception:  # the game whose notation or views crash is to be shown all the same
        return str(given)


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
        made.take_listed(Elapsed(timers[rest % len(timers)].name))
    elif sort == 17:
        _come_or_go(made, rest % made.seats)
    elif sort == 18 and rest // made.seats % 5 == 0:
        made.try_out(Resigned(rest % made.seats))
    elif sort == 19:
        _try_any_action(made, rest % made.seats, code)
    else:
        choices = options(game, state)
        if choices:
            made.take_listed(choices[rest % len(choices)])


def _come_or_go(made: Walk, seat: int) -> None:
    made.try_out(Returned(seat) if seat in made.away else Left(seat))
    made.away ^= {seat}


def _try_any_action(made: Walk, seat: int, code: int) -> None:
    action = arbitrary(made.game.types.action, PyRandom(code))
    if action is not None:
        made.try_out(Move(seat, action))
